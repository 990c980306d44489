import { matcherOf, wordsOf } from '../lexicon/lexicon.ts';
import { plainTitle } from '../lexicon/plain-title.ts';
import { longestOf } from '../lexicon/word-lists.ts';
import packs from './packs.json' with { type: 'json' };
import units from './units.json' with { type: 'json' };

/** How much of something: `0.5 l` is 500 of `Volume`. */
export interface Content {
  /** Dimension, e.g. `Volume`. */
  of: string;
  /** In the smallest unit of its kind. */
  amount: number;
  /** As it is printed, in the text's unit. */
  printed: number;
  /** UN/CEFACT Recommendation 20 or 21, as schema.org's `unitCode`. */
  unitCode: string;
}

/** Quantities in a text. */
export interface Quantities {
  /** Pieces in the pack, where it says so. */
  packs: number | undefined;
  /** Of one piece. */
  contents: readonly Content[];
  /** The text, plain and without them. */
  rest: string;
}

const number = String.raw`\d{1,7}(?:[.,]\d{1,4})*`;
/** Scripts that write no spaces between words. */
const unspaced = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]`;
/** Behind a unit no letter of its word, and no number that belongs to it: "5W-30" is no power, "100gx3" a weight. */
const behind = String.raw`(?!(?!x\d|${unspaced})\p{L}|\p{N}|-\d)`;
/** No word, no number, and no letters with a dash: "SM-X200 tablet" is one tablet. */
const before = String.raw`(?<![\p{L}\p{N}.,]|\p{L}-(?=x))`;
const unitOf = new Map(
  units.flatMap((unit) => unit.phrases.map((phrase) => [plainTitle(phrase), unit] as const)),
);
const contentPattern = new RegExp(
  [
    String.raw`${before}(?:x\s?)?(?<times>(?:\d{1,4}x){1,2})?`,
    String.raw`(?<number>${number})\s?-?\s?(?<unit>${longestOf(unitOf.keys())})\.?${behind}`,
    String.raw`(?:\s?x\s?(?<timesBehind>\d{1,3})(?![\p{L}\p{N}.,]))?`,
  ].join(''),
  'gu',
);
/** True if a plain word is one for a unit. */
export const isUnit = (word: string, unitCode: string): boolean => unitOf.get(word)?.code === unitCode;

/** True if a plain word is one for a bottle, a can or the like, which says nothing where the contents are known. */
export const isContainer = wordsOf('Container').is;

/** "LT 1", as tills print it. */
const unitBeforePattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}]|\d\s)(?<unit>${longestOf(units.flatMap((unit) => unit.alsoBefore ?? []))})\.?\s?(?<number>${number})(?![\p{L}\p{N}.,]|\s?(?:${longestOf(unitOf.keys())})(?![\p{L}\p{N}]))`,
  'gu',
);

const namedPacks = matcherOf(['Pack']);

/** "LT 1" is "1 lt", and "twin pack" is "2 pack". */
const withNumberFirst = (plain: string): string => {
  const ordered = plain.replace(unitBeforePattern, '$2 $1');
  return namedPacks
    .hits(ordered)
    .reduceRight(
      (text, { start, end, meanings }) =>
        `${text.slice(0, start)}${meanings[0]!.value} pack${text.slice(end)}`,
      ordered,
    );
};

/** Patterns of phrases with a number in front, or of those with one behind. */
const packsWhere = (isNumberFirst: boolean): string =>
  packs
    .filter((phrase) => phrase.startsWith('{n}') === isNumberFirst)
    .toSorted((a, b) => b.length - a.length)
    .map((phrase) => phrase.replace('{n}', '').split(/(?<=^ )|(?= $)/))
    .map((parts) =>
      parts
        .map((part) => (part === ' ' ? '[ -]?' : RegExp.escape(part).replaceAll(/\\x20| /g, '[ -]')))
        .join(''),
    )
    .join('|');

const packPattern = new RegExp(
  String.raw`${before}(?:(?:x ?)?\d{1,4}(?:${packsWhere(true)})|(?:${packsWhere(false)})\d{1,4})(?![\p{L}\p{N}])`,
  'gu',
);

/**
 * @param isLarge - the unit is one that is written with decimals: "1.500 kg" is one and a half, "1.500 g" fifteen hundred.
 */
const readNumber = (text: string, isLarge: boolean): number => {
  const isGrouped = /^[1-9]\d{0,2}(?:[.,]\d{3})+$/.test(text) && !isLarge;
  return Number(isGrouped ? text.replace(/[.,]/g, '') : text.replace(',', '.'));
};

