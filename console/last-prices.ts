import type { Money } from '../client/index.ts';
import { questionOf } from '../client/question.ts';
import { hasPrice } from '../client/ranking.ts';
import type { HistoryEntry } from './storage.ts';

export interface LastPrice {
  price: Money;
  /** When its request was queued. */
  atMs: number;
}

/**
 * Price of each site in the previous request for the same.
 *
 * @param entries - all requests from this browser.
 * @returns by the site's index.
 */
export const lastPrices = (
  entries: readonly HistoryEntry[],
  entry: HistoryEntry,
): ReadonlyMap<number, LastPrice> => {
  const newest = new Map<string, LastPrice>();
  const earlier = entries
    .filter(({ queuedAtMs, requestId }) => queuedAtMs <= entry.queuedAtMs && requestId !== entry.requestId)
    .sort((a, b) => a.queuedAtMs - b.queuedAtMs);
  for (const { sku, sites, data, queuedAtMs } of earlier) {
    for (const site of data?.Sites.filter(hasPrice) ?? []) {
      const asked = sites[site.Index];
      if (asked) newest.set(questionOf(sku, asked), { price: site.Price, atMs: queuedAtMs });
    }
  }
  const last = new Map<number, LastPrice>();
  for (const [index, site] of entry.sites.entries()) {
    const found = newest.get(questionOf(entry.sku, site));
    if (found) last.set(index, found);
  }
  return last;
};
