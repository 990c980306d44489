import { decimalInUse, digitsOfCurrency, normalizeCurrency } from './currency-lexicon.ts';
import { parsePriceText } from './parse-price-text.ts';
import type { PriceHints } from './price-hints.ts';
import undivided from './undivided-in-use.json' with { type: 'json' };

/** Currencies that have hundredths by their standard, and whose shops ask none: they are worth next to nothing. */
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
  // "30.000" may be paid in a currency of two decimals as the standard reads it; no shop asks the half of a cent in "1.299",
  // while many print a dot between thousands.
  const isPayable = fraction.endsWith('0') && !undividedInUse.has(code);
  return decimalInUse(code, hints) === ',' && !isPayable ? [grouped, split] : [split, grouped];
};

/**
 * All that a number may mean which a machine wrote into structured data ("1226.00", "1,226.00", "1.226,00", also with a
 * sign), the likeliest first: the dot is the decimal point, as schema.org asks, but "1.299" may be 1299 where the shop wrote
 * its printed form into the data, and is that in a currency without decimals. What else stands on the page decides.
 *
 * @returns decimal strings with the text's own digits; none when it holds no amount.
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
