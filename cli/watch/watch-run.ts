import { randomUUID } from 'node:crypto';
import type { RequestData, SiteResult } from '../../client/index.ts';
import { wait } from '../../client/waiting.ts';
import { isPending, isRead } from '../../lambdas/domain/watch/price-changes.ts';
import { compareWatched } from '../../lambdas/domain/watch/watched-changes.ts';
import type { Connection } from '../connection.ts';
import { info } from '../output/terminal.ts';
import { inBatches, keepRun, type Order } from '../run/journal.ts';
import { runOrders } from '../run/run-orders.ts';
import type { ChannelName, PriceHistory } from './history-file.ts';
import type { Notice } from './notice.ts';
import type { WatchedPair } from './watched-pairs.ts';

interface RecordOptions {
  history: PriceHistory;
  /** Identifies the request; its results are stored once. */
  scrapeId: string;
  nowMs: number;
  channels: readonly ChannelName[];
}

const siteTitleOf = ({ site }: WatchedPair): string =>
  site.Name ?? URL.parse(site.Url ?? site.SearchUrl ?? '')?.host ?? site.Url ?? site.SearchUrl ?? '';

/** Requested address; null for a registered site. */
const urlOf = ({ sku, site }: WatchedPair): string | null =>
  (site.Url ?? site.SearchUrl)?.replaceAll('{sku}', encodeURIComponent((site.Sku ?? sku).toWellFormed())) ??
  null;

/** Stores one result and its notices in the history. */
const recordResult = (
  pair: WatchedPair,
  result: SiteResult,
  { history, scrapeId, nowMs, channels }: RecordOptions,
): Notice[] => {
  const series = history.seriesOf({
    question: pair.question,
    sku: pair.site.Sku ?? pair.sku,
    site: siteTitleOf(pair),
    url: urlOf(pair),
  });
  if (history.hasResultOf(series, scrapeId)) return [];
  // Keep the order even if the clock was set back.
  const atMs = Math.max(nowMs, (series.state?.AtMs ?? nowMs - 1) + 1);
  const at = new Date(atMs).toISOString();
  const { state, changes } = compareWatched(series.state, { result, atMs }, pair.target);
  const { sku: Sku, site: Site, url: Url } = series;
  const notices = changes.map((change) => ({ Id: `msg_${randomUUID()}`, At: at, Sku, Site, Url, ...change }));
  history.record({ series, scrapeId, at, result, state, notices, channels });
  return notices;
};

/** Stores a request's results in the history, at most once. @returns the changes to report. */
export const recordResults = (
  pairs: readonly WatchedPair[],
  data: RequestData,
  options: RecordOptions,
): Notice[] =>
  pairs.flatMap((pair, index) => {
    const result = data.Sites[index];
    return result === undefined ? [] : recordResult(pair, result, options);
  });

/** The pairs that a second scrape could confirm. */
export const pendingPairs = (pairs: readonly WatchedPair[], history: PriceHistory): WatchedPair[] =>
  pairs.filter(({ question }) => {
    const state = history.find(question)?.state;
    return state !== undefined && isPending(state);
  });

/**
 * Maximum age of an interrupted run to resume. Longer than a day, so that a run stopped by a daily quota completes the next
 * day, and the last rows of a long catalogue have their turn.
 */
const resumableMs = 36 * 3_600_000;

interface WatchOptions {
  connection: Connection;
  history: PriceHistory;
  pairs: readonly WatchedPair[];
  channels: readonly ChannelName[];
  /** Concurrent requests. */
  parallel: number;
  /** Delay until uncertain changes are checked again; `undefined`: until the next run. */
  confirmAfterMs: number | undefined;
  state: string | undefined;
  signal: AbortSignal;
  showsProgress: boolean;
}

/** Outcome of a run's pairs. */
export interface WatchCount {
  /** Pairs whose product page was read. */
  read: number;
  /** Pairs whose product page was not. */
  unread: number;
}

const keepWatchRun = ({ connection, state }: WatchOptions, orders: readonly Order[]) => {
  const resume = (startedAtMs: number): boolean => Date.now() - startedAtMs < resumableMs;
  // The history has the findings of an abandoned run.
  const journal = keepRun({ state, resume, onSetAside: () => {} }, connection, orders);
  if (journal && journal.doneBefore > 0) {
    info(`Continuing an interrupted run: ${journal.doneBefore} of ${orders.length} requests already done.`);
  }
  return journal;
};

/**
 * Checks every pair once. Results are stored in the history as each request completes.
 *
 * @throws the error that best explains why not all were done.
 */
const checkAll = async (options: WatchOptions, pairs: readonly WatchedPair[]): Promise<WatchCount> => {
  const { connection, history, channels, parallel, signal, showsProgress } = options;
  const orders = inBatches(pairs);
  const journal = keepWatchRun(options, orders);
  const runId = journal?.run ?? randomUUID();
  const found = await runOrders({
    client: connection.client,
    orders,
    journal,
    parallel,
    signal,
    showsProgress,
    advice: 'Run the same command to continue.',
    onResult: (data, index) => {
      const start = orders.slice(0, index).reduce((sum, { sites }) => sum + sites.length, 0);
      const ofOrder = pairs.slice(start, start + orders[index]!.sites.length);
      recordResults(ofOrder, data, { history, scrapeId: `${runId}-${index}`, nowMs: Date.now(), channels });
    },
  });
  const sites = found.flatMap(({ Sites }) => Sites);
  const read = sites.filter(isRead).length;
  return { read, unread: sites.length - read };
};

/**
 * One run of a watch: scrapes every pair, compares it with the history and, if requested, checks uncertain changes again.
 * The changes to report are in the history, even if this throws.
 */
export const watchOnce = async (options: WatchOptions): Promise<WatchCount> => {
  const { history, pairs, confirmAfterMs, signal } = options;
  const count = await checkAll(options, pairs);
  if (confirmAfterMs === undefined) return count;
  const pending = pendingPairs(pairs, history);
  if (pending.length === 0) return count;
  if (options.showsProgress) info(`${pending.length} uncertain; checking again later.`);
  await wait(confirmAfterMs, signal);
  const state = options.state && `${options.state}.second`;
  await checkAll({ ...options, state }, pending);
  return count;
};
