import { Duration, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

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
    this.deadLetterQueue = new Queue(this, 'DeadLetter', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // They may hold results, which nobody expects to be kept for long.
      retentionPeriod: Duration.days(4),
    });
    Validations.of(this.deadLetterQueue).acknowledge({
      id: 'Serverless::Serverless-SQSRedrivePolicy',
      reason: 'It is the dead-letter queue itself.',
    });
    this.queue = new Queue(this, 'Tries', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(deliveryTimeoutSeconds + 5),
      // Each wait is a message of its own, of a quarter of an hour at most.
      retentionPeriod: Duration.days(1),
      deadLetterQueue: { queue: this.deadLetterQueue, maxReceiveCount },
    });
  }
}
