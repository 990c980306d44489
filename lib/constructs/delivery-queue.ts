import { Duration } from 'aws-cdk-lib';
import type { Role } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Timings } from '../../lambdas/domain/timing.ts';
import { createDeadLetterQueue, queueDefaults } from './dead-letter-queue.ts';
import { createSchedulerRole, grantSchedules } from './schedules.ts';

/** Twenty seconds for the receiver, and time for a slow store or queue. */
export const deliveryTimeoutSeconds = 60;

/** Deliveries of one message, a minute apart: bridges a store outage of this length. */
const maxFailures = 40;

/** Delivery messages, and their dead-letter queue. */
export class DeliveryQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetterQueue: Queue;
  /** Schedules of attempts that wait longer than the queue's maximum delay. */
  readonly scheduleGroup: CfnScheduleGroup;
  readonly schedulerRole: Role;

  constructor(scope: Construct, id: string, { timings }: { timings: Timings }) {
    super(scope, id);
    // They may contain results, which must not be kept for long.
    this.deadLetterQueue = createDeadLetterQueue(this, Duration.days(4));
    this.queue = new Queue(this, 'Tries', {
      ...queueDefaults,
      visibilityTimeout: Duration.seconds(deliveryTimeoutSeconds + 5),
      // Waits are at most a quarter of an hour; longer ones use schedules.
      retentionPeriod: Duration.days(1),
      deadLetterQueue: {
        queue: this.deadLetterQueue,
        // A message that checks for its request's end is received each time.
        maxReceiveCount: maxFailures + timings.maxChecks,
      },
    });
    this.scheduleGroup = new CfnScheduleGroup(this, 'Schedules', {});
    this.schedulerRole = createSchedulerRole(this, {
      group: this.scheduleGroup,
      queue: this.queue,
      description: 'EventBridge Scheduler sends later attempts of webhooks to their queue with this role.',
    });
    this.deadLetterQueue.grant(this.schedulerRole, 'sqs:SendMessage');
  }

  /** Lets a function schedule messages beyond the queue's maximum delay. */
  grantScheduling(fn: IFunction): void {
    grantSchedules(fn, {
      group: this.scheduleGroup,
      role: this.schedulerRole,
      prefix: '',
      actions: ['scheduler:CreateSchedule'],
      reason: 'Each later attempt has its own schedule, in a dedicated group.',
    });
  }
}
