/** A seller's text as two spellings of it are held against each other. Most have nothing that could be written otherwise. */
export const folded = (text: string): string =>
  (/[^\0-\x7f]/.test(text) ? text.normalize('NFKC') : text).toLowerCase();

/** A seller's name without case, blanks and signs: "Shop A" and "shop-a" are one, and so are "Straßen" and "STRASSEN". */
export const sellerKey = (name: string): string => folded(name.toUpperCase()).replace(/[^\p{L}\p{N}]+/gu, '');

export const isSameSeller = (first: string, second: string): boolean =>
  sellerKey(first) !== '' && sellerKey(first) === sellerKey(second);

/** Ratings that markets print behind a name: "(98.7%)", "(4,210 ratings)". */
const rating = /\s*\([^()]{0,40}\d[^()]{0,40}\)$/;

/** A name without how its bearer is rated. */
export const withoutRating = (name: string): string => name.trim().slice(0, 300).replace(rating, '').trim();

const maxShownName = 200;

/** A name as it is told: one line, without the controls that turn the direction of what stands around it. */
export const shownName = (name: string): string =>
  name
    .replace(/\p{Bidi_Control}+/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxShownName);
