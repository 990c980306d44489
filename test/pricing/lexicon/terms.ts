import { type LanguageFile, meaningOf } from '../../../lambdas/pricing/lexicon/phrases.ts';
import type { Term } from '../../../lambdas/pricing/lexicon/term.ts';

/** The terms of one language's file. */
export const termsOf = (file: LanguageFile): Term[] =>
  Object.entries(file).flatMap(([heading, phrases]) => {
    const { role, position } = meaningOf(heading);
    return phrases.map((phrase) => (position ? { phrase, role, position } : { phrase, role }));
  });

/** The file that has some terms. */
export const fileOf = (terms: readonly Term[]): LanguageFile =>
  Object.fromEntries(
    Map.groupBy(terms, ({ role, position }) => (position ? `${role} ${position}` : role))
      .entries()
      .map(([heading, same]) => [heading, same.map(({ phrase }) => phrase)]),
  );
