import { anyOf } from '../lexicon/word-lists.ts';
import { freeShipping, offersFreeShipping } from '../money/price-words.ts';

/** Longer lines are about more than shipping. */
const maxLine = 80;

/** True if a line offers unconditionally free shipping: an amount in it is a threshold. */
export const isFreeShippingLine = (text: string): boolean =>
  text.length <= maxLine && !/\p{Nd}/u.test(text) && offersFreeShipping(text);

const freeWord = new RegExp(
  String.raw`^\W{0,2}${anyOf('freeCarriage')}|(?<!\p{L})${anyOf('freeCarriage')}$`,
  'iu',
);

/** True if a cell in a shipping column says free. */
export const isFreeShippingCell = (text: string): boolean =>
  text.length <= maxLine && (freeWord.test(text.trim()) || freeShipping.test(text));
