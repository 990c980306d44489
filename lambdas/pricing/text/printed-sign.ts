import { anyOf } from '../words/word-lists.ts';
import {
  currencyEndingAt,
  currencyStartingAt,
  isContradicted,
  isHinted,
  type PrintedCurrency,
} from './currency-lexicon.ts';
import type { NumberToken } from './number-token.ts';
import type { PriceHints } from './price-hints.ts';
import { priceNames } from './price-words.ts';

/** "USD $" and "$ CAD": adjacent signs denote what they have in common. */
export const commonCurrency = (
  left: PrintedCurrency,
  right: PrintedCurrency,
): PrintedCurrency | undefined => {
  const codes = left.codes.filter((code) => right.codes.includes(code));
  if (codes.length === 0) return undefined;
  const sharper = left.codes.length <= right.codes.length ? left : right;
  const main = codes.find((code) => code === left.main || code === right.main);
  return { ...sharper, codes, main, isWeak: false };
};

/** Narrows an ambiguous sign by an adjacent one. */
const refined = (sign: PrintedCurrency, further: PrintedCurrency | undefined): PrintedCurrency => {
  const shared = further && commonCurrency(sign, further);
  if (!shared) return sign;
  return { ...shared, start: Math.min(sign.start, further.start), end: Math.max(sign.end, further.end) };
};

const behindGap = (text: string, from: number, most: number): number =>
  from + /^[\s(]*/.exec(text.slice(from, from + most))![0].length;

/** The currency printed before the number at `index`. */
export const signBefore = (text: string, index: number): PrintedCurrency | undefined => {
  // "EUR : 12", and currency names that end in such a character.
  const gap = /[\s:=.-]*$/.exec(text.slice(Math.max(0, index - 4), index))![0];
  for (let end = index; end >= index - gap.length; end -= 1) {
    const found = currencyEndingAt(text, end);
    if (!found) continue;
    // "SR-9" and "USD-12" are identifiers.
    const isGlued = end === index - gap.length && text.slice(end, index) === '-';
    if (isGlued && /\p{L}$/u.test(text.slice(found.start, found.end))) return undefined;
    const before = text.slice(Math.max(0, found.start - 2), found.start);
    const further = found.start - /[\s(]*$/.exec(before)![0].length;
    return found.codes.length === 1 ? found : refined(found, currencyEndingAt(text, further));
  }
  return undefined;
};

/** The currency printed after the number that ends at `index`. */
export const signBehind = (text: string, index: number): PrintedCurrency | undefined => {
  // "29.€": the separator of omitted decimals.
  const isDot = /^[.,]\p{Sc}/u.test(text.slice(index, index + 2));
  const found = currencyStartingAt(text, isDot ? index + 1 : behindGap(text, index, 3));
  if (!found || found.codes.length === 1) return found;
  return refined(found, currencyStartingAt(text, behindGap(text, found.end, 2)));
};

/** A sign and the number beside it. */
interface Place {
  sign: PrintedCurrency;
  token: NumberToken;
  text: string;
  hints: PriceHints;
  printed: string;
}

type Rule = (place: Place) => boolean;

/** Codes of worldwide currencies occur in no product names. */
const isWorldwide = ({ codes }: PrintedCurrency): boolean => /^(?:EUR|USD|GBP)$/.test(codes.join());

/**
 * True if letters before a whole number are part of a name although they spell a currency: "DIN 933 A2"
 * always, "SR 44 battery" if page and caller know other currencies.
 */
const isPartOfName: Rule = ({ sign, token, text, hints, printed }) => {
  if (isWorldwide(sign) || sign.end > token.start || token.isFormatted || !/^\p{L}{2,4}\.?$/u.test(printed))
    return false;
  const behind = text.slice(token.end, token.end + 24);
  if (/^\s\p{Lu}{1,2}\d/u.test(behind)) return true;
  return /^[\s-]\p{L}/u.test(behind) && isContradicted(sign.codes, hints);
};

/** "R2-D2", "Q4 2024": a letter and a short number are part of a name, unless they are the whole text. */
const isLetterOfName: Rule = ({ sign, token, text, printed }) =>
  /^[A-Z]$/.test(printed) &&
  sign.end <= token.start &&
  (/^-?[\p{L}\d]|^\s\d{4}(?!\d)/u.test(text.slice(token.end, token.end + 6)) ||
    /[\p{L}\d-]$/u.test(text.slice(0, sign.start)));

/** "Nad 6 kosov", "Ron 12 ani": a capitalized word that spells a code. */
const isCapitalized: Rule = ({ sign, token, printed, hints }) =>
  /^\p{Lu}\p{Ll}{2}$/u.test(printed) &&
  !isWorldwide(sign) &&
  sign.codes.join() === printed.toUpperCase() &&
  sign.end <= token.start &&
  !token.isFormatted &&
  !isHinted(sign.codes, hints);

const measured = new RegExp(String.raw`(?<!\p{L})(?:${anyOf('contentNames')}|weight)\s?:?\s?$`, 'iu');
/** "Weight: 5 pounds" */
const isMeasure: Rule = ({ sign, token, text, printed }) =>
  /^\p{L}{3,}$/u.test(printed) && measured.test(text.slice(0, Math.min(sign.start, token.start)).slice(-24));

const isOtherWord: readonly Rule[] = [isLetterOfName, isPartOfName, isCapitalized, isMeasure];

/** Codes that are words or parts of names before numbers. */
const precedesNumbers = /^(?:ALL|TOP|SOS|GEL|CUP|MOP)$/;

/** True if the number's format shows that a weak sign means money. */
const looksLikeMoney: Rule = ({ sign, token, text, printed }) => {
  // Kilometres and knots, unless the text is a price only.
  if (/^(?:KM|kn)$/.test(printed)) return /^\d{2}$/.test(token.fraction ?? '') && text.length < 24;
  const from = Math.min(token.start, sign.start);
  // "15 GEL" and "PEN 10" as whole texts are prices; "TOP 10" is not.
  const isWhole =
    (token.start === 0 && sign.end === text.length) ||
    (sign.start === 0 && token.end === text.length && !precedesNumbers.test(printed));
  const isCalled = isWhole || priceNames.endsIn(text.slice(Math.max(0, from - 16), from));
  if (/^[A-Z]{3}$/.test(printed) && isCalled) return true;
  // "R9 290": the blank separates a name's numbers.
  if (/^[RQ]\d \d{3}$/.test(text.slice(sign.start, token.end))) return false;
  return token.isFormatted && /^(?:[A-Z]{3}|R|Fr\.|Q|D[ATH]|Ar|Ks|сом)$/.test(printed);
};

/** True if a printed sign means money here: a weak one only if hints or the number's format support it. */
export const isMoneySign = (
  sign: PrintedCurrency,
  token: NumberToken,
  text: string,
  hints: PriceHints,
): boolean => {
  const place = { sign, token, text, hints, printed: text.slice(sign.start, sign.end) };
  if (isOtherWord.some((rule) => rule(place))) return false;
  return !sign.isWeak || isHinted(sign.codes, hints) || looksLikeMoney(place);
};
