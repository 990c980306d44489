import { anyOf } from '../lexicon/word-lists.ts';
import { freeShipping, offersFreeShipping } from '../money/price-words.ts';

/** Longer lines tell of more than carriage. */
const maxLine = 80;

/** True if a line says that carriage costs nothing, whatever is bought: an amount in it is what must be reached first. */
export const isFreeShippingLine = (text: string): boolean =>
  text.length <= maxLine && !/\p{Nd}/u.test(text) && offersFreeShipping(text);

const freeWord = new RegExp(
  String.raw`^\W{0,2}${anyOf('freeCarriage')}|(?<!\p{L})${anyOf('freeCarriage')}$`,
  'iu',
);

/** True if the cell of a table, below a head of carriage, says that it costs nothing. */
export const isFreeShippingCell = (text: string): boolean =>
  text.length <= maxLine && (freeWord.test(text.trim()) || freeShipping.test(text));
