import type { Claim, MoneyClaim, OfferClaim, ProductClaim } from '../claims.ts';
import { readGtin } from '../gtin.ts';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../structured/loose-json.ts';
import { spellings } from './key-spellings.ts';
import { magentoConfiguration } from './magento.ts';
import type { Reading } from './reading.ts';
import { isShopifyProduct, isShopifyVariantAlone, shopifyProduct } from './shopify.ts';
import { currencyOfState, namesCurrency } from './state-money.ts';
import { readPrices } from './state-prices.ts';
import { readStock } from './state-stock.ts';
import { readVariants, variantKeys } from './state-variants.ts';

const nameKeys = spellings([
  'name',
  'title',
  'productName',
  'itemName',
  'displayName',
  'productTitle',
  'shortName',
  'goodsName',
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
const mpnKeys = spellings(['mpn', 'manufacturerPartNumber']);
const gtinKeys = spellings(['gtin', 'gtin13', 'ean', 'ean13', 'upc', 'barcode']);
const brandKeys = spellings(['brand', 'brandName', 'itemBrand', 'vendor', 'manufacturer']);
/** Most objects of a state have none of these. */
const namesPrice =
  /pric(?:e|ing)|retail|discounted|cents|minor|variant|variation|sizes|sku|combinations|offers|sellers|commertial|colors/i;

/** Keys below which other products stand. */
const leadsAway =
  /related|recommend|similar|up-?_?sell|cross-?_?sell|recent|viewed|cart|basket|bestsell|accessor|impressions|promotions|search|listing|suggest|bundle|wishlist|navigation|menu|also/i;

/** What the name of a member says. */
const meaning = { price: 1, currency: 2, away: 4 } as const;

const meaningOf = (key: string, { meanings }: Reading): number => {
  let said = meanings.get(key);
  if (said === undefined) {
    said =
      (namesPrice.test(key) ? meaning.price : 0) |
      (namesCurrency(key) ? meaning.currency : 0) |
      (leadsAway.test(key) ? meaning.away : 0);
    meanings.set(key, said);
  }
  return said;
};

const maxVisited = 150_000;
const maxProducts = 200;

const textAt = (object: JsonObject, keys: readonly string[]): { key: string; text: string } | undefined => {
  for (const key of keys) {
    if (!Object.hasOwn(object, key)) continue;
    const given = object[key];
    // Tag managers keep lists of one.
    const value = Array.isArray(given) && given.length === 1 ? given[0] : given;
    const text = value instanceof JsonNumber ? value.text : value;
    if (typeof text === 'string' && text.trim() !== '' && text.length < 500)
      return { key, text: text.trim() };
  }
  return undefined;
};

type Prices = NonNullable<ReturnType<typeof readPrices>>;

/** Identifiers that a database gives; a variant's SKU tells buyers more. */
const internalKeys = new Set(spellings(['productId', 'productID', 'id', 'masterId', 'pid']));
/** `gid://shopify/Product/1`, which is no number of an article at all. */
const isAddress = (text: string): boolean => text.includes('://');

const skuOf = (
  object: JsonObject,
  path: string,
  variants: readonly OfferClaim[],
  chosen: OfferClaim | undefined,
): Claim<string> | undefined => {
  const own = textAt(object, skuKeys);
  const ownSku = own && { value: own.text, raw: own.text, path: `${path}.${own.key}` };
  if (own && !internalKeys.has(own.key)) return ownSku;
  const sole = variants.length === 1 ? variants[0] : undefined;
  return chosen?.sku ?? sole?.sku ?? (own && isAddress(own.text) ? undefined : ownSku);
};

/** Members that hold a product's offers, each with sellers' or platforms' own below it. */
const offerKeys = [...spellings(['offers', 'sellers']), 'commertialOffer'];
const maxOfferDepth = 3;
const maxOffers = 20;

/** The one price of the offers that stand below a product, as schema.org and VTEX have them. */
const readNestedOffer = (
  object: JsonObject,
  currency: string | undefined,
  path: string,
  reading: Reading,
  depth = 0,
): { prices: Prices; availability: OfferClaim['availability'] } | undefined => {
  for (const key of offerKeys) {
    const value = object[key];
    const list = Array.isArray(value) ? value.slice(0, maxOffers) : [value];
    const found = list.filter(isJsonObject).flatMap((each, index) => {
      const place = `${path}.${key}${Array.isArray(value) ? `[${index}]` : ''}`;
      const prices = readPrices(each, currencyOfState(each) ?? currency, place, reading);
      if (prices) return [{ prices, availability: readStock(each, place) }];
      return depth < maxOfferDepth ? (readNestedOffer(each, currency, place, reading, depth + 1) ?? []) : [];
    });
    const [first] = found;
    if (first && new Set(found.map(({ prices }) => prices.price?.amount)).size === 1) return first;
  }
  return undefined;
};

/** What the object offers as a whole, and its variants. */
const readOffers = (
  given: JsonObject,
  currency: string | undefined,
  path: string,
  reading: Reading,
): Pick<ProductClaim, 'offers' | 'variants' | 'sku'> | undefined => {
  // Headless shops keep the first variant apart from the others.
  const master = isJsonObject(given.masterVariant) ? given.masterVariant : undefined;
  const others = Array.isArray(given.variants) ? given.variants : [];
  const object = master ? { ...given, variants: [master, ...others] } : given;
  const nested = readNestedOffer(object, currency, path, reading);
  const prices =
    readPrices(object, currency, path, reading) ??
    nested?.prices ??
    (master && readPrices(master, currency, `${path}.masterVariant`, reading));
  // Its prices are there, and none is known to hold here: another variant's is not the answer.
  if (!prices && Array.isArray(master?.prices) && master.prices.length > 0) return undefined;
  const { variants, chosen } = readVariants(object, currency, path, reading, prices);
  const sku = skuOf(object, path, variants, chosen);
  const availability = readStock(object, path) ?? nested?.availability ?? chosen?.availability;
  const [sole] = variants;
  // A single variant without size or colour is the product itself.
  if (sole && variants.length === 1 && sole.size === undefined && sole.color === undefined)
    return {
      sku,
      variants: [],
      offers: [
        {
          ...sole,
          ...prices,
          listPrice: prices?.listPrice ?? sole.listPrice,
          availability: availability ?? sole.availability,
        },
      ],
    };
  const lists = new Set(variants.map((variant) => variant.listPrice?.amount));
  const offer =
    prices ??
    (chosen && { price: chosen.price, listPrice: chosen.listPrice, low: chosen.low, high: chosen.high });
  if (!offer) return variants.length > 0 ? { sku, variants, offers: [] } : undefined;
  const listPrice = offer.listPrice ?? (offer.price && lists.size === 1 ? sole?.listPrice : undefined);
  return { sku, variants, offers: [{ path, ...offer, listPrice, availability }] };
};

const readProduct = (
  object: JsonObject,
  currency: string | undefined,
  path: string,
  isRelated: boolean,
  reading: Reading,
): ProductClaim | undefined => {
  if (isShopifyProduct(object)) return shopifyProduct(object, path, isRelated, reading.hints);
  if (isShopifyVariantAlone(object))
    return shopifyProduct(
      { id: object.id ?? null, title: object.name ?? object.title ?? null, variants: [object] },
      path,
      isRelated,
      reading.hints,
    );
  const name = textAt(object, nameKeys);
  if (!name || !/\p{L}/u.test(name.text)) return undefined;
  const offered = readOffers(object, currency, path, reading);
  if (!offered) return undefined;
  const claim = (found: { key: string; text: string } | undefined): Claim<string> | undefined =>
    found && { value: found.text, raw: found.text, path: `${path}.${found.key}` };
  const gtin = textAt(object, gtinKeys);
  const validGtin = gtin && readGtin(gtin.text);
  return {
    source: 'EmbeddedState',
    path,
    name: claim(name),
    identifiers: skuKeys.map((key) => textAt(object, [key])?.text).filter((each) => each !== undefined),
    gtin: validGtin && gtin ? { value: validGtin, raw: gtin.text, path: `${path}.${gtin.key}` } : undefined,
    mpn: claim(textAt(object, mpnKeys)),
    brand: claim(textAt(object, brandKeys)),
    url: undefined,
    ...offered,
    isRelated,
    standing: 'guessed',
  };
};

/** The one currency that a state names anywhere is that of the amounts in it. */
const inCurrency = (product: ProductClaim, code: string): ProductClaim => {
  const money = (claim: MoneyClaim | undefined): MoneyClaim | undefined =>
    claim && claim.currency === null ? { ...claim, currency: code } : claim;
  const offer = (claim: OfferClaim): OfferClaim => ({
    ...claim,
    price: money(claim.price),
    listPrice: money(claim.listPrice),
    low: money(claim.low),
    high: money(claim.high),
  });
  return { ...product, offers: product.offers.map(offer), variants: product.variants.map(offer) };
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
export const productsOfState = (root: JsonValue, name: string, reading: Reading): ProductClaim[] => {
  const products: ProductClaim[] = [];
  const seen = new Set<JsonValue>();
  const codes = new Set<string>();
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
    const configured = magentoConfiguration(value, path, reading);
    if (configured) products.push(configured);
    const keys = Object.keys(value);
    let said = 0;
    for (const key of keys) said |= meaningOf(key, reading);
    const named = (said & meaning.currency) !== 0 ? currencyOfState(value) : undefined;
    if (named !== undefined) codes.add(named);
    const own = named ?? currency;
    const product =
      (said & meaning.price) !== 0 ? readProduct(value, own, path, isRelated, reading) : undefined;
    if (product) {
      products.push(product);
      if (isShopifyProduct(value)) continue;
    }
    for (let index = keys.length - 1; index >= 0; index -= 1) {
      const key = keys[index]!;
      const child = value[key]!;
      if (product && variantKeys.has(key)) continue;
      if (child !== null && typeof child === 'object')
        stack.push({
          value: child,
          path: `${path}.${key}`,
          currency: own,
          isRelated: isRelated || (meaningOf(key, reading) & meaning.away) !== 0,
        });
    }
  }
  const [code] = codes;
  return codes.size === 1 && /^[A-Z]{3}$/.test(code!)
    ? products.map((product) => inCurrency(product, code!))
    : products;
};
