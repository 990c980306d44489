/** Letters without a Unicode decomposition, as commonly transliterated. */
const folded: Readonly<Record<string, string>> = {
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
};

/** Removes differences in case, accents, quotes, dashes and spaces; "S23+" becomes "s23 plus". */
export const plainTitle = (text: string): string => (/^[a-z]+(?: [a-z]+)*$/.test(text) ? text : plain(text));

const plain = (text: string): string =>
  text
    .replaceAll('№', ' ')
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ıłøđæœß]/g, (letter) => folded[letter]!)
    .replace(/[’‘`´]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/[×✕]/g, 'x')
    .replace(/(?<=[\p{L}\p{N}])\+(?![\p{L}\p{N}])/gu, ' plus')
    .replace(/(?<=\d)\s*x\s*(?=\d)/g, 'x')
    .replace(/\s+/g, ' ')
    .trim();

/** A word, a number or a sign, with its range in the text. */
export interface Token {
  text: string;
  start: number;
  end: number;
  /** A letter or digit is directly before it, or after it. */
  isGluedBefore: boolean;
  isGluedBehind: boolean;
}

const kind = { blank: 0, letter: 1, digit: 2, sign: 3 } as const;
/** Class of each ASCII character; most texts contain few others. */
const kinds = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/i.test(character)) return kind.letter;
  if (/\d/.test(character)) return kind.digit;
  return /\s/.test(character) ? kind.blank : kind.sign;
});
const wordSign = /[\p{L}\p{N}]/u;

const isWordSignAt = (text: string, place: number): boolean => {
  if (place < 0 || place >= text.length) return false;
  const own = kinds[text.charCodeAt(place)];
  return own === undefined ? wordSign.test(text[place]!) : own === kind.letter || own === kind.digit;
};

/** Scripts without spaces between words: each letter is a token. */
const runOn =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}\\p{sc=Hangul}';
const runOnLetter = new RegExp(`[${runOn}]`, 'u');
/** A word, a number, a sign, or white space. */
const piece = new RegExp(
  `[${runOn}]\\p{M}*|[[\\p{L}\\p{M}]--[${runOn}]]+|\\p{N}+|[^\\s\\p{L}\\p{N}]|\\s+`,
  'vy',
);

const endByExpression = (text: string, start: number): number => {
  piece.lastIndex = start;
  piece.test(text);
  return piece.lastIndex;
};

/** Where the piece at an offset ends. */
const endOfPiece = (text: string, start: number): number => {
  const own = kinds[text.charCodeAt(start)];
  if (own === undefined) return endByExpression(text, start);
  let end = start + 1;
  if (own === kind.sign) return end;
  while (kinds[text.charCodeAt(end)] === own) end += 1;
  // The word continues with a letter or mark beyond ASCII.
  return text.charCodeAt(end) >= kinds.length ? endByExpression(text, start) : end;
};

const isBlankAt = (text: string, place: number): boolean => {
  const own = kinds[text.charCodeAt(place)];
  return own === undefined ? /\s/.test(text[place]!) : own === kind.blank;
};

/** Characters inside words or after abbreviations, which writers use inconsistently. */
const joiners = new Set("-‐‑.'’ʼ´`\u00ad");

export const isRunOnText = (text: string): boolean => runOnLetter.test(text);

/** The Turkish dotted capital İ is no Latin capital. */
export const lowerCase = (text: string): string =>
  (text.includes('İ') ? text.replaceAll('İ', 'i') : text).toLowerCase();

/** Splits a text into lower-case tokens without joiners: "Excl. VAT" becomes "excl", "vat". */
export const tokensOf = (text: string): Token[] => {
  const tokens: Token[] = [];
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = endOfPiece(text, start);
    if (isBlankAt(text, start) || joiners.has(text.slice(start, end))) continue;
    tokens.push({
      text: lowerCase(text.slice(start, end)),
      start,
      end,
      isGluedBefore: isWordSignAt(text, start - 1),
      isGluedBehind: isWordSignAt(text, end),
    });
  }
  return tokens;
};
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
