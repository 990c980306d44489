import { setTimeout as delay } from 'node:timers/promises';
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { EventSourcePlan } from '../template/deployment-plan.ts';
import type { LocalFunction } from './local-function.ts';

export interface EventSourceOptions {
  plan: EventSourcePlan;
  queueUrl: string;
  /** Batches that are worked on at the same time, at most. */
  concurrency: number;
  target: LocalFunction;
  client: SQSClient;
  log: (text: string) => void;
}

/** SQS's own limit for one receive call. */
const maxReceived = 10;
/** Seconds of a long poll; closing the stack cuts it short. */
const longPollSeconds = 20;
/** Before asking a queue again that did not answer. */
const retryMs = 200;

const toRecord = (message: Message, queueArn: string) => ({
  messageId: message.MessageId,
  receiptHandle: message.ReceiptHandle,
  body: message.Body,
  attributes: message.Attributes ?? {},
  messageAttributes: Object.fromEntries(
    Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [
      name,
      {
        stringValue: value.StringValue,
        dataType: value.DataType,
        stringListValues: [],
        binaryListValues: [],
      },
    ]),
  ),
  md5OfBody: message.MD5OfBody,
  eventSource: 'aws:sqs',
  eventSourceARN: queueArn,
  awsRegion: 'us-east-1',
});

/**
 * Which messages of a batch failed, from what the function answered.
 *
 * @returns message ids; `'all'` when the answer names an unknown message or has another shape, which Lambda takes
 *   for the failure of the whole batch.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export const failedMessageIds = (payload: unknown, batch: readonly string[]): Set<string> | 'all' => {
  if (payload === null || payload === undefined) return new Set();
  const failures = (payload as { batchItemFailures?: unknown }).batchItemFailures;
  if (failures === undefined || failures === null) return new Set();
  if (!Array.isArray(failures)) return 'all';
  const ids = failures.map(
    (failure: unknown) => (failure as { itemIdentifier?: unknown } | null)?.itemIdentifier,
  );
  const areKnown = ids.every((id): id is string => typeof id === 'string' && batch.includes(id));
  return areKnown ? new Set(ids) : 'all';
};

/**
 * Polls a queue for a function as Lambda's event source mapping does: a batch is deleted when the function succeeds,
 * and what failed stays until its visibility timeout ends.
 */
export const startEventSource = ({
  plan,
  queueUrl,
  concurrency,
  target,
  client,
  log,
}: EventSourceOptions) => {
  const closing = new AbortController();

  const receive = async (count: number): Promise<Message[]> => {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: Math.min(count, maxReceived),
        WaitTimeSeconds: longPollSeconds,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      }),
      { abortSignal: closing.signal },
    );
    return Messages;
  };

  /** Messages to a batch: what is there, or what comes within the batching window. */
  const receiveBatch = async (): Promise<Message[]> => {
    const batch = await receive(plan.batchSize);
    const endsAt = performance.now() + plan.batchWindowMs;
    while (batch.length > 0 && batch.length < plan.batchSize && performance.now() < endsAt) {
      await delay(Math.min(50, plan.batchWindowMs), undefined, { signal: closing.signal });
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({
          QueueUrl: queueUrl,
          MaxNumberOfMessages: Math.min(plan.batchSize - batch.length, maxReceived),
          MessageSystemAttributeNames: ['All'],
          MessageAttributeNames: ['All'],
        }),
      );
      batch.push(...Messages);
    }
    return batch;
  };

  const work = async (batch: Message[]): Promise<void> => {
    const event = { Records: batch.map((message) => toRecord(message, plan.queueArn)) };
    const outcome = await target.invoke(event);
    if (outcome.kind === 'error') return;
    const failed = plan.reportsBatchItemFailures
      ? failedMessageIds(
          outcome.payload,
          batch.map(({ MessageId }) => MessageId ?? ''),
        )
      : new Set<string>();
    if (failed === 'all') return;
    const done = batch.filter(({ MessageId }) => !failed.has(MessageId ?? ''));
    for (let start = 0; start < done.length; start += maxReceived) {
      await client.send(
        new DeleteMessageBatchCommand({
          QueueUrl: queueUrl,
          Entries: done.slice(start, start + maxReceived).map(({ ReceiptHandle }, index) => ({
            Id: String(index),
            ReceiptHandle,
          })),
        }),
      );
    }
  };

  /** One of as many loops as batches may be worked on at the same time. */
  const poll = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        const batch = await receiveBatch();
        if (batch.length > 0) await work(batch);
      } catch (error) {
        if (closing.signal.aborted) return;
        log(`The queue ${queueUrl} did not answer: ${(error as Error).message}`);
        await delay(retryMs, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  };

  const loops = Array.from({ length: concurrency }, poll);
  return {
    /** Stops polling. Batches in work end with their function. */
    stop: async (): Promise<void> => {
      closing.abort();
      await Promise.allSettled(loops);
    },
  };
};
