import { decimalInUse, digitsOfCurrency, normalizeCurrency } from './currency-lexicon.ts';
import { parsePriceText } from './parse-price-text.ts';
import type { PriceHints } from './price-hints.ts';
import undivided from './undivided-in-use.json' with { type: 'json' };

/** Currencies with hundredths by standard that shops do not use, since they are worth almost nothing. */
const undividedInUse = new Set(undivided.split(' '));

const trimmedDecimals = (amount: string): string => {
  const [whole, fraction] = amount.split('.') as [string, string | undefined];
  const plain = whole.replace(/^0+(?=\d)/, '');
  if (fraction === undefined) return plain;
  // Databases pad: "12.990000" is 12.99.
  return fraction.length > 3
    ? `${plain}.${fraction.slice(0, 2)}${fraction.slice(2).replace(/0+$/, '')}`
    : `${plain}.${fraction}`;
};

/** "1.299": both readings, the likelier first. */
const groupedOrSplit = (whole: string, fraction: string, hints: PriceHints): readonly string[] => {
  const split = trimmedDecimals(`${whole}.${fraction}`);
  const grouped = `${whole}${fraction}`;
  const code = hints.currency === undefined ? null : normalizeCurrency(hints.currency, hints);
  if (code === null) return [split, grouped];
  const digits = digitsOfCurrency(code);
  if (digits === 3) return [split, grouped];
  if (digits === 0) return [grouped];
  // "30.000" is payable in a currency with two decimals as the standard reads it; no shop asks for half a
  // cent ("1.299"), while many group thousands with a dot.
  const isPayable = fraction.endsWith('0') && !undividedInUse.has(code);
  return decimalInUse(code, hints) === ',' && !isPayable ? [grouped, split] : [split, grouped];
};

/**
 * All readings of a number in structured data ("1226.00", "1,226.00", "1.226,00", also with a sign), most
 * likely first. The dot is the decimal point, as schema.org requires, but "1.299" may be 1299 if the shop
 * wrote its printed form, and is in a currency without decimals. The rest of the page decides.
 *
 * @returns decimal strings with the text's own digits; empty if it holds no amount.
 * @see https://schema.org/price
 */
export const amountReadings = (text: string, hints: PriceHints = {}): readonly string[] => {
  const trimmed = text.trim();
  const plain = /^(\d{1,18})(?:\.(\d{1,20}))?$/.exec(trimmed);
  if (plain) {
    const [number, whole, fraction] = plain as unknown as [string, string, string | undefined];
    return fraction?.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
      ? groupedOrSplit(whole, fraction, hints)
      : [trimmedDecimals(number)];
  }
  if (trimmed.length > 100 || /^[-–−]/.test(trimmed) || /\d[eE][+-]?\d/.test(trimmed)) return [];
  const amount = parsePriceText(trimmed, hints)?.amount;
  return amount === undefined ? [] : [trimmedDecimals(amount)];
};
