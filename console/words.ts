import type { SiteResult } from '../client/index.ts';
import { displayName } from './arrange.ts';
import { counted } from './counted.ts';
import { displayMoney } from './money.ts';
import { cheapestInStock, countPrices, currencyGroups, doubtsOf, type Stock } from './ranking.ts';

/** Splits names into words: `OutOfStock` becomes "out of stock". */
export const spaced = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

export const stockWords: Readonly<Record<Stock, string>> = {
  In: 'in stock',
  Unsaid: 'stock not stated',
  Later: 'to order',
  Out: 'sold out',
};

/** e.g. `"low confidence, stale price"`; empty for a price without doubt. */
export const doubtWords = (site: SiteResult): string =>
  doubtsOf(site)
    .map((doubt) => (doubt === 'Low' ? 'low confidence' : spaced(doubt).replace(/^sku\b/, 'SKU')))
    .join(', ');

/** e.g. `"840 ms"`, `"4.1 s"`. */
export const durationText = (ms: number): string =>
  ms < 1_000 ? `${Math.round(ms)}\u00a0ms` : `${(ms / 1_000).toFixed(1)}\u00a0s`;

/** The summary that heading, chart and announcement share, e.g. `"15 prices from 19 sites, 1 of them sold out"`. */
export const countWords = (sites: readonly SiteResult[]): string => {
  const { prices, soldOut } = countPrices(sites);
  const ofThem =
    soldOut > 0 && prices > 1 ? `, ${soldOut} of them sold out` : soldOut > 0 ? ', sold out' : '';
  return `${prices === 0 ? 'No price' : counted(prices, 'price')} from ${counted(sites.length, 'site')}${ofThem}`;
};

/** e.g. `"EUR · 4 prices"`. */
export const groupTitle = ({ currency, sites }: { currency: string | null; sites: readonly SiteResult[] }) =>
  `${currency ?? 'Currency not stated'} · ${counted(sites.length, 'price')}`;

/** The best offer in each currency with several sites, or in the only currency. */
export const bestOffers = (sites: readonly SiteResult[]) => {
  const groups = currencyGroups(sites);
  return groups
    .filter((group) => group.sites.length > 1 || groups.length === 1)
    .flatMap((group) => cheapestInStock(group) ?? []);
};

export const announcementOf = (sku: string, sites: readonly SiteResult[]): string => {
  const [best] = bestOffers(sites);
  const doubt = best && doubtWords(best) ? ` (${doubtWords(best)})` : '';
  const offer = best
    ? ` Cheapest in stock: ${displayMoney(best.Price)} at ${displayName(best)}${doubt}.`
    : '';
  return `${sku}: ${countWords(sites)}.${offer}`;
};

/** A time today as a time, any other with its date. */
export const timeText = (atMs: number, nowMs = Date.now()): string => {
  const isToday = new Date(atMs).toDateString() === new Date(nowMs).toDateString();
  return new Date(atMs).toLocaleString(undefined, {
    ...(isToday ? {} : { dateStyle: 'medium' }),
    timeStyle: 'short',
  });
};

/** Members of a request that this browser cannot read. */
export const needsCredentials = 'To read it, enter the UID and license key it was queued with.';
