import { languages } from './languages.ts';
import { createMatcher, type Matcher } from './matcher.ts';
import { isRole, type Role, type Term } from './term.ts';

/** Every term of every language. */
const terms: readonly Term[] = Object.entries(languages).flatMap(([language, entries]) =>
  entries.map((term) => {
    if (!isRole(term.role))
      throw new Error(
        `"${term.phrase}" in ${language}.json has the role ${term.role}, which term.ts does not name.`,
      );
    return term;
  }),
);

/** Where texts stand that a matcher is for: in front of a thing, or behind it. */
export type Side = 'before' | 'behind';

const countsAt = ({ position }: Term, side: Side | undefined): boolean =>
  side === undefined || position === undefined || (position === 'behind') === (side === 'behind');

/**
 * The matcher of the terms of some roles. Roles that answer one question belong into one matcher, since of phrases
 * that stand within each other only the longest is found: "discounted price" is no discount.
 *
 * @param side - leaves out what counts on the other side alone.
 */
export const matcherOf = (roles: readonly Role[], side?: Side): Matcher =>
  createMatcher(terms.filter((term) => roles.includes(term.role) && countsAt(term, side)));
