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
