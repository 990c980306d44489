import { randomUUID } from 'node:crypto';
import type { RequestData, SiteResult } from '../../client/index.ts';
import { isPending } from '../../lambdas/domain/price-changes.ts';
import { compareWatched } from '../../lambdas/domain/watches/watched-changes.ts';
import type { Channel, PriceHistory } from './history-file.ts';
import type { Notice } from './notice.ts';
import type { WatchedPair } from './watched-pairs.ts';

export interface LookOptions {
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
