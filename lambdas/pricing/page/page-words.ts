import { wordsOf } from '../lexicon/lexicon.ts';
import { anyOf } from '../lexicon/word-lists.ts';

/** Words on buttons that put the product into the basket. */
export const buyWords = wordsOf('Buy');

/** Labels of buttons that place a bid. */
export const bidWords = wordsOf('PlaceBid');

/** Class, id and name words of such buttons. */
export const buyNames = new RegExp(anyOf('buyNames'), 'iu');

/** Headings above other products. */
export const relatedWords = wordsOf('Related');
/** The same where no heading element is used: only what can be nothing else. */
export const stripTitle = wordsOf('RelatedAlone');
