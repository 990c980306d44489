import {
  currencyOfCountry,
  decimalInUse,
  decimalOfCountry,
  decimalOfLocale,
  digitsOfCurrency,
  type PriceHints,
  type PrintedCurrency,
} from './currency-lexicon.ts';

/** A number in a readable text, before currency or locale resolve a lone separator. */
export interface NumberToken {
  start: number;
  end: number;
  /** Digits before the decimals, without separators or leading zeros. */
  whole: string;
  fraction: string | undefined;
  /**
   * Set if a separator precedes exactly three digits, so that it could group or split: `whole` and `fraction`
   * contain the split reading ("1", "299"), concatenated the grouped one. Also the second of two different ones:
   * "1,599.000".
   */
  loneSeparator: '.' | ',' | undefined;
  /** True if separators or decimals make it look like an amount. */
  isFormatted: boolean;
  /**
   * Set if decimals may follow after a space, which counts only beside a currency: "$12 99"; loosely "12, 99
   * €", which may also be an enumeration.
   */
  spacedFraction: { fraction: string; end: number; isLoose?: true } | undefined;
  /** True if ",-" or ".–" replaces the decimals. */
  hasDash: boolean;
  /** True if more digits follow a separator that fits no number, as in dates, times and versions. */
  continues: boolean;
}

// Indented markup puts many spaces between whole units, separator and cents.
const separator = String.raw`(?: ?[.,·٫]|['٬ ]| [.,] )(?=\d)|(?: {2,60}[.,] {2,60}|[.,] {1,60})(?=\d{2}(?!\d))`;
const separatorAt = new RegExp(separator, 'y');
/** Text after the last digits of a number. */
const noDigits = String.raw`(?!\d)(?!${separator})`;

