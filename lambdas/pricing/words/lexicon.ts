import { phraseTable } from '#phrase-table';
import { lazy } from './lazy.ts';
import { createMatcher, type Hit, type Matcher } from './matcher.ts';
import { type Meaning, Phrases } from './phrases.ts';
import type { Role } from './term.ts';

/** Every phrase of every language. */
export const allPhrases = lazy(() => new Phrases(phraseTable()));

/** Position of a text relative to its subject. */
export type Side = 'before' | 'behind';

const countsAt = ({ position }: Meaning, side: Side | undefined): boolean =>
  side === undefined || position === undefined || (position === 'behind') === (side === 'behind');

/**
 * Returns a matcher for the terms of some roles. Roles that answer the same question belong in one matcher:
 * of nested phrases only the longest matches, so "discounted price" is not a discount.
 *
 * @param side - excludes terms that only count on the other side.
 */
export const matcherOf = (roles: readonly Role[], side?: Side): Matcher =>
  createMatcher(allPhrases, (meaning) => roles.includes(meaning.role) && countsAt(meaning, side));

/** Words of some roles, anywhere in a text. */
export interface Words {
  test(text: string): boolean;
  /** True if one of them is the whole text. */
  is(text: string): boolean;
  /** All of them, as written. */
  in(text: string): string[];
  /** The first, as written; `undefined` if none. */
  firstIn(text: string): string | undefined;
  /** True if one of them ends the text, ignoring a colon. */
  endsIn(text: string): boolean;
  without(text: string, instead: string): string;
}

export const withoutHits = (text: string, hits: readonly Hit[], instead: string): string =>
  hits.reduceRight((rest, { start, end }) => rest.slice(0, start) + instead + rest.slice(end), text);

/** Characters allowed after the last word of a text. */
export const endsLine = /^[\s.:：]*$/;

export const wordsOf = (...roles: readonly Role[]): Words => {
  const { hits, atStart } = matcherOf(roles);
  return {
    test: (text) => hits(text).length > 0,
    is: (text) => atStart(text)?.end === text.length,
    in: (text) => hits(text).map(({ start, end }) => text.slice(start, end)),
    firstIn: (text) => {
      const [first] = hits(text);
      return first && text.slice(first.start, first.end);
    },
    endsIn: (text) => {
      const last = hits(text).at(-1);
      return last !== undefined && endsLine.test(text.slice(last.end));
    },
    without: (text, instead) => withoutHits(text, hits(text), instead),
  };
};
