import type { MoneyClaim } from '../claims.ts';
import type { PriceHints } from '../money/price-hints.ts';
import { readMoneyClaim } from '../structured/claim-money.ts';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../structured/loose-json.ts';
import { members } from './members.ts';
import { membersOf, type Reading } from './reading.ts';

/** Longest name of a member that may speak of the smallest unit. */
const maxKey = 50;
/** Most members of an object that is read for them. */
const maxMembers = 300;
const minorKey = /^([a-z_]*?)_?(?:in_?)?(?:cents|pence|minor(?:_?units?)?|minor_?amount)$/i;

/** ISO 4217 counts no smaller unit of these, or thousandths; everything else in hundredths. */
const withoutMinorUnit = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
);
const inThousandths = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));

/** How many decimals amounts of a currency have; two where none is named. */
export const decimalsOf = (code: string | undefined): number => {
  if (code === undefined) return 2;
  return withoutMinorUnit.has(code) ? 0 : inThousandths.has(code) ? 3 : 2;
};

/** `15000` in the currency's smallest unit is "150.00": the same digits with the point put in. */
export const fromMinorUnits = (digits: string, decimals: number): string | undefined => {
  if (!/^\d{1,15}$/.test(digits)) return undefined;
  if (decimals === 0) return digits;
  const padded = digits.padStart(decimals + 1, '0');
  return `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
};

/** "minorUnits: 2" says how many decimals there are, not how many cents. */
const countsDecimals = (value: JsonValue | undefined): boolean =>
  value instanceof JsonNumber && /^[0-4]$/.test(value.text);

/** How many decimals an object, or the currency in it, says that its whole numbers have. */
export const decimalsStated = (object: JsonObject): number | undefined => {
  const places = isJsonObject(object.currency) ? [object, object.currency] : [object];
  for (const place of places)
    for (const key of members.decimals) {
      const value = place[key];
      if (value instanceof JsonNumber && countsDecimals(value)) return Number(value.text);
    }
  return object.divisor instanceof JsonNumber && object.divisor.text === '100' ? 2 : undefined;
};

/**
 * Members whose names say that they count the currency's smallest unit (`priceInCents`, `amount_minor`,
 * `minorUnits`), by the name without that; a bare `cents` is an amount.
 */
export const minorKeysOf = (
  object: JsonObject,
  reading: Reading,
): ReadonlyMap<string, string> | undefined => {
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
 * Reads a whole number of the smallest unit.
 *
 * @param decimals - as the page states them; else those of the currency, else two.
 */
export const readMinorMoney = (
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
