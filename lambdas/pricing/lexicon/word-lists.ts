import lists from './word-lists.json' with { type: 'json' };

export type WordList = keyof typeof lists;

const restOfWord = String.raw`\p{L}*`;

/**
 * One of some words, each a pattern; those that end in `\p{L}*` share it, since every class of letters takes a
 * millisecond to compile.
 */
export const oneOf = (patterns: readonly string[]): string => {
  const { open = [], whole = [] } = Object.groupBy(patterns, (pattern) =>
    pattern.endsWith(restOfWord) ? 'open' : 'whole',
  );
  const stems = open.map((pattern) => pattern.slice(0, -restOfWord.length)).join('|');
  return `(?:${[...(stems ? [`(?:${stems})${restOfWord}`] : []), ...whole].join('|')})`;
};

/** One of some words as they are, the longest that stands at a place. */
export const longestOf = (words: Iterable<string>): string =>
  [...words]
    .toSorted((a, b) => b.length - a.length)
    .map((word) => RegExp.escape(word))
    .join('|');

const spelled = (phrase: string): string =>
  phrase.replaceAll('.', '\\.?').replaceAll('*', restOfWord).replaceAll('(', '(?:');

/**
 * One of the words of some lists, as a part of a pattern with the flag `u`: for words that stand among numbers and
 * signs, such as units, periods and what is counted. Words that tell something by themselves are terms of a language.
 *
 * In a list `*` stands for the rest of a word and `(a|b)` for a choice; a full stop may be missing.
 */
export const anyOf = (...names: readonly WordList[]): string =>
  oneOf(names.flatMap((name) => lists[name]).map(spelled));
