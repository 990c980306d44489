import { questionOf } from '../client/question.ts';
import { compareDecimals } from '../lambdas/domain/decimals.ts';
import { hasPrice, type PricedSite, stockOf } from './ranking.ts';
import type { HistoryEntry } from './storage.ts';

/** A price that a request of this browser has found. */
export interface SeenPrice {
  atMs: number;
  amount: string;
  isGone: boolean;
}

/** Prices of a site as far as this browser has seen them, in its present currency. */
export interface SeenPrices {
  site: PricedSite;
  /** In order of time, two at least. */
  prices: SeenPrice[];
  lowest: SeenPrice;
  highest: SeenPrice;
}

const byAmount = (first: SeenPrice, second: SeenPrice): number =>
  compareDecimals(first.amount, second.amount);

export const isUnchanged = ({ lowest, highest }: SeenPrices): boolean => byAmount(lowest, highest) === 0;

/** Prices of each question, over all requests. */
const pricesByQuestion = (entries: readonly HistoryEntry[]): Map<string, [PricedSite, SeenPrice][]> => {
  const found = new Map<string, [PricedSite, SeenPrice][]>();
  for (const { sku, sites, data, queuedAtMs } of entries) {
    for (const site of data?.Sites.filter(hasPrice) ?? []) {
      const asked = sites[site.Index];
      // Places are floats: an amount that none holds is no place.
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
 * @param entries - all requests of this browser; those after the shown one count as well.
 * @returns those of its sites that have a price, and had one of the same currency at another time; in the request's order,
 *   with those before the others whose price has changed.
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
