/** Text without what does not tell products apart: case, accents, kinds of quotes, dashes and spaces; "S23+" is "s23 plus". */
export const plainTitle = (text: string): string =>
  text
    .replaceAll('№', ' ')
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[’‘`´]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/[×✕]/g, 'x')
    .replace(/(?<=[\p{L}\p{N}])\+(?![\p{L}\p{N}])/gu, ' plus')
    .replace(/(?<=\d)\s*x\s*(?=\d)/g, 'x')
    .replace(/\s+/g, ' ')
    .trim();
