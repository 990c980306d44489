import { Duration, Validations } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Timings } from '../../lambdas/domain/timing.ts';
import { createDeadLetterQueue, queueDefaults } from './dead-letter-queue.ts';

export interface ScrapeQueueProps {
  timings: Timings;
}

/** Upper bound of the deadline, until which the closing function may retry. */
export const closingTimeoutSeconds = 15;

/** The scrape queue, its dead-letter queue, and the closing queue. */
export class ScrapeQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetterQueue: Queue;
  readonly closingQueue: Queue;

  constructor(scope: Construct, id: string, { timings }: ScrapeQueueProps) {
    super(scope, id);
    this.deadLetterQueue = createDeadLetterQueue(this, Duration.days(14));
    this.queue = new Queue(this, 'Scrape', {
      ...queueDefaults,
      visibilityTimeout: Duration.seconds(timings.visibilityTimeoutSeconds),
      retentionPeriod: Duration.seconds(timings.messageRetentionSeconds),
      deadLetterQueue: { queue: this.deadLetterQueue, maxReceiveCount: timings.maxReceiveCount },
    });
    this.closingQueue = new Queue(this, 'Closing', {
      ...queueDefaults,
      visibilityTimeout: Duration.seconds(closingTimeoutSeconds),
      retentionPeriod: Duration.seconds(timings.messageRetentionSeconds),
    });
    Validations.of(this.closingQueue).acknowledge(
      {
        id: 'Serverless::Serverless-SQSRedrivePolicy',
        reason: 'A message has no effect after the deadline of its request, and is dropped.',
      },
      {
        id: 'AwsSolutions::AwsSolutions-SQS3',
        reason: 'A message has no effect after the deadline of its request, and is dropped.',
      },
    );
  }
}
