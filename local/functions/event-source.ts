import { setTimeout as delay } from 'node:timers/promises';
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { Turns } from '../emulators/sqs.ts';
import type { EventSourcePlan } from '../template/deployment-plan.ts';
import { maxChain, traceOfInvocation } from './lineage.ts';
import type { LocalFunction } from './local-function.ts';

interface EventSourceOptions {
  plan: EventSourcePlan;
  queueUrl: string;
  /** Batches that are worked on at the same time, at most. */
  concurrency: number;
  target: LocalFunction;
  client: SQSClient;
  /** Who comes next, where callers share the queue. */
  turns?: Turns | undefined;
  /** Trace that a message was sent with. */
  traceOf?: ((messageId: string) => string | undefined) | undefined;
  /** Told of each message that is not delivered, since the function was invoked too often in its chain. */
  onRecursionDropped?: (() => void) | undefined;
  log: (text: string) => void;
}

/** SQS's own limit for one receive call. */
const maxReceived = 10;
/** Seconds of a long poll; closing the stack cuts it short. */
const longPollSeconds = 20;
/** Between two looks for a caller of whom nothing is in work, while all places are taken. */
const lookMs = 50;
/** Before asking a queue again that did not answer. */
const retryMs = 200;

const toRecord = (message: Message, queueArn: string, trace: string | undefined) => ({
  messageId: message.MessageId,
  receiptHandle: message.ReceiptHandle,
  body: message.Body,
  attributes: { ...message.Attributes, ...(trace !== undefined && { AWSTraceHeader: trace }) },
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
const failedMessageIds = (payload: unknown, batch: readonly string[]): Set<string> | 'all' => {
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
  turns,
  traceOf = () => undefined,
  onRecursionDropped,
  log,
}: EventSourceOptions) => {
  const closing = new AbortController();
  let working = 0;
  /** One at a time takes messages, so that each sees what those before it took. */
  let taking: Promise<unknown> = Promise.resolve();
  const taken = <T>(take: () => Promise<T>): Promise<T> => {
    const turn = taking.then(take);
    taking = turn.catch(() => {});
    return turn;
  };

  const receive = async (count: number, waitSeconds = longPollSeconds): Promise<Message[]> => {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: Math.min(count, maxReceived),
        WaitTimeSeconds: waitSeconds,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      }),
      { abortSignal: closing.signal },
    );
    return Messages;
  };

  /** Takes what is first in turn at that moment; a batch holds what follows. */
  const takeInTurn = (): Promise<Message[]> =>
    taken(async () => {
      closing.signal.throwIfAborted();
      turns?.arrange();
      return receive(plan.batchSize);
    });

  /** While all places are taken: the message of a caller who has none of them. */
  const takeNewcomer = async (): Promise<Message[]> => {
    await delay(lookMs, undefined, { signal: closing.signal });
    if (working < concurrency) return [];
    return taken(async () => (working >= concurrency && turns?.arrange() ? receive(1, 0) : []));
  };

  /** Messages to a batch: what is there, or what comes within the batching window. */
  const receiveBatch = async (): Promise<Message[]> => {
    const batch = turns ? await takeInTurn() : await receive(plan.batchSize);
    const endsAt = performance.now() + plan.batchWindowMs;
    while (batch.length > 0 && batch.length < plan.batchSize && performance.now() < endsAt) {
      await delay(Math.min(50, plan.batchWindowMs), undefined, { signal: closing.signal });
      batch.push(...(await receive(plan.batchSize - batch.length, 0)));
    }
    return batch;
  };

  const inWork = new Set<string>();

  const work = async (received: Message[]): Promise<void> => {
    working += 1;
    const ids = received.map(({ MessageId = '' }) => MessageId);
    for (const id of ids) inWork.add(id);
    try {
      const batch = await withoutLoops(received);
      if (batch.length > 0) await handOver(batch);
    } finally {
      for (const id of ids) inWork.delete(id);
      working -= 1;
    }
  };

  const traceOfMessage = ({ MessageId = '' }: Message): string | undefined => traceOf(MessageId);

  /** Takes out what Lambda drops: messages by which the function has invoked itself too often. */
  const withoutLoops = async (batch: Message[]): Promise<Message[]> => {
    if (target.plan.allowsRecursion) return batch;
    const { loops = [], others = [] } = Object.groupBy(batch, (message) => {
      const { invocations } = traceOfInvocation([traceOfMessage(message)], target.arn, '');
      return invocations > maxChain ? 'loops' : 'others';
    });
    if (loops.length === 0) return batch;
    for (const { MessageId } of loops) {
      log(`The message ${MessageId} is dropped: its chain has invoked the function ${maxChain} times.`);
      onRecursionDropped?.();
    }
    await remove(loops);
    return others;
  };

  const remove = async (done: readonly Message[]): Promise<void> => {
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

  const handOver = async (batch: Message[]): Promise<void> => {
    const traces = batch.map(traceOfMessage);
    const event = { Records: batch.map((message, index) => toRecord(message, plan.queueArn, traces[index])) };
    const outcome = await target.invoke(event, undefined, traces);
    if (outcome.kind === 'error') return;
    const failed = plan.reportsBatchItemFailures
      ? failedMessageIds(
          outcome.payload,
          batch.map(({ MessageId }) => MessageId ?? ''),
        )
      : new Set<string>();
    if (failed === 'all') return;
    await remove(batch.filter(({ MessageId }) => !failed.has(MessageId ?? '')));
  };

  /** Takes batches and works on them, one after the other, until the stack is closed. */
  const poll = async (take: () => Promise<Message[]>): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        const batch = await take();
        if (batch.length > 0) await work(batch);
      } catch (error) {
        if (closing.signal.aborted) return;
        log(`The queue ${queueUrl} did not answer: ${(error as Error).message}`);
        await delay(retryMs, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  };

  const loops = Array.from({ length: concurrency }, () => poll(receiveBatch));
  // One place more, for callers of whom nothing is in work: nobody's slow sites hold up everybody else.
  if (turns) loops.push(poll(takeNewcomer));
  return {
    isInWork: (messageId: string): boolean => inWork.has(messageId),
    /** Stops polling. Batches in work end with their function. */
    stop: async (): Promise<void> => {
      closing.abort();
      await Promise.allSettled(loops);
    },
  };
};
