import { phraseTable } from '#phrase-table';
import { lazy } from './lazy.ts';
import { createMatcher, type Hit, type Matcher } from './matcher.ts';
import { type Meaning, Phrases } from './phrases.ts';
import type { Role } from './term.ts';

/** Every phrase of every language. */
export const allPhrases = lazy(() => new Phrases(phraseTable()));

/** Where texts stand that a matcher is for: in front of a thing, or behind it. */
export type Side = 'before' | 'behind';

const countsAt = ({ position }: Meaning, side: Side | undefined): boolean =>
  side === undefined || position === undefined || (position === 'behind') === (side === 'behind');

/**
 * The matcher of the terms of some roles. Roles that answer one question belong into one matcher, since of phrases
 * that stand within each other only the longest is found: "discounted price" is no discount.
 *
 * @param side - leaves out what counts on the other side alone.
 */
export const matcherOf = (roles: readonly Role[], side?: Side): Matcher =>
  createMatcher(allPhrases, (meaning) => roles.includes(meaning.role) && countsAt(meaning, side));

/** Words of some roles, wherever they stand in a text. */
export interface Words {
  test(text: string): boolean;
  /** True if one of them is the whole text. */
  is(text: string): boolean;
  /** Each of them, as it is written. */
  in(text: string): string[];
  /** The first of them, as it is written; `undefined` where there is none. */
  firstIn(text: string): string | undefined;
  /** True if one of them ends the text, but for a colon. */
  endsIn(text: string): boolean;
  /** The text without them. */
  without(text: string, instead: string): string;
}

/** A text without what was found in it. */
export const withoutHits = (text: string, hits: readonly Hit[], instead: string): string =>
  hits.reduceRight((rest, { start, end }) => rest.slice(0, start) + instead + rest.slice(end), text);

/** Characters allowed behind the last word of a text. */
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
