import type { MoneyClaim } from '../claims.ts';
import { readMoneyClaim } from '../structured/claim-money.ts';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../structured/loose-json.ts';
import { spellings } from './key-spellings.ts';
import { decimalsStated, minorKeysOf, readMinorMoney } from './minor-units.ts';
import type { Reading } from './reading.ts';

const currencyKeys = spellings([
  'currency',
  'currencyCode',
  'currencyIso',
  'currencyISOCode',
  'priceCurrency',
  'isoCode',
  'currencyIsoCode',
  'currencyCodeIso',
  'currencyUnit',
  'currencyId',
  'currencySymbol',
  'siteCurrency',
  'orderCurrencyCode',
]);
/** Keys under which objects keep the amount that is paid now, most telling first. */
const amountKeys = spellings([
  'withTax',
  'taxIncluded',
  'taxIncludedPrice',
  'priceInclTax',
  'includingTax',
  'inclTax',
  'finalPrice',
  'final',
  'sale',
  'sales',
  'special',
  'discounted',
  'current',
  'currentPrice',
  'now',
  'selling',
  'sellingPrice',
  'salePrice',
  'decimalPrice',
  'amount',
  'value',
  'price',
  'gross',
  'minPrice',
  'min',
  'minVariantPrice',
  'minimumPrice',
  'regular',
  'regularPrice',
  'list',
  'listPrice',
  'maximumPrice',
  'formatted',
  'formattedValue',
  'formattedPrice',
  'displayPrice',
  'displayValue',
  'text',
]);

const currencyNames = new Set(currencyKeys);

/** Whether a member of that name may name a currency. */
export const namesCurrency = (key: string): boolean => currencyNames.has(key);

/** Currency that an object names for the amounts in it. */
export const currencyOfState = (object: JsonObject): string | undefined => {
  for (const key of currencyKeys) {
    const value = object[key];
    if (typeof value === 'string' && value.length >= 1 && value.length <= 5) return value;
    if (isJsonObject(value) && typeof value.code === 'string') return value.code;
  }
  return undefined;
};

const maxDepth = 5;

const readValue = (
  value: JsonValue | undefined,
  currency: string | undefined,
  path: string,
  reading: Reading,
  depth: number,
): MoneyClaim | undefined => {
  if (typeof value === 'string' || value instanceof JsonNumber)
    return readMoneyClaim(value, currency, path, reading.hints);
  if (Array.isArray(value) && value.length === 1 && depth < maxDepth)
    return readValue(value[0], currency, `${path}[0]`, reading, depth + 1);
  if (!isJsonObject(value) || depth >= maxDepth || reading.amounts <= 0) return undefined;
  reading.amounts -= 1;
  const own = currencyOfState(value) ?? currency;
  if (value.centAmount instanceof JsonNumber) {
    const digits = value.fractionDigits instanceof JsonNumber ? Number(value.fractionDigits.text) : undefined;
    return readMinorMoney(value.centAmount, own, `${path}.centAmount`, reading.hints, digits);
  }
  // Dinero's `{"amount": 149900, "precision": 2}`, later `scale`.
  const precision = value.precision ?? value.scale;
  if (value.amount instanceof JsonNumber && precision instanceof JsonNumber && own !== undefined) {
    const money = readMinorMoney(value.amount, own, `${path}.amount`, reading.hints, Number(precision.text));
    if (money) return money;
  }
  return readMembers(value, amountKeys, own, path, reading, depth)?.money;
};

const readMembers = (
  object: JsonObject,
  keys: readonly string[],
  currency: string | undefined,
  path: string,
  reading: Reading,
  depth: number,
): KeyedMoney | undefined => {
  const minor = minorKeysOf(object, reading);
  const decimals = decimalsStated(object);
  for (const key of keys) {
    if (decimals !== undefined) {
      const money = readMinorMoney(object[key], currency, `${path}.${key}`, reading.hints, decimals);
      if (money) return { key, money };
    }
    if (Object.hasOwn(object, key)) {
      const money = readValue(object[key], currency, `${path}.${key}`, reading, depth + 1);
      if (money) return { key, money };
    }
    const inMinor = minor?.get(key);
    if (inMinor === undefined) continue;
    const money = readMinorMoney(object[inMinor], currency, `${path}.${inMinor}`, reading.hints);
    if (money) return { key, money };
  }
  return undefined;
};

export interface KeyedMoney {
  /** Under which of the asked keys it stands, without what names the smallest unit. */
  key: string;
  money: MoneyClaim;
}

/**
 * Reads an amount as application state keeps it: number, text, or an object around either, also in the smallest
 * unit where the object says so (`centAmount` with `fractionDigits`, `amount` with `precision`, `amountInCents`).
 */
export const readStateMoney = (
  value: JsonValue | undefined,
  currency: string | undefined,
  path: string,
  reading: Reading,
): MoneyClaim | undefined => readValue(value, currency, path, reading, 0);

/**
 * The first amount that an object keeps under one of the keys, or under that key's name for the smallest unit
 * (`priceInCents`).
 */
export const findMoney = (
  object: JsonObject,
  keys: readonly string[],
  currency: string | undefined,
  path: string,
  reading: Reading,
): KeyedMoney | undefined => readMembers(object, keys, currency, path, reading, 0);
