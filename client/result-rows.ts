import { echoedNames, mapEchoed } from '../lambdas/domain/echoed-members.ts';
import type { Money, Offer, RequestData, SiteResult } from './types.ts';

/** Headings of the flat form of results, in order. */
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

/** One site's result as texts; what is unknown is empty. */
export type ResultRow = Record<(typeof resultHeadings)[number], string>;

/** The price in all, of the offer that it belongs to. */
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

/** Columns of what a price costs in full; a service of the first version says nothing of them. */
const fullColumns = (site: Partial<SiteResult>) => ({
  ...carriageColumns(site),
  Total: totalOf(site),
  UnitPrice: site.UnitPrice?.Amount ?? '',
  UnitPricePer: site.UnitPrice?.Per.Raw ?? '',
  LowestRecentPrice: site.LowestRecentPrice?.Amount ?? '',
  ValidUntil: site.ValidUntil ?? '',
});

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
  ...mapEchoed((_member, name) => site[name] ?? ''),
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

/** Results in flat form, one row a site, for tables and CSV. */
export const toResultRows = (data: RequestData): ResultRow[] =>
  data.Sites.map((site) => toRow(data.Sku, site));

/** e.g. `"1226.00 EUR"`; the amount alone when the currency is unknown. */
export const formatMoney = ({ Amount, Currency }: Money): string =>
  Currency === null ? Amount : `${Amount} ${Currency}`;
