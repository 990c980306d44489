import { once } from './once.ts';
import { isWordSignAt } from './tokens.ts';

/** Finds known phrases in plain text. */
export interface PhraseFinder {
  /** Those that stand in a text, one behind the other. */
  in(plain: string): string[];
  /** The text with something else in their places. */
  replace(plain: string, instead: (phrase: string) => string): string;
}

/** Scripts that write no spaces between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/**
 * Finds phrases as whole words, the longest of those that begin at a place, and those of scripts without spaces
 * anywhere. It looks at each place of a text once, and compiles nothing.
 *
 * @param phrases - plain; asked for with the first text.
 * @param longer - finds, at its `lastIndex` and where no phrase begins, a word that ends in one.
 */
export const phraseFinder = (phrases: () => Iterable<string>, longer?: RegExp): PhraseFinder => {
  /** By their first sign, the longest first. */
  const table = once(() => {
    const longestFirst = [...new Set(phrases())].toSorted((a, b) => b.length - a.length);
    const byFirst = Map.groupBy(longestFirst, (phrase) => phrase[0]!);
    return new Map(
      [...byFirst].map(([first, some]) => [
        first,
        Object.groupBy(some, (phrase) => (unspaced.test(phrase) ? 'joined' : 'words')),
      ]),
    );
  });
  const longerAt = (plain: string, at: number): string | undefined => {
    if (!longer) return undefined;
    longer.lastIndex = at;
    return longer.exec(plain)?.[0];
  };
  const phraseAt = (plain: string, at: number): string | undefined => {
    const { words, joined } = table().get(plain[at]!) ?? {};
    const isHere = (phrase: string): boolean => plain.startsWith(phrase, at);
    const word = isWordSignAt(plain, at - 1)
      ? undefined
      : (words?.find((each) => isHere(each) && !isWordSignAt(plain, at + each.length)) ??
        longerAt(plain, at));
    return word ?? joined?.find(isHere);
  };
  const replace = (plain: string, instead: (phrase: string) => string): string => {
    let replaced = '';
    let copied = 0;
    for (let at = 0; at < plain.length; at += 1) {
      const phrase = phraseAt(plain, at);
      if (phrase === undefined) continue;
      replaced += plain.slice(copied, at) + instead(phrase);
      copied = at + phrase.length;
      at = copied - 1;
    }
    return replaced + plain.slice(copied);
  };
  return {
    in: (plain) => {
      const found: string[] = [];
      replace(plain, (phrase) => {
        found.push(phrase);
        return '';
      });
      return found;
    },
    replace,
  };
};
