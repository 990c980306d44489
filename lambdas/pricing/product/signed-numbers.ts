import { countryCodes } from '../../domain/site/iso-codes.ts';
import { plainTitle } from '../words/tokens.ts';
import { longestOf } from '../words/word-lists.ts';
import signs from './signs.json' with { type: 'json' };

/** A separator in a number: its position among letters and digits, and whether it is a decimal point. */
interface Mark {
  at: number;
  isPoint: boolean;
}

const marksOf = (number: string): Mark[] => {
  const bare = number.trim();
  const marks: Mark[] = [];
  let signs = 0;
  for (const { index, 0: mark } of bare.matchAll(/[^\p{L}\p{N}]+/gu)) {
    const end = index + mark.length;
    if (index > 0 && end < bare.length) {
      const isPoint = mark === '.' && /^\d\.\d$/.test(bare.slice(index - 1, end + 1));
      marks.push({ at: index - signs, isPoint });
    }
    signs += mark.length;
  }
  return marks;
};

/** Marks of the first at positions where the second has none. */
const missingIn = (first: readonly Mark[], second: readonly Mark[]): Mark[] => {
  const places = new Set(second.map(({ at }) => at));
  return first.filter(({ at }) => !places.has(at));
};

/**
 * True if two spellings of the same characters have contradictory separators: "W 712/95" and "W 71/295",
 * "GR-10.5" and "GR-105". Omitting all of them, or any that are not decimal points, keeps the number the
 * same.
 */
export const haveConflictingMarks = (first: string, second: string): boolean => {
  const [a, b] = [marksOf(first), marksOf(second)];
  if (a.length === 0 || b.length === 0) return false;
  const [ofFirst, ofSecond] = [missingIn(a, b), missingIn(b, a)];
  const isElsewhere = ofFirst.length > 0 && ofSecond.length > 0;
  return isElsewhere || [...ofFirst, ...ofSecond].some(({ isPoint }) => isPoint);
};

