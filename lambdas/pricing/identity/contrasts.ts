import { matcherOf, withoutHits } from '../lexicon/lexicon.ts';
import { contrastRoles } from '../lexicon/term.ts';

/** A product's values per attribute in any language: "schwarz" and "noir" are both `Colour` "black". */
export type Contrasts = ReadonlyMap<string, ReadonlySet<string>>;

const { hits } = matcherOf(contrastRoles);

/** @param plain - a plain title. */
export const readContrasts = (plain: string): Contrasts => {
  const found = new Map<string, Set<string>>();
  for (const { role, value = '' } of hits(plain).flatMap(({ meanings }) => meanings))
    found.set(role, (found.get(role) ?? new Set()).add(value));
  return found;
};

/** Removes the words for these values. */
export const withoutContrasts = (plain: string): string => withoutHits(plain, hits(plain), ' ');

/** True if both state an attribute and have no value in common. */
export const areContrary = (first: Contrasts, second: Contrasts): boolean =>
  [...first].some(([axis, values]) => second.get(axis)?.isDisjointFrom(values) ?? false);

/** True if a product has every requested value: a page that omits the colour does not confirm it. */
export const hasContrasts = (found: Contrasts, wanted: Contrasts): boolean =>
  [...wanted].every(([axis, values]) => values.isSubsetOf(found.get(axis) ?? new Set()));
