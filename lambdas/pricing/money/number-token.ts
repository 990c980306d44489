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
  /** Whether separators or decimals make it look like an amount. */
  isFormatted: boolean;
  /**
   * Set when decimals may stand behind a space: an amount only beside a currency. "$12 99", and loosely "12, 99 €",
   * which enumerations look like.
   */
  spacedFraction: { fraction: string; end: number; isLoose?: true } | undefined;
  /** Whether ",-" or ".–" stands for absent decimals. */
  hasDash: boolean;
  /** Whether more digits follow behind a separator that fits no number, as in dates, times and versions. */
  goesOn: boolean;
}

const digitsAt = /\d+/y;
// Indented markup parts whole units, separator and cents by many spaces.
const separatorAt = /(?: ?[.,·٫]|['٬ ]| [.,] )(?=\d)|(?: {2,60}[.,] {2,60}|[.,] {1,60})(?=\d{2}(?!\d))/y;
const dashAt = / ?[.,:] ?[-–_=]{1,3}(?![-–]?\d)| ?[-–]{2}(?=\s|$)/y;
const maxPieces = 12;

const stripZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '');

/** Runs of digits with what parts them. */
interface Pieces {
  digits: string[];
  /** The separator behind each run; one fewer than runs, or as many where {@link maxPieces} ended the reading. */
  separators: string[];
  ends: number[];
}

/** "349€99 12": the cents behind a sign are not the thousands of what follows. */
const areCentsBehindSign = (text: string, start: number): boolean =>
  /(?:^|[^.,\d])\d{1,6}\p{Sc}$/u.test(text.slice(Math.max(0, start - 8), start));

const piecesAt = (text: string, start: number, breaks: readonly number[]): Pieces => {
  const pieces: Pieces = { digits: [], separators: [], ends: [] };
  let index = start;
  while (pieces.digits.length < maxPieces) {
    digitsAt.lastIndex = index;
    const digits = digitsAt.exec(text)![0];
    pieces.digits.push(digits);
    index += digits.length;
    pieces.ends.push(index);
    separatorAt.lastIndex = index;
    const separator = separatorAt.exec(text)?.[0];
    if (separator === undefined) break;
    const isFirst = pieces.digits.length === 1;
    if (isFirst && digits.length === 2 && separator === ' ' && areCentsBehindSign(text, start)) break;
    const next = index + separator.length;
    if (separator.includes(' ') && breaks.some((each) => each >= index && each <= next)) break;
    pieces.separators.push(separator);
    index = next;
  }
  return pieces;
};

/** How many runs behind the first are groups: thousands by one separator, or the Indian way, pairs and three at the end. */
const countGroups = ({ digits, separators }: Pieces): number => {
  const [first] = digits as [string];
  const [group] = separators;
  if (first.length > 3 || group === undefined || group.length > 1 || group === '·' || group === '٫') return 0;
  const countOf = (length: number): number => {
    let count = 0;
    while (separators[count] === group && digits[count + 1]?.length === length) count += 1;
    return count;
  };
  // Telephones, not amounts, have their first group begin with 0.
  if (group === ' ' && first.length > 1 && first.startsWith('0')) return 0;
  const thousands = countOf(3);
  if (thousands > 0) return thousands > 1 && first.startsWith('0') ? 0 : thousands;
  if (group !== ',' || first.length > 2) return 0;
  const pairs = countOf(2);
  const isIndian = pairs > 0 && separators[pairs] === group && digits[pairs + 1]?.length === 3;
  return isIndian && !first.startsWith('0') ? pairs + 1 : 0;
};

/** What the run behind the groups is to the number. */
type Decimals =
  | { kind: 'Fraction' | 'Group' }
  | { kind: 'Spaced'; spacedFraction: NonNullable<NumberToken['spacedFraction']> };

const decimalsBehind = (
  text: string,
  start: number,
  { digits, separators, ends }: Pieces,
  groups: number,
): Decimals | undefined => {
  const separator = separators[groups];
  const behind = digits[groups + 1];
  if (separator === undefined || behind === undefined) return undefined;
  const end = ends[groups + 1]!;
  const group = groups > 0 ? separators[0] : undefined;
  const mark = separator.trim();
  const isSpaced = separator.length > 1;
  const isLast = separators[groups + 1] === undefined;
  const isPair = behind.length === 2;
  const staysOne = !isSpaced || (isPair && isLast);
  const differs = mark !== group || isPair;
  if (isSpaced && separator.endsWith(' ') && !separator.startsWith(' ')) {
    // "118, 99 TL": an enumeration as well, but for a currency beside it.
    if (!differs || !staysOne) return undefined;
    const isAll = start === 0 && end === text.length;
    return isAll
      ? { kind: 'Fraction' }
      : { kind: 'Spaced', spacedFraction: { fraction: behind, end, isLoose: true } };
  }
  const isPoint = mark !== '' && mark !== "'";
  // "1'299.000": in Colombia the apostrophe parts the millions.
  if (group === "'" && groups === 1 && isPoint && !isSpaced && behind.length === 3) return { kind: 'Group' };
  if (isPoint && mark !== '٬' && staysOne && differs && behind.length <= 20) return { kind: 'Fraction' };
  // "12'95 €": how prices are written by hand in Spain.
  if (separator === "'" && isPair && isLast) return { kind: 'Fraction' };
  if (separator === ' ' && isPair && !/^ ?(?:[\d.,:%-]|\/ ?(?!\p{L}))/u.test(text.slice(end, end + 3)))
    return { kind: 'Spaced', spacedFraction: { fraction: behind, end } };
  return undefined;
};

/**
 * Reads the number whose first digit stands at `start`.
 *
 * @param breaks - offsets at which texts of other elements begin: no group of digits goes on over white space there.
 */
export const readNumberAt = (text: string, start: number, breaks: readonly number[] = []): NumberToken => {
  const pieces = piecesAt(text, start, breaks);
  const { digits, separators, ends } = pieces;
  const groups = countGroups(pieces);
  const decimals = decimalsBehind(text, start, pieces, groups);
  const used = decimals === undefined || decimals.kind === 'Spaced' ? groups : groups + 1;
  const wholes = decimals?.kind === 'Group' ? used : groups;
  let whole = digits.slice(0, wholes + 1).join('');
  let end = ends[used]!;
  let fraction = decimals?.kind === 'Fraction' ? digits[used] : undefined;
  let spacedFraction = decimals?.kind === 'Spaced' ? decimals.spacedFraction : undefined;

  let loneSeparator: NumberToken['loneSeparator'];
  const [group] = separators;
  if (used === 1 && groups === 1 && (group === '.' || group === ',')) {
    fraction = digits[1]!;
    whole = digits[0]!;
    // "0.999" can only be split; anything else waits for currency or locale.
    if (!whole.startsWith('0')) loneSeparator = group;
  }

  // "129:50 kr": how prices are written in Sweden.
  const hundredths =
    fraction === undefined ? /^:(\d{2})(?=\s?(?:kr|sek|:-)(?!\p{L}))/iu.exec(text.slice(end, end + 8)) : null;
  if (hundredths) {
    fraction = hundredths[1]!;
    end += 3;
    spacedFraction = undefined;
  }

  dashAt.lastIndex = end;
  const dash = fraction === undefined || loneSeparator ? dashAt.exec(text)?.[0] : undefined;
  if (dash !== undefined) {
    end += dash.length;
    spacedFraction = undefined;
    if (loneSeparator) {
      whole = `${whole}${fraction}`;
      fraction = undefined;
      loneSeparator = undefined;
    }
  }
  const unused = separators[used];
  const goesOn =
    (unused !== undefined && dash === undefined && !/^ ?,? ?$|^'$|^\. $/.test(unused)) ||
    // "030 123 456 78"
    (unused === ' ' && group === ' ' && used === groups && (digits[used + 1]?.length ?? 2) > 1) ||
    // "1,2,3"
    (unused === ',' &&
      decimals?.kind === 'Fraction' &&
      separators[groups] === ',' &&
      fraction?.length === 1) ||
    (dash === undefined && /^[:/]\d/.test(text.slice(end, end + 2)));
  return {
    start,
    end,
    whole: stripZeros(whole),
    fraction,
    loneSeparator,
    isFormatted: groups > 0 || fraction !== undefined || dash !== undefined,
    spacedFraction,
    hasDash: dash !== undefined,
    goesOn,
  };
};

/** Where a search for numbers goes on behind a token: never inside the same run of digits. */
const afterToken = (text: string, token: { end: number }): number => {
  let index = token.end;
  if (/\d/.test(text[index - 1] ?? '')) while (index < text.length && /\d/.test(text[index]!)) index += 1;
  return index;
};

const maxNumbers = 500;
const numberStart = /\d/g;

/** All numbers of a text, in order; the first 500. */
export const findNumbers = (text: string, breaks: readonly number[] = []): NumberToken[] => {
  const tokens: NumberToken[] = [];
  let index = 0;
  while (tokens.length < maxNumbers) {
    numberStart.lastIndex = index;
    const found = numberStart.exec(text);
    if (!found) break;
    const token = readNumberAt(text, found.index, breaks);
    // ".99" and ",50" behind a sign or a space; "$..75" where a template left out the whole units.
    const mark = text[token.start - 1];
    const before = text[token.start - (text[token.start - 2] === '.' ? 3 : 2)];
    const length = token.end - token.start;
    // One digit only where nothing but a sign can have left the zero out: "$.5", while " .5" may end a sentence.
    const isDecimals =
      length === 2 ||
      (length === 1 && /\p{Sc} ?[.,]$/u.test(text.slice(Math.max(0, token.start - 3), token.start)));
    if (
      (mark === '.' || mark === ',') &&
      !token.isFormatted &&
      isDecimals &&
      // "S/.45": the dot is the sign's.
      (before === undefined || !/[\p{L}\d.,/]/u.test(before))
    ) {
      tokens.push({
        ...token,
        start: token.start - 1,
        whole: '0',
        fraction: text.slice(token.start, token.end),
        isFormatted: true,
      });
    } else tokens.push(token);
    index = afterToken(text, token);
  }
  return tokens;
};