/** Formats of whole numbers; the first match wins. */
const wholes: readonly RegExp[] = [
  // "1'299.000": in Colombia the apostrophe separates millions.
  /\d{1,3}(?<mark>')\d{3}[.,·٫٬]\d{3}(?!\d)/y,
  // Thousands with a uniform mark. A first group starting with 0 is a telephone number.
  /(?!0\d{1,2} |0\d{0,2}([.,'٬ ])\d{3}\1\d{3}(?!\d))\d{1,3}(?<mark>[.,'٬ ])\d{3}(?!\d)(?:\k<mark>\d{3}(?!\d))*/y,
  // Indian grouping: pairs, then three digits.
  /(?!0)\d{1,2}(?:(?<mark>,)\d{2}(?!\d))+,\d{3}(?!\d)/y,
  /\d+/y,
];

/** Formats of decimals. */
const decimals: readonly (readonly [kind: 'Fraction' | 'Spaced' | 'Loose', RegExp])[] = [
  ['Fraction', /(?<mark>[.,·٫])(\d{1,20})(?!\d)/y],
  // "118, 99 TL": may be an enumeration, unless a currency is beside it.
  ['Loose', new RegExp(String.raw`[.,] {1,60}(\d{2})${noDigits}`, 'y')],
  // "12'95 €": handwritten style in Spain.
  ['Fraction', new RegExp(String.raw`(?: [.,·٫]| [.,] | {2,60}[.,] {2,60}|')(\d{2})${noDigits}`, 'y')],
  ['Spaced', / (\d{2})(?!\d| ?(?:[\d.,:%-]|\/ ?(?!\p{L})))/uy],
];

const matchAt = (pattern: RegExp, text: string, index: number): RegExpExecArray | null => {
  pattern.lastIndex = index;
  return pattern.exec(text);
};

/** Digits that nothing continues: most numbers of a page. */
const digitsAlone = /\d+(?![\d.,·٫'٬:/–-]| [\d .,·٫:–-])/y;

type Part = Pick<NumberToken, 'fraction' | 'spacedFraction' | 'end'>;

/** @param length - of the whole text; `near` is the part that may belong to the number. */
const decimalsAt = (near: string, whole: RegExpExecArray, length: number): Part => {
  const from = whole.index + whole[0].length;
  const none: Part = { fraction: undefined, spacedFraction: undefined, end: from };
  for (const [kind, pattern] of decimals) {
    const found = matchAt(pattern, near, from);
    if (!found) continue;
    const fraction = found.at(-1)!;
    const end = from + found[0].length;
    const isGroup = found.groups?.mark !== undefined && found.groups.mark === whole.groups?.mark;
    if (isGroup && fraction.length !== 2) return none;
    const isAll = whole.index === 0 && end === length;
    if (kind === 'Fraction' || (kind === 'Loose' && isAll)) return { ...none, fraction, end };
    return { ...none, spacedFraction: { fraction, end, ...(kind === 'Loose' ? { isLoose: true } : {}) } };
  }
  return none;
};

/** True if white space adjoins an offset, or the mark there. */
const isSpaced = (text: string, at: number): boolean =>
  /\s$|\s[.,·٫]$/.test(text.slice(Math.max(0, at - 2), at)) || /^[.,]?\s/.test(text.slice(at, at + 2));

/** Where a number can extend to: digit groups do not continue over white space into another element. */
const reachOf = (text: string, start: number, breaks: readonly number[]): number =>
  breaks.find((each) => each > start && isSpaced(text, each)) ?? text.length;

const loneGroup = /^(\d{1,3})([.,])(\d{3})$/;
const dashAt = / ?[.,:] ?[-–_=]{1,3}(?![-–]?\d)| ?[-–]{2}(?=\s|$)/y;
/** True if more digits follow after a separator. */
const continuesAt = (near: string, whole: RegExpExecArray, { fraction, end }: Part): boolean => {
  const unused = matchAt(separatorAt, near, end)?.[0];
  if (unused === undefined) return false;
  // "030 123 456 78"
  if (unused === ' ' && fraction === undefined && (whole.groups?.mark ?? ' ') === ' ')
    return /^\d\d/.test(near.slice(end + 1, end + 3));
  // "1,2,3"
  if (unused === ',' && fraction?.length === 1) return near[end - 2] === ',';
  return !/^ ?,? ?$|^'$|^\. $/.test(unused);
};

const withoutZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '');

/** Signs that replace omitted decimals. */
const endAt = (text: string, part: Part): Part & { hasDash: boolean } => {
  const { fraction, end } = part;
  const dash = fraction === undefined ? matchAt(dashAt, text, end) : null;
  return dash
    ? { ...part, spacedFraction: undefined, end: end + dash[0].length, hasDash: true }
    : { ...part, hasDash: false };
};

const plainToken = (digits: string, start: number): NumberToken => ({
  start,
  end: start + digits.length,
  whole: withoutZeros(digits),
  fraction: undefined,
  spacedFraction: undefined,
  loneSeparator: undefined,
  isFormatted: false,
  hasDash: false,
  continues: false,
});

/**
 * Reads the number starting at `start`.
 *
 * @param breaks - offsets where other elements begin: digit groups do not continue over white space there.
 */
const readNumberAt = (text: string, start: number, breaks: readonly number[]): NumberToken => {
  const alone = matchAt(digitsAlone, text, start)?.[0];
  if (alone !== undefined) return plainToken(alone, start);
  const near = text.slice(0, reachOf(text, start, breaks));
  const whole = wholes.reduce<RegExpExecArray | null>(
    (found, pattern) => found ?? matchAt(pattern, near, start),
    null,
  )!;
  const part = decimalsAt(near, whole, text.length);
  const lone = part.fraction === undefined ? loneGroup.exec(whole[0]) : null;
  const { hasDash, ...read } = endAt(text, part);
  const continues =
    continuesAt(near, whole, part) || (!hasDash && /^[:/]\d/.test(text.slice(read.end, read.end + 2)));
  const isFormatted = whole.groups?.mark !== undefined || read.fraction !== undefined || hasDash;
  const token = { start, ...read, isFormatted, hasDash, continues, loneSeparator: undefined };
  if (!lone || hasDash) {
    const second = part.fraction?.length === 3 && whole.groups?.mark !== undefined && near[read.end - 4];
    const ofTwo = second === '.' || second === ',' ? second : undefined;
    return { ...token, whole: withoutZeros(whole[0].replace(/\D/g, '')), loneSeparator: ofTwo };
  }
  const [, thousands, mark, fraction] = lone as unknown as [string, string, '.' | ',', string];
  // "0.999" can only be split; others wait for currency or locale.
  const loneSeparator = thousands.startsWith('0') ? undefined : mark;
  return { ...token, whole: withoutZeros(thousands), fraction, loneSeparator };
};

/**
 * Reads ".99" and ",50" after a sign or a space, and "$..75" from a template without whole units. A single
 * digit counts only directly after a sign: "$.5", while " .5" may end a sentence. In "S/.45" the dot belongs
 * to the sign.
 */
const withoutWhole = (text: string, token: NumberToken): NumberToken => {
  const { start, end, isFormatted } = token;
  const mark = text[start - 1];
  if ((mark !== '.' && mark !== ',') || isFormatted) return token;
  const before = text[start - (text[start - 2] === '.' ? 3 : 2)];
  const isOfWord = before !== undefined && /[\p{L}\d.,/]/u.test(before);
  const isBehindSign = /\p{Sc} ?[.,]$/u.test(text.slice(Math.max(0, start - 3), start));
  const length = end - start;
  if (isOfWord || !(length === 2 || (length === 1 && isBehindSign))) return token;
  return { ...token, start: start - 1, whole: '0', fraction: text.slice(start, end), isFormatted: true };
};

const maxNumbers = 500;
const numberStart = /\d/g;

/** All numbers of a text in order, up to 500. */
export const findNumbers = (text: string, breaks: readonly number[] = []): NumberToken[] => {
  const tokens: NumberToken[] = [];
  numberStart.lastIndex = 0;
  for (let found = numberStart.exec(text); found && tokens.length < maxNumbers; ) {
    const token = readNumberAt(text, found.index, breaks);
    tokens.push(withoutWhole(text, token));
    numberStart.lastIndex = token.end;
    found = numberStart.exec(text);
  }
  return tokens;
};

/** Role of an amount, from the text around it. Absent for a plain price. */
export type PriceQualifier =
  | 'From'
  | 'RangeLow'
  | 'RangeHigh'
  | 'PerUnit'
  | 'Instalment'
  | 'Was'
  | 'Saving'
  | 'Shipping'
  | 'Threshold'
  | 'Deposit'
  | 'NetOfTax'
  | 'PaymentMethod'
  | 'Members'
  | 'OtherCondition'
  | 'Approximate'
  | 'Surcharge'
  | 'Tier'
  | 'Bid'
  | 'Worth'
  | 'Free';

export interface ParsedPrice {
  /** Decimal string in major units with the text's own digits in ASCII, e.g. "1299.00"; "0" for "free". */
  amount: string;
  /** ISO 4217; `null` if none is printed or hinted, or if the sign stays ambiguous. */
  currency: string | null;
  /** The sign, code or word as printed with the amount or given in the hint, even if ambiguous. */
  currencyRaw: string | null;
  /** The part of the given text with number and currency. */
  raw: string;
  /** Range of `raw` in the given text. */
  start: number;
  end: number;
  qualifier?: PriceQualifier;
  /** True if neither a currency nor ",-" is beside the number: it may not be a price. */
  bare: boolean;
}

/** A number with its sign, while it is processed; offsets refer to the readable text. */
export interface PricePiece {
  token: NumberToken;
  start: number;
  end: number;
  sign: PrintedCurrency | undefined;
  /** Set if whole and minor units are printed apart, as in "12€99" and "99¢". */
  minor: { whole: string; fraction: string } | undefined;
  /** True if the number measures or counts something other than money. */
  isRejected: boolean;
  qualifier: PriceQualifier | undefined;
  /** True if it is labelled as including tax. */
  isGross?: boolean;
}

/** Approximate value in whole units, for comparisons only. */
export const wholeOf = ({ token }: PricePiece): number =>
  Number(token.loneSeparator ? `${token.whole}${token.fraction}` : token.whole);

/** The decimal separator in the currency's countries; if they differ, that of the issuing one. */
export const decimalAtHome = (currency: string, hints: PriceHints = {}): string | undefined => {
  const issuer = currency.slice(0, 2);
  const issued = currencyOfCountry(issuer) === currency ? decimalOfCountry(issuer) : undefined;
  return decimalInUse(currency, hints) ?? issued;
};

/** True if "1.299" is grouped thousands rather than three decimals. */
const isGrouped = (
  { token, sign, qualifier }: PricePiece,
  currency: string | null,
  hints: PriceHints,
): boolean => {
  const digits = currency === null ? 2 : digitsOfCurrency(currency);
  if (digits === 0) return true;
  const separator = token.loneSeparator;
  const local = decimalOfLocale(hints.locale) ?? decimalOfCountry(hints.country);
  const home = currency === null ? undefined : decimalAtHome(currency, hints);
  const isForeign = (local ?? home) !== separator;
  // "$1,599.000": both group only where neither splits, as in Colombia.
  if (token.whole.length > 3)
    return digits !== 3 && home !== undefined && home !== separator && separator === '.';
  // Tunisian shops print both "129,000" and "129.000" for 129 dinars.
  if (digits === 3) return currency !== 'TND' && separator !== '.' && isForeign;
  // Fuel and fabric are priced to a tenth of a cent.
  if (qualifier === 'PerUnit') return isForeign;
  if (home !== undefined && home !== separator) return true;
  // Shops group by points even in dollars if their language does; almost all group by commas, in any
  // language.
  if (sign !== undefined) return separator === ',' || home === undefined || isForeign;
  return local !== separator;
};

/** "1.29900 Lei": thousands with raised cents whose markup was lost, since no price has five decimals. */
const holdsLostCents = (
  { whole, fraction }: NumberToken,
  currency: string | null,
  qualifier: PriceQualifier | undefined,
): boolean =>
  fraction?.length === 5 &&
  /^[1-9]\d{0,2}$/.test(whole) &&
  qualifier !== 'PerUnit' &&
  (currency === null || digitsOfCurrency(currency) === 2);

/** The amount as a decimal string, given the currency. */
export const amountOf = (piece: PricePiece, currency: string | null, hints: PriceHints): string => {
  const { token, minor, qualifier, sign } = piece;
  if (minor) return `${minor.whole}.${minor.fraction}`;
  if (token.loneSeparator && isGrouped(piece, currency, hints)) return `${token.whole}${token.fraction}`;
  if (sign && holdsLostCents(token, currency, qualifier))
    return `${token.whole}${token.fraction!.slice(0, 3)}.${token.fraction!.slice(3)}`;
  return token.fraction === undefined ? token.whole : `${token.whole}.${token.fraction}`;
};
