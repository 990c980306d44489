import { randomUUID } from 'node:crypto';
import type { RequestData, SiteResult } from '../../client/index.ts';
import { wait } from '../../client/waiting.ts';
import { isPending, isRead } from '../../lambdas/domain/price-changes.ts';
import { compareWatched } from '../../lambdas/domain/watches/watched-changes.ts';
import type { Connection } from '../connection.ts';
import { tell } from '../output/terminal.ts';
import { inBatches, keepRun, type Order } from '../run/journal.ts';
import { runOrders } from '../run/run-orders.ts';
import type { Channel, PriceHistory } from './history-file.ts';
import type { Notice } from './notice.ts';
import type { WatchedPair } from './watched-pairs.ts';

interface LookOptions {
  history: PriceHistory;
  /** Names the request of which the results are; what is kept of it already is kept once. */
  look: string;
  nowMs: number;
  channels: readonly Channel[];
}

const siteTitleOf = ({ site }: WatchedPair): string =>
  site.Name ?? URL.parse(site.Url ?? site.SearchUrl ?? '')?.host ?? site.Url ?? site.SearchUrl ?? '';

/** The address that the site is asked at; null where the service knows it by its name. */
const urlOf = ({ sku, site }: WatchedPair): string | null =>
  (site.Url ?? site.SearchUrl)?.replaceAll('{sku}', encodeURIComponent((site.Sku ?? sku).toWellFormed())) ??
  null;

/** One result into the history, with what is to be told of it. */
const recordResult = (
  pair: WatchedPair,
  result: SiteResult,
  { history, look, nowMs, channels }: LookOptions,
): Notice[] => {
  const series = history.seriesOf({
    question: pair.question,
    sku: pair.site.Sku ?? pair.sku,
    site: siteTitleOf(pair),
    url: urlOf(pair),
  });
  if (history.hasLook(series, look)) return [];
  // A clock that was set back makes no look an earlier one.
  const atMs = Math.max(nowMs, (series.state?.AtMs ?? nowMs - 1) + 1);
  const at = new Date(atMs).toISOString();
  const { state, changes } = compareWatched(series.state, { result, atMs }, pair.target);
  const { sku: Sku, site: Site, url: Url } = series;
  const notices = changes.map((change) => ({
    Id: `msg_${randomUUID()}`,
    At: at,
    Sku,
    Site,
    Url,
    ...change,
  }));
  history.record({ series, look, at, result, state, notices, channels });
  return notices;
};

/** Results of one request into the history, at most once. @returns what is to be told of them. */
export const recordLook = (
  pairs: readonly WatchedPair[],
  data: RequestData,
  options: LookOptions,
): Notice[] =>
  pairs.flatMap((pair, index) => {
    const result = data.Sites[index];
    return result === undefined ? [] : recordResult(pair, result, options);
  });

/** Those of which a second scrape would tell something. */
export const pendingPairs = (pairs: readonly WatchedPair[], history: PriceHistory): WatchedPair[] =>
  pairs.filter(({ question }) => {
    const state = history.find(question)?.state;
    return state !== undefined && isPending(state);
  });

/**
 * A run that was stopped is gone on with when it began no longer ago. Longer than a day, so that one which a daily quota stops comes to
 * its end on the next day, and the rows at the end of a long catalogue have their turn.
 */
const resumableMs = 36 * 3_600_000;

interface WatchOptions {
  connection: Connection;
  history: PriceHistory;
  pairs: readonly WatchedPair[];
  channels: readonly Channel[];
  /** Requests at the same time. */
  parallel: number;
  /** After how long what is not certain is looked at again; `undefined`: at the next run. */
  confirmAfterMs: number | undefined;
  state: string | undefined;
  signal: AbortSignal;
  showsProgress: boolean;
}

/** Outcome of a run's pairs. */
export interface WatchCount {
  /** Of how many pairs a page of the product was read. */
  read: number;
  /** Of how many it was not. */
  unread: number;
}

const keepWatchRun = ({ connection, state }: WatchOptions, orders: readonly Order[]) => {
  const journal = keepRun(
    // Findings of an abandoned run are in the history.
    { state, resume: (startedAtMs) => Date.now() - startedAtMs < resumableMs, onLaidAside: () => {} },
    connection,
    orders,
  );
  if (journal && journal.doneBefore > 0) {
    tell(`Continuing an interrupted run: ${journal.doneBefore} of ${orders.length} requests already done.`);
  }
  return journal;
};

/**
 * Looks at every pair once. What is found is in the history as soon as its request is done, whatever becomes of the others.
 *
 * @throws what tells most of why not all were done.
 */
const lookAt = async (options: WatchOptions, pairs: readonly WatchedPair[]): Promise<WatchCount> => {
  const { connection, history, channels, parallel, signal, showsProgress } = options;
  const orders = inBatches(pairs);
  const journal = keepWatchRun(options, orders);
  const look = journal?.run ?? crypto.randomUUID();
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
      recordLook(ofOrder, data, { history, look: `${look}-${index}`, nowMs: Date.now(), channels });
    },
  });
  const sites = found.flatMap(({ Sites }) => Sites);
  const read = sites.filter(isRead).length;
  return { read, unread: sites.length - read };
};

/**
 * One run of a watch: every pair is scraped and compared with what its history knows, and what is not certain is scraped a
 * second time where that is asked for. What is to be told is in the history then, also where this throws.
 */
export const watchOnce = async (options: WatchOptions): Promise<WatchCount> => {
  const { history, pairs, confirmAfterMs, signal } = options;
  const count = await lookAt(options, pairs);
  if (confirmAfterMs === undefined) return count;
  const pending = pendingPairs(pairs, history);
  if (pending.length === 0) return count;
  if (options.showsProgress) tell(`${pending.length} uncertain; checking again later.`);
  await wait(confirmAfterMs, signal);
  const state = options.state && `${options.state}.second`;
  await lookAt({ ...options, state }, pending);
  return count;
};
