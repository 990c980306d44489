import { wordsOf } from '../words/lexicon.ts';
import { anyOf } from '../words/word-lists.ts';

/** Labels of buttons that add to the cart. */
export const buyWords = wordsOf('Buy');

/** Labels of buttons that place a bid. */
export const bidWords = wordsOf('PlaceBid');

/** Class, id and name words of such buttons. */
export const buyNames = new RegExp(anyOf('buyNames'), 'iu');

/** Headings of related products. */
export const relatedWords = wordsOf('Related');
/** The same outside of heading elements: unambiguous phrases only. */
export const stripTitle = wordsOf('RelatedAlone');
