import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { callAws } from './call-aws.ts';
import { toMessageBody, withMessageGroup } from './sqs-message.ts';

/** Sends messages of one kind over SQS. A message's `Caller` becomes its message group. */
export const createSqsQueue = (client: SQSClient, QueueUrl: string) => ({
  /** @throws UnavailableError if SQS does not accept the message. */
  send: async (message: { Caller?: string | undefined } | object, DelaySeconds: number): Promise<void> => {
    const command = new SendMessageCommand({
      QueueUrl,
      MessageBody: toMessageBody(message),
      DelaySeconds,
      ...withMessageGroup(message),
    });
    await callAws(`Sending to the queue ${QueueUrl.split('/').at(-1)}`, () => client.send(command));
  },
});
