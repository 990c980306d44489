import { Duration } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { createDeadLetterQueue, queueDefaults } from './dead-letter-queue.ts';

/** Ten seconds for the receiver, and time for a store or queue that answers late. */
export const deliveryTimeoutSeconds = 40;

/** Deliveries of one message, 45 s apart: so long a store may be out of order before messages wait for somebody. */
const maxReceiveCount = 40;

/** Tries to tell callers of the end of their requests, and those that no delivery could handle. */
export class DeliveryQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetterQueue: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    // They may hold results, which nobody expects to be kept for long.
    this.deadLetterQueue = createDeadLetterQueue(this, Duration.days(4));
    this.queue = new Queue(this, 'Tries', {
      ...queueDefaults,
      visibilityTimeout: Duration.seconds(deliveryTimeoutSeconds + 5),
      // Each wait is a message of its own, of a quarter of an hour at most.
      retentionPeriod: Duration.days(1),
      deadLetterQueue: { queue: this.deadLetterQueue, maxReceiveCount },
    });
  }
}
