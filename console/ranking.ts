import type { Money, SiteResult } from '../client/index.ts';
import { compareDecimals } from '../lambdas/domain/decimals.ts';

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

/** The best offer of a group; `undefined` if no page has the product in stock. */
export const cheapestInStock = ({ sites }: CurrencyGroup): PricedSite | undefined =>
  sites[0] && stockOf(sites[0]) === 'In' ? sites[0] : undefined;

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
