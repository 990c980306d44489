import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { DeliveryQueue } from '../domain/ports.ts';
import { callAws } from './call-aws.ts';
import { toMessageBody, withMessageGroup } from './sqs-message.ts';

/** Sends delivery messages over SQS. */
export const createSqsDeliveryQueue = (client: SQSClient, QueueUrl: string): DeliveryQueue => ({
  send: async (message, DelaySeconds) => {
    const MessageBody = toMessageBody(message);
    await callAws('Sending a delivery message', () =>
      client.send(
        new SendMessageCommand({ QueueUrl, MessageBody, DelaySeconds, ...withMessageGroup(message) }),
      ),
    );
  },
});
