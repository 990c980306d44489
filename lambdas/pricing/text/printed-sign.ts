import { anyOf } from '../words/word-lists.ts';
import {
  currencyEndingAt,
  currencyStartingAt,
  isContradicted,
  isHinted,
  isRunOn,
  type PriceHints,
  type PrintedCurrency,
} from './currency-lexicon.ts';
import type { NumberToken } from './number-token.ts';
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
interface SignPlace {
  sign: PrintedCurrency;
  token: NumberToken;
  text: string;
  hints: PriceHints;
  printed: string;
}

type SignRule = (place: SignPlace) => boolean;

/** Codes of worldwide currencies occur in no product names. */
const isWorldwide = ({ codes }: PrintedCurrency): boolean => /^(?:EUR|USD|GBP)$/.test(codes.join());

/**
 * True if letters before a whole number are part of a name although they spell a currency: "DIN 933 A2"
 * always, "SR 44 battery" if page and caller know other currencies.
 */
const isPartOfName: SignRule = ({ sign, token, text, hints, printed }) => {
  if (isWorldwide(sign) || sign.end > token.start || token.isFormatted || !/^\p{L}{2,4}\.?$/u.test(printed))
    return false;
  const behind = text.slice(token.end, token.end + 24);
  if (/^\s\p{Lu}{1,2}\d/u.test(behind)) return true;
  return /^[\s-]\p{L}/u.test(behind) && isContradicted(sign.codes, hints);
};

/** "R2-D2", "Q4 2024": a letter and a short number are part of a name, unless they are the whole text. */
const isLetterOfName: SignRule = ({ sign, token, text, printed }) =>
  /^[A-Z]$/.test(printed) &&
  sign.end <= token.start &&
  (/^-?[\p{L}\d]|^\s\d{4}(?!\d)/u.test(text.slice(token.end, token.end + 6)) ||
    /[\p{L}\d-]$/u.test(text.slice(0, sign.start)));

/** "Nad 6 kosov", "Ron 12 ani": a capitalized word that spells a code. */
const isCapitalized: SignRule = ({ sign, token, printed, hints }) =>
  /^\p{Lu}\p{Ll}{2}$/u.test(printed) &&
  !isWorldwide(sign) &&
  sign.codes.join() === printed.toUpperCase() &&
  sign.end <= token.start &&
  !token.isFormatted &&
  !isHinted(sign.codes, hints);

const measured = new RegExp(String.raw`(?<!\p{L})(?:${anyOf('contentNames')}|weight)\s?:?\s?$`, 'iu');
/** "Weight: 5 pounds" */
const isMeasure: SignRule = ({ sign, token, text, printed }) =>
  /^\p{L}{3,}$/u.test(printed) && measured.test(text.slice(0, Math.min(sign.start, token.start)).slice(-24));

const isOtherWord: readonly SignRule[] = [isLetterOfName, isPartOfName, isCapitalized, isMeasure];

/** Codes that are words or parts of names before numbers. */
const precedesNumbers = /^(?:ALL|TOP|SOS|GEL|CUP|MOP)$/;

