import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { GroupJournal } from '../domain/group-journal.ts';
import { notifyNow } from '../domain/notify-now.ts';
import {
  type Clock,
  type DeliveryQueue,
  type HostRecordStore,
  type JournalStore,
  type RequestStore,
  type ScrapeRetries,
  UnavailableError,
} from '../domain/ports.ts';
import { redeliveryDelaySeconds, visibilityDelaySeconds } from '../domain/redelivery.ts';
import type { StoredRequest } from '../domain/request.ts';
import { checkedResults, packResults, unpackResults } from '../domain/result-pack.ts';
import { retryCall } from '../domain/retry-call.ts';
import { readScrapeMessage, type ScrapeMessage } from '../domain/scrape-message.ts';
import type { SiteResult } from '../domain/site-result.ts';
import { type EpochMs, maxTurnSeconds, type Timings } from '../domain/timing.ts';
import type { PageReader } from '../reader/page-reader.ts';
import type { HttpTier, Renderer } from '../web/page-load.ts';
import { createGroupRecorder } from './group-recorder.ts';
import { createHostMemory } from './host-memory.ts';
import { scrapeDelivery } from './scrape-delivery.ts';

export interface ScraperPorts {
  requests: RequestStore;
  journal: JournalStore;
  /** Earlier messages' knowledge of shops; absent: each message starts without any. */
  hosts?: HostRecordStore;
  /** Fresh tiers for one message; nothing of a message survives in them. */
  openHttpTier: () => HttpTier;
  openRenderer: (http: HttpTier) => Renderer;
  /** Kept between messages; it keeps nothing of them. */
  reader: PageReader;
  retries: ScrapeRetries;
  deliveries: DeliveryQueue;
  clock: Clock;
  /** Resolves after so many milliseconds. */
  pause: (milliseconds: number) => Promise<void>;
  timings: Timings;
  /** Sites of one host that are scraped at the same time. Absent: all of a message. */
  sitesPerHost?: number;
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

/** One delivery of a message. */
interface Delivery {
  message: ScrapeMessage;
  /** When the function ends, at the latest. */
  timesOutAtMs: EpochMs;
  /** When the function ends, or the request. */
  endsAtMs: EpochMs;
  /** An earlier delivery may have ended with its function. */
  isRepeated: boolean;
}

/** With no more left, a group cannot be left to its turn: its message waits a second, and takes one to come. */
const lastTurnMs = 2_000;
/** By so much the clocks of two functions may differ. */
const clockSkewMs = 1_000;

/** Attempts to read the request before the message is sent again: nothing is in hand yet that could be lost. */
const readPatienceMs = 2_000;

/** Why a message needs no work; its request when it does. */
const reasonToDrop = async (
  ports: ScraperPorts,
  { message, endsAtMs }: Delivery,
  nowMs: EpochMs,
): Promise<string | StoredRequest> => {
  const { writeReserveMs, storeCallMs, sitesLeadMs } = ports.timings;
  if (nowMs >= message.DeadlineMs) return 'past its deadline';
  // Results that say so would come while the request is closed, and could be half of it.
  if (nowMs >= message.DeadlineMs - sitesLeadMs) return 'no time is left to scrape its sites';
  const untilMs = Math.min(nowMs + readPatienceMs + storeCallMs, endsAtMs - writeReserveMs);
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
 * A store that does not answer is asked again with the results in hand; after a while the message is sent anew with
 * them, so that the next delivery only writes. What is not written like this fails its message, which is delivered
 * again; a site that fails is a result like any other.
 */
export const createScraperHandler = (ports: ScraperPorts) => {
  const { requests, retries, clock, timings, log } = ports;

  const write = async ({ message, endsAtMs }: Delivery, packed: Uint8Array): Promise<void> => {
    const { RequestId: requestId, Group: group } = message;
    const startedAtMs = clock();
    let writtenAtMs = startedAtMs;
    // The time after that is for sending the message again.
    const untilMs = Math.min(startedAtMs + timings.inHandMs, endsAtMs - timings.storeCallMs);
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
    uid: string,
  ): Promise<Uint8Array> => {
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
    try {
      const results = await scrapeDelivery(
        { http, renderer, memory, reader: ports.reader },
        {
          message,
          journal,
          isLastDelivery: isRepeated && nextMs >= message.DeadlineMs,
          endsAtMs: Math.min(endsAtMs - timings.writeReserveMs, message.DeadlineMs - timings.sitesLeadMs),
          timings,
          sitesPerHost: ports.sitesPerHost ?? Number.POSITIVE_INFINITY,
          clock,
          recorder,
          report: (text, error) => log.error(text, { requestId, group, error }),
          onPlan: (plan) =>
            log.warn('A function died while working on this group', { requestId, group, ...plan }),
        },
      );
      return packResults(results, message.TotalSites);
    } finally {
      await Promise.allSettled([http.close(), renderer.close(), recorder.close(), memory.close()]);
    }
  };

  /** Results that an earlier delivery brought and could not write. */
  const carried = ({ Results, Sites, RequestId, Group }: ScrapeMessage): Uint8Array | undefined => {
    if (Results === undefined) return undefined;
    const indexes = Sites.map(({ Index }) => Index);
    const packed = checkedResults(Results, indexes);
    if (!packed) log.warn('The results in a message do not match its sites', { RequestId, Group });
    return packed;
  };

  /**
   * Sends a message to the scraper's own queue. Lambda's own detection of loops is off for this function, since waiting for a
   * turn takes more messages than it allows: this limit is there in its stead, and ends in the dead-letter queue.
   *
   * @throws UnavailableError when the queue does not take it, or it was sent too often.
   */
  const sendAgain = async (message: ScrapeMessage, delaySeconds: number): Promise<void> => {
    const { Attempt } = message;
    if (Attempt >= timings.maxSendsAgain)
      throw new UnavailableError(`Sending a message again: it was sent ${Attempt} times, the most allowed`);
    await retries.sendAgain({ ...message, Attempt: Attempt + 1 }, delaySeconds);
  };

  /** Puts a message off whose store does not answer. @throws UnavailableError when the queue does not either. */
  const putOff = async (message: ScrapeMessage, packed: Uint8Array | undefined, cause: unknown) => {
    const { RequestId: requestId, Group: group, Attempt } = message;
    const leftMs = message.DeadlineMs - clock();
    if (leftMs <= 0) {
      log.error('Results lost: the store did not answer until the deadline', {
        requestId,
        group,
        error: cause,
      });
      return;
    }
    const delaySeconds = redeliveryDelaySeconds(Attempt, leftMs, timings.sitesLeadMs);
    const results = packed && { Results: Buffer.from(packed).toString('base64') };
    await sendAgain({ ...message, ...results }, delaySeconds);
    const isCarried = packed !== undefined;
    // An error, with what was answered: a right that is missing goes away by nobody's waiting alone.
    log.error('Message sent again: the store does not respond', {
      requestId,
      group,
      delaySeconds,
      isCarried,
      error: cause,
    });
  };

  /**
   * SQS delivers a message twice now and then. Where the earlier delivery may be at work still, this one neither does
   * its work again nor takes it for dead: the message comes once more when that delivery has ended for certain.
   */
  const leaveToEarlier = async (message: ScrapeMessage, busyUntilMs: EpochMs): Promise<void> => {
    const { RequestId: requestId, Group: group } = message;
    if (busyUntilMs >= message.DeadlineMs - timings.sitesLeadMs) {
      log.dropped(message, 'an earlier delivery is at work on it');
      return;
    }
    const delaySeconds = Math.max(1, Math.ceil((busyUntilMs - clock()) / 1_000));
    await sendAgain(message, delaySeconds);
    log.warn('Message sent again: an earlier delivery is working on it', { requestId, group, delaySeconds });
  };

  /**
   * True if the previous group of a message's host is written. Near the end that group may have been given up out of
   * turn, while the one before it is still at work.
   */
  const isItsTurn = ({ After, DeadlineMs }: ScrapeMessage, { groups }: StoredRequest): boolean => {
    if (After === undefined) return true;
    const leftMs = DeadlineMs - timings.sitesLeadMs - clock();
    return groups.has(After) && leftMs > lastTurnMs + clockSkewMs;
  };

  /**
   * Leaves a message until the group before it on its host is written: two at work would ask the host for twice as much.
   *
   * @returns false when so little time is left that its turn will not come any more.
   */
  const leaveToItsTurn = async (message: ScrapeMessage): Promise<boolean> => {
    const { RequestId: requestId, Group: group, After: after, Attempt } = message;
    const leftMs = message.DeadlineMs - timings.sitesLeadMs - clock();
    if (leftMs <= lastTurnMs || Attempt >= timings.maxSendsAgain) return false;
    // With a second for the message to come, so that nobody drops it as too late.
    const delaySeconds = Math.min(maxTurnSeconds, Attempt + 1, Math.floor(leftMs / 1_000) - 1);
    await sendAgain(message, delaySeconds);
    log.info('Message sent again: another group is using its host', {
      requestId,
      group,
      after,
      delaySeconds,
    });
    return true;
  };

  /** @returns the results of a message; `undefined` where it is dropped, or left to an earlier delivery. */
  const takeUp = async (delivery: Delivery, nowMs: EpochMs): Promise<Uint8Array | undefined> => {
    const { message, isRepeated } = delivery;
    const request = await reasonToDrop(ports, delivery, nowMs);
    if (typeof request === 'string') {
      log.dropped(message, request);
      return undefined;
    }
    const isInTurn = isItsTurn(message, request);
    if (!isInTurn && (await leaveToItsTurn(message))) return undefined;
    const journal = isRepeated ? await ports.journal.read(message.RequestId, message.Group) : undefined;
    const { busyUntilMs = 0 } = journal ?? {};
    if (busyUntilMs > nowMs) {
      await leaveToEarlier(message, busyUntilMs);
      return undefined;
    }
    // Out of turn, no time is left, and that is the outcome of each of its sites.
    return scrape(isInTurn ? delivery : { ...delivery, endsAtMs: nowMs }, journal, request.uid);
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
    const delivery = { message, timesOutAtMs, endsAtMs, isRepeated };
    let packed = carried(message);
    try {
      // Results in hand are written without being asked for: the write has its own conditions.
      packed ??= await takeUp(delivery, nowMs);
      if (packed) await write(delivery, packed);
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      await putOff(message, packed, error);
    }
  };

  /** Leaves a message in its queue, for its next delivery. */
  const keep = async (
    { messageId, receiptHandle, attributes }: SQSRecord,
    message: ScrapeMessage | undefined,
  ) => {
    // One that nobody can read names no deadline. Counted anew at each delivery, the window would last longer than
    // SQS keeps a message, and it would never get to the dead-letter queue.
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
        log.error('Message failed', { messageId: record.messageId, error });
        batchItemFailures.push({ itemIdentifier: record.messageId });
        await keep(record, message);
      }
    }
    return { batchItemFailures };
  };
};
