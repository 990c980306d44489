import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { Clock, RequestStore } from '../domain/ports.ts';
import { packResults } from '../domain/result-pack.ts';
import { type ScrapeMessage, scrapeMessageSchema } from '../domain/site-group.ts';
import type { SiteResult } from '../domain/site-result.ts';
import type { Timings } from '../domain/timing.ts';
import type { PageReader } from '../reader/page-reader.ts';
import type { BrowserTier, HttpTier } from '../web/page-load.ts';
import { createHostMemory } from './render-policy.ts';
import { scrapeGroup } from './scrape-group.ts';

export interface ScraperPorts {
  requests: RequestStore;
  /** Fresh tiers for one message; nothing of a message survives in them. */
  openHttpTier: () => HttpTier;
  openBrowserTier: () => BrowserTier;
  /** Kept between messages; it keeps nothing of them. */
  reader: PageReader;
  /** Makes a failed message visible again soon. */
  retrySoon: (receiptHandle: string) => Promise<void>;
  clock: Clock;
  timings: Timings;
  log: ScraperLog;
}

export interface ScraperLog {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields: Record<string, unknown> & { error: unknown }): void;
  /** Told of each message that needed no work. */
  dropped(message: ScrapeMessage, reason: string): void;
  /** Told of each group that was written; `isLast` when that completed its request. */
  written(
    message: ScrapeMessage,
    results: readonly SiteResult[],
    facts: { isLast: boolean; writtenAtMs: number },
  ): void;
}

type Invocation = Pick<Context, 'getRemainingTimeInMillis'>;

/** Why a message needs no work; `undefined` when it does. */
const reasonToDrop = async (
  { requests }: Pick<ScraperPorts, 'requests'>,
  message: ScrapeMessage,
  nowMs: number,
): Promise<string | undefined> => {
  if (nowMs >= message.DeadlineMs) return 'past its deadline';
  const request = await requests.get(message.RequestId);
  if (!request) return 'its request is gone';
  if (request.sealedAtMs !== undefined) return 'its request has failed';
  if (request.groups.has(message.Group)) return 'its results are written';
  return undefined;
};

/**
 * Scrapes the groups of sites that SQS delivers and writes their results.
 *
 * A message that fails for a reason of ours is reported as failed and delivered again; a site that fails is a
 * result like any other.
 */
export const createScraperHandler = (ports: ScraperPorts) => {
  const { requests, clock, timings, log } = ports;

  const scrape = async (record: SQSRecord, invocation: Invocation, endsAtMs: number): Promise<void> => {
    const message = scrapeMessageSchema.parse(JSON.parse(record.body));
    const fields = { requestId: message.RequestId, group: message.Group };
    const nowMs = clock();
    const dropped = await reasonToDrop(ports, message, nowMs);
    if (dropped) {
      log.dropped(message, dropped);
      return;
    }
    // An emulator's invocation may claim more time than the function has.
    const remainingMs = Math.min(
      invocation.getRemainingTimeInMillis(),
      endsAtMs - nowMs,
      message.DeadlineMs - nowMs,
    );
    // Whatever killed the earlier deliveries, the last one must get through: it does without the browser.
    const isLastDelivery = Number(record.attributes.ApproximateReceiveCount) >= timings.maxReceiveCount;
    const http = ports.openHttpTier();
    const browser = isLastDelivery ? undefined : ports.openBrowserTier();
    try {
      const results = await scrapeGroup(
        { http, browser, memory: createHostMemory(), reader: ports.reader },
        {
          message,
          budgetMs: remainingMs - timings.writeReserveMs,
          clock,
          report: (text, error) => log.error(text, { ...fields, error }),
        },
      );
      const writtenAtMs = clock();
      const outcome = await requests.addResults(
        message.RequestId,
        message.Group,
        packResults(results, message.TotalSites),
        writtenAtMs,
      );
      if (outcome !== 'NotWritten')
        log.written(message, results, { isLast: outcome === 'Completed', writtenAtMs });
      else log.warn('Results not written', { ...fields, reason: 'duplicate, or the request has ended' });
    } finally {
      await Promise.allSettled([http.close(), browser?.close()]);
    }
  };

  return async (event: SQSEvent, invocation: Invocation): Promise<SQSBatchResponse> => {
    const endsAtMs = clock() + timings.functionTimeoutSeconds * 1_000;
    const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
    for (const record of event.Records) {
      try {
        await scrape(record, invocation, endsAtMs);
      } catch (error) {
        log.error('Message failed', { messageId: record.messageId, error });
        batchItemFailures.push({ itemIdentifier: record.messageId });
        await ports.retrySoon(record.receiptHandle).catch((cause: unknown) => {
          log.warn('The failed message waits for its visibility timeout', {
            messageId: record.messageId,
            cause,
          });
        });
      }
    }
    return { batchItemFailures };
  };
};
