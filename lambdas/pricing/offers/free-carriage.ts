import { freeBehindShipping, freeShipping, shippingWords } from '../money/price-words.ts';

/** Longer lines tell of more than carriage. */
const maxLine = 80;

/** Whether a line says that carriage costs nothing, whatever is bought: an amount in it is what must be reached first. */
export const isFreeCarriage = (text: string): boolean => {
  if (text.length > maxLine || /\p{Nd}/u.test(text)) return false;
  const behind = shippingWords.tailOf(text);
  return freeShipping.test(text) || (behind !== undefined && freeBehindShipping.test(behind));
};
