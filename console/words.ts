import type { SiteResult } from '../client/index.ts';
import {
  areEqual,
  byProduct,
  type CurrencyGroup,
  countPrices,
  currencyGroups,
  type PricedSite,
  recommend,
  type Stock,
} from '../client/ranking.ts';
import { isLabelOfLink } from '../lambdas/domain/links/link-label.ts';
import { siteErrors } from '../lambdas/domain/result/site-errors.ts';
import { displayName } from './arrange.ts';
import { counted } from './counted.ts';
import { displayMoney } from './money.ts';
import { plainFields } from './site-fields.ts';
import type { HistoryEntry } from './storage.ts';

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

/** Describes a product's prices in one currency. */
export interface Headline {
  /** e.g. `"Cheapest trustworthy"`, `"All 100 prices are equal"`. */
  label: string;
  /** Shops of the best price, e.g. `"Shop A and 3 others"`; empty if all have it. */
  where: string;
  best: PricedSite | undefined;
  /** Cheaper prices to check. */
  doubtful: PricedSite[];
}

const whereOf = (sites: readonly SiteResult[]): string => {
  const [first, second, ...rest] = sites.map(displayName);
  if (second === undefined) return first ?? '';
  return rest.length === 0 ? `${first} and ${second}` : `${first} and ${rest.length + 1} others`;
};

const headlineOf = (group: CurrencyGroup): Headline => {
  const { best, doubtful } = recommend(group);
  const [first] = best;
  if (first && areEqual(group))
    return { label: `All ${group.sites.length} prices are equal`, where: '', best: first, doubtful };
  const label = first ? 'Cheapest trustworthy' : 'No trustworthy price in stock';
  return { label, where: whereOf(best), best: first, doubtful };
};

/** Headlines of a product's currencies with several prices, or of its only one. */
export const headlinesOf = (sites: readonly SiteResult[]): Headline[] => {
  const groups = currencyGroups(sites);
  return groups
    .filter((group) => group.sites.length > 1 || groups.length === 1)
    .map(headlineOf)
    .filter(({ best, doubtful }) => best !== undefined || doubtful.length > 0);
};

/** The announcement of a result. */
export const announcementOf = (name: string, sites: readonly SiteResult[]): string => {
  const [headline] = byProduct(sites).size > 1 ? [] : headlinesOf(sites);
  const { label = '', best, where = '' } = headline ?? {};
  const offer = best ? ` ${label}: ${displayMoney(best.Price)}${where && ` at ${where}`}.` : '';
  return `${name}: ${countWords(sites)}.${offer}`;
};

/** Makes a reason such as "a challenge of Cloudflare" a sentence. */
export const sentence = (text: string): string =>
  `${text.charAt(0).toLocaleUpperCase()}${text.slice(1)}`.replace(/(?<![.?!…])$/, '.');

/** Remedy for a site's error, in the form's terms. */
export const remedyWords = ({ Code, Retryable }: NonNullable<SiteResult['Error']>): string => {
  const errors: Partial<Record<string, { remedy: string }>> = siteErrors;
  const remedy = errors[Code]?.remedy ?? (Retryable ? 'Try again later.' : '');
  return remedy.replace(/`(\w+)`/g, (_code, member: string) => {
    const field = plainFields.find((each) => each.member === member);
    return `“${field?.label ?? member}”`;
  });
};

/** Names a product by its SKU, or by its page's title if only a link was given. @param sites - its results. */
export const productName = (sku: string, sites: readonly SiteResult[]): string => {
  const page = sites.find(({ Url }) => isLabelOfLink(sku, Url ?? undefined));
  return page?.Title ?? sku;
};

/** Names the products of a request, e.g. `"VELA-A3"`, `"3 products"`. */
export const nameOf = ({ sku, sites, data }: Pick<HistoryEntry, 'sku' | 'sites' | 'data'>): string => {
  const skus = new Set(
    data?.Sites.map(({ RequestedSku }) => RequestedSku) ?? sites.map(({ Sku }) => Sku ?? sku),
  );
  return skus.size > 1 ? counted(skus.size, 'product') : productName(sku, data?.Sites ?? []);
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
