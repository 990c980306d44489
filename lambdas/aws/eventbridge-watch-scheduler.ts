import {
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  type SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import type { RunSchedule, WatchScheduler } from '../domain/watch/watch-ports.ts';
import { callAws } from './call-aws.ts';

export interface SchedulerTarget {
  /** Schedule group of the deployment. */
  groupName: string;
  /** Queue that receives each run. */
  queueArn: string;
  /** Role for EventBridge. */
  roleArn: string;
}

/** Runs later than this are dropped. */
const maxEventAgeSeconds = 900;

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;

const inputOf = (
  { name, expression, timeZone, startsAtMs, input }: RunSchedule,
  { groupName, queueArn, roleArn }: SchedulerTarget,
): CreateScheduleCommandInput => ({
  Name: name,
  GroupName: groupName,
  ScheduleExpression: expression,
  ScheduleExpressionTimezone: timeZone,
  ...(startsAtMs !== undefined && { StartDate: new Date(startsAtMs) }),
  FlexibleTimeWindow: { Mode: 'OFF' },
  State: 'ENABLED',
  Target: {
    Arn: queueArn,
    RoleArn: roleArn,
    Input: input,
    RetryPolicy: { MaximumEventAgeInSeconds: maxEventAgeSeconds, MaximumRetryAttempts: 10 },
  },
});

/** Creates a schedule. */
const create = async (client: SchedulerClient, input: CreateScheduleCommandInput): Promise<void> => {
  try {
    await client.send(new CreateScheduleCommand(input));
  } catch (conflict) {
    // Another call has created it meanwhile.
    if (!isNamed(conflict, 'ConflictException')) throw conflict;
    await client.send(new UpdateScheduleCommand(input));
  }
};

/** Deletes a schedule. Idempotent. */
export const removeSchedule = async (
  client: SchedulerClient,
  GroupName: string,
  Name: string,
): Promise<void> => {
  try {
    await client.send(new DeleteScheduleCommand({ Name, GroupName }));
  } catch (error) {
    if (!isNamed(error, 'ResourceNotFoundException')) throw error;
  }
};

/** Schedules of watches in EventBridge Scheduler, in one group. */
export const createEventBridgeWatchScheduler = (
  client: SchedulerClient,
  target: SchedulerTarget,
): WatchScheduler => ({
  put: (schedule) =>
    callAws('Scheduling a watch', async () => {
      const input = inputOf(schedule, target);
      try {
        await client.send(new UpdateScheduleCommand(input));
      } catch (error) {
        if (!isNamed(error, 'ResourceNotFoundException')) throw error;
        await create(client, input);
      }
    }),

  remove: (Name) =>
    callAws('Ending the schedule of a watch', () => removeSchedule(client, target.groupName, Name)),
});
