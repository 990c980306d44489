import pLimit from 'p-limit';
import {
  ApiError,
  NotFoundError,
  RateLimitedError,
  type RequestData,
  RequestFailedError,
  type ScrapPrices,
  type SellingSite,
  ServiceError,
} from '../../client/index.ts';
import { isLabelOfLink } from '../../lambdas/domain/links/link-label.ts';
import {
  createRunNote,
  createSiteCount,
  maxProgressLines,
  neverFitsText,
  type ProgressLine,
  quotaText,
  type SiteCount,
  showProgress,
  siteEnd,
} from '../../terminal/progress.ts';
import { info, isScreen } from '../../terminal/streams.ts';
import { counted } from '../../terminal/text.ts';
import { exitCodes, Interrupted, QuotaUsedUpError } from '../exit-codes.ts';
import { type Order, type RunJournal, titleOf } from './journal.ts';

const siteTitle = (site: SellingSite, index: number, { sku }: Order): string => {
  const own = site.Sku ?? sku;
  if (isLabelOfLink(own, site.Url)) return own;
  const name = site.Name ?? site.Url ?? site.SearchUrl ?? `site ${index + 1}`;
  return own === sku ? name : `${name}, ${own}`;
};

const sitesOf = (orders: readonly Order[]): number =>
  orders.reduce((sum, { sites }) => sum + sites.length, 0);

/** One line for all orders. */
const runLine = (
  orders: readonly Order[],
  results: readonly Promise<RequestData>[],
  counts: readonly SiteCount[],
): ProgressLine => {
  const completed = new Set<number>();
  for (const [index, result] of results.entries())
    result.then(
      () => completed.add(index),
      () => {},
    );
  const done = (): number =>
    orders.reduce(
      (sum, { sites }, index) => sum + (completed.has(index) ? sites.length : counts[index]!.sitesDone()),
      0,
    );
  const note = createRunNote(done, sitesOf(orders));
  return {
    title: orders.length === 1 ? titleOf(orders[0]!) : counted(orders.length, 'request'),
    note: () => `${note()}${counts.map(({ pause }) => pause()).find(Boolean) ?? ''}`,
    done: Promise.allSettled(results).then((settled) => {
      const found = settled.flatMap((one) => (one.status === 'fulfilled' ? one.value.Sites : []));
      const priced = found.filter(({ Outcome }) => Outcome === 'Priced').length;
      return { text: `${priced} of ${sitesOf(orders)} priced`, isFine: priced > 0 };
    }),
  };
};

/** One line per site for a single order, and otherwise one for the run; in a log one per order, as it ends. */
const progressLines = (
  orders: readonly Order[],
  results: readonly Promise<RequestData>[],
  counts: readonly SiteCount[],
): ProgressLine[] => {
  const [only, ...others] = orders;
  if (others.length === 0 && only!.sites.length <= maxProgressLines) {
    return only!.sites.map((site, index) => ({
      title: siteTitle(site, index, only!),
      // An error of the only order would be repeated for each site; it is reported at the end.
      done: results[0]!.then(
        ({ Sites }) => (Sites[index] ? siteEnd(Sites[index]) : { text: 'no result', isFine: false }),
        () => undefined,
      ),
    }));
  }
  if (isScreen(process.stderr)) return [runLine(orders, results, counts)];
  return orders.map((order, index) => ({
    title: titleOf(order),
    done: results[index]!.then(({ Summary }) => ({
      text: `${Summary.Priced} of ${Summary.Total} priced`,
      isFine: Summary.Priced > 0,
    })),
  }));
};

/**
 * Runs work until it is done or Ctrl-C is pressed; a second Ctrl-C ends the program at once.
 *
 * @param text - printed at the first.
 */
export const interruptible = async <T>(
  text: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const interrupt = new AbortController();
  const onInterrupt = (): void => {
    if (interrupt.signal.aborted) process.exit(exitCodes.interrupted);
    info(text);
    process.exitCode = exitCodes.interrupted;
    interrupt.abort(new Interrupted());
  };
  // Not `once`: libraries that restore the cursor kill the process if no other listener is left.
  process.on('SIGINT', onInterrupt);
  try {
    return await work(interrupt.signal);
  } finally {
    process.off('SIGINT', onInterrupt);
  }
};

/** An order that was not queued, because a quota is used up. */
class NotQueued extends Error {
  override readonly name = 'NotQueued';
}

