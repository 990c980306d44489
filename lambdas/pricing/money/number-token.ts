/** A number as it stands in a readable text, before a currency or locale has settled what a lone separator means. */
export interface NumberToken {
  start: number;
  end: number;
  /** Digits before the decimals, without separators or leading zeros. */
  whole: string;
  fraction: string | undefined;
  /**
   * Set when one separator stands before exactly three digits and could group or split: `whole` and `fraction`
   * then give the split reading ("1", "299"), and both together the grouped one.
   */
  loneSeparator: '.' | ',' | undefined;
  /** True if separators or decimals make it look like an amount. */
  isFormatted: boolean;
  /**
   * Set when decimals may stand behind a space: an amount only beside a currency. "$12 99", and loosely "12, 99 €",
   * which enumerations look like.
   */
  spacedFraction: { fraction: string; end: number; isLoose?: true } | undefined;
  /** True if ",-" or ".–" stands for absent decimals. */
  hasDash: boolean;
  /** True if more digits follow behind a separator that fits no number, as in dates, times and versions. */
  continues: boolean;
}

// Indented markup parts whole units, separator and cents by many spaces.
const separator = String.raw`(?: ?[.,·٫]|['٬ ]| [.,] )(?=\d)|(?: {2,60}[.,] {2,60}|[.,] {1,60})(?=\d{2}(?!\d))`;
const separatorAt = new RegExp(separator, 'y');
/** Characters behind the last digits of a number. */
const noDigits = String.raw`(?!\d)(?!${separator})`;

/** How whole numbers are printed; of these the first that fits. */
const wholes: readonly RegExp[] = [
  // "1'299.000": in Colombia the apostrophe parts the millions.
  /\d{1,3}(?<mark>')\d{3}[.,·٫٬]\d{3}(?!\d)/y,
  // Thousands by one mark. Telephones, not amounts, have their first group begin with 0.
  /(?!0\d{1,2} |0\d{0,2}([.,'٬ ])\d{3}\1\d{3}(?!\d))\d{1,3}(?<mark>[.,'٬ ])\d{3}(?!\d)(?:\k<mark>\d{3}(?!\d))*/y,
  // The Indian way: pairs, and three at the end.
  /(?!0)\d{1,2}(?:(?<mark>,)\d{2}(?!\d))+,\d{3}(?!\d)/y,
  /\d+/y,
];

/** How decimals follow them. */
const decimals: readonly (readonly [kind: 'Fraction' | 'Spaced' | 'Loose', RegExp])[] = [
  ['Fraction', /(?<mark>[.,·٫])(\d{1,20})(?!\d)/y],
  // "118, 99 TL": an enumeration as well, but for a currency beside it.
  ['Loose', new RegExp(String.raw`[.,] {1,60}(\d{2})${noDigits}`, 'y')],
  // "12'95 €": how prices are written by hand in Spain.
  ['Fraction', new RegExp(String.raw`(?: [.,·٫]| [.,] | {2,60}[.,] {2,60}|')(\d{2})${noDigits}`, 'y')],
  ['Spaced', / (\d{2})(?!\d| ?(?:[\d.,:%-]|\/ ?(?!\p{L})))/uy],
];

const matchAt = (pattern: RegExp, text: string, index: number): RegExpExecArray | null => {
  pattern.lastIndex = index;
  return pattern.exec(text);
};

/** Digits with nothing behind them that could go on with the number: the most of a page's numbers. */
const digitsAlone = /\d+(?![\d.,·٫'٬:/–-]| [\d .,·٫:–-])/y;

type Part = Pick<NumberToken, 'fraction' | 'spacedFraction' | 'end'>;

/** @param length - of the whole text, of which `near` is what may belong to the number. */
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

/** True if white space stands beside a place, or on the other side of a mark there. */
const isSpaced = (text: string, at: number): boolean =>
  /\s$|\s[.,·٫]$/.test(text.slice(Math.max(0, at - 2), at)) || /^[.,]?\s/.test(text.slice(at, at + 2));

/** Where what can belong to a number ends: no group of digits goes on over white space where an element begins. */
const reachOf = (text: string, start: number, breaks: readonly number[]): number =>
  breaks.find((each) => each > start && isSpaced(text, each)) ?? text.length;

const loneGroup = /^(\d{1,3})([.,])(\d{3})$/;
const dashAt = / ?[.,:] ?[-–_=]{1,3}(?![-–]?\d)| ?[-–]{2}(?=\s|$)/y;
/** True if more digits follow a number behind what parts digits. */
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

/** Signs in place of decimals that were left out. */
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
 * Reads the number whose first digit stands at `start`.
 *
 * @param breaks - offsets at which texts of other elements begin: no group of digits goes on over white space there.
 */
const readNumberAt = (text: string, start: number, breaks: readonly number[] = []): NumberToken => {
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
  if (!lone || hasDash) return { ...token, whole: withoutZeros(whole[0].replace(/\D/g, '')) };
  const [, thousands, mark, fraction] = lone as unknown as [string, string, '.' | ',', string];
  // "0.999" can only be split; anything else waits for currency or locale.
  const loneSeparator = thousands.startsWith('0') ? undefined : mark;
  return { ...token, whole: withoutZeros(thousands), fraction, loneSeparator };
};

/**
 * ".99" and ",50" behind a sign or a space; "$..75" where a template left out the whole units. One digit only where
 * nothing but a sign can have left the zero out: "$.5", while " .5" may end a sentence. In "S/.45" the dot is the sign's.
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

/** All numbers of a text, in order; the first 500. */
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
