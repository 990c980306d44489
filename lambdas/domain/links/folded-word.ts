/** Keeps only letters and digits, without case and accents: "Añadir al carrito" is "anadiralcarrito". */
export const foldedWord = (text: string): string =>
  // Fast path: most words are plain.
  plain.test(text) ? text.toLowerCase() : fold(text);

const plain = /^[a-z\d]*$/i;

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replace(/[^\p{L}\p{N}]+/gu, '');
