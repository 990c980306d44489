import type { MoneyClaim } from '../claims.ts';
import type { PriceHints } from '../money/price-hints.ts';
import { readMoneyClaim } from '../structured/claim-money.ts';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../structured/loose-json.ts';
import { members } from './members.ts';
import { membersOf, type Reading } from './reading.ts';

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
export const decimalsOf = (code: string | undefined): number => {
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
 * Members with amounts in minor units (`priceInCents`, `amount_minor`, `minorUnits`), keyed by the name
 * without that suffix; plain `cents` counts as `amount`.
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
 * Reads a whole number of minor units.
 *
 * @param decimals - as stated by the page; else those of the currency, else two.
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
