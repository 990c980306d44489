import contrasts from './contrasts.json' with { type: 'json' };
import { plainTitle } from './plain-title.ts';

/** What a product is in one respect, in any language: `Colour` of "schwarz" and "noir" is "black". */
export type Contrasts = ReadonlyMap<string, ReadonlySet<string>>;

const valuesOf = new Map<string, (readonly [axis: string, value: string])[]>();
for (const { axis, values } of contrasts) {
  for (const [value = '', ...others] of values) {
    for (const word of new Set([value, ...others].map(plainTitle))) {
      valuesOf.set(word, [...(valuesOf.get(word) ?? []), [axis, value]]);
    }
  }
}

/** Scripts that write no spaces between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

const anyOf = (words: readonly string[]): string =>
  words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => RegExp.escape(word))
    .join('|');

const [unspacedWords = [], spacedWords = []] = [true, false].map((isUnspaced) =>
  [...valuesOf.keys()].filter((word) => unspaced.test(word) === isUnspaced),
);

/** The boundary is asked once and not for each word: inside a word nothing else is tried. */
const pattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${anyOf(spacedWords)})(?![\p{L}\p{N}])|${anyOf(unspacedWords)}`,
  'gu',
);

/** @param plain - a plain title. */
export const readContrasts = (plain: string): Contrasts => {
  const found = new Map<string, Set<string>>();
  for (const [word] of plain.matchAll(pattern)) {
    for (const [axis, value] of valuesOf.get(word) ?? []) {
      found.set(axis, (found.get(axis) ?? new Set()).add(value));
    }
  }
  return found;
};

/** The text without the words that say them. */
export const withoutContrasts = (plain: string): string => plain.replace(pattern, ' ');

/** Whether both say what they are in a respect, and nothing of it is common to both. */
export const areContrary = (first: Contrasts, second: Contrasts): boolean =>
  [...first].some(([axis, values]) => second.get(axis)?.isDisjointFrom(values) ?? false);

/** Whether a product has all that is wanted: a page that is silent on the colour does not say that it is the black one. */
export const hasContrasts = (found: Contrasts, wanted: Contrasts): boolean =>
  [...wanted].every(([axis, values]) => values.isSubsetOf(found.get(axis) ?? new Set()));
