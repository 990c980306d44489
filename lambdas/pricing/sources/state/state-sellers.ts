import type { Availability } from '../../../domain/result/site-result.ts';
import { readAvailabilityUrl } from '../../text/availability-text.ts';
import type { Claim, MoneyClaim, OfferClaim } from '../claims.ts';
import { readShownCondition } from '../condition-text.ts';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../markup/loose-json.ts';
import { readCondition } from '../markup/schema-offer.ts';
import { below, claimAt, members, type Place, readOnce } from './members.ts';
import { findMoney, readPrices, within } from './state-money.ts';

type Stock = OfferClaim['availability'];

interface StockKeys {
  words: readonly string[];
  flags: readonly string[];
  counts: ReadonlySet<string>;
}

const outer: StockKeys = {
  words: members.stockWord,
  flags: members.stockFlag,
  counts: new Set(members.stockCount),
};
/** Inside a stock object, short names count too. */
const inner: StockKeys = {
  words: [...members.stockWord, ...members.innerStockWord],
  flags: [...members.stockFlag, ...members.innerStockFlag],
  counts: new Set([...members.stockCount, ...members.innerStockCount]),
};

const flags: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

const rawOf = (value: JsonValue | undefined): string =>
  value instanceof JsonNumber ? value.text : String(value);

type ReadKey = (key: string) => Availability | undefined;

const readWith = (keys: StockKeys, object: JsonObject, path: string, depth: number): Stock => {
  const first = (names: Iterable<string>, readKey: ReadKey): Stock => {
    for (const key of names) {
      const value = Object.hasOwn(object, key) ? readKey(key) : undefined;
      if (value) return { value, raw: rawOf(object[key]), path: `${path}.${key}` };
    }
    return undefined;
  };
  const flagAt = (key: string): boolean | undefined => {
    const value = object[key];
    // Numbers under count keys are counts; only flag keys use 0 and 1.
    return typeof value === 'boolean' || !keys.counts.has(key) ? flags.get(rawOf(value)) : undefined;
  };
  const word: ReadKey = (key) => {
    const text = object[key];
    return typeof text === 'string' && text.length <= 200 ? readAvailabilityUrl(text) : undefined;
  };
  const flagged =
    (yes: Availability | undefined, no: Availability | undefined): ReadKey =>
    (key) => {
      const flag = flagAt(key);
      return flag === undefined ? undefined : flag ? yes : no;
    };
  /** Backorders are allowed: a count of 0 means nothing. */
  const isBackordered =
    object.inventory_policy === 'continue' ||
    members.backorder.some((key) => flags.get(rawOf(object[key])) || object[key] === 'yes');
  const count: ReadKey = (key) => {
    const text = rawOf(object[key]);
    if (!/^\d{1,9}(?:\.\d{1,4})?$/.test(text)) return undefined;
    if (Number(text) > 0) return 'InStock';
    return isBackordered ? undefined : 'OutOfStock';
  };
  const held = (): Stock => {
    for (const key of depth < 2 ? members.stockHolder : []) {
      const holder = object[key];
      const stock = isJsonObject(holder) && readWith(inner, holder, `${path}.${key}`, depth + 1);
      if (stock) return stock;
    }
    return undefined;
  };
  return (
    first(keys.words, word) ??
    first(members.soldOut, flagged('OutOfStock', undefined)) ??
    first(keys.flags, flagged('InStock', 'OutOfStock')) ??
    first(members.soldOut, flagged(undefined, 'InStock')) ??
    first(keys.counts, count) ??
    held() ??
    // A purchase permission says less than a stock state.
    first(members.permission, flagged('InStock', 'OutOfStock'))
  );
};

/**
 * Reads the stock state of an object in application state: a word (`stock: "IN_STOCK"`), a flag
 * (`availableForSale`, `isSoldOut`), a count named after stock (`stockLevel: 0`), or an object around these.
 */
export const readStock = (object: JsonObject, { path }: Place): Stock => readWith(outer, object, path, 0);

/** Most offers read per product, and the depth of their prices. */
const maxSellers = 500;
const maxDepth = 3;

/** The seller of an offer: a name, or an object with one. */
const sellerOf = (offer: JsonObject, path: string): Claim<string> | undefined => {
  for (const key of members.seller) {
    if (!Object.hasOwn(offer, key)) continue;
    const value = offer[key];
    const found = isJsonObject(value)
      ? claimAt(value, members.sellerNamed, `${path}.${key}`)
      : claimAt(offer, [key], path);
    if (found && /\p{L}/u.test(found.value)) return found;
  }
  return undefined;
};

