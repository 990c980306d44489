import { CreateScheduleCommand, type SchedulerClient } from '@aws-sdk/client-scheduler';
import { recordIdOf } from '../domain/delivery/delivery.ts';
import type { DeliverySchedule } from '../domain/ports.ts';
import { callAws } from './call-aws.ts';
import type { SchedulerTarget } from './eventbridge-watch-scheduler.ts';
import { toMessageBody } from './sqs-message.ts';

const isConflict = (error: unknown): boolean => error instanceof Error && error.name === 'ConflictException';

/** Rounded up to whole seconds. */
const atText = (dueMs: number): string =>
  new Date(Math.ceil(dueMs / 1_000) * 1_000).toISOString().replace(/\.\d+Z$/, '');

/** Delays messages beyond the SQS maximum with one-off schedules that delete themselves. */
export const createEventBridgeDeliverySchedule = (
  client: SchedulerClient,
  { groupName, queueArn, roleArn, deadLetterArn }: SchedulerTarget & { deadLetterArn: string },
): DeliverySchedule => ({
  sendWhenDue: (message) =>
    callAws('Scheduling a delivery attempt', async () => {
      const { Tries, Resend, DueMs } = message;
      const what = Resend === undefined ? String(Tries) : `r${Resend}`;
      try {
        await client.send(
          new CreateScheduleCommand({
            // At most 64 of these characters.
            Name: `${recordIdOf(message).replace('#', '-')}-${what}-${DueMs}`,
            GroupName: groupName,
            ScheduleExpression: `at(${atText(DueMs)})`,
            FlexibleTimeWindow: { Mode: 'OFF' },
            ActionAfterCompletion: 'DELETE',
            Target: {
              Arn: queueArn,
              RoleArn: roleArn,
              Input: toMessageBody(message),
              DeadLetterConfig: { Arn: deadLetterArn },
            },
          }),
        );
      } catch (error) {
        // It exists: an earlier response was lost.
        if (!isConflict(error)) throw error;
      }
    }),
});
