import type { MoneyClaim } from '../claims.ts';
import type { PriceHints } from '../money/price-hints.ts';
import { readMoneyClaim } from '../structured/claim-money.ts';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../structured/loose-json.ts';
import { spellings } from './key-spellings.ts';

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
]);
/** Keys under which objects keep the amount that is paid now, most telling first. */
const amountKeys = spellings([
  'withTax',
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
  'regular',
  'regularPrice',
  'list',
  'formatted',
  'formattedValue',
  'formattedPrice',
  'displayPrice',
  'displayValue',
  'text',
]);

/** Currency that an object names for the amounts in it. */
export const currencyOfState = (object: JsonObject): string | undefined => {
  for (const key of currencyKeys) {
    const value = object[key];
    if (typeof value === 'string' && value.length >= 1 && value.length <= 5) return value;
    if (isJsonObject(value) && typeof value.code === 'string') return value.code;
  }
  return undefined;
};

/** `15000` in the currency's smallest unit is "150.00": the same digits with the point put in. */
export const fromMinorUnits = (digits: string, decimals: number): string | undefined => {
  if (!/^\d{1,15}$/.test(digits)) return undefined;
  if (decimals === 0) return digits;
  const padded = digits.padStart(decimals + 1, '0');
  return `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
};

/**
 * Reads an amount as application state keeps it: number, text, or an object around either, also in the smallest
 * unit where the object says so (`centAmount` with `fractionDigits`).
 */
export const readStateMoney = (
  value: JsonValue | undefined,
  currency: string | undefined,
  path: string,
  hints: PriceHints,
  depth = 0,
): MoneyClaim | undefined => {
  if (value === undefined || value === null || depth > 4) return undefined;
  if (typeof value === 'string' || value instanceof JsonNumber)
    return readMoneyClaim(value, currency, path, hints);
  if (!isJsonObject(value)) return undefined;
  const own = currencyOfState(value) ?? currency;
  if (value.centAmount instanceof JsonNumber) {
    const digits = value.fractionDigits instanceof JsonNumber ? Number(value.fractionDigits.text) : 2;
    const amount = fromMinorUnits(value.centAmount.text, digits >= 0 && digits <= 4 ? digits : 2);
    const money = readMoneyClaim(new JsonNumber(amount ?? 'x'), own, `${path}.centAmount`, hints);
    return money && { ...money, raw: value.centAmount.text };
  }
  for (const key of amountKeys) {
    if (!Object.hasOwn(value, key)) continue;
    const money = readStateMoney(value[key], own, `${path}.${key}`, hints, depth + 1);
    if (money) return money;
  }
  return undefined;
};