const isFlag = (value: JsonValue | undefined): boolean => value === true || value === 'true';

/** Shipping cost of an offer. */
const shippingOf = (offer: JsonObject, place: Place): MoneyClaim | undefined => {
  const found = findMoney(offer, members.offerShipping, place)?.money;
  if (found) return found;
  const free = members.freeShipping.find((key) => isFlag(offer[key]));
  return free === undefined
    ? undefined
    : { amount: '0', currency: place.currency ?? null, raw: 'true', path: `${place.path}.${free}` };
};

const conditionOf = (offer: JsonObject, path: string): OfferClaim['condition'] => {
  const found = claimAt(offer, members.offerCondition, path);
  const value = found && (readShownCondition(found.value) ?? readCondition(found.value));
  return value && { ...found, value };
};

interface Priced {
  object: JsonObject;
  place: Place;
  prices: NonNullable<ReturnType<typeof readPrices>>;
}

/** The object that holds an offer's price: the offer itself, or one nested in it. */
const pricedWithin = (object: JsonObject, place: Place, depth = 0): Priced | undefined =>
  readOnce(object, `priced ${depth}`, place, () => findPricedWithin(object, place, depth));

const findPricedWithin = (object: JsonObject, place: Place, depth: number): Priced | undefined => {
  const own = within(object, place);
  const prices = readPrices(object, own);
  if (prices?.price) return { object, place: own, prices };
  if (depth >= maxDepth) return undefined;
  for (const key of ['offer', ...members.offers]) {
    const value = object[key];
    const found = isJsonObject(value) ? pricedWithin(value, below(own, key), depth + 1) : undefined;
    if (found) return found;
  }
  return undefined;
};

/** @param isNamed - the list is named after sellers, so that an entry's name is a seller's. */
const readSeller = (object: JsonObject, place: Place, isNamed: boolean): OfferClaim | undefined => {
  const priced = pricedWithin(object, place);
  const seller =
    sellerOf(object, place.path) ?? (isNamed ? claimAt(object, ['name'], place.path) : undefined);
  if (!priced || !seller) return undefined;
  const { prices } = priced;
  return {
    path: place.path,
    price: prices.price,
    listPrice: prices.listPrice,
    seller,
    name: claimAt(object, members.offerTitle, place.path)?.value,
    shipping: shippingOf(object, within(object, place)) ?? shippingOf(priced.object, priced.place),
    condition: conditionOf(object, place.path) ?? conditionOf(priced.object, priced.place.path),
    availability: readStock(object, place) ?? readStock(priced.object, priced.place),
    isFeatured: members.sellerFeatured.some((key) => isFlag(object[key])),
  };
};

/** The only item of a product. */
const soleItem = (product: JsonObject, key: string): JsonObject | undefined => {
  const list = product[key];
  const [item] = Array.isArray(list) && list.length === 1 ? list : [];
  return isJsonObject(item) ? item : undefined;
};

/** True if a member of this name may hold the only item. */
export const namesSoleItem = (key: string): boolean => members.soleItem.includes(key);

/** True if an object has exactly one item, which may have sellers; menus and article lists have many. */
export const hasSoleItem = (product: JsonObject): boolean =>
  members.soleItem.some((key) => soleItem(product, key) !== undefined);

/**
 * Reads the offers of several sellers listed in an object of application state, or in its only item: objects
 * with a price and a seller's name.
 *
 * @returns none if fewer than two sellers are listed.
 */
export const readSellers = (product: JsonObject, place: Place): readonly OfferClaim[] => {
  const own = listedIn(product, place);
  if (own.length > 0) return own;
  for (const key of members.soleItem) {
    const item = soleItem(product, key);
    const found = item ? listedIn(item, below(below(place, key), 0)) : [];
    if (found.length > 0) return found;
  }
  return [];
};

/** The first seller list among an object's members. */
const listedIn = (product: JsonObject, place: Place): readonly OfferClaim[] => {
  for (const key of members.sellerLists) {
    const list = product[key];
    if (!Array.isArray(list) || list.length < 2) continue;
    const own = below(place, key);
    const isNamed = /seller|merchant/i.test(key);
    const found = readOnce(list, `sellers ${isNamed}`, own, () =>
      list
        .slice(0, maxSellers)
        .flatMap((each, index) =>
          isJsonObject(each) ? (readSeller(each, below(own, index), isNamed) ?? []) : [],
        ),
    );
    if (found && found.length > 1) return found;
  }
  return [];
};
