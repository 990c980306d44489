import type { SchedulerClient } from '@aws-sdk/client-scheduler';
import { expect, it } from 'vitest';
import { createEventBridgeDeliverySchedule } from '../../lambdas/aws/eventbridge-delivery-schedule.ts';
import { createEventBridgeWatchScheduler } from '../../lambdas/aws/eventbridge-watch-scheduler.ts';
import { firstDeliveryMessage } from '../../lambdas/domain/delivery.ts';

it('scheduled messages carry the group of their caller, as sent ones do', async () => {
  const sent: { Target?: { SqsParameters?: object } }[] = [];
  const client = {
    send: async ({ input }: { input: (typeof sent)[number] }) => sent.push(input),
  } as unknown as SchedulerClient;
  const target = { groupName: 'g', queueArn: 'q', roleArn: 'r' };
  await createEventBridgeWatchScheduler(client, target).put({
    name: 'w',
    expression: 'rate(6 hours)',
    timeZone: 'UTC',
    input: '{}',
    caller: 'c1',
  });
  const deliveries = createEventBridgeDeliverySchedule(client, { ...target, deadLetterArn: 'd' });
  const requestId = '0f8fad5b-d9cb-469f-a165-70867728950e';
  for (const caller of ['c2', undefined])
    await deliveries.sendWhenDue(firstDeliveryMessage(requestId, caller, 1_000));
  expect(sent.map(({ Target }) => Target?.SqsParameters)).toEqual([
    { MessageGroupId: 'c1' },
    { MessageGroupId: 'c2' },
    undefined,
  ]);
});
