import { once } from '../lexicon/once.ts';
import { phraseFinder } from '../lexicon/phrase-finder.ts';
import contrasts from './contrasts.json' with { type: 'json' };
import { plainTitle } from './plain-title.ts';

/** A product's value in one respect, in any language: `Colour` of "schwarz" and "noir" is "black". */
export type Contrasts = ReadonlyMap<string, ReadonlySet<string>>;

const valuesOf = once(() => {
  const known = new Map<string, (readonly [axis: string, value: string])[]>();
  for (const { axis, values } of contrasts) {
    for (const [value = '', ...others] of values) {
      for (const word of new Set([value, ...others].map(plainTitle))) {
        known.set(word, [...(known.get(word) ?? []), [axis, value]]);
      }
    }
  }
  return known;
});

const finder = phraseFinder(() => valuesOf().keys());

/** @param plain - a plain title. */
export const readContrasts = (plain: string): Contrasts => {
  const found = new Map<string, Set<string>>();
  for (const word of finder.in(plain)) {
    for (const [axis, value] of valuesOf().get(word) ?? []) {
      found.set(axis, (found.get(axis) ?? new Set()).add(value));
    }
  }
  return found;
};

/** The text without the words that say them. */
export const withoutContrasts = (plain: string): string => finder.replace(plain, () => ' ');

/** True if both say what they are in a respect, and nothing of it is common to both. */
export const areContrary = (first: Contrasts, second: Contrasts): boolean =>
  [...first].some(([axis, values]) => second.get(axis)?.isDisjointFrom(values) ?? false);

/** True if a product has all that is wanted: a page that is silent on the colour does not say that it is the black one. */
export const hasContrasts = (found: Contrasts, wanted: Contrasts): boolean =>
  [...wanted].every(([axis, values]) => values.isSubsetOf(found.get(axis) ?? new Set()));
