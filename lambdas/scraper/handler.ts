import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { notifyNow } from '../domain/delivery/notify-now.ts';
import {
  type Clock,
  type DeliveryQueue,
  type HostRecordStore,
  type JournalStore,
  type RequestStore,
  type ScrapeRetries,
  UnavailableError,
} from '../domain/ports.ts';
import type { GroupJournal } from '../domain/request/group-journal.ts';
import { redeliveryDelaySeconds, visibilityDelaySeconds } from '../domain/request/redelivery.ts';
import type { StoredRequest } from '../domain/request/request.ts';
import { retryCall } from '../domain/request/retry-call.ts';
import { readScrapeMessage, type ScrapeMessage } from '../domain/request/scrape-message.ts';
import { checkedResults, packResults, unpackResults } from '../domain/result/result-pack.ts';
import type { SiteResult } from '../domain/result/site-result.ts';
import { type EpochMs, maxTurnSeconds, type Timings } from '../domain/timing.ts';
import type { PageReader } from '../reader/page-reader.ts';
import type { HttpTier, Renderer } from '../web/page-load.ts';
import { createGroupRecorder } from './group-recorder.ts';
import { createHostMemory } from './host-memory.ts';
import { scraperLogLines } from './log-lines.ts';
import { scrapeDelivery } from './scrape-delivery.ts';
import { minBeginMs } from './scrape-group.ts';

export interface ScraperPorts {
  requests: RequestStore;
  journal: JournalStore;
  /** Records of shops from earlier messages; absent: each message starts without any. */
  hosts?: HostRecordStore;
  /** Creates tiers for one message; they keep no state of other messages. */
  openHttpTier: () => HttpTier;
  openRenderer: (http: HttpTier) => Renderer;
  /** Shared by all messages; keeps no state of them. */
  reader: PageReader;
  retries: ScrapeRetries;
  deliveries: DeliveryQueue;
  clock: Clock;
  /** Resolves after so many milliseconds. */
  pause: (milliseconds: number) => Promise<void>;
  timings: Timings;
  /** Maximum number of concurrently scraped sites per host. Absent: unlimited. */
  sitesPerHost?: number;
  log: ScraperLog;
}

export interface ScraperLog {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields: Record<string, unknown> & { error: unknown }): void;
  /** Called at the first delivery of each group, with its time in the queue. */
  waited(milliseconds: number): void;
  /** Called for each message that needs no work. */
  dropped(message: ScrapeMessage, reason: string): void;
  /** Called for each written group; `isLast` if it completed its request. */
  written(
    message: ScrapeMessage,
    results: readonly SiteResult[],
    facts: { isLast: boolean; writtenAtMs: number },
  ): void;
}

type Invocation = Pick<Context, 'getRemainingTimeInMillis'>;

/** One delivery of a message. */
interface Delivery {
  message: ScrapeMessage;
  /** Latest end of the function. */
  timesOutAtMs: EpochMs;
  /** Latest end of the function or the request. */
  endsAtMs: EpochMs;
  /** The function of an earlier delivery may have died. */
  isRepeated: boolean;
}

/**
 * Minimum remaining time to wait for a group's turn: its message is delayed by a second, and takes another to
 * arrive.
 */
const minTurnMs = 2_000;
/** Tolerated difference between the clocks of two functions. */
const clockSkewMs = 1_000;

/** How long to retry reading the request before requeueing the message; no results can be lost yet. */
const readRetryMs = 2_000;

/** Returns why a message needs no work, or its request if it does. */
const reasonToDrop = async (
  ports: ScraperPorts,
  { message, endsAtMs }: Delivery,
  nowMs: EpochMs,
): Promise<string | StoredRequest> => {
  const { writeReserveMs, storeCallMs, sitesLeadMs } = ports.timings;
  if (nowMs >= message.DeadlineMs) return 'past its deadline';
  // Results would arrive while the request is being closed.
  if (nowMs >= message.DeadlineMs - sitesLeadMs) return 'no time is left to scrape its sites';
  const untilMs = Math.min(nowMs + readRetryMs + storeCallMs, endsAtMs - writeReserveMs);
  const request = await retryCall(() => ports.requests.get(message.RequestId), {
    ...ports,
    untilMs,
    attemptMs: storeCallMs,
  });
  if (!request) return 'its request is gone';
  if (request.sealedAtMs !== undefined) return 'its request has failed';
  if (request.groups.has(message.Group)) return 'its results are written';
  return request;
};

