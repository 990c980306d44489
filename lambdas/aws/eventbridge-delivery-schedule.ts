import { CreateScheduleCommand, type SchedulerClient } from '@aws-sdk/client-scheduler';
import { recordIdOf } from '../domain/delivery.ts';
import type { DeliverySchedule } from '../domain/ports.ts';
import { callAws } from './call-aws.ts';
import type { SchedulerTarget } from './eventbridge-watch-scheduler.ts';
import { toMessageBody } from './sqs-message.ts';

const isConflict = (error: unknown): boolean => error instanceof Error && error.name === 'ConflictException';

/** Whole seconds, never before. */
const atText = (dueMs: number): string =>
  new Date(Math.ceil(dueMs / 1_000) * 1_000).toISOString().replace(/\.\d+Z$/, '');

/** Messages that wait for longer than SQS holds them back: a one-off schedule each, which deletes itself. */
export const createEventBridgeDeliverySchedule = (
  client: SchedulerClient,
  { groupName, queueArn, roleArn }: SchedulerTarget,
): DeliverySchedule => ({
  sendWhenDue: (message) =>
    callAws('Scheduling a try of a delivery', async () => {
      const { Tries, Resend, DueMs } = message;
      const what = Resend === undefined ? String(Tries) : `r${Resend}`;
      try {
        await client.send(
          new CreateScheduleCommand({
            // At most 64 characters, of these.
            Name: `${recordIdOf(message).replace('#', '-')}-${what}-${DueMs}`,
            GroupName: groupName,
            ScheduleExpression: `at(${atText(DueMs)})`,
            FlexibleTimeWindow: { Mode: 'OFF' },
            ActionAfterCompletion: 'DELETE',
            Target: { Arn: queueArn, RoleArn: roleArn, Input: toMessageBody(message) },
          }),
        );
      } catch (error) {
        // It was made, and the answer lost.
        if (!isConflict(error)) throw error;
      }
    }),
});
