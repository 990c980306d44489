import { type LanguageFile, meaningOf } from '../../../lambdas/pricing/words/phrases.ts';
import type { Term } from '../../../lambdas/pricing/words/term.ts';

/** The terms of one language's file. */
export const termsOf = (file: LanguageFile): Term[] =>
  Object.entries(file).flatMap(([heading, phrases]) => {
    const { role, value, position } = meaningOf(heading);
    return phrases.map((phrase) => ({
      phrase,
      role,
      ...(value && { value }),
      ...(position && { position }),
    }));
  });

/** The file that has some terms. */
export const fileOf = (terms: readonly Term[]): LanguageFile =>
  Object.fromEntries(
    Map.groupBy(
      terms,
      ({ role, value, position }) => `${role}${value ? `/${value}` : ''}${position ? ` ${position}` : ''}`,
    )
      .entries()
      .map(([heading, same]) => [heading, same.map(({ phrase }) => phrase)]),
  );
