import {
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import {
  type MessageVisibility,
  type ScrapeQueue,
  type ScrapeRetries,
  UnavailableError,
} from '../domain/ports.ts';
import { callAws } from './call-aws.ts';
import { toMessageBody, withMessageGroup } from './sqs-message.ts';

/** Limits of one SQS call: 10 messages and 1 MiB. */
const maxBatchEntries = 10;
const maxBatchBytes = 1024 * 1024 - 32 * 1024;
const maxSendRounds = 3;

const toBatches = (entries: readonly SendMessageBatchRequestEntry[]): SendMessageBatchRequestEntry[][] => {
  const batches: SendMessageBatchRequestEntry[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const entryBytes = Buffer.byteLength(entry.MessageBody ?? '');
    const batch = batches.at(-1);
    if (batch && batch.length < maxBatchEntries && bytes + entryBytes <= maxBatchBytes) {
      batch.push(entry);
      bytes += entryBytes;
    } else {
      batches.push([entry]);
      bytes = entryBytes;
    }
  }
  return batches;
};

/** Sends groups of sites over SQS, and repeats rejected entries. */
export const createSqsScrapeQueue = (client: SQSClient, QueueUrl: string): ScrapeQueue => ({
  send: (messages) =>
    callAws('Sending messages', async () => {
      let unsent: SendMessageBatchRequestEntry[] = messages.map((message, index) => ({
        Id: String(index),
        MessageBody: toMessageBody(message),
        ...withMessageGroup(message),
      }));
      let lastReason = '';
      for (let round = 0; round < maxSendRounds && unsent.length > 0; round += 1) {
        const answers = await Promise.all(
          toBatches(unsent).map((Entries) => client.send(new SendMessageBatchCommand({ QueueUrl, Entries }))),
        );
        const refused = new Map(
          answers.flatMap((answer) => answer.Failed ?? []).map((entry) => [entry.Id, entry]),
        );
        lastReason = [...refused.values()][0]?.Code ?? '';
        unsent = unsent.filter((entry) => refused.has(entry.Id));
      }
      if (unsent.length > 0)
        throw new UnavailableError(`Sending messages: SQS refused ${unsent.length}: ${lastReason}`);
    }),
});

/** Maximum body of one message, leaving room for attributes. */
const maxMessageBytes = maxBatchBytes;

export const createSqsMessageVisibility = (client: SQSClient, QueueUrl: string): MessageVisibility => ({
  delay: async (ReceiptHandle, VisibilityTimeout) => {
    await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }));
  },
});

/** The scraper's access to its own queue, for internal failures. */
export const createSqsScrapeRetries = (client: SQSClient, QueueUrl: string): ScrapeRetries => ({
  ...createSqsMessageVisibility(client, QueueUrl),
  requeue: async (message, DelaySeconds) => {
    const body = toMessageBody(message);
    const MessageBody =
      Buffer.byteLength(body) <= maxMessageBytes ? body : toMessageBody({ ...message, Results: undefined });
    await callAws('Sending a message again', () =>
      client.send(
        new SendMessageCommand({ QueueUrl, MessageBody, DelaySeconds, ...withMessageGroup(message) }),
      ),
    );
  },
});
