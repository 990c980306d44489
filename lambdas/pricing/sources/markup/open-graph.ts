import { readNamedGtin } from '../../../domain/site/gtin.ts';
import type { Page } from '../../page/page.ts';
import { readAvailabilityUrl } from '../../text/availability-text.ts';
import type { PriceHints } from '../../text/parse-price-text.ts';
import type { Claim, MoneyClaim, ProductClaim } from '../claims.ts';
import { readMoneyClaim } from './claim-money.ts';
import { readCondition } from './schema-offer.ts';

/** Names of `meta` elements by content, most specific first. */
const names = {
  price: ['product:price:amount', 'og:price:amount', 'og:product:price:amount', 'product:price', 'og:price'],
  sale: ['product:sale_price:amount', 'og:sale_price:amount', 'product:sale_price'],
  list: ['product:original_price:amount', 'og:original_price:amount', 'og:price:standard_amount'],
  currency: [
    'product:price:currency',
    'og:price:currency',
    'og:product:price:currency',
    'product:currency',
    'product:original_price:currency',
  ],
  availability: ['product:availability', 'og:availability', 'og:product:availability'],
  condition: ['product:condition', 'og:condition', 'og:product:condition'],
  sku: [
    'product:retailer_item_id',
    'product:sku',
    'og:sku',
    'product:retailer_part_no',
    'og:product:retailer_item_id',
    'product:mfr_part_no',
    'product:item_number',
  ],
  gtin: ['product:gtin', 'product:ean', 'product:upc', 'product:isbn', 'og:ean', 'og:upc'],
  brand: ['product:brand', 'og:brand', 'og:product:brand'],
  name: ['og:title', 'twitter:title'],
} as const;

type Named = keyof typeof names;

/**
 * Reads the product stated by OpenGraph, Facebook's `product:` names and Twitter's labelled data.
 *
 * @see https://developers.facebook.com/docs/marketing-api/catalog/guides/microdata-tags
 */
export const readOpenGraph = (page: Page, hints: PriceHints): ProductClaim | undefined => {
  const values = new Map<string, string>();
  for (const { name, content } of page.metas) {
    const text = content.trim();
    if (text && !values.has(name)) values.set(name, text);
  }
  const claimOf = (kind: Named): Claim<string> | undefined => {
    const name = names[kind].find((each) => values.has(each));
    const value = values.get(name ?? '');
    return value === undefined ? undefined : { value, raw: value, path: `meta[property="${name}"]` };
  };
  const readClaim = <T>(
    kind: Named,
    read: (text: string, path: string) => T | undefined,
  ): Claim<T> | undefined => {
    const claim = claimOf(kind);
    const value = claim && read(claim.value, claim.path);
    return value === undefined ? undefined : { ...claim!, value };
  };
  const moneyOf = (kind: Named): MoneyClaim | undefined =>
    names[kind]
      .map((name) => {
        const currency = values.get(name.replace(/:amount$/, ':currency')) ?? claimOf('currency')?.value;
        return readMoneyClaim(values.get(name), currency, `meta[property="${name}"]`, hints);
      })
      .find((money) => money !== undefined);
  const full = moneyOf('price');
  const sale = moneyOf('sale');
  const isReduced = sale && full && Number(sale.amount) > 0 && Number(sale.amount) < Number(full.amount);
  const price = isReduced ? sale : (full ?? sale ?? readTwitterPrice(values, hints));
  const sku = claimOf('sku');
  const gtin = readClaim('gtin', (text, path) => readNamedGtin(path, text));
  const name = claimOf('name');
  if (!price && !sku && !name && !claimOf('availability')) return undefined;
  return {
    source: 'OpenGraph',
    path: 'meta',
    name,
    sku,
    identifiers: [sku?.value, gtin?.value].filter((each) => each !== undefined),
    gtin,
    brand: claimOf('brand'),
    url: values.get('og:url'),
    offers: [
      {
        path: 'meta',
        price,
        listPrice: moneyOf('list') ?? (price === sale ? full : undefined),
        availability: readClaim('availability', readAvailabilityUrl),
        condition: readClaim('condition', readCondition),
      },
    ],
    variants: [],
    isRelated: false,
    certainty: 'stated',
  };
};

/** A `twitter:label1` of "Price" describes `twitter:data1`. */
const readTwitterPrice = (values: ReadonlyMap<string, string>, hints: PriceHints): MoneyClaim | undefined => {
  for (const number of [1, 2]) {
    const label = values.get(`twitter:label${number}`);
    const data = values.get(`twitter:data${number}`);
    if (label && data && /^(?:price|preis|prix|precio|preço|prezzo|cena|prijs|pris|цена)$/i.test(label))
      return readMoneyClaim(data, undefined, `meta[name="twitter:data${number}"]`, hints);
  }
  return undefined;
};
