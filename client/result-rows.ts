import type { Money, RequestData, SiteResult } from './types.ts';

/** Headings of the flat form of results, in order. */
export const resultHeadings = [
  'Sku',
  'Site',
  'Reference',
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
] as const;

/** One site's result as texts; what is unknown is empty. */
export type ResultRow = Record<(typeof resultHeadings)[number], string>;

/** Columns that came after the first version; a service of that one says nothing of some. */
const laterColumns = ({ Identity, Seller, Shipping, Offers }: Partial<SiteResult>) => ({
  Identity: Identity?.Verdict ?? '',
  IdentityBy: Identity?.By.join(' | ') ?? '',
  SoldBy: Seller?.Name ?? '',
  Shipping: Shipping?.Amount ?? '',
  Offers: Offers ? String(Offers.length) : '',
});

const toRow = (sku: string, site: SiteResult): ResultRow => ({
  // A request may ask for many.
  Sku: site.RequestedSku ?? sku,
  Site: site.Name ?? '',
  Reference: site.Reference ?? '',
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
});

/** Results in flat form, one row a site, for tables and CSV. */
export const toResultRows = (data: RequestData): ResultRow[] =>
  data.Sites.map((site) => toRow(data.Sku, site));

/** e.g. `"1226.00 EUR"`; the amount alone when the currency is unknown. */
export const formatMoney = ({ Amount, Currency }: Money): string =>
  Currency === null ? Amount : `${Amount} ${Currency}`;
