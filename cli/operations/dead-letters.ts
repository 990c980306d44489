import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import { readScrapeMessage, type ScrapeMessage } from '../../lambdas/domain/request/scrape-message.ts';
import { UsageError } from '../exit-codes.ts';
import type { OperatedService } from './operated-service.ts';

/** A message that failed in every delivery. */
export interface DeadLetter {
  messageId: string;
  /** When it was first sent, before it moved to the dead-letter queue. */
  sentAtMs: number;
  /** Deliveries and listings together. */
  receiveCount: number;
  body: string;
  /** `undefined` if the body is not from this service. */
  message: ScrapeMessage | undefined;
  original: Message;
}

type Queues = Pick<OperatedService, 'sqs' | 'deadLetterQueueUrl' | 'scrapeQueueUrl'>;

/** SQS's limit for one call. */
const batchSize = 10;
/** How long listing hides a message if it dies before returning it. */
const listSeconds = 30;
const moveSeconds = 60;

const parseBody = (body: string): ScrapeMessage | undefined => {
  try {
    return readScrapeMessage(body);
  } catch {
    return undefined;
  }
};

const toDeadLetter = (original: Message): DeadLetter => ({
  messageId: original.MessageId ?? '',
  sentAtMs: Number(original.Attributes?.SentTimestamp ?? 0),
  receiveCount: Number(original.Attributes?.ApproximateReceiveCount ?? 0),
  body: original.Body ?? '',
  message: parseBody(original.Body ?? ''),
  original,
});

const receive = async (
  { sqs, deadLetterQueueUrl }: Queues,
  count: number,
  VisibilityTimeout: number,
): Promise<DeadLetter[]> => {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: deadLetterQueueUrl,
      MaxNumberOfMessages: Math.min(count, batchSize),
      VisibilityTimeout,
      // A long poll queries all SQS servers; a short one may miss messages.
      WaitTimeSeconds: 1,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    }),
  );
  return Messages.map(toDeadLetter);
};

/** Returns messages to the queue. */
const release = async (
  { sqs, deadLetterQueueUrl }: Queues,
  letters: readonly DeadLetter[],
): Promise<void> => {
  for (let start = 0; start < letters.length; start += batchSize) {
    const Entries = letters.slice(start, start + batchSize).map(({ original: { ReceiptHandle } }, index) => ({
      Id: String(index),
      ReceiptHandle,
      VisibilityTimeout: 0,
    }));
    await sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: deadLetterQueueUrl, Entries }));
  }
};

/** Approximate number of messages in the dead-letter queue. */
export const countDeadLetters = async ({ sqs, deadLetterQueueUrl }: Queues): Promise<number> => {
  const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: deadLetterQueueUrl, AttributeNames: [...AttributeNames] }),
  );
  return AttributeNames.reduce((sum, name) => sum + Number(Attributes?.[name] ?? 0), 0);
};

/**
 * Lists the messages and returns each to the queue at once, or after half a minute if interrupted. None is lost.
 *
 * @returns oldest first, at most `limit`.
 */
export const listDeadLetters = async (queues: Queues, limit: number): Promise<DeadLetter[]> => {
  const seen = new Map<string, DeadLetter>();
  const endsAtMs = performance.now() + (listSeconds / 2) * 1_000;
  try {
    while (seen.size < limit && performance.now() < endsAtMs) {
      const letters = await receive(queues, limit - seen.size, listSeconds);
      if (letters.length === 0) break;
      for (const letter of letters) seen.set(letter.messageId, letter);
    }
  } finally {
    await release(queues, [...seen.values()]);
  }
  return [...seen.values()].sort((a, b) => a.sentAtMs - b.sentAtMs);
};

interface Redriven {
  moved: number;
  /** Left in place: their request is past its deadline. */
  late: number;
  /** Left in place: not from this service. */
  unreadable: number;
}

/**
 * Sends messages to the scrape queue again, one by one. Deletes each only after sending it, so that none is lost; sending
 * twice does no harm, since a group is written once. An SQS move task would report no failures and needs more permissions.
 *
 * @param mayMove - selects the messages; others return to the queue.
 * @param onProgress - receives the number moved so far.
 */
export const redrive = async (
  queues: Queues,
  mayMove: (letter: DeadLetter) => boolean,
  onProgress: (moved: number) => void = () => {},
): Promise<Redriven> => {
  const { sqs, deadLetterQueueUrl: QueueUrl, scrapeQueueUrl } = queues;
  const seen = new Set<string>();
  const kept: DeadLetter[] = [];
  let moved = 0;
  try {
    for (;;) {
      const letters = await receive(queues, batchSize, moveSeconds);
      // Kept messages may appear again.
      const fresh = letters.filter(({ messageId }) => !seen.has(messageId));
      if (fresh.length === 0) break;
      for (const letter of fresh) {
        seen.add(letter.messageId);
        if (!mayMove(letter)) {
          kept.push(letter);
          continue;
        }
        const { MessageAttributes, ReceiptHandle } = letter.original;
        await sqs.send(
          new SendMessageCommand({ QueueUrl: scrapeQueueUrl, MessageBody: letter.body, MessageAttributes }),
        );
        await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
        moved += 1;
      }
      onProgress(moved);
    }
  } finally {
    await release(queues, kept);
  }
  const unreadable = kept.filter(({ message }) => message === undefined).length;
  return { moved, late: kept.length - unreadable, unreadable };
};

/** True if the message's request can still complete. */
export const isInTime = ({ message }: DeadLetter, nowMs: number): boolean =>
  message !== undefined && nowMs < message.DeadlineMs;

/** @throws UsageError if the queue was purged within the last minute. */
export const purgeDeadLetters = async ({ sqs, deadLetterQueueUrl }: Queues): Promise<void> => {
  try {
    await sqs.send(new PurgeQueueCommand({ QueueUrl: deadLetterQueueUrl }));
  } catch (error) {
    if (!/PurgeQueueInProgress/.test((error as Error).name)) throw error;
    throw new UsageError('The queue is already being purged; SQS allows one purge a minute.', {
      cause: error,
    });
  }
};
