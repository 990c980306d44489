import type { Claim, MoneyClaim, OfferClaim, ProductClaim } from '../claims.ts';
import { isJsonContainer, isJsonObject, type JsonObject, type JsonValue } from '../markup/loose-json.ts';
import {
  below,
  claimAt,
  gtinAt,
  labelAt,
  members,
  namesOtherProducts,
  namesOthers,
  namesPrice,
  type Place,
  type Reading,
  readOnce,
  reportsList,
} from './members.ts';
import { isLoneShopifyVariant, isShopifyProduct, shopifyProduct } from './shopify.ts';
import { namesCurrency, readPrices, within } from './state-money.ts';
import { hasSoleItem, namesSoleItem, readSellers } from './state-sellers.ts';
import { readStock } from './state-stock.ts';
import { readMarket, readVariants, type StateVariants, variantKeys } from './state-variants.ts';

const meaning = { price: 1, currency: 2, away: 4, item: 8 } as const;

const meaningOf = (key: string, { meanings }: Reading): number => {
  let bits = meanings.get(key);
  if (bits === undefined) {
    bits =
      (namesPrice.test(key) ? meaning.price : 0) |
      (namesCurrency(key) ? meaning.currency : 0) |
      (namesOtherProducts.test(key) ? meaning.away : 0) |
      (namesSoleItem(key) ? meaning.item : 0);
    meanings.set(key, bits);
  }
  return bits;
};

const maxVisited = 150_000;
const maxProducts = 200;

type Prices = NonNullable<ReturnType<typeof readPrices>>;

const sellerLists = new Set(members.sellerLists);

/** Members that identify a product. An `id` or `styleId` may be a row's or a template's, and is no SKU. */
const identifying = [...members.sku, ...members.alsoCalled];

/** Database identifiers; a variant's SKU means more to buyers. */
const internalIds = new Set(members.internalId);

const skuOf = (
  object: JsonObject,
  path: string,
  { variants, chosen }: StateVariants,
): Claim<string> | undefined => {
  const key = labelAt(object, members.sku)?.key;
  const own = claimAt(object, members.sku, path);
  if (key !== undefined && !internalIds.has(key)) return own;
  const sole = variants.length === 1 ? variants[0] : undefined;
  // `gid://shopify/Product/1` is not a product number.
  return chosen?.sku ?? sole?.sku ?? (own?.value.includes('://') ? undefined : own);
};

const maxOfferDepth = 3;
const maxOffers = 20;

interface NestedOffer {
  prices: Prices;
  availability: OfferClaim['availability'];
}

/** The price of an offer, or of offers nested in it. */
const offerWithin = (offer: JsonObject, place: Place, depth: number): NestedOffer | undefined =>
  readOnce(offer, `offer ${depth}`, place, () => {
    const prices = readPrices(offer, within(offer, place));
    if (prices) return { prices, availability: readStock(offer, place) };
    return depth < maxOfferDepth ? readNestedOffer(offer, place, depth + 1) : undefined;
  });

/** The price of the offers nested in a product, as in schema.org and VTEX, if they agree. */
const readNestedOffer = (object: JsonObject, place: Place, depth = 0): NestedOffer | undefined => {
  for (const key of members.offers) {
    const value = object[key];
    const own = below(place, key);
    const entries: [JsonValue | undefined, Place][] = Array.isArray(value)
      ? value.slice(0, maxOffers).map((each, index) => [each, below(own, index)])
      : [[value, own]];
    const found = entries
      .map(([each, at]) => (isJsonObject(each) ? offerWithin(each, at, depth) : undefined))
      .filter((each) => each !== undefined);
    if (new Set(found.map(({ prices }) => prices.price?.amount)).size === 1) return found[0];
  }
  return undefined;
};

/** Headless shops keep the first variant separate. */
const withVariant = (object: JsonObject, variant: JsonObject): JsonObject => ({
  ...object,
  variants: [variant, ...(Array.isArray(object.variants) ? object.variants : [])],
});

/** Reads the offers of the object as a whole, and its variants. */
const readOffers = (
  given: JsonObject,
  place: Place,
): Pick<ProductClaim, 'offers' | 'variants' | 'sku'> | undefined => {
  const { path } = place;
  const master = isJsonObject(given.masterVariant) ? given.masterVariant : undefined;
  const object = master ? withVariant(given, master) : given;
  const nested = readNestedOffer(object, place);
  const prices =
    readPrices(object, place) ??
    nested?.prices ??
    (master && readPrices(master, below(place, 'masterVariant'))) ??
    lowestAskOf(object, place);
  // It has prices, but none is known to apply here: another variant's would be wrong.
  if (!prices && Array.isArray(master?.prices) && master.prices.length > 0) return undefined;
  const stated = readVariants(object, place, prices);
  const { variants, chosen } = stated;
  const sku = skuOf(object, path, stated);
  const availability = readStock(object, place) ?? nested?.availability ?? chosen?.availability;
  const sole = soleOf(variants);
  if (sole) {
    const listPrice = prices?.listPrice ?? sole.listPrice;
    const offer = { ...sole, ...prices, listPrice, availability: availability ?? sole.availability };
    return { sku, variants: [], offers: [offer] };
  }
  const offer = prices ?? pricesOf(chosen);
  if (!offer) return variants.length > 0 ? { sku, variants, offers: [] } : undefined;
  const listPrice = listPriceOf(offer, variants);
  return { sku, variants, offers: [{ path, ...offer, listPrice, availability }] };
};

const lowestAskOf = (object: JsonObject, place: Place): Prices | undefined => {
  const { lowestAsk } = readMarket(object, place);
  return lowestAsk && { price: lowestAsk, listPrice: undefined };
};

