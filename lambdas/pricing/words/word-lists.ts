import lists from './word-lists.json' with { type: 'json' };

export type WordList = keyof typeof lists;

const restOfWord = String.raw`\p{L}*`;

/** Builds an alternation. Patterns ending in `\p{L}*` share it: each letter class takes 1 ms to compile. */
export const oneOf = (patterns: readonly string[]): string => {
  const { open = [], whole = [] } = Object.groupBy(patterns, (pattern) =>
    pattern.endsWith(restOfWord) ? 'open' : 'whole',
  );
  const stems = open.map((pattern) => pattern.slice(0, -restOfWord.length)).join('|');
  return `(?:${[...(stems ? [`(?:${stems})${restOfWord}`] : []), ...whole].join('|')})`;
};

/** Builds an alternation of literal words, longest first. */
export const longestOf = (words: Iterable<string>): string =>
  [...words]
    .toSorted((a, b) => b.length - a.length)
    .map((word) => RegExp.escape(word))
    .join('|');

const spelled = (phrase: string): string =>
  phrase.replaceAll('.', '\\.?').replaceAll('*', restOfWord).replaceAll('(', '(?:');

/**
 * Builds an alternation of the words in some lists, for patterns with the flag `u`: words that occur among
 * numbers and signs, such as units, periods and things counted. Words with a meaning of their own are terms
 * of a language.
 *
 * In a list `*` matches the rest of a word and `(a|b)` a choice; full stops are optional.
 */
export const anyOf = (...names: readonly WordList[]): string =>
  oneOf(names.flatMap((name) => lists[name]).map(spelled));
