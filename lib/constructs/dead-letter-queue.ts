import { type Duration, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

export const queueDefaults = {
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  // The most that SQS takes; queues that were made before it took so much would keep 256 KiB.
  maxMessageSizeBytes: 1_048_576,
} as const;

/** A queue of messages that no delivery could handle, which wait there for somebody as long as `retention` says. */
export const createDeadLetterQueue = (scope: Construct, retention: Duration): Queue => {
  const queue = new Queue(scope, 'DeadLetter', {
    ...queueDefaults,
    retentionPeriod: retention,
  });
  Validations.of(queue).acknowledge({
    id: 'Serverless::Serverless-SQSRedrivePolicy',
    reason: 'It is the dead-letter queue itself.',
  });
  return queue;
};
