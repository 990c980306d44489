import type { Message } from '@aws-sdk/client-sqs';
import type { ScrapeMessage } from '../../lambdas/domain/site-group.ts';

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

/** Whether scraping it can still change what its request answers. */
export const isInTime = ({ message }: Pick<DeadLetter, 'message'>, nowMs: number): boolean =>
  message !== undefined && nowMs < message.DeadlineMs;
