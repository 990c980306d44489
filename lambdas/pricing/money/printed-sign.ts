import { currencyEndingAt, currencyStartingAt, isHinted, type PrintedCurrency } from './currency-lexicon.ts';
import type { NumberToken } from './number-token.ts';
import type { PriceHints } from './price-hints.ts';

/** The currency printed before the number that starts at `index`. */
export const signBefore = (text: string, index: number): PrintedCurrency | undefined => {
  let end = index;
  while (end > 0 && index - end < 4 && /[\s:=.-]/.test(text[end - 1]!)) {
    const direct = currencyEndingAt(text, end);
    if (direct) return refineBefore(text, direct);
    // A hyphen belongs to "EUR - 12" only with space around it; "USD-12" is a code.
    end -= 1;
  }
  const found = currencyEndingAt(text, end);
  // "SR-9" and "USD-12" are identifiers.
  if (found && text.slice(end, index) === '-' && /\p{L}$/u.test(text.slice(found.start, found.end)))
    return undefined;
  return found && refineBefore(text, found);
};

/** The currency printed behind the number that ends at `index`. */
export const signBehind = (text: string, index: number): PrintedCurrency | undefined => {
  let start = index;
  while (start < text.length && start - index < 3 && /[\s(]/.test(text[start]!)) start += 1;
  const found = currencyStartingAt(text, start);
  return found && refineBehind(text, found);
};

/** "USD $" and "$ CAD": two prints that stand together mean what they have in common. */
export const common = (left: PrintedCurrency, right: PrintedCurrency): PrintedCurrency | undefined => {
  const codes = left.codes.filter((code) => right.codes.includes(code));
  if (codes.length === 0) return undefined;
  const sharper = left.codes.length <= right.codes.length ? left : right;
  return {
    ...sharper,
    codes,
    main: codes.find((code) => code === left.main || code === right.main),
    isWeak: false,
  };
};

const refineBefore = (text: string, sign: PrintedCurrency): PrintedCurrency => {
  if (sign.codes.length === 1) return sign;
  let end = sign.start;
  while (end > 0 && sign.start - end < 2 && /[\s(]/.test(text[end - 1]!)) end -= 1;
  const further = currencyEndingAt(text, end);
  const shared = further && common(further, sign);
  return shared ? { ...shared, start: Math.min(further.start, sign.start), end: sign.end } : sign;
};

const refineBehind = (text: string, sign: PrintedCurrency): PrintedCurrency => {
  if (sign.codes.length === 1) return sign;
  let start = sign.end;
  while (start < text.length && start - sign.end < 2 && /[\s(]/.test(text[start]!)) start += 1;
  const further = currencyStartingAt(text, start);
  const shared = further && common(sign, further);
  return shared ? { ...shared, start: sign.start, end: further.end } : sign;
};

/** Whether a printed sign means money here: a weak one only where hints or the look of the number say so. */
export const counts = (
  sign: PrintedCurrency,
  token: NumberToken,
  text: string,
  hints: PriceHints,
): boolean => {
  const printed = text.slice(sign.start, sign.end);
  // "R2-D2", "Q4 2024": one letter and a short number are part of a name, unless they are the whole text.
  if (/^[A-Z]$/.test(printed) && sign.end <= token.start) {
    if (/^-?[\p{L}\d]|^\s\d{4}(?!\d)/u.test(text.slice(token.end, token.end + 6))) return false;
    if (/[\p{L}\d-]$/u.test(text.slice(0, sign.start))) return false;
  }
  if (!sign.isWeak || isHinted(sign.codes, hints)) return true;
  // Kilometres and knots, unless the text is a price and nothing else.
  if (/^(?:KM|kn)$/.test(printed)) return /^\d{2}$/.test(token.fraction ?? '') && text.length < 24;
  // "15 GEL" as a whole text is a price; "TOP 10" is none.
  if (/^[A-Z]{3}$/.test(printed) && token.start === 0 && sign.end === text.length) return true;
  return (
    token.isFormatted && token.fraction !== '' && /^(?:[A-Z]{3}|R|Fr\.|Q|D[ATH]|Ar|Ks|сом)$/.test(printed)
  );
};