/** Measures that are written as fractions; "4/64 GB" is memory and storage. */
const fractioned: ReadonlySet<string> = new Set(['Volume', 'Mass', 'Length']);
const fraction = new RegExp(
  String.raw`(?<![\p{N}.,/\-]|[^\P{L}x])(?:(?<whole>\d{1,3})[ -])?(?<over>\d{1,2})[/\u2044](?<under>[23458]|10|16|32|64)(?=\s?-?\s?(?:${longestOf(
    units.flatMap(({ of, phrases }) => (fractioned.has(of) ? phrases.map(plainTitle) : [])),
  )})\.?${behind})`,
  'gu',
);

/** Four decimals, so that none of them is read as a thousand; a third is printed as "0.33". */
const decimalOf = (amount: number, under: number): string => amount.toFixed(under === 3 ? 2 : 4);

/** Plain text in which "1½ lb" and "1 1/2 lb" are "1.5000 lb". */
const withoutFractions = (text: string): string =>
  plainTitle(text.replace(/(?<=\d)(?=[¼-¾⅐-⅞])/gu, ' ')).replace(
    fraction,
    (printed, whole = '0', over: string, under: string) => {
      const share = Number(over) / Number(under);
      return share < 1 ? decimalOf(Number(whole) + share, Number(under)) : printed;
    },
  );

/** "6" of "6x", "4" and "6" of "4x6x". */
const factorsOf = (times: string): number[] => times.split('x').filter(Boolean).map(Number);

/** Units that are words as well: "2 in 1" is no length. */
const isPlainWord = (
  { alsoWords }: (typeof units)[number],
  phrase: string | undefined,
  text: string,
  end: number,
): boolean =>
  (alsoWords as readonly (string | undefined)[] | undefined)?.includes(phrase) === true &&
  /^\s*\d/.test(text.slice(end, end + 4));

/** "12 cans", "6 Flaschen". */
const containerCount = /(?<![\p{L}\p{N}.,])\d{1,3}[ -]?(?<word>\p{L}+)(?!\p{N})/gu;
/** Of what "12er" is twelve, only a measure beside it tells: a "911er" is a car. */
const countBeside = /(?<![\p{L}\p{N}.,])\d{1,3}[ -]?er(?![\p{L}\p{N}])/gu;

/** Contents that are added up: "180 g + 20 g" holds 200 g. Memory and sides are no sum. */
const summed: ReadonlySet<string> = new Set(['Volume', 'Mass', 'Doses', 'Sheets', 'Bags', 'Rolls']);

/** A measure with its place in the text. */
interface PlacedContent {
  content: Content;
  start: number;
  end: number;
}

const sumsOf = (text: string, placed: readonly PlacedContent[]): Content[] =>
  placed.slice(1).flatMap(({ content, start }, index): Content[] => {
    const before = placed[index]!;
    const isAdded = /^\s?\+\s?$/.test(text.slice(before.end, start));
    if (!isAdded || before.content.of !== content.of || !summed.has(content.of)) return [];
    const amount = before.content.amount + content.amount;
    return [{ ...content, amount, printed: before.content.printed + content.printed }];
  });

/** Reads how much a product's title, or an expectation such as "6 x 0.5 l" or "Pack of 2", says a buyer gets. */
export const readQuantities = (text: string): Quantities => {
  const contents: Content[] = [];
  let count: number | undefined;
  const placed: PlacedContent[] = [];
  const plain = withNumberFirst(withoutFractions(text.slice(0, 1_000)));
  const withoutContents = plain.replace(contentPattern, (whole, ...rest) => {
    const groups = rest.at(-1) as Record<string, string | undefined>;
    const start = Number(rest.at(-3));
    const unit = unitOf.get(groups.unit ?? '');
    const printed = readNumber(groups.number ?? '', (unit?.factor ?? 1) >= 1_000);
    const amount = printed * (unit?.factor ?? 0);
    if (!unit || !(amount > 0) || isPlainWord(unit, groups.unit, plain, start + whole.length)) {
      return whole;
    }
    const times = factorsOf(groups.times ?? groups.timesBehind ?? '');
    if (unit.of === 'Length') {
      for (const side of times)
        contents.push({ of: unit.of, amount: side * unit.factor, printed: side, unitCode: unit.code });
    } else if (times.length > 0) count = times.reduce((product, each) => product * each);
    const content: Content = { of: unit.of, amount, printed, unitCode: unit.code };
    contents.push(content);
    placed.push({ content, start, end: start + whole.length });
    return ' ';
  });
  contents.push(...sumsOf(plain, placed));
  const takeCount = (whole: string): string => {
    count ??= Number(/\d+/.exec(whole)?.[0]);
    return ' ';
  };
  const counted = withoutContents
    .replace(packPattern, takeCount)
    .replace(containerCount, (whole, word) => (isContainer(word) ? takeCount(whole) : whole));
  const rest = contents.length > 0 ? counted.replace(countBeside, takeCount) : counted;
  return { packs: count || undefined, contents, rest: rest.replace(/\s+/g, ' ').trim() };
};

