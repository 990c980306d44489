import { compareDecimals } from '../../../domain/money/decimals.ts';
import type { PriceHints } from '../../text/currency-lexicon.ts';
import type { MoneyClaim, OfferClaim } from '../claims.ts';
import { readMoneyClaim } from '../markup/claim-money.ts';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../markup/loose-json.ts';
import { below, members, membersOf, type Place, type Reading } from './members.ts';

/** Beside these, a higher `price` is the previous price. */
const reduced = new Set(members.reducedPrice);
/** Keys of the current price, most specific first. */
const priceKeys = [...members.reducedPrice, ...members.price, ...members.priceRange, ...members.minPrice];

/** The list price inside the price object (`price: { sales, list }`), or inside an end of its range. */
const innerList = (object: JsonObject, place: Place): MoneyClaim | undefined => {
  const findIn = (holder: JsonObject, keys: readonly string[], around: Place): MoneyClaim | undefined => {
    for (const key of keys) {
      const price = holder[key];
      const own = below(around, key);
      const money =
        isJsonObject(price) && findMoney(price, members.innerListPrice, within(price, own))?.money;
      if (money) return money;
    }
    return undefined;
  };
  const inPrice = findIn(object, members.priceHolder, place);
  if (inPrice) return inPrice;
  for (const key of members.priceRange) {
    const range = object[key];
    const ends = [...members.lowEnd, ...members.highEnd];
    const money = isJsonObject(range) && findIn(range, ends, below(place, key));
    if (money) return money;
  }
  return undefined;
};

/** Both ends of a price range, if they differ. */
const rangeOf = (
  object: JsonObject,
  key: string,
  place: Place,
): Pick<OfferClaim, 'low' | 'high'> | undefined => {
  const range = object[key];
  if (!members.priceRange.includes(key) || !isJsonObject(range)) return undefined;
  const own = within(range, below(place, key));
  const low = findMoney(range, members.lowEnd, own)?.money;
  const high = findMoney(range, members.highEnd, own)?.money;
  return low && high && compareDecimals(low.amount, high.amount) < 0 ? { low, high } : undefined;
};

/** Reads an object's own price with its list price, or both ends if it has only a range. */
export const readPrices = (
  object: JsonObject,
  place: Place,
): Pick<OfferClaim, 'price' | 'listPrice' | 'low' | 'high'> | undefined => {
  const found = findMoney(object, priceKeys, place);
  if (!found) return undefined;
  const range = rangeOf(object, found.key, place);
  if (range) return range;
  const price = found.money;
  const list =
    findMoney(object, members.listPrice, place)?.money ??
    innerList(object, place) ??
    (reduced.has(found.key) ? findMoney(object, members.priceBefore, place)?.money : undefined);
  const isListPrice =
    list !== undefined &&
    compareDecimals(list.amount, price.amount) > 0 &&
    (list.currency === null || price.currency === null || list.currency === price.currency);
  return { price, listPrice: isListPrice ? list : undefined };
};

/** Longest member name examined for a minor unit. */
const maxKey = 50;
/** Objects with more members are skipped. */
const maxMembers = 300;
const minorKey = /^([a-z_]*?)_?(?:in_?)?(?:cents|pence|minor(?:_?units?)?|minor_?amount)$/i;

/** Currencies that ISO 4217 divides into no minor unit, or into thousandths; all others have hundredths. */
const withoutMinorUnit = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
);
const inThousandths = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));

/** The number of decimals of a currency; two if none is given. */
const decimalsOf = (code: string | undefined): number => {
  if (code === undefined) return 2;
  return withoutMinorUnit.has(code) ? 0 : inThousandths.has(code) ? 3 : 2;
};

