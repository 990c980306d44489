import { questionOf } from '../client/question.ts';
import { hasPrice, type PricedSite, stockOf } from '../client/ranking.ts';
import { compareDecimals } from '../lambdas/domain/money/decimals.ts';
import type { HistoryEntry } from './storage.ts';

/** A price found by a request from this browser. */
export interface SeenPrice {
  atMs: number;
  amount: string;
  isGone: boolean;
}

/** Prices of a site seen by this browser, in the current currency. */
export interface SeenPrices {
  site: PricedSite;
  /** In order of time, at least two. */
  prices: SeenPrice[];
  lowest: SeenPrice;
  highest: SeenPrice;
}

const byAmount = (first: SeenPrice, second: SeenPrice): number =>
  compareDecimals(first.amount, second.amount);

export const isUnchanged = ({ lowest, highest }: SeenPrices): boolean => byAmount(lowest, highest) === 0;

/** Prices by question, over all requests. */
const pricesByQuestion = (entries: readonly HistoryEntry[]): Map<string, [PricedSite, SeenPrice][]> => {
  const found = new Map<string, [PricedSite, SeenPrice][]>();
  for (const { sku, sites, data, queuedAtMs } of entries) {
    for (const site of data?.Sites.filter(hasPrice) ?? []) {
      const asked = sites[site.Index];
      // Positions are floats; drop amounts that no float represents.
      if (asked === undefined || !Number.isFinite(Number(site.Price.Amount))) continue;
      const question = questionOf(sku, asked);
      const seen = { atMs: queuedAtMs, amount: site.Price.Amount, isGone: stockOf(site) === 'Out' };
      found.set(question, [...(found.get(question) ?? []), [site, seen]]);
    }
  }
  return found;
};

/**
 * Prices of a request's sites over time.
 *
 * @param entries - all requests from this browser, including later ones.
 * @returns sites with a price now and at another time in the same currency; changed prices first, then in request order.
 */
export const seenPrices = (entries: readonly HistoryEntry[], shown: HistoryEntry): SeenPrices[] => {
  const known = entries.some(({ requestId }) => requestId === shown.requestId)
    ? entries
    : [...entries, shown];
  const byQuestion = pricesByQuestion(known);
  const all = (shown.data?.Sites.filter(hasPrice) ?? []).flatMap((site): SeenPrices[] => {
    const asked = shown.sites[site.Index];
    const seen = asked === undefined ? [] : (byQuestion.get(questionOf(shown.sku, asked)) ?? []);
    const prices = seen
      .filter(([other]) => other.Price.Currency === site.Price.Currency)
      .map(([, price]) => price)
      .sort((first, second) => first.atMs - second.atMs);
    if (prices.length < 2) return [];
    const sorted = prices.toSorted(byAmount);
    return [{ site, prices, lowest: sorted[0]!, highest: sorted.at(-1)! }];
  });
  return all.sort((first, second) => Number(isUnchanged(first)) - Number(isUnchanged(second)));
};
