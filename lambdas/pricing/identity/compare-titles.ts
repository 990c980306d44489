import { plainTitle } from './plain-title.ts';
import { compareQuantities, type Quantities, readQuantities } from './quantities.ts';
import titleWords from './title-words.json' with { type: 'json' };

export type Verdict = 'Same' | 'Different' | 'Unknown';

type Meaning = 'Men' | 'Women' | 'Kids' | 'NotNew' | 'Accessory' | 'Set' | 'Grade' | 'Nothing';

const meanings = new Map<string, ReadonlySet<Meaning>>();
/** Words of more than one token, and in scripts without spaces. */
const phrases: (readonly [phrase: string, means: Meaning])[] = [];
for (const { means, words } of titleWords as readonly { means: Meaning; words: readonly string[] }[]) {
  for (const word of words.map(plainTitle)) {
    if (word.includes(' ') || /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(word)) {
      phrases.push([word, means]);
    } else meanings.set(word, new Set([...(meanings.get(word) ?? []), means]));
  }
}
phrases.sort(([a], [b]) => b.length - a.length);

/** A product's title, taken apart. */
export interface TitleParts {
  quantities: Quantities;
  /** Whom it is for, its state and kind: words by what they say. */
  marks: ReadonlyMap<Meaning, ReadonlySet<string>>;
  /** Tokens of letters and digits, "wh-1000xm5", and numbers that measure nothing: "13" of "iPhone 13". */
  models: ReadonlySet<string>;
  words: ReadonlySet<string>;
}

const token = /[\p{L}\p{N}][\p{L}\p{N}'+.\-/]*/gu;

/** Takes a title apart; what names its brand is no word of it. */
export const readTitle = (title: string, brands: readonly string[] = []): TitleParts => {
  const quantities = readQuantities(title);
  const marks = new Map<Meaning, Set<string>>();
  const mark = (means: Meaning, word: string) => {
    marks.set(means, (marks.get(means) ?? new Set()).add(word));
  };
  let rest = ` ${quantities.rest} `;
  for (const brand of brands) rest = rest.replaceAll(` ${plainTitle(brand)} `, ' ');
  for (const [phrase, means] of phrases) {
    if (!rest.includes(phrase)) continue;
    mark(means, phrase);
    rest = rest.replaceAll(phrase, ' ');
  }
  if (/\s\+\s/.test(rest)) mark('Set', '+');
  const models = new Set<string>();
  const words = new Set<string>();
  for (const [whole] of rest.matchAll(token)) {
    const word = whole.replace(/[.\-'/]+$/, '').replace(/'s$/, '');
    const said = meanings.get(word) ?? meanings.get(whole);
    for (const means of said ?? []) mark(means, word);
    if (said) continue;
    if (/\p{N}/u.test(word)) models.add(word.replace(/[.\-/']/g, ''));
    else words.add(word);
  }
  return { quantities, marks, models, words };
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

/** "wh1000xm4" beside "wh1000xm5": each names a model, and the other does not. */
const isOtherModel = (expected: TitleParts, stated: TitleParts): boolean =>
  expected.models.size > 0 &&
  stated.models.size > 0 &&
  !isSubset(expected.models, stated.models) &&
  !isSubset(stated.models, expected.models);

/** Rules that tell two products apart by their titles, each enough by itself. */
const differences: readonly ((expected: TitleParts, stated: TitleParts) => boolean)[] = [
  ({ quantities: wanted }, { quantities: found }) => compareQuantities(wanted, found) === 'Different',
  isForOthers,
  (expected, stated) => decisive.some((means) => expected.marks.has(means) !== stated.marks.has(means)),
  (expected, stated) =>
    marksOf(expected, 'Grade').symmetricDifference(marksOf(stated, 'Grade')).size > 0 &&
    isNear(expected, stated),
  isOtherModel,
];

/** Of the words of both titles, how many only one of them may have where nothing but words says that they are the same. */
const mostStrangeWords = 0.2;

/** Whether two titles speak of one family: "Galaxy S23" and "Galaxy S23 Ultra". */
const isNear = (expected: TitleParts, stated: TitleParts): boolean =>
  [...expected.words, ...expected.models].some((each) => stated.words.has(each) || stated.models.has(each));

/**
 * Compares the title of the product that is wanted with that of a page.
 *
 * Made to be wrong about `Same` hardly ever: it takes all words of the wanted title, and hardly another.
 */
export const compareTitles = (expected: TitleParts, stated: TitleParts): Verdict => {
  if (differences.some((isDifferent) => isDifferent(expected, stated))) return 'Different';
  const hasAll = isSubset(expected.words, stated.words) && isSubset(expected.models, stated.models);
  if (!hasAll || expected.words.size + expected.models.size < 2) return 'Unknown';
  const strange =
    stated.words.difference(expected.words).size + stated.models.difference(expected.models).size;
  const isNamedByModel = [...expected.models].some((model) => /\p{L}/u.test(model) && model.length >= 4);
  const all = stated.words.size + stated.models.size;
  return isNamedByModel || strange <= mostStrangeWords * all ? 'Same' : 'Unknown';
};
