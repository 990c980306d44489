import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { notifyNow } from '../domain/delivery/notify-now.ts';
import type { Clock, DeliveryQueue, JournalStore, MessageVisibility, RequestStore } from '../domain/ports.ts';
import { type ClosingMessage, closingDelaySeconds, readClosingMessage } from '../domain/request/closing.ts';
import { isFullyWritten, type StoredRequest } from '../domain/request/request.ts';
import { retryCall } from '../domain/request/retry-call.ts';
import { callerName } from '../domain/request/scrape-message.ts';
import { missingGroups, resultsOfUnfinished } from '../domain/request/unfinished-request.ts';
import { packResults } from '../domain/result/result-pack.ts';
import type { Timings } from '../domain/timing.ts';
import { handleBatch } from '../sqs-batch.ts';

export interface ClosingPorts {
  requests: Pick<RequestStore, 'get' | 'addResults'>;
  journal: Pick<JournalStore, 'read'>;
  visibility: MessageVisibility;
  deliveries: DeliveryQueue;
  clock: Clock;

  pause: (milliseconds: number) => Promise<void>;
  timings: Timings;
  log: ClosingLog;
}

interface ClosingLog {
  /** Called for each group written in place of the scraper. */
  givenUp(requestId: string, group: number, facts: { sites: number; isLast: boolean }): void;
  warn(message: string, fields: Record<string, unknown>): void;
  error(message: string, fields: Record<string, unknown> & { error: unknown }): void;
}

/** Tolerance for early messages: SQS counts whole seconds. */
const earlyMs = 1_000;

/**
 * Closes requests shortly before their deadline: writes the groups that the scraper has not, from the journals, so that
 * every request of which anything was processed completes.
 */
export const createClosingHandler = (ports: ClosingPorts) => {
  const { requests, journal, clock, timings, log } = ports;

  /** Retries a store until the deadline. */
  const retryUntilDeadline = <T>({ DeadlineMs }: ClosingMessage, call: () => Promise<T>): Promise<T> =>
    retryCall(call, { ...ports, untilMs: DeadlineMs, attemptMs: 0 });

  const closeRequest = async (message: ClosingMessage, request: StoredRequest): Promise<void> => {
    const { RequestId: requestId, Groups: groups } = message;
    const missing = missingGroups(message, request);
    const journals = new Map(
      await Promise.all(
        missing.map(
          async (group) =>
            [group, await retryUntilDeadline(message, () => journal.read(requestId, group))] as const,
        ),
      ),
    );
    const given = resultsOfUnfinished(message, request, journals);
    if (!given) {
      log.warn('The request fails: nothing was processed', { requestId });
      return;
    }
    const totalSites = groups.flat().length;
    for (const [group, results] of given) {
      const packed = packResults(results, totalSites);
      const outcome = await retryUntilDeadline(message, () =>
        requests.addResults(requestId, group, packed, clock()),
      );
      // The scraper may have been first.
      if (outcome === 'NotWritten') continue;
      const isLast = outcome === 'Completed';
      log.givenUp(requestId, group, { sites: results.length, isLast });
      if (isLast && message.HasWebhook) await notifyNow(ports, requestId, callerName(request.uid));
    }
  };

  /**
   * Makes a message return soon unless it is handled by then, so that there is another attempt before the
   * deadline if this one fails. Concurrent attempts write the same results, once.
   */
  const retrySoon = (
    { receiptHandle, messageId }: SQSRecord,
    afterSeconds: number = timings.closingRetrySeconds,
  ): Promise<void> =>
    ports.visibility.delay(receiptHandle, afterSeconds).catch((cause: unknown) => {
      log.warn('The closing message waits for its visibility timeout', { messageId, cause });
    });

  /** @returns true if the message stays in its queue, because the deadline is further away than the longest SQS delay. */
  const handle = async (message: ClosingMessage, record: SQSRecord): Promise<boolean> => {
    const nowMs = clock();
    const { RequestId: requestId, DeadlineMs: deadlineMs } = message;
    if (nowMs < deadlineMs - timings.closingLeadMs - earlyMs) {
      await retrySoon(record, closingDelaySeconds(deadlineMs, { ...timings, nowMs }));
      return true;
    }
    if (nowMs >= deadlineMs) {
      log.warn('Too late to close the request', { requestId, lateMs: nowMs - deadlineMs });
      return false;
    }
    // Not awaited, to save the request's last seconds.
    const retryScheduled = retrySoon(record);
    try {
      const request = await retryUntilDeadline(message, () => requests.get(requestId));
      const isOver = !request || request.sealedAtMs !== undefined || isFullyWritten(request);
      if (!isOver) await closeRequest(message, request);
    } finally {
      await retryScheduled;
    }
    return false;
  };

  return (event: SQSEvent): Promise<SQSBatchResponse> =>
    handleBatch(
      event,
      (record) => handle(readClosingMessage(record.body), record),
      (messageId, error) => log.error('Closing a request failed', { messageId, error }),
    );
};
