/** Text without what does not tell products apart: case, accents, kinds of quotes, dashes and spaces. */
export const plainTitle = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[’‘`´]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/[×✕]/g, 'x')
    .replace(/\s+/g, ' ')
    .trim();
