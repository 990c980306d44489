import { sameIdentifier } from '../sources/identifiers.ts';
import { withDecimalSizes } from '../text/regional-sizes.ts';
import { allPhrases, withoutHits } from '../words/lexicon.ts';
import { createMatcher, type Hit } from '../words/matcher.ts';
import { memoize } from '../words/memoize.ts';
import type { Role } from '../words/term.ts';
import { plainTitle } from '../words/tokens.ts';
import { compareQuantities, type Quantities, readQuantities } from './quantities.ts';
import {
  haveConflictingMarks,
  haveOtherSigns,
  mayBeOfMarket,
  mayDifferInSign,
  readSignedNumbers,
  type SignedNumbers,
} from './signed-numbers.ts';
import {
  areContrary,
  type Contrasts,
  featuresIn,
  hasContrasts,
  isSupplyNumber,
  nounsIn,
  readContrasts,
  readLetterSizes,
  sizeHeads,
  suppliesIn,
  withoutContrasts,
  withoutHeadedSizes,
} from './title-words.ts';

export type Verdict = 'Same' | 'Different' | 'Unknown';

/** Longer titles are cut. */
const maxTitleLength = 1_000;

const wordRoles = [
  'Men',
  'Women',
  'Kids',
  'Condition',
  'Accessory',
  'Substitute',
  'Kind',
  'Part',
  'Set',
  'Grade',
  'For',
  'Nothing',
] as const satisfies readonly Role[];

/** `Common` accompanies a grade that is also an everyday word: "light". */
type Meaning = Exclude<(typeof wordRoles)[number], 'Condition' | 'Substitute'> | 'NotNew' | 'Common';

/** Conditions of used goods. Any title may say "new", and product names contain words for broken. */
const notNew: ReadonlySet<string | undefined> = new Set(['Used', 'OpenBox', 'Refurbished']);

const isOfTitle: ReadonlySet<Role> = new Set(wordRoles);
const { hits, atStart } = createMatcher(
  allPhrases,
  ({ role, value }) => isOfTitle.has(role) && (role !== 'Condition' || notNew.has(value)),
);

/** "Alternative" marks another product, and precedes what it is for. */
const meaningsOfHit = ({ meanings }: Hit): ReadonlySet<Meaning> =>
  new Set(
    meanings.flatMap(({ role, value }): Meaning[] => {
      if (role === 'Condition') return ['NotNew'];
      if (role === 'Substitute') return ['Accessory', 'For'];
      return value === 'common' ? ['Grade', 'Common'] : [role as Meaning];
    }),
  );

const sizeWords: ReadonlySet<string> = new Set(sizeHeads);
const maxCachedWords = 5_000;

/** The meanings of a token in the lexicon. */
const meaningsOf = memoize((word): ReadonlySet<Meaning> | undefined => {
  const hit = atStart(word);
  if (hit?.end === word.length) return meaningsOfHit(hit);
  return sizeWords.has(word) ? nothing : undefined;
}, maxCachedWords);

const nothing: ReadonlySet<Meaning> = new Set();

/** True if a plain word connects a thing with what it is for. */
export const meansFor = (word: string): boolean => meaningsOf(word)?.has('For') === true;

/** A parsed product title. */
interface TitleParts {
  quantities: Quantities;
  contrasts: Contrasts;
  signs: SignedNumbers;
  /** Audience, condition and kind: words by meaning. */
  marks: ReadonlyMap<Meaning, ReadonlySet<string>>;
  /** Alphanumeric tokens, "wh1000xm5", and numbers without a unit: "13" in "iPhone 13". */
  models: ReadonlySet<string>;
  words: ReadonlySet<string>;
  /** Models and words before the first "for", and after it; undefined without such a word. */
  aroundFor: readonly [before: ReadonlySet<string>, behind: ReadonlySet<string>] | undefined;
  /** The rest without quantities, brands and contrasts. */
  rest: string;
  /** The same with contrasts, since "tablet" is both a form of medicine and a device. */
  named: string;
  /** Models as spelled in the title: "wh1000xm4b.ce7". */
  spellings: ReadonlyMap<string, string>;
}

type Marks = Map<Meaning, Set<string>>;