/** Suffixes for a market, optionally after a colour letter: "B.CE7", "/40", ".AEU". */
const marked = /^[a-z]?[./#][\p{L}\p{N}]{1,4}$/u;
/** "-EU", "-UK", "-DE". */
const country = /^-([a-z]{2})$/;
/** Letters only, "UXZG", after a number long enough to be complete. */
const letters = /^[a-z]{4,8}$/;
const wholeNumber = 8;

const isMarket = (suffix: string, number: string): boolean => {
  const code = country.exec(suffix)?.[1]?.toUpperCase();
  if (code !== undefined) return code === 'EU' || code === 'UK' || countryCodes.has(code);
  return marked.test(suffix) || (number.length >= wholeNumber && letters.test(suffix));
};

/** The text after this many letters and digits. */
const behind = (text: string, count: number): string => {
  let seen = 0;
  let at = 0;
  for (; at < text.length && seen < count; at += 1) if (/[\p{L}\p{N}]/u.test(text[at]!)) seen += 1;
  return text.slice(at);
};

const bare = (number: string): string => number.replace(/[^\p{L}\p{N}]/gu, '');

/**
 * True if one of two manufacturer numbers may be the other with a market suffix, "WH-1000XM4B.CE7" and
 * "WH-1000XM4B": the market does not change the product.
 */
export const mayBeOfMarket = (first: string, second: string): boolean => {
  const [short, long] = [first, second]
    .map((number) => number.toLowerCase().trim())
    .sort((a, b) => bare(a).length - bare(b).length) as [string, string];
  const stem = bare(short);
  const isNumber = stem.length >= 4 && /\p{L}/u.test(stem) && /\p{N}/u.test(stem);
  return (
    isNumber &&
    bare(long).startsWith(stem) &&
    bare(long) !== stem &&
    isMarket(behind(long, stem.length), stem)
  );
};

/** Numbers whose sign may distinguish products: lens powers and temperatures. "+2.50" is stored as "2.5". */
export interface SignedNumbers {
  above: ReadonlySet<string>;
  below: ReadonlySet<string>;
  /** The part of `below` whose minus sign cannot be a mere dash. */
  measured: ReadonlySet<string>;
  /** Numbers without a sign. */
  bare: ReadonlySet<string>;
  /** Lens parameters by name, signed: `cylinder` of "CYL -0.75". */
  lens: ReadonlyMap<string, number>;
}

const anyOf = (words: readonly string[]): string => longestOf(words.map(plainTitle));

/** A lens power as printed by all shops: in quarters, with both decimals. */
const quarters = String.raw`\d{1,2}[.,](?:00|25|50|75)(?!\d)`;
const number = String.raw`\d{1,3}(?:[.,]\d{1,2})?(?![.,]?\d)`;
/** After a word or number a sign is a dash, except in lens powers: "PWR-2.50". */
const signed = new RegExp(String.raw`(?<![\p{L}\p{N}+-]|\+\/)[+-]${number}|(?<=\p{L})[+-]${quarters}`, 'gu');
const unsigned = new RegExp(String.raw`(?<![\p{N}.,+-])${number}|(?<=[\p{L}\p{N}]-)${number}`, 'gu');
const inWords = (['minus', 'plus'] as const).map(
  (name) => new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${anyOf(signs[name])})\s?(?=${quarters})`, 'gu'),
) as [RegExp, RegExp];
const isQuarters = new RegExp(`^.${quarters}`, 'u');
/** Stronger powers do not belong to lenses. */
const maxLensPower = 30;
const ofDegrees = new RegExp(String.raw`^\s?(?:${anyOf(signs['below nought'])})`, 'u');
const ofLens = signs.lens.map(({ value, words }) => ({
  value,
  pattern: new RegExp(String.raw`(?<!\p{L})(?:${anyOf(words)})\.?\s?[:=]?\s?([+-]?${number})`, 'u'),
}));

const readValue = (printed: string): number => Number(printed.replace(',', '.'));
const sizeOf = (printed: string): string => String(Math.abs(readValue(printed)));

/** Reads signed and unsigned numbers from a product's title. */
export const readSignedNumbers = (title: string): SignedNumbers => {
  const plain = plainTitle(title).replace(inWords[0], '-').replace(inWords[1], '+');
  const found = [...plain.matchAll(signed)].map((match) => ({
    printed: match[0],
    behind: plain.slice(match.index + match[0].length),
  }));
  const minus = found.filter(({ printed }) => printed.startsWith('-'));
  const sizesOf = (some: typeof found) => new Set(some.map(({ printed }) => sizeOf(printed)));
  const isMeasured = ({ printed, behind }: (typeof found)[number]): boolean =>
    (isQuarters.test(printed) && Math.abs(readValue(printed)) <= maxLensPower) || ofDegrees.test(behind);
  return {
    above: sizesOf(found.filter(({ printed }) => printed.startsWith('+'))),
    below: sizesOf(minus),
    measured: sizesOf(minus.filter(isMeasured)),
    bare: new Set([...plain.matchAll(unsigned)].map(([printed]) => sizeOf(printed))),
    lens: new Map(
      ofLens.flatMap(({ value, pattern }) => {
        const printed = pattern.exec(plain)?.[1];
        return printed === undefined ? [] : [[value, readValue(printed)]];
      }),
    ),
  };
};

const hasOpposite = (first: SignedNumbers, second: SignedNumbers): boolean =>
  !first.above.difference(first.below).isDisjointFrom(second.below.difference(second.above));

/**
 * True if one has a number with the opposite sign, or lens parameters differ: "-2.50" and "+2.50", "CYL
 * -0.75" and "CYL -1.25".
 */
export const haveOtherSigns = (first: SignedNumbers, second: SignedNumbers): boolean =>
  hasOpposite(first, second) ||
  hasOpposite(second, first) ||
  [...first.lens].some(([name, value]) => (second.lens.get(name) ?? value) !== value);

const lacksSign = (first: SignedNumbers, second: SignedNumbers): boolean =>
  !first.measured.difference(second.below).isDisjointFrom(second.bare);

/** True if a number that is negative in one is unsigned in the other: "5 °C" and "-5 °C". */
export const mayDifferInSign = (first: SignedNumbers, second: SignedNumbers): boolean =>
  lacksSign(first, second) || lacksSign(second, first);