/**
 * Scrapes the groups of sites that SQS delivers and writes their results.
 *
 * If the store does not respond, retries the write for a while, then requeues the message with its results,
 * so that the next delivery only writes them. If that fails too, the message fails and is delivered again. A
 * failed site is a normal result.
 */
export const createScraperHandler = (ports: ScraperPorts) => {
  const { requests, retries, clock, timings, log } = ports;

  const write = async ({ message, endsAtMs }: Delivery, packed: Uint8Array): Promise<void> => {
    const { RequestId: requestId, Group: group } = message;
    const startedAtMs = clock();
    let writtenAtMs = startedAtMs;
    // The time after that is reserved for requeueing the message.
    const untilMs = Math.min(startedAtMs + timings.writeRetryMs, endsAtMs - timings.storeCallMs);
    const outcome = await retryCall(
      () => {
        writtenAtMs = clock();
        return requests.addResults(requestId, group, packed, writtenAtMs);
      },
      { ...ports, untilMs, attemptMs: timings.storeCallMs },
    );
    if (outcome === 'NotWritten') {
      const reason = 'duplicate, or the request has ended';
      log.warn('Results not written', { requestId, group, reason });
      return;
    }
    const isLast = outcome === 'Completed';
    log.written(message, unpackResults(packed), { isLast, writtenAtMs });
    if (isLast && message.HasWebhook) await notifyNow(ports, requestId, message.Caller);
  };

  const scrape = async (
    { message, timesOutAtMs, endsAtMs, isRepeated }: Delivery,
    journal: GroupJournal | undefined,
    carried: readonly SiteResult[],
    uid: string,
  ): Promise<Uint8Array | undefined> => {
    const { RequestId: requestId, Group: group } = message;
    const nextMs = clock() + timings.visibilityTimeoutSeconds * 1_000 + timings.writeReserveMs;
    const recorder = createGroupRecorder({
      journal: ports.journal,
      message,
      expiresAtMs: message.DeadlineMs + timings.retentionMs,
      busyUntilMs: timesOutAtMs,
      isFromStart: isRepeated,
      onLost: (cause) => log.warn('The journal could not be written', { requestId, group, cause }),
    });
    const http = ports.openHttpTier();
    const renderer = ports.openRenderer(http);
    const memory = createHostMemory(ports.hosts && { records: ports.hosts, uid, requestId, clock });
    const lastEndMs = message.DeadlineMs - timings.sitesLeadMs;
    const sitesEndMs = Math.min(endsAtMs - timings.writeReserveMs, lastEndMs);
    try {
      const results = await scrapeDelivery(
        { http, renderer, memory, reader: ports.reader },
        {
          message,
          carried,
          journal,
          isContinued:
            lastEndMs - sitesEndMs >= minBeginMs + minTurnMs && message.Attempt < timings.maxRequeues,
          isLastDelivery: isRepeated && nextMs >= message.DeadlineMs,
          endsAtMs: sitesEndMs,
          timings,
          sitesPerHost: ports.sitesPerHost ?? Number.POSITIVE_INFINITY,
          clock,
          recorder,
          report: (text, error) => log.error(text, { requestId, group, error }),
          onPlan: (plan) =>
            log.warn('A function died while working on this group', { requestId, group, ...plan }),
        },
      );
      const packed = packResults(results, message.TotalSites);
      if (results.length === message.Sites.length) return packed;
      await recorder.handOver();
      await continueLater(message, packed, message.Sites.length - results.length);
      return undefined;
    } finally {
      await Promise.allSettled([http.close(), renderer.close(), recorder.close(), memory.close()]);
    }
  };

  /** Results of an earlier delivery. */
  const carriedResults = ({ Results, Sites, RequestId, Group }: ScrapeMessage): SiteResult[] => {
    if (Results === undefined) return [];
    const indexes = Sites.map(({ Index }) => Index);
    const results = checkedResults(Results, indexes);
    if (!results) log.warn('The results in a message do not match its sites', { RequestId, Group });
    return results ?? [];
  };

  /**
   * Sends a message to the scraper's own queue. Replaces Lambda's loop detection, which is off for this
   * function because waiting for a turn takes more messages than it allows. Messages over the limit end up in
   * the dead-letter queue.
   *
   * @throws UnavailableError if the queue does not accept it, or it was sent too often.
   */
  const requeue = async (message: ScrapeMessage, delaySeconds: number): Promise<void> => {
    const { Attempt } = message;
    if (Attempt >= timings.maxRequeues)
      throw new UnavailableError(`Requeueing a message: it was sent ${Attempt} times, the maximum`);
    await retries.requeue({ ...message, Attempt: Attempt + 1 }, delaySeconds);
  };

  const withResults = (message: ScrapeMessage, packed: Uint8Array): ScrapeMessage => ({
    ...message,
    Results: Buffer.from(packed).toString('base64'),
  });

  /** Requeues a message whose other sites have not begun. */
  async function continueLater(message: ScrapeMessage, packed: Uint8Array, sites: number): Promise<void> {
    const { RequestId: requestId, Group: group } = message;
    await requeue(withResults(message, packed), 0);
    log.info('Message sent again: the time of this delivery is up', { requestId, group, sites });
  }

  /**
   * Requeues a message if the store does not respond. @throws UnavailableError if the queue does not respond
   * either.
   */
  const postpone = async (message: ScrapeMessage, packed: Uint8Array | undefined, cause: unknown) => {
    const { RequestId: requestId, Group: group, Attempt } = message;
    const remainingMs = message.DeadlineMs - clock();
    if (remainingMs <= 0) {
      log.error('Results lost: the store did not respond until the deadline', {
        requestId,
        group,
        error: cause,
      });
      return;
    }
    const delaySeconds = redeliveryDelaySeconds(Attempt, remainingMs, timings.sitesLeadMs);
    await requeue(packed ? withResults(message, packed) : message, delaySeconds);
    const isCarried = packed !== undefined;
    // An error with its cause, since a missing permission does not resolve itself.
    log.error(scraperLogLines.messagePostponed, {
      requestId,
      group,
      delaySeconds,
      isCarried,
      error: cause,
    });
  };

  /**
   * Handles a message that SQS delivered twice. While the earlier delivery may still be working, it is
   * neither repeated nor treated as dead: the message is requeued until that delivery must have ended.
   */
  const waitForEarlierDelivery = async (message: ScrapeMessage, busyUntilMs: EpochMs): Promise<void> => {
    const { RequestId: requestId, Group: group } = message;
    if (busyUntilMs >= message.DeadlineMs - timings.sitesLeadMs) {
      log.dropped(message, 'an earlier delivery is working on it');
      return;
    }
    const delaySeconds = Math.max(1, Math.ceil((busyUntilMs - clock()) / 1_000));
    await requeue(message, delaySeconds);
    log.warn('Message sent again: an earlier delivery is working on it', { requestId, group, delaySeconds });
  };

  /**
   * True if the previous group on a message's host is written. Near the deadline that group may have been
   * skipped out of turn, while the one before it is still in progress.
   */
  const isItsTurn = ({ After, DeadlineMs }: ScrapeMessage, { groups }: StoredRequest): boolean => {
    if (After === undefined) return true;
    const remainingMs = DeadlineMs - timings.sitesLeadMs - clock();
    return groups.has(After) && remainingMs > minTurnMs + clockSkewMs;
  };

  /**
   * Requeues a message until the previous group on its host is written, since two concurrent groups would
   * double the load on the host.
   *
   * @returns false if too little time remains for its turn.
   */
  const waitForTurn = async (message: ScrapeMessage): Promise<boolean> => {
    const { RequestId: requestId, Group: group, After: after, Attempt } = message;
    const remainingMs = message.DeadlineMs - timings.sitesLeadMs - clock();
    if (remainingMs <= minTurnMs || Attempt >= timings.maxRequeues) return false;
    // Leave a second for delivery, so that the message is not dropped as too late.
    const delaySeconds = Math.min(maxTurnSeconds, Attempt + 1, Math.floor(remainingMs / 1_000) - 1);
    await requeue(message, delaySeconds);
    log.info('Message sent again: another group is using its host', {
      requestId,
      group,
      after,
      delaySeconds,
    });
    return true;
  };

  /** @returns the results of a message; `undefined` if it is dropped or requeued. */
  const processMessage = async (
    delivery: Delivery,
    carried: readonly SiteResult[],
    nowMs: EpochMs,
  ): Promise<Uint8Array | undefined> => {
    const { message, isRepeated } = delivery;
    const request = await reasonToDrop(ports, delivery, nowMs);
    if (typeof request === 'string') {
      log.dropped(message, request);
      return undefined;
    }
    const isInTurn = isItsTurn(message, request);
    if (!isInTurn && (await waitForTurn(message))) return undefined;
    const journal = isRepeated ? await ports.journal.read(message.RequestId, message.Group) : undefined;
    const { busyUntilMs = 0 } = journal ?? {};
    if (busyUntilMs > nowMs) {
      await waitForEarlierDelivery(message, busyUntilMs);
      return undefined;
    }
    // Out of turn, there is no time left, so all its sites time out.
    return scrape(isInTurn ? delivery : { ...delivery, endsAtMs: nowMs }, journal, carried, request.uid);
  };

  const handle = async (
    message: ScrapeMessage,
    record: SQSRecord,
    invocation: Invocation,
    functionEndsAtMs: EpochMs,
  ) => {
    const nowMs = clock();
    // An emulator's invocation may claim more time than the function has.
    const timesOutAtMs = Math.min(nowMs + invocation.getRemainingTimeInMillis(), functionEndsAtMs);
    const endsAtMs = Math.min(timesOutAtMs, message.DeadlineMs);
    const isRepeated = Number(record.attributes.ApproximateReceiveCount) > 1 || message.Attempt > 0;
    // Later deliveries are delayed on purpose.
    if (!isRepeated) log.waited(Math.max(0, nowMs - Number(record.attributes.SentTimestamp)));
    const delivery = { message, timesOutAtMs, endsAtMs, isRepeated };
    const carried = carriedResults(message);
    let packed: Uint8Array | undefined =
      carried.length === message.Sites.length ? Buffer.from(message.Results!, 'base64') : undefined;
    try {
      // Complete results are written without reading the request: the write is conditional.
      packed ??= await processMessage(delivery, carried, nowMs);
      if (packed) await write(delivery, packed);
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      await postpone(message, packed, error);
    }
  };

  /** Delays the redelivery of a failed message. */
  const delayRedelivery = async (
    { messageId, receiptHandle, attributes }: SQSRecord,
    message: ScrapeMessage | undefined,
  ) => {
    // An unreadable message has no deadline, so derive one from its send time. A new window per delivery
    // would outlast the queue's retention, and the message would never reach the dead-letter queue.
    const deadlineMs = message?.DeadlineMs ?? Number(attributes.SentTimestamp) + timings.processingWindowMs;
    const delaySeconds = visibilityDelaySeconds(
      Number(attributes.ApproximateReceiveCount),
      timings,
      deadlineMs - clock(),
    );
    await retries.delay(receiptHandle, delaySeconds).catch((cause: unknown) => {
      log.warn('The failed message waits for its visibility timeout', { messageId, cause });
    });
  };

  return async (event: SQSEvent, invocation: Invocation): Promise<SQSBatchResponse> => {
    const timesOutAtMs = clock() + timings.functionTimeoutSeconds * 1_000;
    const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
    for (const record of event.Records) {
      let message: ScrapeMessage | undefined;
      try {
        message = readScrapeMessage(record.body);
        await handle(message, record, invocation, timesOutAtMs);
      } catch (error) {
        log.error(scraperLogLines.messageFailed, { messageId: record.messageId, error });
        batchItemFailures.push({ itemIdentifier: record.messageId });
        await delayRedelivery(record, message);
      }
    }
    return { batchItemFailures };
  };
};
