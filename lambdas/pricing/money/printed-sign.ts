import { opensWith } from '../lexicon/amount-words.ts';
import {
  currencyEndingAt,
  currencyStartingAt,
  isContradicted,
  isHinted,
  type PrintedCurrency,
} from './currency-lexicon.ts';
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
  // "29.€": the separator of decimals that were left out.
  let start = /^[.,]\p{Sc}/u.test(text.slice(index, index + 2)) ? index + 1 : index;
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

/** Small words that stand behind a price as well. */
const saidOfPrice =
  /^(?:add|buy|shop|view|choose|select|in|size|qty|quantity|free|each|ea|per|pro|par|por|je|pr|and|und|et|y|e|i|og|och|ja|or|oder|ou|o|to|bis|a|à|do|till|til|tot|hasta|for|für|pour|voor|with|mit|avec|con|com|met|inc|incl|inkl|excl|exkl|zzgl|plus|all|tax|vat|gst|mwst|ust|iva|tva|btw|moms|stück|piece|month|mo|year|day|week|monat|mois|mes)(?![\p{L}\p{N}])/iu;
const saysOfPrice = (text: string): boolean =>
  opensWith(
    text,
    'Now',
    'Was',
    'Saving',
    'Gross',
    'NetOfTax',
    'Shipping',
    'Instalment',
    'Members',
    'From',
    'Threshold',
  );

/**
 * Whether letters before a whole number are a name's, although they spell a currency: "DIN 933 A2" anywhere, and
 * "SR 44 battery" where page and caller know other currencies. Letters behind that speak of prices tell otherwise.
 */
const isPartOfName = (
  { start, end, codes }: PrintedCurrency,
  token: NumberToken,
  text: string,
  hints: PriceHints,
): boolean => {
  // The currencies of half the world's shops are in no names.
  if (/^(?:EUR|USD|GBP)$/.test(codes.join())) return false;
  if (end > token.start || token.isFormatted || !/^\p{L}{2,4}\.?$/u.test(text.slice(start, end)))
    return false;
  const behind = text.slice(token.end, token.end + 24);
  if (/^\s\p{Lu}{1,2}\d/u.test(behind)) return true;
  if (!/^[\s-]\p{L}/u.test(behind) || !isContradicted(codes, hints)) return false;
  const words = behind.slice(1);
  // A price follows: what stands between is its sign or its label.
  if (currencyStartingAt(text, token.end + 1)) return false;
  return !saidOfPrice.test(words) && !saysOfPrice(words);
};

const priceLabelBefore =
  /(?<!\p{L})(?:price|preis|prix|precio|prezzo|preço|prijs|cena|çmimi|цена|ціна|ár|fiyat|fiyatı|hinta|pris|preț|kaina|hind|harga|giá|τιμή)\s*:?\s*$/iu;

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
  // A path ("C:\2024"), where the backslash is no sign of yen.
  if (printed === '\\' && /[a-z\d\\]:?$/i.test(text.slice(Math.max(0, sign.start - 2), sign.start)))
    return false;
  if (isPartOfName(sign, token, text, hints)) return false;
  // "Nad 6 kosov", "Ron 12 ani": a word with a capital that spells a code.
  if (
    /^\p{Lu}\p{Ll}{2}$/u.test(printed) &&
    sign.codes.join() === printed.toUpperCase() &&
    sign.end <= token.start &&
    !token.isFormatted &&
    !isHinted(sign.codes, hints)
  )
    return /^(?:EUR|USD|GBP)$/.test(sign.codes.join());
  if (!sign.isWeak || isHinted(sign.codes, hints)) return true;
  // Kilometres and knots, unless the text is a price and nothing else.
  if (/^(?:KM|kn)$/.test(printed)) return /^\d{2}$/.test(token.fraction ?? '') && text.length < 24;
  const before = text.slice(
    Math.max(0, Math.min(token.start, sign.start) - 16),
    Math.min(token.start, sign.start),
  );
  if (/^[A-Z]{3}$/.test(printed) && priceLabelBefore.test(before)) return true;
  // "15 GEL" as a whole text is a price; "TOP 10" is none.
  if (/^[A-Z]{3}$/.test(printed) && token.start === 0 && sign.end === text.length) return true;
  return (
    token.isFormatted && token.fraction !== '' && /^(?:[A-Z]{3}|R|Fr\.|Q|D[ATH]|Ar|Ks|сом)$/.test(printed)
  );
};