const pricesOf = (offer: OfferClaim | undefined): Prices | undefined =>
  offer && { price: offer.price, listPrice: offer.listPrice, low: offer.low, high: offer.high };

/** A single variant without size or colour is the product itself. */
const soleOf = (variants: readonly OfferClaim[]): OfferClaim | undefined =>
  variants.length === 1 && variants[0]!.size === undefined && variants[0]!.color === undefined
    ? variants[0]
    : undefined;

/** An offer's own list price, or the one that all variants share. */
const listPriceOf = (
  { price, listPrice }: Prices,
  variants: readonly OfferClaim[],
): MoneyClaim | undefined => {
  const isCommon = new Set(variants.map((variant) => variant.listPrice?.amount)).size === 1;
  return listPrice ?? (price && isCommon ? variants[0]!.listPrice : undefined);
};

const readProduct = (object: JsonObject, place: Place, isRelated: boolean): ProductClaim | undefined => {
  const { path } = place;
  if (isShopifyProduct(object)) return shopifyProduct(object, place, isRelated);
  if (isLoneShopifyVariant(object)) {
    const product = { id: object.id ?? null, title: object.name ?? object.title ?? null, variants: [object] };
    return shopifyProduct(product, place, isRelated);
  }
  const name = claimAt(object, members.name, path);
  if (!name || !/\p{L}/u.test(name.value)) return undefined;
  const sellers = readSellers(object, place);
  const offered =
    readOffers(object, place) ?? (sellers.length > 0 ? { offers: [], variants: [] } : undefined);
  if (!offered) return undefined;
  return {
    source: 'EmbeddedState',
    path,
    name,
    identifiers: identifying.map((key) => labelAt(object, [key])?.text).filter((each) => each !== undefined),
    gtin: gtinAt(object, path),
    mpn: claimAt(object, members.mpn, path),
    brand: claimAt(object, members.brand, path),
    ...offered,
    ...(sellers.length > 0 && { sellers }),
    isRelated,
    certainty: 'guessed',
  };
};

/** Applies the only currency named in a state to its amounts. */
const inCurrency = (product: ProductClaim, currency: string): ProductClaim => {
  const money = (claim: MoneyClaim | undefined): MoneyClaim | undefined =>
    claim && { ...claim, currency: claim.currency ?? currency };
  const offer = (claim: OfferClaim): OfferClaim => ({
    ...claim,
    price: money(claim.price),
    listPrice: money(claim.listPrice),
    ...(claim.shipping && { shipping: money(claim.shipping) }),
    ...(claim.highestBid && { highestBid: money(claim.highestBid) }),
    ...(claim.lastSale && { lastSale: money(claim.lastSale) }),
    low: money(claim.low),
    high: money(claim.high),
  });
  return {
    ...product,
    offers: product.offers.map(offer),
    variants: product.variants.map(offer),
    ...(product.sellers && { sellers: product.sellers.map(offer) }),
  };
};

interface Visit {
  value: JsonValue;
  place: Place;
  isRelated: boolean;
}

/** Results collected while traversing a state. */
interface Found {
  products: ProductClaim[];
  /** Currencies named by objects. */
  codes: Set<string>;
}

/** @returns the nested values to visit. */
const visitObject = (
  object: JsonObject,
  { place, isRelated }: Visit,
  { products, codes }: Found,
): Visit[] => {
  const { reading } = place;
  const entries = Object.entries(object);
  const bits = entries.reduce((all, [key]) => all | meaningOf(key, reading), 0);
  const inner = (bits & meaning.currency) === 0 ? place : within(object, place);
  if (inner.currency !== undefined) codes.add(inner.currency);
  const maySell = (bits & meaning.price) !== 0 || ((bits & meaning.item) !== 0 && hasSoleItem(object));
  const product = maySell ? readProduct(object, inner, isRelated) : undefined;
  if (product) products.push(product);
  if (product && isShopifyProduct(object)) return [];
  const isOfOthers = isRelated || reportsList(object);
  return (
    entries
      .filter(([key, value]) => isJsonContainer(value) && !(product && variantKeys.has(key)))
      // A seller's name for the product is not another product.
      .filter(([key]) => !(product?.sellers && sellerLists.has(key)))
      .map(([key, value]) => ({
        value,
        place: below(inner, key),
        isRelated: isOfOthers || (meaningOf(key, reading) & meaning.away) !== 0,
      }))
  );
};

const visitList = (list: readonly JsonValue[], { place, isRelated }: Visit): Visit[] =>
  list.flatMap((value, index) =>
    isJsonContainer(value) ? [{ value, place: below(place, index), isRelated }] : [],
  );

/** Finds products in application state by shape: objects with a name and a price, whosever they are. */
export const productsOfState = (value: JsonValue, place: Place): ProductClaim[] => {
  const found: Found = { products: [], codes: new Set() };
  const seen = new Set<JsonValue>();
  const stack: Visit[] = [{ value, place, isRelated: namesOthers(place.path) }];
  for (let visited = 0; visited < maxVisited && found.products.length < maxProducts; visited += 1) {
    const visit = stack.pop();
    if (!visit) break;
    if (!isJsonContainer(visit.value) || seen.has(visit.value)) continue;
    seen.add(visit.value);
    const inner = Array.isArray(visit.value)
      ? visitList(visit.value, visit)
      : visitObject(visit.value, visit, found);
    for (const each of inner.toReversed()) stack.push(each);
  }
  const [code, ...others] = found.codes;
  return code !== undefined && others.length === 0 && /^[A-Z]{3}$/.test(code)
    ? found.products.map((product) => inCurrency(product, code))
    : found.products;
};
