// Separate from the sellers' words, for the thread that keeps the deadlines: it only compares names.

/** Folds case and compatibility forms for comparison. Most texts are ASCII and need no normalization. */
export const folded = (text: string): string =>
  (/[^\0-\x7f]/.test(text) ? text.normalize('NFKC') : text).toLowerCase();

/** Normalizes a seller's name: "Shop A" equals "shop-a", and "Straßen" equals "STRASSEN". */
export const sellerKey = (name: string): string => folded(name.toUpperCase()).replace(/[^\p{L}\p{N}]+/gu, '');

export const isSameSeller = (first: string, second: string): boolean =>
  sellerKey(first) !== '' && sellerKey(first) === sellerKey(second);

/** Ratings printed after a name: "(98.7%)", "(4,210 ratings)". */
const rating = /\s*\([^()]{0,40}\d[^()]{0,40}\)$/;

export const withoutRating = (name: string): string => name.trim().slice(0, 300).replace(rating, '').trim();

const maxShownName = 200;

/** A name for output: one line, without bidirectional controls. */
export const shownName = (name: string): string =>
  name
    .replace(/\p{Bidi_Control}+/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxShownName);