interface RunOptions {
  client: ScrapPrices;
  orders: readonly Order[];
  /** `undefined` if the run cannot be saved. */
  journal: RunJournal | undefined;
  /** Concurrent requests. */
  parallel: number;
  signal: AbortSignal;
  /** How to continue when the quota is available again. */
  advice: string;
}

/** Completes one order, from its current progress. */
const finishOrder = async (
  { client, orders, journal, signal }: RunOptions,
  index: number,
  { onProgress, onWait }: SiteCount,
): Promise<RequestData> => {
  const { sku, sites, webhook } = orders[index]!;
  const state = journal?.stateOf(index);
  if (state?.data) return state.data;
  let attempt = state?.attempt ?? 1;
  const keepCompleted = (data: RequestData): RequestData => {
    journal?.completed(index, attempt, data);
    return data;
  };
  try {
    if (state?.requestId !== undefined) {
      try {
        return keepCompleted(await client.results(state.requestId, { signal, onProgress, onWait }));
      } catch (error) {
        // Its results have expired, so it is scraped again.
        if (!(error instanceof NotFoundError)) throw error;
        journal?.ended(index, attempt);
        attempt += 1;
      }
    }
    let queuedId: string | undefined;
    const data = await client.scrape(sku, sites, {
      signal,
      onWait,
      webhook,
      idempotencyKey: journal?.idempotencyKeyOf(index, attempt),
      onProgress: (progress) => {
        if (queuedId === undefined) {
          queuedId = progress.scrapeRequestId;
          journal?.queued(index, attempt, queuedId);
        }
        onProgress(progress);
      },
    });
    return keepCompleted(data);
  } catch (error) {
    if (error instanceof RequestFailedError) journal?.ended(index, attempt);
    throw error;
  }
};

/** True if nothing was queued, and repeating the command as it is would change nothing. */
const isRefusal = (failure: unknown): boolean =>
  failure instanceof ApiError && !(failure instanceof ServiceError || failure instanceof RateLimitedError);

/** Chooses the error that best explains why a run ended. */
const mainFailure = (
  settled: readonly PromiseSettledResult<unknown>[],
  { orders, advice }: Pick<RunOptions, 'orders' | 'advice'>,
): unknown => {
  const reasons: unknown[] = settled.flatMap((result) =>
    result.status === 'rejected' ? [result.reason] : [],
  );
  const refusal = reasons.find((reason) => reason instanceof RateLimitedError);
  if (!refusal) return reasons.find((reason) => !(reason instanceof NotQueued));
  const done = `${settled.length - reasons.length} of ${settled.length} done`;
  const largest = Math.max(...orders.map(({ sites }) => sites.length));
  const next = neverFitsText(refusal, largest) ?? advice;
  return new QuotaUsedUpError(`${quotaText(refusal)}; ${done}\n${next}`, { cause: refusal });
};

/**
 * Completes all orders, some at a time, and shows their progress. Once a quota is used up, no more are queued, and those in
 * progress complete. The journal is deleted if all are done, and otherwise closed.
 *
 * @param use - receives all available results, even if this throws.
 * @throws the error that best explains why not all are done.
 */
export const runOrders = async (
  options: RunOptions,
  use: (found: RequestData[]) => Promise<void>,
): Promise<void> => {
  const { orders, journal, parallel } = options;
  const counts = orders.map(createSiteCount);
  const limit = pLimit(parallel);
  let isQuotaUsedUp = false;
  const results = counts.map((count, index) =>
    limit(async () => {
      const isDone = journal?.stateOf(index).data !== undefined;
      if (isQuotaUsedUp && !isDone) throw new NotQueued('not queued: a quota is used up');
      try {
        return await finishOrder(options, index, count);
      } catch (error) {
        if (error instanceof RateLimitedError) isQuotaUsedUp = true;
        throw error;
      }
    }),
  );
  let isAllDone = false;
  let isRefused = false;
  try {
    await showProgress(progressLines(orders, results, counts));
    const settled = await Promise.allSettled(results);
    const found = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    await use(found);
    isAllDone = found.length === settled.length;
    if (isAllDone) return;
    const failure = mainFailure(settled, options);
    isRefused = isRefusal(failure) && journal?.isUntouched() === true;
    throw failure;
  } finally {
    journal?.close(isAllDone || isRefused);
  }
};
