/** A word, a number or a sign of a text; `start` and `end` are places in the text. */
export interface Token {
  text: string;
  start: number;
  end: number;
  /** A letter or digit stands right before it, or right behind. */
  isGluedBefore: boolean;
  isGluedBehind: boolean;
}

const isWordSign = /[\p{L}\p{N}]/u;

/** Scripts that put no space between words: each letter is a token. */
const runOn =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}\\p{sc=Hangul}';
const runOnLetter = new RegExp(`[${runOn}]`, 'u');
const token = new RegExp(
  `[${runOn}]\\p{M}*|(?:(?![${runOn}])[\\p{L}\\p{M}])+|\\p{N}+|[^\\s\\p{L}\\p{N}]`,
  'gu',
);
/** Signs that stand within a word or behind its abbreviation, in as many ways as there are writers. */
const joiner = /^[-‐‑.'’ʼ´`­]$/u;

export const isRunOnText = (text: string): boolean => runOnLetter.test(text);

/** Turkish capitals are no capitals of the Latin i. */
export const lowerCase = (text: string): string => text.replaceAll('İ', 'i').toLowerCase();

/** Splits a text into tokens in lower case, without the signs that join: "Excl. VAT" is "excl", "vat". */
export const tokensOf = (text: string): Token[] => {
  const tokens: Token[] = [];
  for (const found of text.matchAll(token)) {
    if (joiner.test(found[0])) continue;
    const [start, end] = [found.index, found.index + found[0].length];
    tokens.push({
      text: lowerCase(found[0]),
      start,
      end,
      isGluedBefore: isWordSign.test(text[start - 1] ?? ''),
      isGluedBehind: isWordSign.test(text[end] ?? ''),
    });
  }
  return tokens;
};