/** Units of two systems never meet exactly: 16.9 fl oz are half a litre, 3 ft are sold as 0.9 m, an inch as 2.5 cm. */
const betweenSystems = 0.0175;
/** "1893 ml" and "1.89 l" are one, "990 g" and "1 kg" are two. */
const withinSystem = 0.005;

const customary: ReadonlySet<string> = new Set(
  units.flatMap(({ code, system }) => (system === 'Customary' ? [code] : [])),
);

const toleranceOf = (first: Content, second: Content): number => {
  if (first.unitCode === second.unitCode) return 1e-9;
  return customary.has(first.unitCode) === customary.has(second.unitCode) ? withinSystem : betweenSystems;
};

const isSameContent = (first: Content, second: Content): boolean => {
  const share = toleranceOf(first, second);
  return Math.abs(first.amount - second.amount) <= share * Math.max(first.amount, second.amount);
};

const ofKind = ({ contents }: Quantities, kind: string): readonly Content[] =>
  contents.filter(({ of }) => of === kind);

const isWithin = (few: readonly Content[], many: readonly Content[]): boolean =>
  few.every((one) => many.some((other) => isSameContent(one, other)));

/** One text may name more measures than the other: its drained weight, the other unit. "76 x 76" is not "76 x 127". */
const agree = (wanted: readonly Content[], found: readonly Content[]): boolean =>
  wanted.length === found.length
    ? isWithin(wanted, found) && isWithin(found, wanted)
    : isWithin(wanted, found) || isWithin(found, wanted);

/** All of it: what is in each piece, by the number of pieces; `undefined` where more than one measure of a kind is named. */
const totalOf = (quantities: Quantities, kind: string): Content | undefined => {
  const [only, ...others] = ofKind(quantities, kind);
  return only && others.length === 0 ? { ...only, amount: only.amount * (quantities.packs ?? 1) } : undefined;
};

/** Things that are counted as pieces as well: "20 St" and "20 tablets", "8 x 150 sheets" and "8 rolls". */
const countedAsPieces = ['Doses', 'Rolls', 'Bags'];

/** Pieces as what the other text counts. */
const asCounted = (quantities: Quantities, other: Quantities): Quantities => {
  const { packs: pieces, contents } = quantities;
  const [counted] = other.contents.filter(({ of }) => countedAsPieces.includes(of));
  return pieces !== undefined &&
    counted &&
    other.packs === undefined &&
    !ofKind(quantities, counted.of).length
    ? {
        ...quantities,
        packs: undefined,
        contents: [...contents, { ...counted, amount: pieces, printed: pieces }],
      }
    : quantities;
};

/**
 * Compares what two texts say of how much a buyer gets: `Different` where both name a measure of one kind and it is
 * another, or one is a pack of more pieces; `Same` where they name something and it agrees; else `Unknown`.
 */
export const compareQuantities = (
  wantedQuantities: Quantities,
  foundQuantities: Quantities,
): 'Same' | 'Different' | 'Unknown' => {
  const expected = asCounted(wantedQuantities, foundQuantities);
  const stated = asCounted(foundQuantities, wantedQuantities);
  const kinds = [...new Set(expected.contents.map(({ of }) => of))].filter(
    (of) => ofKind(stated, of).length > 0,
  );
  const isPackKnown = expected.packs !== undefined || stated.packs !== undefined;
  const isSamePack = (expected.packs ?? 1) === (stated.packs ?? 1);
  for (const kind of kinds) {
    const [wanted, found] = [ofKind(expected, kind), ofKind(stated, kind)];
    if (agree(wanted, found)) continue;
    const [whole, sum] = [totalOf(expected, kind), totalOf(stated, kind)];
    // "6 x 0.5 l" may be sold as "3 l", and may be another product of three litres.
    if (!isSamePack && whole && sum && isSameContent({ ...whole, unitCode: '' }, sum)) return 'Unknown';
    return 'Different';
  }
  if (isPackKnown && !isSamePack) return 'Different';
  return kinds.length > 0 || (expected.packs !== undefined && isSamePack) ? 'Same' : 'Unknown';
};

/**
 * Compares an expectation with a text as `compareQuantities` does. A number alone, "4", is one of pieces: a text that
 * counts none of them says nothing of it.
 */
export const compareWanted = (wanted: string, stated: string): 'Same' | 'Different' | 'Unknown' => {
  const found = readQuantities(stated);
  const pieces = /^\s*(\d{1,4})\s*$/.exec(wanted)?.[1];
  if (pieces === undefined) return compareQuantities(readQuantities(wanted), found);
  if (found.packs === undefined && !countedAsPieces.some((of) => ofKind(found, of).length > 0))
    return 'Unknown';
  return compareQuantities({ packs: Number(pieces), contents: [], rest: '' }, found);
};
