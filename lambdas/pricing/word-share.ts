/** A name or a title has fewer characters; what is longer is cut, so that no page makes comparing them costly. */
const maxLength = 1_000;

/** The words of a name or title, in lower case; single letters are none. Vowel signs are part of their word. */
export const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .slice(0, maxLength)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{Nd}]+/gu)
      ?.filter((word) => word.length > 1) ?? [],
  );

/** Share of the first words that are among the second, from 0 to 1. */
export const shareOf = (words: ReadonlySet<string>, others: ReadonlySet<string>): number => {
  if (words.size === 0) return 0;
  let shared = 0;
  for (const word of words) if (others.has(word)) shared += 1;
  return shared / words.size;
};

/** A name by its letters and digits alone, in lower case: `"Café-Stuhl  (rot)"` is `"café stuhl rot"`. */
export const plainName = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** Name of a choice, in lower case: `"Sky_Blue"` is `"sky blue"`. */
export const choiceName = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();
