import type { SiteResult } from '../client/index.ts';
import { countPrices, recommendations, type Stock } from '../client/ranking.ts';
import { displayName } from './arrange.ts';
import { counted } from './counted.ts';
import { displayMoney } from './money.ts';

export { doubtWords, spaced } from '../client/ranking.ts';

export const stockWords: Readonly<Record<Stock, string>> = {
  In: 'in stock',
  Unsaid: 'stock not stated',
  Later: 'to order',
  Out: 'sold out',
};

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

/** The cheapest trustworthy offers in stock. */
export const bestOffers = (sites: readonly SiteResult[]) =>
  recommendations(sites).flatMap(({ best }) => best);

export const announcementOf = (sku: string, sites: readonly SiteResult[]): string => {
  const [best] = bestOffers(sites);
  const offer = best ? ` Cheapest trustworthy: ${displayMoney(best.Price)} at ${displayName(best)}.` : '';
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
