import { compareDecimals } from '../lambdas/domain/money/decimals.ts';
import type { Money, SiteResult } from './types.ts';

export type PricedSite = SiteResult & { Price: Money };

/** Ranks availability: available, unknown, later, unavailable. */
export type Stock = 'In' | 'Unsaid' | 'Later' | 'Out';

const stocks: Readonly<Record<SiteResult['Availability'], Stock>> = {
  InStock: 'In',
  LimitedAvailability: 'In',
  Unknown: 'Unsaid',
  PreOrder: 'Later',
  BackOrder: 'Later',
  OutOfStock: 'Out',
  Discontinued: 'Out',
};

export const stockOf = ({ Outcome, Availability }: SiteResult): Stock =>
  Outcome === 'OutOfStock' ? 'Out' : stocks[Availability];

const stockOrder: readonly Stock[] = ['In', 'Unsaid', 'Later', 'Out'];

/** Offers in stock before all others. */
export const byStock = (a: SiteResult, b: SiteResult): number =>
  stockOrder.indexOf(stockOf(a)) - stockOrder.indexOf(stockOf(b));

export const hasPrice = (site: SiteResult): site is PricedSite => site.Price !== null;

/** {@link byStock}, then cheapest first. Exact: amounts are never floats. */
export const byPrice = (a: PricedSite, b: PricedSite): number =>
  byStock(a, b) || compareDecimals(a.Price.Amount, b.Price.Amount) || a.Index - b.Index;

export interface CurrencyGroup {
  /** `null`: not stated. */
  currency: string | null;
  /** By {@link byPrice}. */
  sites: PricedSite[];
}

/** Groups prices by currency, the most frequent first. */
export const currencyGroups = (sites: readonly SiteResult[]): CurrencyGroup[] => {
  const groups = new Map<string | null, PricedSite[]>();
  for (const site of sites.filter(hasPrice)) {
    const group = groups.get(site.Price.Currency);
    if (group) group.push(site);
    else groups.set(site.Price.Currency, [site]);
  }
  return [...groups]
    .map(([currency, priced]) => ({ currency, sites: priced.sort(byPrice) }))
    .sort(
      (a, b) => Number(a.currency === null) - Number(b.currency === null) || b.sites.length - a.sites.length,
    );
};

/** True for prices that leave nothing to compare. */
export const areEqual = ({ sites }: CurrencyGroup): boolean =>
  sites.length > 1 && sites.every(({ Price }) => compareDecimals(Price.Amount, sites[0]!.Price.Amount) === 0);

/** Warnings that do not cast doubt on the price; all others do, including unknown ones. */
const harmlessWarnings: ReadonlySet<string> = new Set([
  'BrowserUsed',
  'BrowserFailed',
  'TimeoutCut',
  'UnknownMember',
  'OfferOnOtherPage',
  'VariantsTruncated',
  'OffersTruncated',
  'DetailsTruncated',
]);

/**
 * Why a price should be checked before relying on it.
 *
 * @returns `Low` for low confidence, and codes of warnings; empty for a price without doubt.
 */
export const doubtsOf = ({ Price, Confidence, Warnings }: SiteResult): string[] => {
  if (Price === null) return [];
  const codes = Warnings.map((warning) => /^[A-Z][A-Za-z]{2,40}(?=:)/.exec(warning)?.[0] ?? 'Warning');
  const doubtful = codes.filter((code) => !harmlessWarnings.has(code));
  return [...new Set([...(Confidence === 'Low' ? ['Low'] : []), ...doubtful])];
};

/** True for a price to rely on: {@link doubtsOf} has nothing to say about it. */
export const isTrustworthy = (site: SiteResult): boolean => doubtsOf(site).length === 0;

/** Splits names into words: `OutOfStock` becomes "out of stock". */
export const spaced = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

/** e.g. `"low confidence, SKU differs"`; empty for a price without doubt. */
export const doubtWords = (site: SiteResult): string =>
  doubtsOf(site)
    .map((doubt) => (doubt === 'Low' ? 'low confidence' : spaced(doubt).replace(/^sku\b/, 'SKU')))
    .join(', ');

/** Recommended offers of one product in one currency. Neither list has offers that are not in stock. */
export interface Recommendation {
  currency: string | null;
  /** The cheapest trustworthy offer, and those at the same price. */
  best: PricedSite[];
  /** Offers to check, cheapest first: those that cost less than the best; all of them if nothing is trustworthy. */
  doubtful: PricedSite[];
}

export const recommend = ({ currency, sites }: CurrencyGroup): Recommendation => {
  const inStock = sites.filter((site) => stockOf(site) === 'In').sort(byPrice);
  const trustworthy = inStock.filter(isTrustworthy);
  const lowest = trustworthy[0]?.Price.Amount;
  return {
    currency,
    best: trustworthy.filter(({ Price }) => compareDecimals(Price.Amount, lowest!) === 0),
    doubtful: inStock.filter(
      (site) =>
        !isTrustworthy(site) && (lowest === undefined || compareDecimals(site.Price.Amount, lowest) < 0),
    ),
  };
};

/** Results by the product that was requested, in request order: only prices of one product are compared. */
export const byProduct = (sites: readonly SiteResult[]): Map<string, SiteResult[]> => {
  const products = new Map<string, SiteResult[]>();
  for (const site of sites) {
    const product = products.get(site.RequestedSku);
    if (product) product.push(site);
    else products.set(site.RequestedSku, [site]);
  }
  return products;
};

/** Recommends offers in each currency with several prices, or in the only currency. @param sites - of one product. */
export const recommendations = (sites: readonly SiteResult[]): Recommendation[] => {
  const groups = currencyGroups(sites);
  return groups
    .filter((group) => group.sites.length > 1 || groups.length === 1)
    .map(recommend)
    .filter(({ best, doubtful }) => best.length + doubtful.length > 0);
};

export interface PriceCounts {
  sites: number;
  prices: number;
  /** Number of prices of sold-out products. */
  soldOut: number;
}

/** Counts shown in heading and chart. */
export const countPrices = (sites: readonly SiteResult[]): PriceCounts => {
  const priced = sites.filter(hasPrice);
  return {
    sites: sites.length,
    prices: priced.length,
    soldOut: priced.filter((site) => stockOf(site) === 'Out').length,
  };
};
