import { plainTitle } from '../lexicon/plain-title.ts';
import { longestOf } from '../lexicon/word-lists.ts';
import signs from './signs.json' with { type: 'json' };

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
