import { type Duration, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

export const queueDefaults = {
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  // The maximum of SQS; existing queues would keep the former limit of 256 KiB.
  maxMessageSizeBytes: 1_048_576,
} as const;

/** A queue of messages that failed in every delivery. */
export const createDeadLetterQueue = (scope: Construct, retention: Duration): Queue => {
  const queue = new Queue(scope, 'DeadLetter', {
    ...queueDefaults,
    retentionPeriod: retention,
  });
  Validations.of(queue).acknowledge({
    id: 'Serverless::Serverless-SQSRedrivePolicy',
    reason: 'This is the dead-letter queue itself.',
  });
  return queue;
};
