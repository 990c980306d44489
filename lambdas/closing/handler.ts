import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { type ClosingMessage, closingDelaySeconds, readClosingMessage } from '../domain/closing.ts';
import { missingGroups, resultsOfGivenUp } from '../domain/given-up.ts';
import { notifyNow } from '../domain/notify-now.ts';
import type { Clock, DeliveryQueue, JournalStore, MessageTurns, RequestStore } from '../domain/ports.ts';
import type { StoredRequest } from '../domain/request.ts';
import { packResults } from '../domain/result-pack.ts';
import { retryCall } from '../domain/retry-call.ts';
import { callerName } from '../domain/scrape-message.ts';
import type { Timings } from '../domain/timing.ts';

export interface ClosingPorts {
  requests: Pick<RequestStore, 'get' | 'addResults'>;
  journal: Pick<JournalStore, 'read'>;
  turns: MessageTurns;
  deliveries: DeliveryQueue;
  clock: Clock;
  /** Resolves after so many milliseconds. */
  pause: (milliseconds: number) => Promise<void>;
  timings: Timings;
  log: ClosingLog;
}

export interface ClosingLog {
  /** Told of each group that was written in the scraper's stead. */
  givenUp(requestId: string, group: number, facts: { sites: number; isLast: boolean }): void;
  warn(message: string, fields: Record<string, unknown>): void;
  error(message: string, fields: Record<string, unknown> & { error: unknown }): void;
}

/** A message that comes so little early is not delayed again: SQS counts whole seconds. */
const earlyMs = 1_000;

/**
 * Closes requests shortly before their deadline: what the scraper has not written by then, whatever the reason, is
 * written here with what the journals have, so that a request of which something was processed completes.
 */
export const createClosingHandler = (ports: ClosingPorts) => {
  const { requests, journal, clock, timings, log } = ports;

  /** Asks a store until the deadline: there is nothing to be had from giving up sooner. */
  const persistently = <T>({ DeadlineMs }: ClosingMessage, call: () => Promise<T>): Promise<T> =>
    retryCall(call, { ...ports, untilMs: DeadlineMs, attemptMs: 0 });

  const closeRequest = async (message: ClosingMessage, request: StoredRequest): Promise<void> => {
    const { RequestId: requestId, Groups: groups } = message;
    const missing = missingGroups(message, request);
    const journals = new Map(
      await Promise.all(
        missing.map(
          async (group) =>
            [group, await persistently(message, () => journal.read(requestId, group))] as const,
        ),
      ),
    );
    const given = resultsOfGivenUp(message, request, journals);
    if (!given) {
      log.warn('Nothing of the request was processed: it fails', { requestId });
      return;
    }
    const totalSites = groups.flat().length;
    for (const [group, results] of given) {
      const packed = packResults(results, totalSites);
      const outcome = await persistently(message, () =>
        requests.addResults(requestId, group, packed, clock()),
      );
      // The scraper may have come first.
      if (outcome === 'NotWritten') continue;
      const isLast = outcome === 'Completed';
      log.givenUp(requestId, group, { sites: results.length, isLast });
      if (isLast && message.HasWebhook) await notifyNow(ports, requestId, callerName(request.uid));
    }
  };

  /**
   * Lets a message come again soon, unless it is done with by then: a function that dies over it, or a call that is
   * refused, must not be the only one before the deadline. Two at work at the same time write the same, once.
   */
  const comeAgain = (
    { receiptHandle, messageId }: SQSRecord,
    afterSeconds: number = timings.closingAgainSeconds,
  ): Promise<void> =>
    ports.turns.delay(receiptHandle, afterSeconds).catch((cause: unknown) => {
      log.warn('The closing message waits for its visibility timeout', { messageId, cause });
    });

  /** @returns whether the message stays in its queue: a window may be longer than SQS holds a new one back. */
  const handle = async (message: ClosingMessage, record: SQSRecord): Promise<boolean> => {
    const nowMs = clock();
    const { RequestId: requestId, DeadlineMs: deadlineMs } = message;
    if (nowMs < deadlineMs - timings.closingLeadMs - earlyMs) {
      await comeAgain(record, closingDelaySeconds(deadlineMs, { ...timings, nowMs }));
      return true;
    }
    if (nowMs >= deadlineMs) {
      log.warn('Too late to close the request', { requestId, lateMs: nowMs - deadlineMs });
      return false;
    }
    // Nothing waits for it: it is worth no time of the request's last seconds.
    const coming = comeAgain(record);
    try {
      const request = await persistently(message, () => requests.get(requestId));
      const isOver =
        !request || request.sealedAtMs !== undefined || request.groups.size === request.groupCount;
      if (!isOver) await closeRequest(message, request);
    } finally {
      await coming;
    }
    return false;
  };

  return async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const failures = await Promise.all(
      event.Records.map(async (record) => {
        const { messageId, body } = record;
        try {
          return (await handle(readClosingMessage(body), record)) ? [{ itemIdentifier: messageId }] : [];
        } catch (error) {
          log.error('Closing a request failed', { messageId, error });
          return [{ itemIdentifier: messageId }];
        }
      }),
    );
    return { batchItemFailures: failures.flat() };
  };
};