const mark = (marks: Marks, means: Meaning, word: string): void => {
  marks.set(means, (marks.get(means) ?? new Set()).add(word));
};

const token = /[\p{L}\p{N}][\p{L}\p{N}'+.\-/]*/gu;

/** Splits "coca-cola" into two words but keeps "wh-1000xm5" as one model. */
const tokensOf = (text: string): string[] =>
  [...text.matchAll(token)].flatMap(([whole]) => {
    const word = whole.replace(/[.\-'/]+$/, '').replace(/'s$/, '');
    if (meaningsOf(whole)) return [whole];
    if (meaningsOf(word)) return [word];
    // "Akku-Schrauber" is not a battery: the last part of a compound names the thing.
    if (
      word
        .split('-')
        .slice(0, -1)
        .some((part) => meaningsOf(part))
    )
      return [word];
    // "1.5" is not 15.
    if (/^\d{1,2}\.\d{1,2}$/.test(word)) return [word];
    return /\p{N}/u.test(word) ? [word.replace(modelSigns, '')] : word.split(/[-/.]+/).filter(Boolean);
  });

/** Normalizes decimals: "42,5" becomes "42.5", "1.50" becomes "1.5", and "2.0" becomes "2". */
const withPlainDecimals = (plain: string): string =>
  plain.replace(
    /(?<![\p{L}\p{N}.,])(\d{1,2})[.,](\d{1,2})(?![\p{L}\p{N}.,])/gu,
    (_printed, whole: string, decimals: string) => `${whole}.${decimals}`.replace(/\.?0+$/, ''),
  );

/** Splits ranges: "-50...+70" is two numbers. */
const withRangesApart = (plain: string): string => plain.replace(/(?<=\d)\s?\.{2,3}\s?[+-]?(?=\d)/g, ' ');

/** Separators inside a model that some titles omit. */
const modelSigns = /[.\-/']/g;

/** The product's value per attribute, including its size. */
const readRespects = (plain: string): Contrasts => {
  const sizes = readLetterSizes(plain);
  return sizes.size === 0 ? readContrasts(plain) : new Map([...readContrasts(plain), ['Size', sizes]]);
};

/** Phrases of several tokens, or within one in scripts without spaces. */
const isPhrase = /[ \-\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

/** Prepares a title independently of the other one. */
const prepare = (title: string, brands: readonly string[]) => {
  const quantities = readQuantities(title);
  const sized = withPlainDecimals(withDecimalSizes(withRangesApart(quantities.rest)));
  const contrasts = readRespects(plainTitle(title.slice(0, maxTitleLength)));
  const marks: Marks = new Map();
  let rest = ` ${sized} `;
  for (const brand of brands) rest = rest.replaceAll(` ${plainTitle(brand)} `, ' ');
  const named = rest;
  rest = withoutContrasts(withoutHeadedSizes(rest));
  const phrases = hits(rest).filter(({ start, end }) => isPhrase.test(rest.slice(start, end)));
  for (const hit of phrases)
    for (const means of meaningsOfHit(hit))
      mark(marks, means, rest.slice(hit.start, hit.end).replaceAll('-', ' '));
  rest = withoutHits(rest, phrases, ' ');
  if (/\s\+\s/.test(rest)) mark(marks, 'Set', '+');
  const signs = readSignedNumbers(title.slice(0, maxTitleLength));
  return { quantities, contrasts, signs, marks, tokens: tokensOf(rest), rest, named };
};

type Prepared = ReturnType<typeof prepare>;

/** Most tokens that another title may write as one: "PG 545 XL". */
const maxJoined = 4;

/** Joins adjacent tokens that the other title writes as one: "K 5" as "K5", "Kitchen Aid" as "KitchenAid". */
const joinedAs = (tokens: readonly string[], other: ReadonlySet<string>): string[] => {
  const joined: string[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    let end = Math.min(index + maxJoined, tokens.length);
    const run = () => tokens.slice(index, end).join('').replace(modelSigns, '');
    while (end > index + 1 && !other.has(run())) end -= 1;
    joined.push(end > index + 1 ? run() : (tokens[index] ?? ''));
    index = end - 1;
  }
  return joined;
};

const romanNumerals = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];

/** Converts Roman numerals: "II" always; single letters only after a word such as "part". */
const numeralOf = (word: string, before: string | undefined): string | undefined => {
  const index = romanNumerals.indexOf(word);
  const isNumeral = index >= 0 && (word.length > 1 || meaningsOf(before ?? '')?.has('Part'));
  return isNumeral ? String(index + 1) : undefined;
};

/** Treats "Kärcher" and "Kaercher" alike. */
const withoutUmlauts = (word: string): string => word.replace(/([aou])e/g, '$1');

/** The meanings of a token, or else its name as a model or plain word. */
const meaningOf = (
  word: string,
  before: string | undefined,
): { meanings: ReadonlySet<Meaning>; name?: string } => {
  const numeral = numeralOf(word, before);
  const meanings = meaningsOf(word);
  if (meanings && numeral === undefined) return { meanings };
  return { meanings: new Set(), name: numeral ?? (/\p{N}/u.test(word) ? word : withoutUmlauts(word)) };
};

const isModel = (name: string): boolean => /\p{N}/u.test(name);

/** A product's attribute values, except its colour, which shops omit. */
const contrastNames = (contrasts: Contrasts): string[] =>
  [...contrasts].flatMap(([axis, values]) => (axis === 'Colour' ? [] : [...values]));

/** Words that occur only in a kind's name: in "air fryer", "air" is not a grade like "pro". */
const wordsOfKinds = (rest: string): ReadonlySet<string> => {
  const kinds = nounsIn(rest).filter((noun) => /[ -]/.test(noun));
  if (kinds.length === 0) return new Set();
  const others = kinds.reduce((text, kind) => text.replaceAll(kind, ' '), rest);
  return new Set(kinds.flatMap((kind) => kind.split(/[ -]/))).difference(new Set(tokensOf(others)));
};

/** Classifies a title's tokens by meaning. */
const sort = (
  { quantities, contrasts, signs, marks, tokens, rest, named }: Prepared,
  others: readonly string[],
): TitleParts => {
  const joined = joinedAs(tokens, new Set(others));
  const ofKind = wordsOfKinds(rest);
  const read = joined.map((word, index) => ({
    word,
    ...(ofKind.has(word) ? { meanings: nothing, name: word } : meaningOf(word, joined[index - 1])),
  }));
  for (const { word, meanings } of read) for (const means of meanings) mark(marks, means, word);
  const namesOf = (some: typeof read) => some.flatMap(({ name }) => (name === undefined ? [] : [name]));
  const names = namesOf(read);
  const at = read.findIndex(({ meanings }) => meanings.has('For'));
  const respects = contrastNames(contrasts);
  return {
    rest,
    named,
    spellings: new Map([...rest.matchAll(token)].map(([word]) => [word.replace(modelSigns, ''), word])),
    quantities,
    contrasts,
    signs,
    marks,
    models: new Set(names.filter(isModel)),
    words: new Set([...respects, ...names.filter((name) => !isModel(name))]),
    aroundFor:
      at < 0
        ? undefined
        : [new Set([...respects, ...namesOf(read.slice(0, at))]), new Set(namesOf(read.slice(at + 1)))],
  };
};

const isSubset = (few: ReadonlySet<string>, many: ReadonlySet<string>): boolean => few.isSubsetOf(many);

const marksOf = ({ marks }: TitleParts, means: Meaning): ReadonlySet<string> => marks.get(means) ?? new Set();

/** Meanings that two titles of the same product share or both lack. */
const decisive: readonly Meaning[] = ['NotNew', 'Accessory', 'Set'];

const audiences: readonly Meaning[] = ['Men', 'Women', 'Kids'];

const isForOthers = (expected: TitleParts, stated: TitleParts): boolean => {
  const [wanted, found] = [expected, stated].map((parts) =>
    audiences.filter((each) => parts.marks.has(each)),
  ) as [Meaning[], Meaning[]];
  return wanted.length > 0 && found.length > 0 && !wanted.some((each) => found.includes(each));
};

/** The shape of a model: "wh1000xm4" becomes "a9a9". */
const shapeOf = (model: string): string =>
  model.replace(/\p{N}+(?:\.\p{N}+)?/gu, '9').replace(/\p{L}+/gu, 'a');

/** True for alternatives of a kind: "wh1000xm4" and "wh1000xm5", "305" and "305xl"; not "5g" and "2023". */
const areAlternatives = (first: string, second: string): boolean =>
  shapeOf(first) === shapeOf(second) || first.startsWith(second) || second.startsWith(first);

const spelled = (model: string, { spellings }: TitleParts): string => spellings.get(model) ?? model;

/** True if each names an alternative to the other's model, other than the same model for another market. */
const isOtherModel = (expected: TitleParts, stated: TitleParts): boolean => {
  const found = [...stated.models.difference(expected.models)];
  return [...expected.models.difference(stated.models)].some((wanted) =>
    found.some(
      (each) =>
        areAlternatives(wanted, each) && !mayBeOfMarket(spelled(wanted, expected), spelled(each, stated)),
    ),
  );
};

/** True for "Hose for K5" beside "K5": the product is named after "for", and something else before it. */
const isPartFor = (whole: TitleParts, part: TitleParts): boolean => {
  if (!part.aroundFor || whole.aroundFor) return false;
  const [before, behind] = part.aroundFor;
  const names = whole.models.size > 0 ? whole.models : whole.words;
  const isOfKind = part.marks.has('Kind') && !whole.marks.has('Kind');
  const isOfAnother = isOfKind || !isSubset(before, whole.words.union(whole.models));
  return names.size > 0 && isOfAnother && isSubset(names, behind) && names.isDisjointFrom(before);
};

/** True if two titles are about one family: "Galaxy S23" and "Galaxy S23 Ultra", but not just "Galaxy". */
const isNear = (expected: TitleParts, stated: TitleParts): boolean => {
  if (expected.models.size > 0 || stated.models.size > 0)
    return !expected.models.isDisjointFrom(stated.models);
  const common = expected.words.intersection(stated.words).size;
  return common > 1 && common >= expected.words.union(stated.words).size / 2;
};

const hasCommonName = (expected: TitleParts, stated: TitleParts): boolean =>
  !expected.words.isDisjointFrom(stated.words) || !expected.models.isDisjointFrom(stated.models);

/** True if a title only names a kind: "Olive oil", in any bottle. */
const namesKindAlone = ({ quantities, models }: TitleParts): boolean =>
  models.size === 0 && quantities.packs === undefined && quantities.contents.length === 0;

const isOtherQuantity = (expected: TitleParts, stated: TitleParts): boolean =>
  !namesKindAlone(expected) &&
  !namesKindAlone(stated) &&
  compareQuantities(expected.quantities, stated.quantities) === 'Different';

/** True if a word looks like a manufacturer number: letters, at least two digits, five characters in all. */
const isMakersNumber = (word: string): boolean =>
  /\p{L}/u.test(word) && /\p{N}.*\p{N}/u.test(word) && /(?:[\p{L}\p{N}].*){5}/u.test(word);

const differInGrade = (expected: TitleParts, stated: TitleParts): boolean =>
  marksOf(expected, 'Grade').symmetricDifference(marksOf(stated, 'Grade')).size > 0;

/** True if only one title names a grade: "Galaxy S23" and "S23 Ultra" differ. */
const isOtherGrade = (expected: TitleParts, stated: TitleParts): boolean =>
  differInGrade(expected, stated) && isNear(expected, stated);

/** Rules that distinguish two products by their titles. Each is sufficient and symmetric. */
const differences: readonly ((expected: TitleParts, stated: TitleParts) => boolean)[] = [
  isOtherQuantity,
  isForOthers,
  (expected, stated) =>
    hasCommonName(expected, stated) &&
    decisive.some((means) => expected.marks.has(means) !== stated.marks.has(means)),
  (expected, stated) => areContrary(expected.contrasts, stated.contrasts),
  (expected, stated) => haveOtherSigns(expected.signs, stated.signs),
  (expected, stated) => isPartFor(expected, stated) || isPartFor(stated, expected),
  isOtherGrade,
  isOtherModel,
];

/** True if two titles differ only in spelling, even short ones: "Rapsöl 1 l" and "RAPSÖL 1,0 Liter". */
const areSpellingsOfOne = (expected: Prepared, stated: Prepared): boolean => {
  const [wanted, found] = [new Set(expected.tokens), new Set(stated.tokens)];
  return (
    wanted.size > 0 &&
    wanted.symmetricDifference(found).size === 0 &&
    hasContrasts(expected.contrasts, stated.contrasts) &&
    hasContrasts(stated.contrasts, expected.contrasts) &&
    compareQuantities(expected.quantities, stated.quantities) === 'Same'
  );
};

/** Largest fraction of the page's words missing from an expected title that names no model. */
const maxUnknownShare = 0.2;

const wordsOf = (phrases: readonly string[]): string[] => phrases.flatMap(tokensOf).map(withoutUmlauts);

/** Dimensions of consumables, never of devices. */
const usedBy: ReadonlySet<string> = new Set(['Volume', 'Mass', 'Sheets']);

const isUsedUp = ({ quantities }: TitleParts): boolean =>
  quantities.contents.some(({ of }) => usedBy.has(of));

/**
 * Words that only say what the product is or does, such as "Bluetooth headphones" after a model: features,
 * and a single kind if the expected title has none, since "drill" and "battery" are two. "Engine oil" is the
 * product if both titles state a quantity, and otherwise what an engine takes.
 */
const explained = (expected: TitleParts, stated: TitleParts): ReadonlySet<string> => {
  const areUsedUp = isUsedUp(expected) && isUsedUp(stated);
  const kindsOf = ({ named }: TitleParts) => [...nounsIn(named), ...(areUsedUp ? suppliesIn(named) : [])];
  const nouns = kindsOf(stated);
  const isOneKind = new Set(nouns).size === 1 && kindsOf(expected).length === 0;
  return new Set(wordsOf([...featuresIn(stated.named), ...(isOneKind ? nouns : [])]));
};

const isNamedByModel = ({ models }: TitleParts): boolean =>
  [...models].some((model) => /\p{L}/u.test(model) && model.length >= 4);

/** True if one title has unexplained words that the other lacks: those of an accessory or an edition. */
const namesMore = (one: TitleParts, other: TitleParts): boolean => {
  const more = [...one.words.difference(other.words)];
  if (more.length === 0) return false;
  if (!isNamedByModel(other) && more.length > maxUnknownShare * one.words.size) return true;
  const known = explained(other, one);
  return more.some((word) => !known.has(word));
};

/** True if the page's title has a number that the expected title lacks and that is no quantity. */
const hasOtherNumber = (expected: TitleParts, { models, quantities }: TitleParts): boolean =>
  [...models.difference(expected.models)].some(
    (model) =>
      !quantities.contents.some(({ printed }) => String(printed) === model) &&
      (!isNamedByModel(expected) || [...expected.models].some((own) => areAlternatives(own, model))),
  );

/** True if the page's title names everything that identifies the expected product. */
const hasAllOf = (expected: TitleParts, stated: TitleParts): boolean =>
  expected.words.size + expected.models.size >= 2 &&
  !namesMore(expected, stated) &&
  isSubset(expected.models, stated.models) &&
  hasContrasts(stated.contrasts, expected.contrasts) &&
  (['Kind', 'Kids'] as const).every((means) => expected.marks.has(means) === stated.marks.has(means)) &&
  !differInGrade(expected, stated);

/** Meanings of things other than a single unit of the product: accessories, sets, parts. */
const besides: readonly Meaning[] = ['Accessory', 'Set', 'Part'];

/** True for "cf217a" and "cf219a", but not for a year after a five-digit number. */
const isOfShape = (first: string, second: string): boolean =>
  first !== second &&
  first.replace(/\p{L}/gu, 'a').replace(/\p{N}/gu, '9') ===
    second.replace(/\p{L}/gu, 'a').replace(/\p{N}/gu, '9');

/** The product whose number is searched for in a title. */
export interface KnownProduct {
  /** The expected title. */
  title?: string | undefined;
  brands: readonly string[];
}

const partsOf = (title: string): TitleParts => sort(prepare(title, []), []);

/** A plain title split at a number. */
interface AroundNumber {
  before: string;
  number: string;
  behind: string;
}

const splitAt = (title: string, number: string): AroundNumber | undefined => {
  const plain = plainTitle(title.slice(0, maxTitleLength));
  const found = [...plain.matchAll(/[^\s,;|()[\]]+/g)].find(
    ([word]) => sameIdentifier(word, number) && !haveConflictingMarks(word, number),
  );
  if (!found) return undefined;
  const [own] = found;
  return {
    before: plain.slice(0, found.index),
    number: own,
    behind: plain.slice(found.index + own.length),
  };
};

/** True if the title names another kind: "Akku-Bohrschrauber" is a drill, but "Akku" may be its battery. */
const isOtherKind = (stated: TitleParts, wanted: TitleParts, known: ReadonlySet<string>): boolean => {
  const kinds = [...marksOf(stated, 'Kind')];
  return (
    kinds.length > 0 &&
    !wanted.marks.has('Kind') &&
    (nounsIn(stated.rest).length === 0 || kinds.some((kind) => !known.has(withoutUmlauts(kind))))
  );
};

/** True if every word around a number is the brand's, in the expected title, or describes the product. */
const isAboutItself = (
  { before, number, behind }: AroundNumber,
  wanted: TitleParts,
  brands: readonly string[],
): boolean => {
  const stated = partsOf(`${before} ${behind}`);
  // "HL-L2350DW Toner" is a supply for that printer.
  const supplies = isSupplyNumber(number) ? suppliesIn(behind) : [];
  const known = explained(partsOf(''), stated).union(
    new Set([...wanted.words, ...wordsOf([...brands.map(plainTitle), ...supplies])]),
  );
  const isOther = besides.some((means) => stated.marks.has(means) && !wanted.marks.has(means));
  // "HL-L2350DW TN-2420" is a cartridge, or both.
  const hasOther = [...stated.models.difference(wanted.models)].some(isMakersNumber);
  return (
    !isOther &&
    !hasOther &&
    // "left" may be one half of a pair.
    isSubset(marksOf(stated, 'Common'), marksOf(wanted, 'Common')) &&
    !isOtherKind(stated, wanted, known) &&
    isSubset(stated.words, known)
  );
};

/** True if a title has a word for an accessory, and the expected one has none. */
export const namesAccessory = (title: string, wanted = ''): boolean =>
  partsOf(title).marks.has('Accessory') && !partsOf(wanted).marks.has('Accessory');

/**
 * True if a title names a single unit of the product with this number: no part, accessory, substitute or set,
 * and no second number of the same shape. An unexplained word may name a part.
 */
export const namesOneOf = (
  title: string,
  number: string,
  { title: wanted = '', brands }: KnownProduct,
): boolean => {
  const around = splitAt(title, number);
  if (!around) return false;
  const { before, number: own, behind } = around;
  const words = (text: string): string[] => text.split(/[\s,;|()[\]]+/);
  return (
    !words(before).some(meansFor) &&
    (readQuantities(title).packs ?? 1) === 1 &&
    ![...words(before), ...words(behind)].some((word) => isOfShape(word, own)) &&
    isAboutItself(around, partsOf(wanted), brands)
  );
};

/**
 * Compares the expected product's title with a page's.
 *
 * Biased against false `Same`: the page must have all words of the expected title, and almost no others.
 *
 * @param brands - ignored in both titles.
 */
export const compareTitles = (wanted: string, found: string, brands: readonly string[] = []): Verdict => {
  const [first, second] = [prepare(wanted, brands), prepare(found, brands)];
  const [expected, stated] = [sort(first, second.tokens), sort(second, first.tokens)];
  if (differences.some((isDifferent) => isDifferent(expected, stated))) return 'Different';
  if (compareQuantities(expected.quantities, stated.quantities) === 'Different') return 'Unknown';
  if (mayDifferInSign(expected.signs, stated.signs)) return 'Unknown';
  if (areSpellingsOfOne(first, second)) return 'Same';
  if (!hasAllOf(expected, stated)) return 'Unknown';
  return namesMore(stated, expected) || hasOtherNumber(expected, stated) ? 'Unknown' : 'Same';
};