/** True if the number's format shows that a weak sign means money. */
const looksLikeMoney: SignRule = ({ sign, token, text, printed }) => {
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

// After a bare number: what it counts or measures instead of money.
const countedBehind = new RegExp(
  [
    String.raw`^(?:\s?(?:[★☆⭐✩✭%‰°ºª"”″]|''|\+(?=\s|$))`,
    String.raw`|[\s-]?(?:${anyOf('rated', 'counted')}|\/\s?\d|-?in-1|(?:von|for|für|pour|por|per) \d)`,
    String.raw`(?![\p{L}\p{N}]))`,
  ].join(''),
  'iu',
);
/** Multipliers: thousand, ten thousand, lakh, million, crore, milliard. */
const scaleWords = `${anyOf('multipliers')}|mil(?!e)`;
const multiplierBehind = new RegExp(
  [
    String.raw`^(?:\s?(?:[kKM]|${scaleWords})(?![\p{L}\p{N}]|\.\p{L})`,
    String.raw`|(?:k|tr|rb|jt|mn|[mb](?!\d|\.\p{L}))(?=\d{0,3}(?![\p{L}\p{N}]))`,
    String.raw`|\s?(?:千|万|萬|億|亿|만|억|천|ล้าน|แสน|หมื่น|พัน))`,
  ].join(''),
  'iu',
);
const scaleBehindSign = new RegExp(`^\\s(?:${scaleWords})(?![\\p{L}\\p{N}])`, 'iu');
const scaleBefore = new RegExp(`\\d\\s?(?:${scaleWords})\\.?\\s?$`, 'iu');
const bareBefore = new RegExp(
  [
    String.raw`(?:\p{L}[-_]?|[#№_@]|[★☆⭐☎✆📞]\s?|\d\s|${anyOf('numbered')}\.?\s?[:#]?\s?`,
    String.raw`|\d[-:/.,]|\d\s?\(|\+|\+\d[\d\s()-]{0,14}|\p{L}\d*[.-]`,
    String.raw`|(?:^|[^\d.,])\d{1,3}\s${anyOf('forPrice')}\s|\bv\.?|\bx\s?|×\s?|\d\sх\s?)$`,
  ].join(''),
  'iu',
);

/** "4 interest-free payments of $19.99": the number of payments. */
const paymentsBehind = new RegExp(
  String.raw`^\s(?:[\p{L}-]{1,20}\s){0,2}(?:${anyOf('payments')})(?!\p{L})`,
  'iu',
);

/** "4,7 (2.310 Bewertungen)", "4.8 | 1.2k sold", "4,9 · 312 opinii" */
const votesBehind = /^\s?(?:\(\s?\d[\d.,\s]*k?\+?\s?\p{L}[\p{L}\s]{0,24}\)|[|·•]\s?\d[\d.,]*k?\+?\s\p{L})/iu;
/** "4.50 su 5", "4,5 de 5" */
const ofFiveBehind = new RegExp(String.raw`^\s?${anyOf('outOf')}\s?(?:5|10)(?![\d.,])`, 'iu');

/** "December 3, 2020": the day after the month, and the year after both. */
const behindMonth = new RegExp(
  [
    String.raw`(?<!\p{L})(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)(?:\p{L}{2,7})?\.?`,
    String.raw`\s(?:\d{1,2}(?:st|nd|rd|th)?,?\s)?$`,
  ].join(''),
  'iu',
);

/** U+FFFD replaces an unreadable character; in a number it may be a digit or a mark. */
const lostBefore = /\ufffd[.,]?$/;
const lostBehind = /^[.,]?\ufffd/;
const isCut = (text: string, { start, end }: NumberToken): boolean =>
  lostBefore.test(text.slice(Math.max(0, start - 2), start)) || lostBehind.test(text.slice(end, end + 2));

/** "12.99.99 €", "$24.994.5 out of 5": two numbers run together with no clear boundary. */
const isTorn = (text: string, { start, end, continues }: NumberToken): boolean =>
  (continues && /^[.,]\d/.test(text.slice(end, end + 2))) ||
  /\d[.,]$/.test(text.slice(Math.max(0, start - 2), start));

/** A number and its surroundings. */
interface Place {
  text: string;
  token: NumberToken;
  sign: PrintedCurrency | undefined;
  /** Text shortly before the number. */
  before: string;
  /** Text shortly after the number and its sign. */
  behind: string;
}

type Rule = (place: Place) => boolean;

/** "rb" is a thousand in Indonesia and roubles in Lithuania: if it counts as a sign, it is one. */
const isSignBehind = ({ token, sign }: Place): boolean =>
  sign !== undefined &&
  sign.start >= token.end &&
  sign.start <= token.end + 1 &&
  (sign.end - sign.start > 1 || sign.start > token.end);

/** A multiplied number, with or without a sign. */
const multiplied: readonly Rule[] = [
  (place) =>
    !isSignBehind(place) && multiplierBehind.test(place.text.slice(place.token.end, place.token.end + 24)),
  ({ sign, behind }) => sign !== undefined && scaleBehindSign.test(behind),
  // "1万2800円" is 12800, "1 tys. 299 zł" 1299: neither number is the amount.
  ({ before }) => /[万萬만億亿억]\s?$/u.test(before.slice(-2)) || scaleBefore.test(before),
];

/** A signed number that is no amount: "%23" after an amount is a Turkish discount. */
const isSpoilt: Rule = ({ text, token, behind }) => isTorn(text, token) || /^\s?%(?!\s?\d)/.test(behind);

/** Numbers that are no amount, with or without ",-". */
const strange: readonly Rule[] = [
  // "%10 indirim"
  ({ before }) => /(?:^|[^\d\s])\s?[%٪]\s?$/.test(before.slice(-4)),
  // "(123) 456-7890"
  ({ before, behind }) => before.endsWith('(') && /^\)\s?\d{3}/.test(behind),
  ({ token }) => token.continues || token.end - token.start > 20,
  ({ token }) => !token.isFormatted && token.whole.length > 9,
];

/** Bare numbers that count or measure something. */
const counted: readonly Rule[] = [
  // A count alone in brackets, as of reviews.
  ({ before, behind, token }) =>
    before.endsWith('(') &&
    behind.startsWith(')') &&
    (!token.isFormatted || token.loneSeparator !== undefined),
  // "14.08." is a date.
  ({ text, token, behind }) =>
    behind.startsWith('.') &&
    /^(?:0?[1-9]|[12]\d|3[01])\.(?:0[1-9]|1[0-2])$/.test(text.slice(token.start, token.end)),
  // A rating and its votes.
  ({ behind }) => /^\s?\(\d[\d.,\s]*\)/.test(behind),
  ({ token, behind }) => token.fraction?.length === 1 && Number(token.whole) <= 5 && votesBehind.test(behind),
  ({ token, behind }) => Number(token.whole) <= 10 && ofFiveBehind.test(behind),
  ({ behind }) => countedBehind.test(behind),
  ({ text, token }) =>
    !token.isFormatted &&
    Number(token.whole) <= 60 &&
    paymentsBehind.test(text.slice(token.end, token.end + 60)),
  // In scripts without spaces an unknown currency may follow directly.
  ({ token, behind }) => /^[\p{L}_]/u.test(behind) && !(token.isFormatted && isRunOn(behind[0]!)),
  ({ behind }) => /^-[\p{L}\d]/u.test(behind),
  ({ before }) => bareBefore.test(before) || behindMonth.test(before),
  ({ before, behind }) => /(?:^|[\s(])-\s?$/.test(before) && /^\s*%/.test(behind),
];

/**
 * True if a number is no amount: a measure, a count, a date, part of a name; or multiplied ("1.2M"), so that
 * its digits alone are not the amount.
 */
export const isNotAPrice = (
  text: string,
  token: NumberToken,
  sign: PrintedCurrency | undefined,
  end: number,
): boolean => {
  const from = Math.max(token.end, end);
  const before = text.slice(Math.max(0, token.start - 16), token.start);
  const place: Place = { text, token, sign, before, behind: text.slice(from, from + 24) };
  const applies = (rule: Rule): boolean => rule(place);
  if (isCut(text, token) || multiplied.some(applies)) return true;
  if (sign) return isSpoilt(place);
  return strange.some(applies) || (!token.hasDash && counted.some(applies));
};
