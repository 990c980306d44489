import { anyOf } from '../lexicon/word-lists.ts';
import { freeBehindShipping, freeShipping, shippingWords } from '../money/price-words.ts';

/** Longer lines tell of more than carriage. */
const maxLine = 80;

/** Whether a line says that carriage costs nothing, whatever is bought: an amount in it is what must be reached first. */
export const isFreeCarriage = (text: string): boolean => {
  if (text.length > maxLine || /\p{Nd}/u.test(text)) return false;
  const behind = shippingWords.tailOf(text);
  return freeShipping.test(text) || (behind !== undefined && freeBehindShipping.test(behind));
};

const freeWord = new RegExp(
  String.raw`^\W{0,2}${anyOf('freeCarriage')}|(?<!\p{L})${anyOf('freeCarriage')}$`,
  'iu',
);

/** Whether the cell of a table, below a head of carriage, says that it costs nothing. */
export const isFreeInCell = (text: string): boolean =>
  text.length <= maxLine && (freeWord.test(text.trim()) || freeShipping.test(text));
