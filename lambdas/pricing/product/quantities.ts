import type { UnitMeasure } from '../../domain/result/site-result.ts';
import { matcherOf, wordsOf } from '../words/lexicon.ts';
import { plainTitle } from '../words/tokens.ts';
import { anyOf, longestOf } from '../words/word-lists.ts';
import packs from './packs.json' with { type: 'json' };
import units from './units.json' with { type: 'json' };

const maxMeasure = 20;
const perWords = new RegExp(String.raw`^[\s(=]{0,3}(?:[/毎每]|${anyOf('perMeasure')}(?!\p{L}))\s*`, 'iu');
const unit = String.raw`(?:[Ss]q\.? |[Ff]l\.? )?\p{L}[\p{L}\p{M}²³.]{0,14}?[23]?`;
const printedNumber = String.raw`\d{1,4}(?:[.,]\d{1,3})?`;
const behindMeasure = anyOf('perMeasureBehind');
const leading = new RegExp(String.raw`^(${printedNumber})?\s*(${unit})(?![\p{L}\p{M}\p{N}²³])`, 'u');
/** "(100ml当たり)". */
const leadingWithWord = new RegExp(
  String.raw`^[\s(（]{0,3}(${printedNumber})?\s*(${unit})${behindMeasure}`,
  'u',
);
const atEnd = new RegExp(
  String.raw`(?:^|[\s(（/])(${printedNumber})?\s*(${unit})(?:${behindMeasure})?\s*[=:)]{0,2}\s*$`,
  'u',
);
/** "Kg-pris", "Literpreis", "kiloprijs". */
const compound = new RegExp(
  String.raw`(?:^|[\s(（/])(?<unit>\p{L}{1,9}?)-?${anyOf('priceBehindUnit')}\s*[=:]?\s*$`,
  'iu',
);
const pieces = new RegExp(`^${anyOf('piecesOfUnitPrices')}$`, 'iu');
/** "0,45 € each" needs no unit. "$63.65/ea" is the price of one of several. */
const each = /^\s?(?:\/?each|ea\.?)(?!\p{L})/iu;

/** Units that products are sold by; not megabytes, and "mb" is a running metre in Polish. */
const soldBy: ReadonlySet<string> = new Set([
  'Volume',
  'Mass',
  'Length',
  'Area',
  'Doses',
  'Sheets',
  'Bags',
  'Rolls',
  'Washes',
]);

const measureOf = (count: string | undefined, unitText: string): UnitMeasure | undefined => {
  const Raw = count === undefined ? unitText : `${count} ${unitText}`;
  const { contents, packs } = readQuantities(`${count ?? '1'} ${unitText}`);
  const [content] = contents.filter(({ of }) => soldBy.has(of));
  const isCounted = pieces.test(unitText) || (packs !== undefined && contents.length === 0);
  const UnitCode = content?.unitCode ?? (isCounted ? 'H87' : undefined);
  return UnitCode === undefined ? undefined : { Raw, Quantity: (count ?? '1').replace(',', '.'), UnitCode };
};

/**
 * Reads the quantity a price applies to: "/100 ml" after the amount, "1 kg =" before it.
 *
 * @returns `undefined` for a unit without a standard code.
 */
export const readMeasure = (behind: string, before: string): UnitMeasure | undefined => {
  const own = readMeasureBehind(behind);
  if (own) return own;
  const nearest = before.slice(-2 * maxMeasure);
  const label = atEnd.exec(nearest);
  const measure = label ? measureOf(label[1], label[2]!) : undefined;
  const unitOfLabel = compound.exec(nearest)?.groups?.unit;
  return measure ?? (unitOfLabel === undefined ? undefined : measureOf(undefined, unitOfLabel.toLowerCase()));
};

/** Reads the quantity after an amount: "/100 ml", "pro Stück", "(100ml当たり)". */
export const readMeasureBehind = (behind: string): UnitMeasure | undefined => {
  const text = behind.slice(0, 2 * maxMeasure);
  if (each.test(text)) return { Raw: 'each', Quantity: '1', UnitCode: 'H87' };
  const unitWord = perWords.exec(text);
  const found = unitWord ? leading.exec(text.slice(unitWord[0].length)) : leadingWithWord.exec(text);
  return found ? measureOf(found[1], found[2]!) : undefined;
};

/** A measured quantity: `0.5 l` is 500 of `Volume`. */
export interface Content {
  /** Dimension, e.g. `Volume`. */
  of: string;
  /** In the smallest unit of its dimension. */
  amount: number;
  /** As printed, in the text's unit. */
  printed: number;
  /** UN/CEFACT Recommendation 20 or 21, as schema.org's `unitCode`. */
  unitCode: string;
}

/** Quantities in a text. */
export interface Quantities {
  /** Pieces per pack, if stated. */
  packs: number | undefined;
  /** Contents of one piece. */
  contents: readonly Content[];
  /** The plain text without them. */
  rest: string;
}

