import { matcherOf, withoutHits } from '../lexicon/lexicon.ts';
import { contrastRoles } from '../lexicon/term.ts';

/** A product's value in each respect, in any language: `Colour` of "schwarz" and "noir" is "black". */
export type Contrasts = ReadonlyMap<string, ReadonlySet<string>>;

const { hits } = matcherOf(contrastRoles);

/** @param plain - a plain title. */
export const readContrasts = (plain: string): Contrasts => {
  const found = new Map<string, Set<string>>();
  for (const { role, value = '' } of hits(plain).flatMap(({ meanings }) => meanings))
    found.set(role, (found.get(role) ?? new Set()).add(value));
  return found;
};

/** The text without the words that say them. */
export const withoutContrasts = (plain: string): string => withoutHits(plain, hits(plain), ' ');

/** True if both say what they are in a respect, and nothing of it is common to both. */
export const areContrary = (first: Contrasts, second: Contrasts): boolean =>
  [...first].some(([axis, values]) => second.get(axis)?.isDisjointFrom(values) ?? false);

/** True if a product has all that is wanted: a page that is silent on the colour does not say that it is the black one. */
export const hasContrasts = (found: Contrasts, wanted: Contrasts): boolean =>
  [...wanted].every(([axis, values]) => values.isSubsetOf(found.get(axis) ?? new Set()));
