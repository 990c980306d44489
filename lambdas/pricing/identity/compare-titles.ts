import { withDecimalSizes } from '../half-sizes.ts';
import { sameIdentifier } from '../identifiers.ts';
import { allPhrases, withoutHits } from '../lexicon/lexicon.ts';
import { createMatcher, type Hit } from '../lexicon/matcher.ts';
import { plainTitle } from '../lexicon/plain-title.ts';
import type { Role } from '../lexicon/term.ts';
import { memoize } from '../memoize.ts';
import { areContrary, type Contrasts, hasContrasts, readContrasts, withoutContrasts } from './contrasts.ts';
import { readLetterSizes, sizeHeads, withoutHeadedSizes } from './letter-sizes.ts';
import { haveConflictingMarks } from './number-marks.ts';
import { mayBeOfMarket } from './number-suffix.ts';
import { featuresIn, isSupplyNumber, nounsIn, suppliesIn } from './product-words.ts';
import { compareQuantities, isContainer, isUnit, type Quantities, readQuantities } from './quantities.ts';
import { haveOtherSigns, mayDifferInSign, readSignedNumbers, type SignedNumbers } from './signed-numbers.ts';

export type Verdict = 'Same' | 'Different' | 'Unknown';

/** Titles are read so far: quantities, too. */
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

/** `Common` is said by a grade that is a word of every day as well: "light". */
type Meaning = Exclude<(typeof wordRoles)[number], 'Condition' | 'Substitute'> | 'NotNew' | 'Common';

/** Conditions of what was sold before. Any title may say "new"; what is broken bears the names of products as well. */
const notNew: ReadonlySet<string | undefined> = new Set(['Used', 'OpenBox', 'Refurbished']);

const isOfTitle: ReadonlySet<Role> = new Set(wordRoles);
const { hits, atStart } = createMatcher(
  allPhrases,
  ({ role, value }) => isOfTitle.has(role) && (role !== 'Condition' || notNew.has(value)),
);

/** "Alternative" is said of another thing, and in front of what it is for. */
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

/** The meaning of a token that the lexicon has. */
const meaningsOf = memoize((word): ReadonlySet<Meaning> | undefined => {
  const hit = atStart(word);
  if (hit?.end === word.length) return meaningsOfHit(hit);
  return sizeWords.has(word) ? nothing : undefined;
}, maxCachedWords);

const nothing: ReadonlySet<Meaning> = new Set();

/** True if a plain word stands between a thing and what it is for. */
export const meansFor = (word: string): boolean => meaningsOf(word)?.has('For') === true;

/** A product's title, taken apart. */
interface TitleParts {
  quantities: Quantities;
  contrasts: Contrasts;
  signs: SignedNumbers;
  /** Whom it is for, its state and kind: words by what they say. */
  marks: ReadonlyMap<Meaning, ReadonlySet<string>>;
  /** Tokens of letters and digits, "wh1000xm5", and numbers that measure nothing: "13" of "iPhone 13". */
  models: ReadonlySet<string>;
  words: ReadonlySet<string>;
  /** Models and words that stand before the first "for", and those behind it; none where it has no such word. */
  aroundFor: readonly [before: ReadonlySet<string>, behind: ReadonlySet<string>] | undefined;
  /** The rest without quantities, brands and contrasts. */
  rest: string;
  /** The same with contrasts, since "tablet" is a form of medicine and a device. */
  named: string;
  /** Models as the title has them: "wh1000xm4b.ce7". */
  spellings: ReadonlyMap<string, string>;
}

type Marks = Map<Meaning, Set<string>>;

const mark = (marks: Marks, means: Meaning, word: string): void => {
  marks.set(means, (marks.get(means) ?? new Set()).add(word));
};

