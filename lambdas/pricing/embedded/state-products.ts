import { readAvailabilityUrl } from '../availability-text.ts';
import type { Claim, MoneyClaim, OfferClaim, ProductClaim } from '../claims.ts';
import { compareAmounts } from '../decide/amounts.ts';
import { readGtin } from '../gtin.ts';
import type { PriceHints } from '../money/price-hints.ts';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../structured/loose-json.ts';
import { spellings } from './key-spellings.ts';
import { magentoConfiguration } from './magento.ts';
import { isShopifyProduct, shopifyProduct } from './shopify.ts';
import { currencyOfState, readStateMoney } from './state-money.ts';

const nameKeys = spellings([
  'name',
  'title',
  'productName',
  'itemName',
  'displayName',
  'productTitle',
  'shortName',
  'item',
]);
const skuKeys = spellings([
  'sku',
  'itemId',
  'productCode',
  'articleNumber',
  'partNumber',
  'reference',
  'code',
  'productId',
  'productID',
  'styleCode',
  'id',
  'masterId',
  'pid',
  'itemCode',
  'ean',
  'gtin',
  'productNumber',
  'itemNumber',
  'modelNumber',
  'mpn',
]);
/** The amount that is paid now, most telling first. */
const priceKeys = spellings([
  'finalPrice',
  'salePrice',
  'specialPrice',
  'discountedPrice',
  'discountPrice',
  'currentPrice',
  'promoPrice',
  'offerPrice',
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
  'prices',
  'priceInfo',
  'unitPrice',
  'productPrice',
  'itemPrice',
  'priceRange',
  'minPrice',
]);
const listKeys = spellings([
  'compareAtPrice',
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
]);
const stockKeys = spellings(['availability', 'stockStatus', 'availabilityStatus', 'inventoryStatus']);
const stockFlags = spellings([
  'inStock',
  'isInStock',
  'available',
  'isAvailable',
  'availableForSale',
  'purchasable',
  'isAvailableForSale',
  'hasStock',
  'inventoryAvailable',
  'isSaleable',
  'saleable',
  'salable',
]);

const gtinKeys = spellings(['gtin', 'gtin13', 'ean', 'ean13', 'upc', 'barcode']);
const brandKeys = spellings(['brand', 'brandName', 'itemBrand', 'vendor', 'manufacturer']);
/** Most objects of a state have none. */
const namesPrice = /price|retail/i;

/** Keys below which other products stand. */
const leadsAway =
  /related|recommend|similar|up-?_?sell|cross-?_?sell|recent|viewed|cart|basket|bestsell|accessor|impressions|promotions|search|listing|suggest|bundle|wishlist|navigation|menu|also/i;

const maxVisited = 150_000;
const maxProducts = 200;

const textAt = (object: JsonObject, keys: readonly string[]): { key: string; text: string } | undefined => {
  for (const key of keys) {
    if (!Object.hasOwn(object, key)) continue;
    const value = object[key];
    const text = value instanceof JsonNumber ? value.text : value;
    if (typeof text === 'string' && text.trim() !== '' && text.length < 500)
      return { key, text: text.trim() };
  }
  return undefined;
};

const moneyAt = (
  object: JsonObject,
  keys: readonly string[],
  currency: string | undefined,
  path: string,
  hints: PriceHints,
): MoneyClaim | undefined => {
  for (const key of keys) {
    if (!Object.hasOwn(object, key)) continue;
    const money = readStateMoney(object[key], currency, `${path}.${key}`, hints);
    if (money) return money;
  }
  return undefined;
};

const stockOf = (object: JsonObject, path: string): OfferClaim['availability'] => {
  const stated = textAt(object, stockKeys);
  const value = stated && readAvailabilityUrl(stated.text);
  if (value) return { value, raw: stated.text, path: `${path}.${stated.key}` };
  for (const key of stockFlags)
    if (typeof object[key] === 'boolean')
      return {
        value: object[key] ? 'InStock' : 'OutOfStock',
        raw: String(object[key]),
        path: `${path}.${key}`,
      };
  return undefined;
};

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
  'msrp',
]);

