import packs from './packs.json' with { type: 'json' };
import { plainTitle } from './plain-title.ts';
import units from './units.json' with { type: 'json' };

/** How much of something: `0.5 l` is 500 of `Volume`. */
export interface Content {
  /** What is measured, e.g. `Volume`. */
  of: string;
  /** In the smallest unit of its kind. */
  amount: number;
  /** UN/CEFACT Recommendation 20 or 21, as schema.org's `unitCode`. */
  unitCode: string;
}

/** What a text says of how much a buyer gets. */
export interface Quantities {
  /** Pieces in the pack, where it says so. */
  packs: number | undefined;
  /** Of one piece. */
  contents: readonly Content[];
  /** The text, plain and without them. */
  rest: string;
}

const number = String.raw`\d{1,7}(?:[.,]\d{1,4})*`;
/** Behind a unit no letter and no further number: "2 in 1" is no length. */
const behind = String.raw`(?![\p{L}\p{N}]|\s*\d)`;
const unitOf = new Map(units.flatMap((unit) => unit.phrases.map((phrase) => [phrase, unit] as const)));
const longestFirst = (phrases: Iterable<string>): string =>
  [...phrases]
    .toSorted((a, b) => b.length - a.length)
    .map((phrase) => RegExp.escape(phrase))
    .join('|');

const contentPattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,])(?:(?<times>\d{1,3})\s?x\s?)?(?<number>${number})\s?-?\s?(?<unit>${longestFirst(unitOf.keys())})\.?${behind}(?:\s?x\s?(?<timesBehind>\d{1,3})(?![\p{L}\p{N}.,]))?`,
  'gu',
);
const packPattern = new RegExp(
  packs
    .toSorted((a, b) => b.length - a.length)
    .map((phrase) => {
      const [before = '', after = ''] = phrase.split('{n}');
      const spaced = (part: string): string => RegExp.escape(part.trim()).replaceAll(/\\x20| /g, '[ -]');
      const lead = before === '' ? '' : `${spaced(before)}${before.endsWith(' ') ? '[ -]?' : ''}`;
      const trail = after === '' ? '' : `${after.startsWith(' ') ? '[ -]?' : ''}${spaced(after)}`;
      return `(?<![\\p{L}\\p{N}.,])${lead}(\\d{1,4})${trail}(?![\\p{L}\\p{N}])`;
    })
    .join('|'),
  'gu',
);

/**
 * @param isLarge - the unit is one that is written with decimals: "1.500 kg" is one and a half, "1.500 g" fifteen hundred.
 */
const readNumber = (text: string, isLarge: boolean): number => {
  const isGrouped = /^[1-9]\d{0,2}(?:[.,]\d{3})+$/.test(text) && !isLarge;
  return Number(isGrouped ? text.replace(/[.,]/g, '') : text.replace(',', '.'));
};

/** Reads how much a product's title, or an expectation such as "6 x 0.5 l" or "Pack of 2", says a buyer gets. */
export const readQuantities = (text: string): Quantities => {
  const contents: Content[] = [];
  let count: number | undefined;
  const withoutContents = plainTitle(text.slice(0, 1_000)).replace(contentPattern, (whole, ...rest) => {
    const groups = rest.at(-1) as Record<string, string | undefined>;
    const unit = unitOf.get(groups.unit ?? '');
    const amount = unit ? readNumber(groups.number ?? '', unit.factor >= 1_000) * unit.factor : Number.NaN;
    if (!unit || !(amount > 0)) return whole;
    const times = groups.times ?? groups.timesBehind;
    if (times !== undefined) count = Number(times);
    contents.push({ of: unit.of, amount, unitCode: unit.code });
    return ' ';
  });
  const rest = withoutContents.replace(packPattern, (_whole, ...groups) => {
    count ??= Number(groups.find((group) => typeof group === 'string' && /^\d+$/.test(group)));
    return ' ';
  });
  return { packs: count || undefined, contents, rest: rest.replace(/\s+/g, ' ').trim() };
};

/** Units of two systems never meet exactly: 16.9 fl oz are half a litre. */
const tolerance = 0.015;

const isSameContent = (first: Content, second: Content): boolean => {
  const share = first.unitCode === second.unitCode ? 1e-9 : tolerance;
  return Math.abs(first.amount - second.amount) <= share * Math.max(first.amount, second.amount);
};

const ofKind = ({ contents }: Quantities, kind: string): readonly Content[] =>
  contents.filter(({ of }) => of === kind);

const isWithin = (few: readonly Content[], many: readonly Content[]): boolean =>
  few.every((one) => many.some((other) => isSameContent(one, other)));

/** All of it: what is in each piece, by the number of pieces; `undefined` where more than one measure of a kind is named. */
const totalOf = (quantities: Quantities, kind: string): Content | undefined => {
  const [only, ...others] = ofKind(quantities, kind);
  return only && others.length === 0 ? { ...only, amount: only.amount * (quantities.packs ?? 1) } : undefined;
};

/**
 * Compares what two texts say of how much a buyer gets: `Different` where both name a measure of one kind and it is
 * another, or one is a pack of more pieces; `Same` where they name something and it agrees; else `Unknown`.
 */
export const compareQuantities = (
  expected: Quantities,
  stated: Quantities,
): 'Same' | 'Different' | 'Unknown' => {
  const kinds = [...new Set(expected.contents.map(({ of }) => of))].filter(
    (of) => ofKind(stated, of).length > 0,
  );
  const isPackKnown = expected.packs !== undefined || stated.packs !== undefined;
  const isSamePack = (expected.packs ?? 1) === (stated.packs ?? 1);
  for (const kind of kinds) {
    const [wanted, found] = [ofKind(expected, kind), ofKind(stated, kind)];
    if (isWithin(wanted, found) || isWithin(found, wanted)) continue;
    const [whole, sum] = [totalOf(expected, kind), totalOf(stated, kind)];
    // "6 x 0.5 l" may be sold as "3 l", and may be another product of three litres.
    if (!isSamePack && whole && sum && isSameContent({ ...whole, unitCode: '' }, sum)) return 'Unknown';
    return 'Different';
  }
  if (isPackKnown && !isSamePack) return 'Different';
  return kinds.length > 0 || (expected.packs !== undefined && isSamePack) ? 'Same' : 'Unknown';
};