/** Converts minor units: `15000` is "150.00". */
export const fromMinorUnits = (digits: string, decimals: number): string | undefined => {
  if (!/^\d{1,15}$/.test(digits)) return undefined;
  if (decimals === 0) return digits;
  const padded = digits.padStart(decimals + 1, '0');
  return `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
};

/** In "minorUnits: 2" the value is the number of decimals, not an amount in cents. */
const countsDecimals = (value: JsonValue | undefined): boolean =>
  value instanceof JsonNumber && /^[0-4]$/.test(value.text);

/** The number of decimals that an object, or its currency, states for its whole numbers. */
const decimalsStated = (object: JsonObject): number | undefined => {
  const places = isJsonObject(object.currency) ? [object, object.currency] : [object];
  for (const place of places)
    for (const key of members.decimals) {
      const value = place[key];
      if (value instanceof JsonNumber && countsDecimals(value)) return Number(value.text);
    }
  return object.divisor instanceof JsonNumber && object.divisor.text === '100' ? 2 : undefined;
};

/**
 * Members with amounts in minor units (`priceInCents`, `amount_minor`, `minorUnits`), keyed by the name
 * without that suffix; plain `cents` counts as `amount`.
 */
const minorKeysOf = (object: JsonObject, reading: Reading): ReadonlyMap<string, string> | undefined => {
  const names = membersOf(object, reading);
  if (names.length > maxMembers) return undefined;
  let found: Map<string, string> | undefined;
  for (const key of names) {
    if (key.length > maxKey) continue;
    const match = minorKey.exec(key);
    if (!match || countsDecimals(object[key])) continue;
    found ??= new Map();
    found.set(match[1] || 'amount', key);
  }
  return found;
};

/**
 * Reads a whole number of minor units.
 *
 * @param decimals - as stated by the page; else those of the currency, else two.
 */
const readMinorMoney = (
  value: JsonValue | undefined,
  currency: string | undefined,
  path: string,
  hints: PriceHints,
  decimals?: number,
): MoneyClaim | undefined => {
  const digits = value instanceof JsonNumber ? value.text : value;
  if (typeof digits !== 'string' || !/^\d{1,15}$/.test(digits)) return undefined;
  const whole = readMoneyClaim(new JsonNumber(digits), currency, path, hints);
  if (!whole) return undefined;
  const code = whole.currency ?? hints.currency;
  const known = decimals !== undefined && decimals >= 0 && decimals <= 4 ? decimals : undefined;
  const amount = fromMinorUnits(digits, known ?? decimalsOf(code));
  return amount === undefined ? undefined : { ...whole, amount, raw: digits };
};

const currencyNames = new Set(members.currency);

/** True if a member of this name may name a currency. */
export const namesCurrency = (key: string): boolean => currencyNames.has(key);

/** The currency that an object names for its amounts. */
const currencyOfState = (object: JsonObject): string | undefined => {
  for (const key of members.currency) {
    const value = object[key];
    if (typeof value === 'string' && value.length >= 1 && value.length <= 5) return value;
    if (isJsonObject(value) && typeof value.code === 'string') return value.code;
  }
  return undefined;
};

/** The object's own position, with the currency that it names. */
export const within = (object: JsonObject, place: Place): Place => {
  const currency = currencyOfState(object);
  return currency === undefined ? place : { path: place.path, currency, reading: place.reading };
};

const maxDepth = 5;

/**
 * Reads `{"centAmount": 8990, "fractionDigits": 2}`; Dinero's `{"amount": 149900, "precision": 2}` or
 * `scale`.
 */
const readCounted = (object: JsonObject, { path, currency, reading }: Place): MoneyClaim | undefined => {
  const count = (key: string, decimals: JsonValue | undefined): MoneyClaim | undefined => {
    const known = decimals instanceof JsonNumber ? Number(decimals.text) : undefined;
    return readMinorMoney(object[key], currency, `${path}.${key}`, reading.hints, known);
  };
  if (object.centAmount instanceof JsonNumber) return count('centAmount', object.fractionDigits);
  const precision = object.precision ?? object.scale;
  return object.amount instanceof JsonNumber && precision instanceof JsonNumber && currency !== undefined
    ? count('amount', precision)
    : undefined;
};

/**
 * Reads an amount from application state: a number, a text, or an object around either; also in minor units
 * if the object declares them (`centAmount` with `fractionDigits`, `amount` with `precision`,
 * `amountInCents`).
 */
export const readStateMoney = (
  value: JsonValue | undefined,
  place: Place,
  depth = 0,
): MoneyClaim | undefined => {
  const { path, currency, reading } = place;
  if (typeof value === 'string' || value instanceof JsonNumber)
    return readMoneyClaim(value, currency, path, reading.hints);
  if (depth >= maxDepth) return undefined;
  if (Array.isArray(value) && value.length === 1) return readStateMoney(value[0], below(place, 0), depth + 1);
  if (!isJsonObject(value) || reading.amounts <= 0) return undefined;
  reading.amounts -= 1;
  const inner = within(value, place);
  return readCounted(value, inner) ?? findMoney(value, members.amount, inner, depth)?.money;
};

interface KeyedMoney {
  /** The key that held it, without a minor-unit suffix. */
  key: string;
  money: MoneyClaim;
}

/** Returns the first amount under one of the keys, or under its minor-unit form (`priceInCents`). */
export const findMoney = (
  object: JsonObject,
  keys: readonly string[],
  place: Place,
  depth = 0,
): KeyedMoney | undefined => {
  const { path, currency, reading } = place;
  const inMinor = minorKeysOf(object, reading);
  const decimals = decimalsStated(object);
  const counted = (key: string, digits?: number): MoneyClaim | undefined =>
    readMinorMoney(object[key], currency, `${path}.${key}`, reading.hints, digits);
  for (const key of keys) {
    const minorKey = inMinor?.get(key);
    const isHeld = Object.hasOwn(object, key);
    const money =
      (isHeld && decimals !== undefined ? counted(key, decimals) : undefined) ??
      (isHeld ? readStateMoney(object[key], below(place, key), depth + 1) : undefined) ??
      (minorKey === undefined ? undefined : counted(minorKey));
    if (money) return { key, money };
  }
  return undefined;
};