/** The list price that stands in the price's own object (`price: { sales, list }`). */
const innerList = (
  object: JsonObject,
  currency: string | undefined,
  path: string,
  hints: PriceHints,
): MoneyClaim | undefined => {
  for (const key of ['price', 'prices', 'priceInfo']) {
    const price = object[key];
    if (!isJsonObject(price)) continue;
    const own = currencyOfState(price) ?? currency;
    const money = moneyAt(price, innerListKeys, own, `${path}.${key}`, hints);
    if (money) return money;
  }
  return undefined;
};

const readProduct = (
  object: JsonObject,
  currency: string | undefined,
  path: string,
  isRelated: boolean,
  hints: PriceHints,
): ProductClaim | undefined => {
  if (isShopifyProduct(object)) return shopifyProduct(object, path, isRelated, hints);
  const name = textAt(object, nameKeys);
  const sku = textAt(object, skuKeys);
  if (!name || !/\p{L}/u.test(name.text)) return undefined;
  const price = moneyAt(object, priceKeys, currency, path, hints);
  if (!price) return undefined;
  const list = moneyAt(object, listKeys, currency, path, hints) ?? innerList(object, currency, path, hints);
  const claim = (found: { key: string; text: string } | undefined): Claim<string> | undefined =>
    found && { value: found.text, raw: found.text, path: `${path}.${found.key}` };
  const gtin = textAt(object, gtinKeys);
  const validGtin = gtin && readGtin(gtin.text);
  return {
    source: 'EmbeddedState',
    path,
    name: claim(name),
    sku: claim(sku),
    identifiers: skuKeys.map((key) => textAt(object, [key])?.text).filter((each) => each !== undefined),
    gtin: validGtin && gtin ? { value: validGtin, raw: gtin.text, path: `${path}.${gtin.key}` } : undefined,
    brand: claim(textAt(object, brandKeys)),
    url: undefined,
    offers: [
      {
        path,
        price,
        listPrice: list && compareAmounts(list.amount, price.amount) > 0 ? list : undefined,
        availability: stockOf(object, path),
      },
    ],
    variants: [],
    isRelated,
    standing: 'guessed',
  };
};

interface Visit {
  value: JsonValue;
  path: string;
  currency: string | undefined;
  isRelated: boolean;
}

/**
 * Finds products in application state by what their objects have: a name and a price. Which of them is the
 * page's own is decided later; a state's objects say only what their keys suggest.
 */
export const productsOfState = (root: JsonValue, name: string, hints: PriceHints): ProductClaim[] => {
  const products: ProductClaim[] = [];
  const seen = new Set<JsonValue>();
  const stack: Visit[] = [{ value: root, path: name, currency: undefined, isRelated: leadsAway.test(name) }];
  let visited = 0;
  while (stack.length > 0 && products.length < maxProducts && visited < maxVisited) {
    const { value, path, currency, isRelated } = stack.pop()!;
    visited += 1;
    if (value === null || typeof value !== 'object' || seen.has(value)) continue;
    if (Array.isArray(value)) {
      seen.add(value);
      for (let index = value.length - 1; index >= 0; index -= 1)
        stack.push({ value: value[index]!, path: `${path}[${index}]`, currency, isRelated });
      continue;
    }
    if (!isJsonObject(value)) continue;
    seen.add(value);
    const own = currencyOfState(value) ?? currency;
    const configured = magentoConfiguration(value, path, hints);
    if (configured) products.push(configured);
    const keys = Object.keys(value);
    const product = keys.some((key) => namesPrice.test(key))
      ? readProduct(value, own, path, isRelated, hints)
      : undefined;
    if (product) {
      products.push(product);
      if (product.variants.length > 0) continue;
    }
    for (let index = keys.length - 1; index >= 0; index -= 1) {
      const key = keys[index]!;
      const child = value[key]!;
      if (child !== null && typeof child === 'object')
        stack.push({
          value: child,
          path: `${path}.${key}`,
          currency: own,
          isRelated: isRelated || leadsAway.test(key),
        });
    }
  }
  return products;
};