const number = String.raw`\d{1,7}(?:[.,]\d{1,4})*`;
/** Scripts without spaces between words. */
const unspaced = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]`;
/**
 * After a unit: no letter of a longer word, no adjoining number. "5W-30" is no power, "100gx3" is a weight.
 */
const behind = String.raw`(?!(?!x\d|${unspaced})\p{L}|\p{N}|-\d)`;
/** Before a number: no word, number or hyphenated letters. "SM-X200 tablet" is one tablet. */
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
/** True if a plain word denotes a bottle, a can or the like, which is redundant if the contents are known. */
const isContainer = wordsOf('Container').is;

/** "LT 1", as printed by tills. */
const unitBeforePattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}]|\d\s)(?<unit>${longestOf(units.flatMap((unit) => unit.alsoBefore ?? []))})\.?\s?(?<number>${number})(?![\p{L}\p{N}.,]|\s?(?:${longestOf(unitOf.keys())})(?![\p{L}\p{N}]))`,
  'gu',
);

const namedPacks = matcherOf(['Pack']);

/** Puts the number first: "LT 1" becomes "1 lt", and "twin pack" becomes "2 pack". */
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

/** Pattern of the pack phrases with the number first, or last. */
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

/** @param isLarge - the unit is usually written with decimals: "1.500 kg" is 1.5, but "1.500 g" is 1500. */
const readNumber = (text: string, isLarge: boolean): number => {
  const isGrouped = /^[1-9]\d{0,2}(?:[.,]\d{3})+$/.test(text) && !isLarge;
  return Number(isGrouped ? text.replace(/[.,]/g, '') : text.replace(',', '.'));
};

/** Dimensions written as fractions; "4/64 GB" is memory and storage. */
const fractioned: ReadonlySet<string> = new Set(['Volume', 'Mass', 'Length']);
const fraction = new RegExp(
  String.raw`(?<![\p{N}.,/\-]|[^\P{L}x])(?:(?<whole>\d{1,3})[ -])?(?<over>\d{1,2})[/\u2044](?<under>[23458]|10|16|32|64)(?=\s?-?\s?(?:${longestOf(
    units.flatMap(({ of, phrases }) => (fractioned.has(of) ? phrases.map(plainTitle) : [])),
  )})\.?${behind})`,
  'gu',
);

/** Uses four decimals, so that none reads as a thousand; thirds are printed as "0.33". */
const decimalOf = (amount: number, under: number): string => amount.toFixed(under === 3 ? 2 : 4);

/** Converts fractions to decimals in plain text: "1½ lb" and "1 1/2 lb" become "1.5000 lb". */
const withoutFractions = (text: string): string =>
  plainTitle(text.replace(/(?<=\d)(?=[¼-¾⅐-⅞])/gu, ' ')).replace(
    fraction,
    (printed, whole = '0', over: string, under: string) => {
      const share = Number(over) / Number(under);
      return share < 1 ? decimalOf(Number(whole) + share, Number(under)) : printed;
    },
  );

/** Factors in "6x" (6) and "4x6x" (4 and 6). */
const factorsOf = (times: string): number[] => times.split('x').filter(Boolean).map(Number);

/** True if a unit is an ordinary word here: "2 in 1" is no length. */
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
/** "12er" counts pieces only beside a measure: a "911er" is a car. */
const countBeside = /(?<![\p{L}\p{N}.,])\d{1,3}[ -]?er(?![\p{L}\p{N}])/gu;

/** Dimensions that are added up: "180 g + 20 g" contains 200 g. Memory and sides are not. */
const summed: ReadonlySet<string> = new Set(['Volume', 'Mass', 'Doses', 'Sheets', 'Bags', 'Rolls']);

/** A quantity and its position in the text. */
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

/** Reads the quantity in a product's title, or in an expectation such as "6 x 0.5 l" or "Pack of 2". */
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

/** Units of two systems match only roughly: 16.9 fl oz is half a litre, 3 ft are sold as 0.9 m. */
const betweenSystems = 0.0175;
/** "1893 ml" and "1.89 l" match, "990 g" and "1 kg" do not. */
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

/** One text may name more measures: drained weight, another unit. "76 x 76" does not match "76 x 127". */
const agree = (wanted: readonly Content[], found: readonly Content[]): boolean =>
  wanted.length === found.length
    ? isWithin(wanted, found) && isWithin(found, wanted)
    : isWithin(wanted, found) || isWithin(found, wanted);

/** Dimensions also counted as pieces: "20 St" and "20 tablets", "8 x 150 sheets" and "8 rolls". */
const countedAsPieces = ['Doses', 'Rolls', 'Bags'];

/** Converts pieces to the dimension that the other text counts. */
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
 * Compares two quantities: `Different` if a common dimension differs, or one is a larger pack; `Same` if they
 * have something in common and agree; else `Unknown`.
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
    if (!agree(ofKind(expected, kind), ofKind(stated, kind))) return 'Different';
  }
  if (isPackKnown && !isSamePack) return 'Different';
  return kinds.length > 0 || (expected.packs !== undefined && isSamePack) ? 'Same' : 'Unknown';
};

/**
 * Compares an expected quantity with a text like `compareQuantities`. A number alone, "4", counts pieces:
 * texts without a count decide nothing.
 */
export const compareWanted = (wanted: string, stated: string): 'Same' | 'Different' | 'Unknown' => {
  const found = readQuantities(stated);
  const pieces = /^\s*(\d{1,4})\s*$/.exec(wanted)?.[1];
  if (pieces === undefined) return compareQuantities(readQuantities(wanted), found);
  if (found.packs === undefined && !countedAsPieces.some((of) => ofKind(found, of).length > 0))
    return 'Unknown';
  return compareQuantities({ packs: Number(pieces), contents: [], rest: '' }, found);
};
