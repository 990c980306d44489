import type { MoneyClaim } from '../claims.ts';
import { readMoneyClaim } from '../structured/claim-money.ts';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../structured/loose-json.ts';
import { members } from './members.ts';
import { decimalsStated, minorKeysOf, readMinorMoney } from './minor-units.ts';
import { below, type Place } from './reading.ts';

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

export interface KeyedMoney {
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
