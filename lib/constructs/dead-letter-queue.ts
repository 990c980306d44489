import { type Duration, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/** A queue of messages that no delivery could handle, which wait there for somebody as long as `retention` says. */
export const createDeadLetterQueue = (scope: Construct, retention: Duration): Queue => {
  const queue = new Queue(scope, 'DeadLetter', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: retention,
  });
  Validations.of(queue).acknowledge({
    id: 'Serverless::Serverless-SQSRedrivePolicy',
    reason: 'It is the dead-letter queue itself.',
  });
  return queue;
};
