import lists from './word-lists.json' with { type: 'json' };

export type WordList = keyof typeof lists;

const spelled = (phrase: string): string =>
  phrase.replaceAll('.', '\\.?').replaceAll('*', '\\p{L}*').replaceAll('(', '(?:');

/**
 * One of the words of some lists, as a part of a pattern with the flag `u`: for words that stand among numbers and
 * signs, such as units, periods and what is counted. Words that tell something by themselves are terms of a language.
 *
 * In a list `*` stands for the rest of a word and `(a|b)` for a choice; a full stop may be missing.
 */
export const anyOf = (...names: readonly WordList[]): string =>
  `(?:${names
    .flatMap((name) => lists[name])
    .map(spelled)
    .join('|')})`;
