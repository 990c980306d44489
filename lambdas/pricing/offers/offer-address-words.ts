import { foldedWord } from '../../domain/links/folded-word.ts';
import words from './offer-address-words.json' with { type: 'json' };

const folded = (list: readonly string[]): ReadonlySet<string> => new Set(list.map(foldedWord));

/**
 * Words of addresses of pages that list a product's offers. How a word of a path is written (case, accents, dashes) makes no
 * difference; names of parameters are compared without case.
 */
export const offerAddressWords = {
  /** Name offers or who makes them: they explain themselves. */
  pathWords: folded(words.pathWords),
  /** Name the condition of what is offered. */
  conditions: folded(words.conditions),
  /** Say nothing alone, and something beside one of the above in the same part of a path: "all-offers". */
  besideWords: folded(words.besideWords),
  /** The same beside a condition alone: "used-and-new" lists, and "new" or "offer-new" makes one. */
  besideConditions: folded(words.besideConditions),
  /** Stand in paths of products and their lists whatever these are about, and languages and countries. */
  neutralWords: folded(words.neutralWords),
  /** Words that products and pages may be called after too: no address is explained by them. */
  acts: folded(words.acts),
  /** Parameters that have the page list its offers, where they are switched on: "?offers", "?aod=1". */
  listParameters: new Set(words.listParameters),
  /** Parameters whose number is that of who sells. */
  sellerParameters: new Set(words.sellerParameters),
  /** Parameters that say which part of the page is shown, which has to be its offers. */
  viewParameters: new Set(words.viewParameters),
  /** Parameters that name the product, its variant or a part of its page. */
  variantParameters: new Set(words.variantParameters),
  /** Parameters that name the condition of what is offered: "new" makes nothing there. */
  conditionParameters: new Set(words.conditionParameters),
  /** Parameters that tell where a reader came from, or in which order a list stands. */
  droppedParameters: new Set(words.droppedParameters),
  /** How names of more of these begin. */
  droppedStarts: words.droppedStarts,
};
