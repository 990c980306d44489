import type { MoneyClaim, OfferClaim } from '../claims.ts';
import { compareAmounts } from '../money/amounts.ts';
import { isJsonObject, type JsonObject } from '../structured/loose-json.ts';
import { spellings } from './key-spellings.ts';
import { priceOfList } from './price-list.ts';
import type { Reading } from './reading.ts';
import { currencyOfState, findMoney } from './state-money.ts';

const rangeKeys = spellings(['priceRange', 'priceRangeV2']);
/** Names of a reduced price, most telling first: a higher `price` beside them is the price before. */
const reducedNames = [
  'discountedSalePrice',
  'priceAfterDiscount',
  'priceWithDiscount',
  'finalPrice',
  'salePrice',
  'specialPrice',
  'discountedPrice',
  'discountPrice',
  'discounted',
  'currentPrice',
  'promoPrice',
  'promotionPrice',
  'actionPrice',
  'campaignPrice',
  'dealPrice',
  'reducedPrice',
  'offerPrice',
];
const reducedKeys = new Set(spellings(reducedNames));
/** The amount that is paid now, most telling first. */
const priceKeys = [
  ...spellings([
    ...reducedNames,
    'ourPrice',
    'sellingPrice',
    'priceAmount',
    'priceValue',
    'currentRetail',
    'bestPrice',
    'actualPrice',
    'nowPrice',
    'salesPrice',
    'priceWithTax',
    'grossPrice',
    'formattedPrice',
    'displayPrice',
    'formattedCurrentPrice',
    'price',
    'priceV2',
    'prices',
    'pricing',
    'priceInfo',
    'unitPrice',
    'productPrice',
    'itemPrice',
  ]),
  ...rangeKeys,
  ...spellings(['minPrice']),
];
const listKeys = spellings([
  'compareAtPrice',
  'compareAtPriceV2',
  'compareAtPriceRange',
  'originalPrice',
  'regularPrice',
  'listPrice',
  'msrp',
  'wasPrice',
  'oldPrice',
  'strikePrice',
  'priceWithoutReduction',
  'fullPrice',
  'rrp',
  'uvp',
  'retailPrice',
  'basePrice',
  'regRetail',
  'regPrice',
  'crossedPrice',
  'priceBeforeDiscount',
  'previousPrice',
  'formerPrice',
  'standardPrice',
  'normalPrice',
  'recommendedPrice',
  'recommendedRetailPrice',
  'suggestedPrice',
  'strikethroughPrice',
  'beforePrice',
  'priceBefore',
  'priceOld',
  'slashPrice',
  'undiscountedPrice',
  'mrp',
]);
const innerListKeys = spellings([
  'list',
  'listPrice',
  'rrpWithTax',
  'nonSalePriceWithTax',
  'was',
  'wasPrice',
  'original',
  'originalPrice',
  'old',
  'oldPrice',
  'regular',
  'regularPrice',
  'compareAt',
  'compareAtPrice',
  'msrp',
]);
const priceHolders = spellings(['price', 'prices', 'pricing', 'priceInfo']);
const lowEnds = spellings(['minimumPrice', 'minVariantPrice', 'minPrice', 'min', 'low']);
const highEnds = spellings(['maximumPrice', 'maxVariantPrice', 'maxPrice', 'max', 'high']);
/** What such a price was reduced from, where nothing is called the list price. */
const priceBeforeKeys = spellings(['price', 'salePrice']);

/** The list price that stands in the price's own object (`price: { sales, list }`). */
const innerList = (
  object: JsonObject,
  currency: string | undefined,
  path: string,
  reading: Reading,
): MoneyClaim | undefined => {
  const look = (holder: JsonObject, place: string): MoneyClaim | undefined =>
    findMoney(holder, innerListKeys, currencyOfState(holder) ?? currency, place, reading)?.money;
  for (const key of priceHolders) {
    const price = object[key];
    const money = isJsonObject(price) ? look(price, `${path}.${key}`) : undefined;
    if (money) return money;
  }
  for (const key of rangeKeys) {
    const range = object[key];
    if (!isJsonObject(range)) continue;
    for (const end of [...lowEnds, ...highEnds]) {
      const price = range[end];
      const money = isJsonObject(price) ? look(price, `${path}.${key}.${end}`) : undefined;
      if (money) return money;
    }
  }
  return undefined;
};

/** Both ends of a range of prices, where they differ. */
const rangeOf = (
  object: JsonObject,
  key: string,
  currency: string | undefined,
  path: string,
  reading: Reading,
): Pick<OfferClaim, 'low' | 'high'> | undefined => {
  const range = object[key];
  if (!isJsonObject(range)) return undefined;
  const own = currencyOfState(range) ?? currency;
  const low = findMoney(range, lowEnds, own, `${path}.${key}`, reading)?.money;
  const high = findMoney(range, highEnds, own, `${path}.${key}`, reading)?.money;
  return low && high && compareAmounts(low.amount, high.amount) < 0 ? { low, high } : undefined;
};

/**
 * Reads the price that an object of application state names for itself, with its list price; both ends, where
 * the object knows only a range.
 */
export const readPrices = (
  object: JsonObject,
  currency: string | undefined,
  path: string,
  reading: Reading,
): Pick<OfferClaim, 'price' | 'listPrice' | 'low' | 'high'> | undefined => {
  const found = findMoney(object, priceKeys, currency, path, reading);
  if (!found) return priceOfList(object.prices, `${path}.prices`, reading);
  if (rangeKeys.includes(found.key)) {
    const range = rangeOf(object, found.key, currency, path, reading);
    if (range) return range;
  }
  const price = found.money;
  const list = [
    () => findMoney(object, listKeys, currency, path, reading)?.money,
    () => innerList(object, currency, path, reading),
    () =>
      reducedKeys.has(found.key)
        ? findMoney(object, priceBeforeKeys, currency, path, reading)?.money
        : undefined,
  ];
  const isHigher = (money: MoneyClaim): boolean =>
    compareAmounts(money.amount, price.amount) > 0 &&
    (money.currency === null || price.currency === null || money.currency === price.currency);
  for (const look of list) {
    const money = look();
    if (money) return { price, listPrice: isHigher(money) ? money : undefined };
  }
  return { price };
};