const token = /[\p{L}\p{N}][\p{L}\p{N}'+.\-/]*/gu;

/** "coca-cola" are two words, "wh-1000xm5" is one model. */
const tokensOf = (text: string): string[] =>
  [...text.matchAll(token)].flatMap(([whole]) => {
    const word = whole.replace(/[.\-'/]+$/, '').replace(/'s$/, '');
    if (meaningsOf(whole)) return [whole];
    if (meaningsOf(word)) return [word];
    // "Akku-Schrauber" is no battery: what a compound is stands last.
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

/** "42,5" is "42.5", "1.50" is "1.5", and "2.0" is "2". */
const withPlainDecimals = (plain: string): string =>
  plain.replace(
    /(?<![\p{L}\p{N}.,])(\d{1,2})[.,](\d{1,2})(?![\p{L}\p{N}.,])/gu,
    (_printed, whole: string, decimals: string) => `${whole}.${decimals}`.replace(/\.?0+$/, ''),
  );

/** "-50...+70" are two numbers. */
const withRangesApart = (plain: string): string => plain.replace(/(?<=\d)\s?\.{2,3}\s?[+-]?(?=\d)/g, ' ');

/** Signs within a model that not every title has. */
const modelSigns = /[.\-/']/g;

/** A product's value in each respect, its size among them. */
const readRespects = (plain: string): Contrasts => {
  const sizes = readLetterSizes(plain);
  return sizes.size === 0 ? readContrasts(plain) : new Map([...readContrasts(plain), ['Size', sizes]]);
};

/** Text of more than one token, or of a part of one: a word of a script without spaces. */
const isPhrase = /[ \-\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

/** A title before it meets the other one. */
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

/** Most tokens that another title writes as one: "PG 545 XL". */
const maxJoined = 4;

/** Joins neighbours that the other title writes as one: "K 5" beside "K5", "Kitchen Aid" beside "KitchenAid". */
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

/** "II" is 2 wherever it stands; a letter that is a numeral as well is one behind "part". */
const numeralOf = (word: string, before: string | undefined): string | undefined => {
  const index = romanNumerals.indexOf(word);
  const isNumeral = index >= 0 && (word.length > 1 || meaningsOf(before ?? '')?.has('Part'));
  return isNumeral ? String(index + 1) : undefined;
};

/** "Kärcher" is "Kaercher" where a keyboard has no umlauts. */
const withoutUmlauts = (word: string): string => word.replace(/([aou])e/g, '$1');

/** Meaning of a token, or the name that it is: a model's or a plain word's. */
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

/** A product's values by respects, but for its colour: shops leave that out. */
const contrastNames = (contrasts: Contrasts): string[] =>
  [...contrasts].flatMap(([axis, values]) => (axis === 'Colour' ? [] : [...values]));

/** Words that say nothing but as part of a kind's name: an "air fryer" is no "air" beside a "pro". */
const wordsOfKinds = (rest: string): ReadonlySet<string> => {
  const kinds = nounsIn(rest).filter((noun) => /[ -]/.test(noun));
  if (kinds.length === 0) return new Set();
  const others = kinds.reduce((text, kind) => text.replaceAll(kind, ' '), rest);
  return new Set(kinds.flatMap((kind) => kind.split(/[ -]/))).difference(new Set(tokensOf(others)));
};

/** Sorts a title's tokens by what they say. */
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

/** Marks that one of two titles of the same product cannot have alone. */
const decisive: readonly Meaning[] = ['NotNew', 'Accessory', 'Set'];

const audiences: readonly Meaning[] = ['Men', 'Women', 'Kids'];

const isForOthers = (expected: TitleParts, stated: TitleParts): boolean => {
  const [wanted, found] = [expected, stated].map((parts) =>
    audiences.filter((each) => parts.marks.has(each)),
  ) as [Meaning[], Meaning[]];
  return wanted.length > 0 && found.length > 0 && !wanted.some((each) => found.includes(each));
};

/** "wh1000xm4" is written as "a9a9". */
const shapeOf = (model: string): string =>
  model.replace(/\p{N}+(?:\.\p{N}+)?/gu, '9').replace(/\p{L}+/gu, 'a');

/** "wh1000xm4" beside "wh1000xm5", "305" beside "305xl": two of a kind, and not "5g" beside "2023". */
const areAlternatives = (first: string, second: string): boolean =>
  shapeOf(first) === shapeOf(second) || first.startsWith(second) || second.startsWith(first);

const spelled = (model: string, { spellings }: TitleParts): string => spellings.get(model) ?? model;

/** Each names a model of a kind that the other has another of, and not the same of another market. */
const isOtherModel = (expected: TitleParts, stated: TitleParts): boolean => {
  const found = [...stated.models.difference(expected.models)];
  return [...expected.models.difference(stated.models)].some((wanted) =>
    found.some(
      (each) =>
        areAlternatives(wanted, each) && !mayBeOfMarket(spelled(wanted, expected), spelled(each, stated)),
    ),
  );
};

/** "Hose for K5" beside "K5": what is named stands behind the word, and another thing before it. */
const isPartFor = (whole: TitleParts, part: TitleParts): boolean => {
  if (!part.aroundFor || whole.aroundFor) return false;
  const [before, behind] = part.aroundFor;
  const names = whole.models.size > 0 ? whole.models : whole.words;
  const isOfKind = part.marks.has('Kind') && !whole.marks.has('Kind');
  const isOfAnother = isOfKind || !isSubset(before, whole.words.union(whole.models));
  return names.size > 0 && isOfAnother && isSubset(names, behind) && names.isDisjointFrom(before);
};

/** True if two titles speak of one family: "Galaxy S23" and "Galaxy S23 Ultra", but not "Galaxy", which may be any. */
const isNear = (expected: TitleParts, stated: TitleParts): boolean => {
  if (expected.models.size > 0 || stated.models.size > 0)
    return !expected.models.isDisjointFrom(stated.models);
  const common = expected.words.intersection(stated.words).size;
  return common > 1 && common >= expected.words.union(stated.words).size / 2;
};

const hasCommonName = (expected: TitleParts, stated: TitleParts): boolean =>
  !expected.words.isDisjointFrom(stated.words) || !expected.models.isDisjointFrom(stated.models);

/** "Olive oil" names a kind, in whatever bottle. */
const namesKindAlone = ({ quantities, models }: TitleParts): boolean =>
  models.size === 0 && quantities.packs === undefined && quantities.contents.length === 0;

const isOtherQuantity = (expected: TitleParts, stated: TitleParts): boolean =>
  !namesKindAlone(expected) &&
  !namesKindAlone(stated) &&
  compareQuantities(expected.quantities, stated.quantities) === 'Different';

/** True if a word is a number as makers give them to things of their own: letters, two digits, and five in all. */
const isMakersNumber = (word: string): boolean =>
  /\p{L}/u.test(word) && /\p{N}.*\p{N}/u.test(word) && /(?:[\p{L}\p{N}].*){5}/u.test(word);

/** Letters and digits, or so many digits that no family of products has them as its name. */
const isWholeNumber = (model: string): boolean => isMakersNumber(model) || /^\d{5,}$/.test(model);

/** "Galaxy S23" and "S23 Ultra" are two; words of every day, "light", say no such thing behind a maker's own number. */
const isOtherGrade = (expected: TitleParts, stated: TitleParts): boolean => {
  const only = marksOf(expected, 'Grade').symmetricDifference(marksOf(stated, 'Grade'));
  const isNumbered = [...expected.models.intersection(stated.models)].some(isWholeNumber);
  const distinctive = [...only].filter((word) => !isNumbered || !meaningsOf(word)?.has('Common'));
  return distinctive.length > 0 && isNear(expected, stated);
};

/** Rules that tell two products apart by their titles, each enough by itself. Each is the same from either side. */
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

/** True if two titles are one but for how they write it, however little that names: "Rapsöl 1 l" and "RAPSÖL 1,0 Liter". */
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

/** Of the words of a page's title, how many the wanted one may lack where it names no model. */
const maxUnknownShare = 0.2;

const wordsOf = (phrases: readonly string[]): string[] => phrases.flatMap(tokensOf).map(withoutUmlauts);

/** In what things that are used up are measured; no device is. */
const usedBy: ReadonlySet<string> = new Set(['Volume', 'Mass', 'Sheets']);

const isUsedUp = ({ quantities }: TitleParts): boolean =>
  quantities.contents.some(({ of }) => usedBy.has(of));

/**
 * Words that say no more than what the product is or does, "Bluetooth headphones" behind a model: of what it is one word
 * alone, where the wanted title has none, since "drill" and "battery" are two. "Engine oil" is what a product is where
 * both titles say how much of it, and else what an engine takes.
 */
const explained = (expected: TitleParts, stated: TitleParts): ReadonlySet<string> => {
  const areUsedUp = isUsedUp(expected) && isUsedUp(stated);
  const kindsOf = ({ named }: TitleParts) => [...nounsIn(named), ...(areUsedUp ? suppliesIn(named) : [])];
  const nouns = kindsOf(stated);
  const isOneKind = new Set(nouns).size === 1 && kindsOf(expected).length === 0;
  return new Set(wordsOf([...featuresIn(stated.named), ...(isOneKind ? nouns : [])]));
};

/** "20 St. tablets" beside "20 tablets", "bottle" beside "1 l": what is counted, or what it is in. */
const namesQuantity = (word: string, { quantities: { contents } }: TitleParts): boolean =>
  contents.length > 0 && (isContainer(word) || contents.some(({ unitCode }) => isUnit(word, unitCode)));

const isNamedByModel = ({ models }: TitleParts): boolean =>
  [...models].some((model) => /\p{L}/u.test(model) && model.length >= 4);

/** True if one of two titles has words that the other has not, and nothing says what they are: an accessory's, an edition's. */
const namesMore = (one: TitleParts, other: TitleParts): boolean => {
  const more = [...one.words.difference(other.words)].filter((word) => !namesQuantity(word, other));
  if (more.length === 0) return false;
  if (!isNamedByModel(other) && more.length > maxUnknownShare * one.words.size) return true;
  const known = explained(other, one);
  return more.some((word) => !known.has(word));
};

/** True if a page's title has a number that the wanted one has not, and that measures nothing. */
const hasOtherNumber = (expected: TitleParts, { models, quantities }: TitleParts): boolean =>
  [...models.difference(expected.models)].some(
    (model) =>
      !quantities.contents.some(({ printed }) => String(printed) === model) &&
      (!isNamedByModel(expected) || [...expected.models].some((own) => areAlternatives(own, model))),
  );

/** True if a wanted title names its product, and the page's names it too. */
const hasAllOf = (expected: TitleParts, stated: TitleParts): boolean =>
  expected.words.size + expected.models.size >= 2 &&
  !namesMore(expected, stated) &&
  isSubset(expected.models, stated.models) &&
  hasContrasts(stated.contrasts, expected.contrasts) &&
  (['Kind', 'Kids'] as const).every((means) => expected.marks.has(means) === stated.marks.has(means)) &&
  marksOf(expected, 'Grade').symmetricDifference(marksOf(stated, 'Grade')).size === 0;

/** Things that one piece of a product is not sold with, or is none of: other things, others of its kind, or in its place. */
const besides: readonly Meaning[] = ['Accessory', 'Set', 'Part'];

/** "cf217a" and "cf219a", but not the year behind a number of five digits. */
const isOfShape = (first: string, second: string): boolean =>
  first !== second &&
  first.replace(/\p{L}/gu, 'a').replace(/\p{N}/gu, '9') ===
    second.replace(/\p{L}/gu, 'a').replace(/\p{N}/gu, '9');

/** The product whose number is looked for in a title. */
export interface KnownProduct {
  /** The title that is wanted. */
  title?: string | undefined;
  brands: readonly string[];
}

const partsOf = (title: string): TitleParts => sort(prepare(title, []), []);

/** A title around a number, plain. */
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

/** "Akku-Bohrschrauber" is a drill, and "Akku" alone may be its battery. */
const isOtherKind = (stated: TitleParts, wanted: TitleParts, known: ReadonlySet<string>): boolean => {
  const kinds = [...marksOf(stated, 'Kind')];
  return (
    kinds.length > 0 &&
    !wanted.marks.has('Kind') &&
    (nounsIn(stated.rest).length === 0 || kinds.some((kind) => !known.has(withoutUmlauts(kind))))
  );
};

/** Values that a device may have in some respect; "switch" and "tablets" may be a part of it, and something it takes. */
const ofDevices: ReadonlySet<string> = new Set(['Finish', 'Flavour']);

const respectsOf = ({ contrasts }: TitleParts): ReadonlySet<string> =>
  new Set(contrastNames(new Map([...contrasts].filter(([axis]) => ofDevices.has(axis)))));

/** True if every word around a number is the brand's, of the wanted title, or says what the product is or does. */
const isAboutItself = (
  { before, number, behind }: AroundNumber,
  wanted: TitleParts,
  brands: readonly string[],
): boolean => {
  const stated = partsOf(`${before} ${behind}`);
  // "HL-L2350DW Toner" is what that printer takes.
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
    // "left" may be the left one of two.
    isSubset(marksOf(stated, 'Common'), marksOf(wanted, 'Common')) &&
    !isOtherKind(stated, wanted, known) &&
    isSubset(stated.words, known.union(respectsOf(stated)))
  );
};

/** True if a title has a word for an accessory, and the wanted one has none. */
export const namesAccessory = (title: string, wanted = ''): boolean =>
  partsOf(title).marks.has('Accessory') && !partsOf(wanted).marks.has('Accessory');

/**
 * True if a title names one piece of the product that has a number: not a part, what goes with it or stands for it, not
 * several of it, and no second number of the same shape. A word that nothing explains may be a part's.
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
 * Compares the title of the product that is wanted with that of a page.
 *
 * Made to be wrong about `Same` hardly ever: it takes all words of the wanted title, and hardly another.
 *
 * @param brands - what names the brand is no word of a title.
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
