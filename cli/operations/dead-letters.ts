import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  type Message,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { readScrapeMessage, type ScrapeMessage } from '../../lambdas/domain/scrape-message.ts';
import { UsageError } from '../exit-codes.ts';
import type { OperatedService } from './operated-service.ts';

/** A message that no delivery could handle. */
export interface DeadLetter {
  messageId: string;
  receiptHandle: string;
  /** When it was first sent; moving to the dead-letter queue keeps it. */
  sentAtMs: number;
  /** Deliveries and looks together. */
  receiveCount: number;
  body: string;
  /** `undefined` when the body is none of this service. */
  message: ScrapeMessage | undefined;
  original: Message;
}

type Queues = Pick<OperatedService, 'sqs' | 'deadLetterQueueUrl' | 'scrapeQueueUrl'>;

/** SQS's limit for one call. */
const batchSize = 10;
/** Seconds that a message is hidden at most by a look at it, should the look die before it puts it back. */
const lookSeconds = 30;
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
  receiptHandle: original.ReceiptHandle ?? '',
  sentAtMs: Number(original.Attributes?.SentTimestamp ?? 0),
  receiveCount: Number(original.Attributes?.ApproximateReceiveCount ?? 0),
  body: original.Body ?? '',
  message: parseBody(original.Body ?? ''),
  original,
});

const receive = async (
  sqs: SQSClient,
  queueUrl: string,
  count: number,
  visibilitySeconds: number,
): Promise<DeadLetter[]> => {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: Math.min(count, batchSize),
      VisibilityTimeout: visibilitySeconds,
      // A long poll asks all of SQS's servers; a short one may miss messages.
      WaitTimeSeconds: 1,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    }),
  );
  return Messages.map(toDeadLetter);
};

const release = async (sqs: SQSClient, queueUrl: string, letters: readonly DeadLetter[]): Promise<void> => {
  for (let start = 0; start < letters.length; start += batchSize) {
    await sqs.send(
      new ChangeMessageVisibilityBatchCommand({
        QueueUrl: queueUrl,
        Entries: letters.slice(start, start + batchSize).map(({ receiptHandle }, index) => ({
          Id: String(index),
          ReceiptHandle: receiptHandle,
          VisibilityTimeout: 0,
        })),
      }),
    );
  }
};

/** Messages of the dead-letter queue, as SQS counts them: nearly. */
export const countDeadLetters = async ({ sqs, deadLetterQueueUrl }: Queues): Promise<number> => {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl: deadLetterQueueUrl,
      AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
    }),
  );
  return (
    Number(Attributes.ApproximateNumberOfMessages ?? 0) +
    Number(Attributes.ApproximateNumberOfMessagesNotVisible ?? 0)
  );
};

/**
 * Looks at the messages and puts each one back at once. Others see them again then, or half a minute later when this
 * look is interrupted; none is lost.
 *
 * @returns oldest first, `limit` at most.
 */
export const listDeadLetters = async (
  { sqs, deadLetterQueueUrl }: Queues,
  limit: number,
): Promise<DeadLetter[]> => {
  const seen = new Map<string, DeadLetter>();
  const endsAtMs = performance.now() + (lookSeconds / 2) * 1_000;
  try {
    while (seen.size < limit && performance.now() < endsAtMs) {
      const letters = await receive(sqs, deadLetterQueueUrl, limit - seen.size, lookSeconds);
      if (letters.length === 0) break;
      for (const letter of letters) seen.set(letter.messageId, letter);
    }
  } finally {
    await release(sqs, deadLetterQueueUrl, [...seen.values()]);
  }
  return [...seen.values()].sort((a, b) => a.sentAtMs - b.sentAtMs);
};

/** True if scraping it can still change its request's result. */
const isInTime = ({ message }: DeadLetter, nowMs: number): boolean =>
  message !== undefined && nowMs < message.DeadlineMs;

interface Redriven {
  moved: number;
  /** Left where they are: the deadline of their request is past. */
  late: number;
  /** Left where they are: their body is none of this service. */
  unreadable: number;
}

