import { Duration, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Timings } from '../../lambdas/domain/timing.ts';

export interface ScrapeQueueProps {
  timings: Timings;
}

/** Groups of sites to scrape, and the messages that no delivery could handle. */
export class ScrapeQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetterQueue: Queue;

  constructor(scope: Construct, id: string, { timings }: ScrapeQueueProps) {
    super(scope, id);
    this.deadLetterQueue = new Queue(this, 'DeadLetter', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    Validations.of(this.deadLetterQueue).acknowledge({
      id: 'Serverless::Serverless-SQSRedrivePolicy',
      reason: 'It is the dead-letter queue itself.',
    });
    this.queue = new Queue(this, 'Scrape', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(timings.visibilityTimeoutSeconds),
      retentionPeriod: Duration.seconds(timings.messageRetentionSeconds),
      deadLetterQueue: { queue: this.deadLetterQueue, maxReceiveCount: timings.maxReceiveCount },
    });
  }
}
