import { normalizeCurrency } from '../../text/currency-lexicon.ts';
import { amountReadings, type PriceHints, parsePriceText } from '../../text/parse-price-text.ts';
import type { MoneyClaim } from '../claims.ts';
import { JsonNumber, type JsonValue } from './loose-json.ts';

const plainNumber = /^\d+(?:\.\d+)?$/;

/** Converts Java's exponents: "1.25E7" becomes "12500000". */
const withoutExponent = (text: string): string | undefined => {
  const found = /^(\d)(?:\.(\d{1,16}))?[eE]\+?(\d{1,2})$/.exec(text);
  if (!found) return undefined;
  const [, first, rest = '', power] = found as unknown as [string, string, string | undefined, string];
  const places = Number(power);
  if (places > 15) return undefined;
  const digits = `${first}${rest === '0' ? '' : rest}`.padEnd(places + 1, '0');
  const fraction = digits.slice(places + 1);
  return `${digits.slice(0, places + 1)}${fraction && `.${fraction}`}`;
};

/** Rejects `-5`; `.99` becomes "0.99". */
const amountOfNumber = (text: string): string | undefined => {
  if (plainNumber.test(text)) return text;
  if (/^\d+\.$/.test(text)) return text.slice(0, -1);
  if (/^\.\d+$/.test(text)) return `0${text}`;
  return withoutExponent(text);
};

/** "30.000": three decimals, or thousands. */
const threeDecimals = /^\d{1,3}\.\d{3}$/;

/**
 * Reads a JSON number, whose dot is the decimal point. Three decimals come from a template, since programs
 * omit the zeros of "30.000": in a currency without decimals they are thousands, otherwise the page may
 * decide.
 */
const readNumber = (
  amount: string,
  currency: string | null,
  hints: PriceHints,
): Pick<MoneyClaim, 'amount' | 'otherwise'> => {
  if (!threeDecimals.test(amount)) return { amount };
  const [first = amount, second] = amountReadings(amount, withCurrency(hints, currency));
  if (second === undefined) return { amount: first };
  return { amount, otherwise: first === amount ? second : first };
};

/**
 * Reads a price with its currency from structured data.
 *
 * @param value - number or text, machine-written ("1226.00") or as printed ("1.226,00 €").
 * @param currency - the text of a property such as `priceCurrency`.
 * @returns `undefined` if the value contains no amount.
 */
export const readMoneyClaim = (
  value: JsonValue | undefined,
  currency: string | undefined,
  path: string,
  hints: PriceHints,
): MoneyClaim | undefined => {
  const stated = currency ? normalizeCurrency(currency, hints) : null;
  if (value instanceof JsonNumber) {
    const amount = amountOfNumber(value.text);
    if (amount === undefined) return undefined;
    return { ...readNumber(amount, stated, hints), currency: stated, raw: value.text, path };
  }
  if (typeof value !== 'string') return undefined;
  const raw = value.trim();
  if (raw === '' || raw.length > 200) return undefined;
  if (plainNumber.test(raw)) {
    // Machine-written: the dot is the decimal point, unless the market groups by it ("1.299" in EUR).
    const [amount = raw, otherwise] = threeDecimals.test(raw)
      ? amountReadings(raw, withCurrency(hints, stated))
      : [];
    return { amount, currency: stated, raw, path, ...(otherwise !== undefined && { otherwise }) };
  }
  // Negative amounts are no prices, as number or text.
  if (/^[-−–]\s?[\p{Sc}\p{Nd}]/u.test(raw)) return undefined;
  const own = withCurrency(hints, stated);
  const priced = parsePriceText(raw, own);
  if (priced) return { amount: priced.amount, currency: stated ?? priced.currency, raw, path };
  return undefined;
};

const withCurrency = (hints: PriceHints, currency: string | null): PriceHints =>
  currency === null ? hints : { ...hints, currency };