/**
 * Sends messages to the scrape queue again, one after the other. Each is deleted only after it was sent, so that none
 * is lost; one that is sent twice because of that is scraped once, since a group is written once.
 *
 * @param mayMove - which messages; the others are put back.
 */
const moveOneByOne = async (
  { sqs, deadLetterQueueUrl, scrapeQueueUrl }: Queues,
  mayMove: (letter: DeadLetter) => boolean,
): Promise<Redriven> => {
  const seen = new Set<string>();
  const kept: DeadLetter[] = [];
  let moved = 0;
  try {
    for (;;) {
      const letters = await receive(sqs, deadLetterQueueUrl, batchSize, moveSeconds);
      // Among many, kept messages may appear again.
      const fresh = letters.filter(({ messageId }) => !seen.has(messageId));
      if (fresh.length === 0) break;
      for (const letter of fresh) {
        seen.add(letter.messageId);
        if (!mayMove(letter)) {
          kept.push(letter);
          continue;
        }
        await sqs.send(
          new SendMessageCommand({
            QueueUrl: scrapeQueueUrl,
            MessageBody: letter.body,
            MessageAttributes: letter.original.MessageAttributes,
          }),
        );
        await sqs.send(
          new DeleteMessageCommand({ QueueUrl: deadLetterQueueUrl, ReceiptHandle: letter.receiptHandle }),
        );
        moved += 1;
      }
    }
  } finally {
    await release(sqs, deadLetterQueueUrl, kept);
  }
  const unreadable = kept.filter(({ message }) => message === undefined).length;
  return { moved, late: kept.length - unreadable, unreadable };
};

/** Moves those messages whose request can still complete, and leaves the others. */
export const redriveInTime = (queues: Queues, clock: () => number): Promise<Redriven> =>
  moveOneByOne(queues, (letter) => isInTime(letter, clock()));

/** Emulators that cannot move messages themselves. */
const isUnsupported = (error: unknown): boolean => {
  const { name, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  return (
    /^(InvalidAction|UnknownOperation|UnknownOperationException|NotImplemented)$/.test(name) ||
    $metadata?.httpStatusCode === 501
  );
};

/**
 * Moves every message, whatever it is, by a move task of SQS; one by one where there is no such thing.
 *
 * @param onProgress - told of how many were moved so far.
 * @throws UsageError when SQS could not finish the task.
 */
export const redriveAll = async (
  queues: Queues,
  onProgress: (moved: number) => void,
  wait: (ms: number) => Promise<unknown>,
): Promise<Redriven> => {
  const { sqs, deadLetterQueueUrl } = queues;
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: deadLetterQueueUrl, AttributeNames: ['QueueArn'] }),
  );
  const SourceArn = Attributes?.QueueArn;
  try {
    await sqs.send(new StartMessageMoveTaskCommand({ SourceArn }));
  } catch (error) {
    if (!isUnsupported(error)) throw error;
    return moveOneByOne(queues, () => true);
  }
  for (;;) {
    const { Results = [] } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 1 }));
    const task = Results[0];
    const moved = task?.ApproximateNumberOfMessagesMoved ?? 0;
    onProgress(moved);
    if (task?.Status === 'COMPLETED') return { moved, late: 0, unreadable: 0 };
    if (task?.Status !== 'RUNNING') {
      throw new UsageError(
        `SQS ended the move with ${task?.Status ?? 'no result'} after ${moved} messages: ${task?.FailureReason ?? 'no reason given'}.`,
      );
    }
    await wait(1_000);
  }
};

/** @throws UsageError when the queue was purged within the last minute, which SQS does not allow again. */
export const purgeDeadLetters = async ({ sqs, deadLetterQueueUrl }: Queues): Promise<void> => {
  try {
    await sqs.send(new PurgeQueueCommand({ QueueUrl: deadLetterQueueUrl }));
  } catch (error) {
    if (!/PurgeQueueInProgress/.test((error as Error).name)) throw error;
    throw new UsageError('The queue is being purged already; SQS takes one purge a minute.', {
      cause: error,
    });
  }
};
