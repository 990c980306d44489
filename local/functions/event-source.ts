import { setTimeout as delay } from 'node:timers/promises';
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { SqsEmulator } from '../emulators/sqs.ts';
import type { DeploymentPlan, EventSourcePlan } from '../template/deployment-plan.ts';
import type { LogListener } from './function-instance.ts';
import { maxChain, traceOfInvocation } from './lineage.ts';
import type { LocalFunction } from './local-function.ts';
import type { AccessKeys } from './role.ts';
import { instanceLimitOf } from './start-functions.ts';

interface EventSourceOptions {
  plan: EventSourcePlan;
  queueUrl: string;
  /** Maximum batches in work at a time. */
  concurrency: number;
  target: LocalFunction;
  client: SQSClient;
  /** Returns the trace that a message was sent with. */
  traceOf: (messageId: string) => string | undefined;
  /** Called for each message that is dropped as part of a loop. */
  onRecursionDropped: () => void;
  log: (text: string) => void;
}

/** SQS's limit for one receive call. */
const maxReceived = 10;
const longPollSeconds = 20;
/** Pause after a failed receive call. */
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
 * Returns the ids of the failed messages of a batch; `'all'` if the answer names an unknown message or has another
 * shape, as Lambda does.
 *
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
 * Polls a queue for a function as Lambda's event source mapping does: messages are deleted when the function succeeds;
 * failed ones stay until their visibility timeout ends.
 */
const startEventSource = ({
  plan,
  queueUrl,
  concurrency,
  target,
  client,
  traceOf,
  onRecursionDropped,
  log,
}: EventSourceOptions) => {
  const closing = new AbortController();

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

  /** Takes a batch, and fills it during the batching window. */
  const receiveBatch = async (): Promise<Message[]> => {
    const batch = await receive(plan.batchSize);
    const endsAt = performance.now() + plan.batchWindowMs;
    while (batch.length > 0 && batch.length < plan.batchSize && performance.now() < endsAt) {
      await delay(Math.min(50, plan.batchWindowMs), undefined, { signal: closing.signal });
      batch.push(...(await receive(plan.batchSize - batch.length, 0)));
    }
    return batch;
  };

  const inWork = new Set<string>();

  const work = async (received: Message[]): Promise<void> => {
    const ids = received.map(({ MessageId = '' }) => MessageId);
    for (const id of ids) inWork.add(id);
    try {
      const batch = await withoutLoops(received);
      if (batch.length > 0) await deliver(batch);
    } finally {
      for (const id of ids) inWork.delete(id);
    }
  };

  const traceOfMessage = ({ MessageId = '' }: Message): string | undefined => traceOf(MessageId);

  /** Drops messages by which the function has invoked itself too often, as Lambda does. */
  const withoutLoops = async (batch: Message[]): Promise<Message[]> => {
    if (target.plan.allowsRecursion) return batch;
    const { loops = [], others = [] } = Object.groupBy(batch, (message) => {
      const { invocations } = traceOfInvocation([traceOfMessage(message)], target.arn, '');
      return invocations > maxChain ? 'loops' : 'others';
    });
    if (loops.length === 0) return batch;
    for (const { MessageId } of loops) {
      log(`The message ${MessageId} is dropped: its chain has invoked the function ${maxChain} times.`);
      onRecursionDropped();
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

  const deliver = async (batch: Message[]): Promise<void> => {
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
    isInWork: (messageId: string): boolean => inWork.has(messageId),
    stop: async (): Promise<void> => {
      closing.abort();
      await Promise.allSettled(loops);
    },
  };
};

interface EventSourcesOptions {
  plan: DeploymentPlan;
  /** By ARN. */
  functions: ReadonlyMap<string, LocalFunction>;
  sqs: SqsEmulator;
  keys: AccessKeys;
  maxConcurrency: number | undefined;
  log: LogListener;
  onRecursionDropped: (functionName: string) => void;
}

/**
 * Starts the event sources of the template.
 *
 * @returns a function that says whether a message is in work.
 * @throws Error if the queue or the function of one does not exist.
 */
export const startEventSources = (
  { plan, functions, sqs, keys, maxConcurrency, log, onRecursionDropped }: EventSourcesOptions,
  parts: AsyncDisposableStack,
): ((messageId: string) => boolean) => {
  const pollClient = new SQSClient({
    endpoint: sqs.endpoint,
    region: 'us-east-1',
    credentials: keys.owner,
    useQueueUrlAsEndpoint: false,
    maxAttempts: 1,
  });
  parts.defer(async () => pollClient.destroy());
  const sources: ReturnType<typeof startEventSource>[] = [];
  for (const source of plan.eventSources) {
    const queue = Object.values(plan.queues).find(({ arn }) => arn === source.queueArn);
    const target = functions.get(source.functionArn);
    if (!queue || !target) {
      throw new Error(
        `Expected queue and function of the event source from ${source.queueArn} to ${source.functionArn} in the template.`,
      );
    }
    const running = startEventSource({
      plan: source,
      queueUrl: queue.url,
      concurrency: Math.min(
        instanceLimitOf(maxConcurrency),
        source.maxConcurrency ?? Number.POSITIVE_INFINITY,
      ),
      target,
      client: pollClient,
      traceOf: sqs.traceOf,
      onRecursionDropped: () => onRecursionDropped(target.name),
      log: (text) => log({ functionName: target.plan.name, stream: 'stderr', text }),
    });
    sources.push(running);
    // Together, since the poller waits for its function.
    parts.defer(async () => {
      await Promise.all([running.stop(), target.close()]);
    });
  }
  return (messageId) => sources.some(({ isInWork }) => isInWork(messageId));
};
