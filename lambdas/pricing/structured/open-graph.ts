import { readAvailabilityUrl } from '../availability-text.ts';
import type { Claim, MoneyClaim, ProductClaim } from '../claims.ts';
import { readGtin } from '../gtin.ts';
import type { PriceHints } from '../money/parse-price-text.ts';
import type { Page } from '../page/page.ts';
import { readMoneyClaim } from './claim-money.ts';
import { readCondition } from './schema-offer.ts';

const priceNames = [
  'product:price:amount',
  'og:price:amount',
  'og:product:price:amount',
  'product:price',
  'og:price',
];
const saleNames = ['product:sale_price:amount', 'og:sale_price:amount', 'product:sale_price'];
const listNames = ['product:original_price:amount', 'og:original_price:amount', 'og:price:standard_amount'];
const currencyNames = [
  'product:price:currency',
  'og:price:currency',
  'og:product:price:currency',
  'product:currency',
  'product:original_price:currency',
];

/**
 * Reads the product that OpenGraph, Facebook's `product:` names and Twitter's labelled data state.
 *
 * @see https://developers.facebook.com/docs/marketing-api/catalog/guides/microdata-tags
 */
export const readOpenGraph = (page: Page, hints: PriceHints): ProductClaim | undefined => {
  const values = new Map<string, string>();
  const wanted = pairInCurrency(page, hints.currency);
  for (const { name, content } of page.metas) {
    const text = content.trim();
    if (text && !values.has(name)) values.set(name, wanted?.get(name) ?? text);
  }
  const claimOf = (...names: string[]): Claim<string> | undefined => {
    for (const name of names) {
      const value = values.get(name);
      if (value !== undefined) return { value, raw: value, path: `meta[property="${name}"]` };
    }
    return undefined;
  };
  const moneyOf = (names: readonly string[]): MoneyClaim | undefined => {
    for (const name of names) {
      const value = values.get(name);
      if (value === undefined) continue;
      const currency = values.get(name.replace(/:amount$/, ':currency')) ?? claimOf(...currencyNames)?.value;
      const money = readMoneyClaim(value, currency, `meta[property="${name}"]`, hints);
      if (money) return money;
    }
    return undefined;
  };
  const full = moneyOf(priceNames);
  const sale = moneyOf(saleNames);
  const labelled = full ?? sale ?? readTwitterPrice(values, hints);
  const price =
    sale && full && Number(sale.amount) > 0 && Number(sale.amount) < Number(full.amount) ? sale : labelled;
  const availability = claimOf('product:availability', 'og:availability', 'og:product:availability');
  const value = availability && readAvailabilityUrl(availability.value);
  const conditionText = claimOf('product:condition', 'og:condition', 'og:product:condition');
  const condition = conditionText && readCondition(conditionText.value);
  const sku = claimOf(
    'product:retailer_item_id',
    'product:sku',
    'og:sku',
    'product:retailer_part_no',
    'og:product:retailer_item_id',
    'product:mfr_part_no',
    'product:item_number',
  );
  const gtinText = claimOf('product:gtin', 'product:ean', 'product:upc', 'product:isbn', 'og:ean', 'og:upc');
  const gtin = gtinText && readGtin(gtinText.value);
  const name = claimOf('og:title', 'twitter:title');
  if (!price && !availability && !sku && !name) return undefined;
  return {
    source: 'OpenGraph',
    path: 'meta',
    name,
    sku,
    identifiers: [sku?.value, gtin].filter((each) => each !== undefined),
    gtin: gtin && gtinText ? { ...gtinText, value: gtin } : undefined,
    brand: claimOf('product:brand', 'og:brand', 'og:product:brand'),
    url: values.get('og:url'),
    offers: [
      {
        path: 'meta',
        price,
        listPrice: moneyOf(listNames) ?? (price === sale ? full : undefined),
        availability: value && availability ? { ...availability, value } : undefined,
        condition: condition && conditionText ? { ...conditionText, value: condition } : undefined,
      },
    ],
    variants: [],
    isRelated: false,
    standing: 'stated',
  };
};

/** A price in several currencies is an array: one amount and its currency behind the other. */
const pairInCurrency = (
  page: Page,
  currency: string | undefined,
): ReadonlyMap<string, string> | undefined => {
  if (currency === undefined) return undefined;
  for (const amountName of priceNames.filter((name) => name.endsWith(':amount'))) {
    const currencyName = amountName.replace(/:amount$/, ':currency');
    const textsOf = (wanted: string): string[] =>
      page.metas.filter(({ name }) => name === wanted).map(({ content }) => content.trim());
    const [amounts, currencies] = [textsOf(amountName), textsOf(currencyName)];
    const index = currencies.findIndex((each) => each.toUpperCase() === currency);
    if (amounts.length > 1 && amounts.length === currencies.length && index >= 0)
      return new Map([
        [amountName, amounts[index]!],
        [currencyName, currencies[index]!],
      ]);
  }
  return undefined;
};

/** `twitter:label1` "Price" names what `twitter:data1` holds. */
const readTwitterPrice = (values: ReadonlyMap<string, string>, hints: PriceHints): MoneyClaim | undefined => {
  for (const number of [1, 2]) {
    const label = values.get(`twitter:label${number}`);
    const data = values.get(`twitter:data${number}`);
    if (label && data && /^(?:price|preis|prix|precio|preço|prezzo|cena|prijs|pris|цена)$/i.test(label))
      return readMoneyClaim(data, undefined, `meta[name="twitter:data${number}"]`, hints);
  }
  return undefined;
};
