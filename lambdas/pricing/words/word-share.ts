/** Names and titles are shorter; cutting longer ones keeps comparisons cheap. */
const maxLength = 1_000;

/** The words of a name or title in lower case, without single letters. Vowel signs belong to their word. */
export const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .slice(0, maxLength)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{Nd}]+/gu)
      ?.filter((word) => word.length > 1) ?? [],
  );

/** The fraction of the first words found among the second, from 0 to 1. */
export const shareOf = (words: ReadonlySet<string>, others: ReadonlySet<string>): number => {
  if (words.size === 0) return 0;
  let shared = 0;
  for (const word of words) if (others.has(word)) shared += 1;
  return shared / words.size;
};

/** Normalizes a name to lower-case letters and digits: `"Café-Stuhl  (rot)"` becomes `"café stuhl rot"`. */
export const plainName = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** Normalizes an option's name: `"Sky_Blue"` becomes `"sky blue"`. */
export const choiceName = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();
