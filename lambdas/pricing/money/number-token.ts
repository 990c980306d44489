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

/**
 * Reads the number whose first digit stands at `start`.
 *
 * @param breaks - offsets at which texts of other elements begin: no group of digits goes on over white space there.
 */
export const readNumberAt = (text: string, start: number, breaks: readonly number[] = []): NumberToken => {
  const pieces: string[] = [];
  const separators: string[] = [];
  const ends: number[] = [];
  let index = start;
  while (pieces.length < maxPieces) {
    digitsAt.lastIndex = index;
    const digits = digitsAt.exec(text)![0];
    pieces.push(digits);
    index += digits.length;
    ends.push(index);
    separatorAt.lastIndex = index;
    const separator = separatorAt.exec(text)?.[0];
    if (separator === undefined) break;
    // The cents of "349€99" are not the thousands of what follows.
    if (
      pieces.length === 1 &&
      digits.length === 2 &&
      separator === ' ' &&
      /(?:^|[^.,\d])\d{1,6}\p{Sc}$/u.test(text.slice(Math.max(0, start - 8), start))
    )
      break;
    const next = index + separator.length;
    if (separator.includes(' ') && breaks.some((each) => each >= index && each <= next)) break;
    separators.push(separator);
    index += separator.length;
  }

  const first = pieces[0]!;
  // Groups: thousands by one separator throughout, or the Indian way, two digits and three at the end.
  let last = 0;
  if (first.length <= 3) {
    const group = separators[0];
    if (group !== undefined && group.length === 1 && group !== '·' && group !== '٫') {
      let piece = 1;
      while (separators[piece - 1] === group && pieces[piece]?.length === 3) piece += 1;
      last = piece - 1;
      if (last === 0 && group === ',' && first.length <= 2 && pieces[1]?.length === 2) {
        piece = 1;
        while (separators[piece - 1] === group && pieces[piece]?.length === 2) piece += 1;
        if (separators[piece - 1] === group && pieces[piece]?.length === 3) last = piece;
      }
    }
  }
  const group = last > 0 ? separators[0]! : undefined;
  if (group !== undefined && first.startsWith('0') && last > 1) last = 0;

  let whole = pieces.slice(0, last + 1).join('');
  let end = ends[last]!;
  let fraction: string | undefined;
  let spacedFraction: NumberToken['spacedFraction'];
  const next = separators[last];
  const behind = pieces[last + 1];
  let used = last;
  if (next !== undefined && behind !== undefined) {
    const mark = next.trim();
    const isSpaced = next.length > 1;
    const staysOne = !isSpaced || (behind.length === 2 && separators[last + 1] === undefined);
    const isLoose = next.endsWith(' ') && isSpaced && !next.startsWith(' ');
    const differs = mark !== group || behind.length === 2;
    if (isLoose) {
      // "118, 99 TL": an enumeration as well, but for a currency beside it.
      const isAll = start === 0 && ends[last + 1] === text.length;
      if (differs && staysOne && isAll) {
        fraction = behind;
        end = ends[last + 1]!;
        used = last + 1;
      } else if (differs && staysOne)
        spacedFraction = { fraction: behind, end: ends[last + 1]!, isLoose: true };
    } else if (
      group === "'" &&
      last === 1 &&
      mark !== '' &&
      mark !== "'" &&
      !isSpaced &&
      behind.length === 3
    ) {
      // "1'299.000": in Colombia the apostrophe parts the millions.
      whole = `${whole}${behind}`;
      end = ends[last + 1]!;
      used = last + 1;
    } else if (mark !== '' && mark !== "'" && mark !== '٬' && staysOne && differs && behind.length <= 20) {
      fraction = behind;
      end = ends[last + 1]!;
      used = last + 1;
    } else if (next === "'" && behind.length === 2 && separators[last + 1] === undefined) {
      // "12'95 €": how prices are written by hand in Spain.
      fraction = behind;
      end = ends[last + 1]!;
      used = last + 1;
    } else if (next === ' ' && behind.length === 2) {
      const after = text.slice(ends[last + 1]!, ends[last + 1]! + 3);
      if (!/^ ?(?:[\d.,:%-]|\/ ?(?!\p{L}))/u.test(after))
        spacedFraction = { fraction: behind, end: ends[last + 1]! };
    }
  }

  let loneSeparator: NumberToken['loneSeparator'];
  if (last === 1 && fraction === undefined && (group === '.' || group === ',')) {
    fraction = pieces[1]!;
    whole = first;
    // "0.999" can only be split; anything else waits for currency or locale.
    if (!first.startsWith('0')) loneSeparator = group;
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
    // "1,2,3"
    (unused === ',' && next === ',' && fraction?.length === 1) ||
    (dash === undefined && /^[:/]\d/.test(text.slice(end, end + 2)));
  return {
    start,
    end,
    whole: stripZeros(whole),
    fraction,
    loneSeparator,
    isFormatted: last > 0 || fraction !== undefined || dash !== undefined,
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
      (before === undefined || !/[\p{L}\d.,]/u.test(before))
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
