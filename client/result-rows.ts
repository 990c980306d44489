import { echoedNames, mapEchoed } from '../lambdas/domain/site/site-members.ts';
import { toCsv } from '../lib/csv.ts';
import type { Money, Offer, RequestData, SiteResult } from './types.ts';

/** Column headings of flat results. */
export const resultHeadings = [
  'Sku',
  'Site',
  ...echoedNames,
  'Outcome',
  'Price',
  'Currency',
  'ListPrice',
  'Availability',
  'Confidence',
  'Title',
  'Url',
  'Error',
  'FetchedAt',
  'DurationMs',
  'Warnings',
  'Identity',
  'IdentityBy',
  'SoldBy',
  'Shipping',
  'Offers',
  'ShippingCurrency',
  'FreeFrom',
  'Total',
  'UnitPrice',
  'UnitPricePer',
  'LowestRecentPrice',
  'ValidUntil',
] as const;

/** One site's result as strings; unknown values are empty. */
export type ResultRow = Record<(typeof resultHeadings)[number], string>;

/** Returns the total price of the offer with the site's price. */
const totalOf = ({ Price, Seller, Offers = [] }: Partial<SiteResult>): string => {
  const isOwn = (offer: Offer): boolean =>
    offer.Price.Amount === Price?.Amount && offer.Seller?.Name === Seller?.Name;
  const own = Offers.filter(isOwn);
  return (own.find(({ IsFeatured }) => IsFeatured) ?? own[0])?.Total?.Amount ?? '';
};

const carriageColumns = ({ Shipping }: Partial<SiteResult>) => ({
  ShippingCurrency: Shipping?.Currency ?? '',
  FreeFrom: Shipping?.FreeFrom ?? '',
});

/** Columns of total costs, which early versions of the service lack. */
const fullColumns = (site: Partial<SiteResult>) => ({
  ...carriageColumns(site),
  Total: totalOf(site),
  UnitPrice: site.UnitPrice?.Amount ?? '',
  UnitPricePer: site.UnitPrice?.Per.Raw ?? '',
  LowestRecentPrice: site.LowestRecentPrice?.Amount ?? '',
  ValidUntil: site.ValidUntil ?? '',
});

/** Columns that early versions of the service may lack. */
const laterColumns = ({ Identity, Seller, Shipping, Offers }: Partial<SiteResult>) => ({
  Identity: Identity?.Verdict ?? '',
  IdentityBy: Identity?.By.join(' | ') ?? '',
  SoldBy: Seller?.Name ?? '',
  Shipping: Shipping?.Amount ?? '',
  Offers: Offers ? String(Offers.length) : '',
});

const toRow = (sku: string, site: SiteResult): ResultRow => ({
  // A request may have several SKUs.
  Sku: site.RequestedSku ?? sku,
  Site: site.Name ?? '',
  ...mapEchoed((name) => site[name] ?? ''),
  Outcome: site.Outcome,
  Price: site.Price?.Amount ?? '',
  Currency: site.Price?.Currency ?? '',
  ListPrice: site.ListPrice?.Amount ?? '',
  Availability: site.Availability,
  Confidence: site.Confidence ?? '',
  Title: site.Title ?? '',
  Url: site.FinalUrl ?? site.Url ?? '',
  Error: site.Error?.Code ?? '',
  FetchedAt: site.FetchedAt ?? '',
  DurationMs: String(site.DurationMs),
  Warnings: site.Warnings.join(' | '),
  ...laterColumns(site),
  ...fullColumns(site),
});

/** Flattens results to one row per site, for tables and CSV. */
export const toResultRows = (data: RequestData): ResultRow[] =>
  data.Sites.map((site) => toRow(data.Sku, site));

/** CSV with a heading, one row per site. */
export const resultCsv = (all: readonly RequestData[]): string =>
  toCsv(
    resultHeadings,
    all.flatMap(toResultRows).map((row) => resultHeadings.map((heading) => row[heading])),
  );

/** Formats e.g. `"1226.00 EUR"`; only the amount if the currency is unknown. */
export const formatMoney = ({ Amount, Currency }: Money): string =>
  Currency === null ? Amount : `${Amount} ${Currency}`;
