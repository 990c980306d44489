import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { WatchQueue } from '../domain/watches/watch-ports.ts';
import { callAws } from './call-aws.ts';
import { toMessageBody, withMessageGroup } from './sqs-message.ts';

/** Sends watch messages over SQS. */
export const createSqsWatchQueue = (client: SQSClient, QueueUrl: string): WatchQueue => ({
  send: async (message, DelaySeconds) => {
    const MessageBody = toMessageBody(message);
    await callAws('Sending a message of a watch', () =>
      client.send(
        new SendMessageCommand({ QueueUrl, MessageBody, DelaySeconds, ...withMessageGroup(message) }),
      ),
    );
  },
});
