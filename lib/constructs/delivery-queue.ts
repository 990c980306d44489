import { Duration } from 'aws-cdk-lib';
import type { Role } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Timings } from '../../lambdas/domain/timing.ts';
import { createDeadLetterQueue, queueDefaults } from './dead-letter-queue.ts';
import { createSchedulerRole, grantSchedules } from './schedules.ts';

/** Twenty seconds for the receiver, and time for a store or queue that answers late. */
export const deliveryTimeoutSeconds = 60;

/** Deliveries of one message, a minute apart: so long a store may be out of order before messages wait for somebody. */
const maxFailures = 40;

/** Tries to tell callers of the end of their requests, and those that no delivery could handle. */
export class DeliveryQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetterQueue: Queue;
  /** Of the tries that wait for longer than the queue holds them back. */
  readonly scheduleGroup: CfnScheduleGroup;
  readonly schedulerRole: Role;

  constructor(scope: Construct, id: string, { timings }: { timings: Timings }) {
    super(scope, id);
    // They may hold results, which nobody expects to be kept for long.
    this.deadLetterQueue = createDeadLetterQueue(this, Duration.days(4));
    this.queue = new Queue(this, 'Tries', {
      ...queueDefaults,
      visibilityTimeout: Duration.seconds(deliveryTimeoutSeconds + 5),
      // Each wait is of a quarter of an hour at most; longer ones are schedules.
      retentionPeriod: Duration.days(1),
      deadLetterQueue: {
        queue: this.deadLetterQueue,
        // One that looks for the end of its request is received at each look.
        maxReceiveCount: maxFailures + timings.maxLooks,
      },
    });
    this.scheduleGroup = new CfnScheduleGroup(this, 'Schedules', {});
    this.schedulerRole = createSchedulerRole(this, {
      group: this.scheduleGroup,
      queue: this.queue,
      description: 'EventBridge Scheduler sends later tries of webhooks to their queue with it.',
    });
  }

  /** Lets a function have messages sent later than the queue would. */
  grantScheduling(fn: IFunction): void {
    grantSchedules(fn, {
      group: this.scheduleGroup,
      role: this.schedulerRole,
      prefix: '',
      actions: ['scheduler:CreateSchedule'],
      reason: 'Each later try has a schedule of its own, in a group that is for them alone.',
    });
  }
}
