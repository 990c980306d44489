import { foldedWord } from '../../domain/links/folded-word.ts';
import words from './offer-address-words.json' with { type: 'json' };

const folded = (list: readonly string[]): ReadonlySet<string> => new Set(list.map(foldedWord));

/** Words in URLs of offer lists. Path words ignore case, accents and dashes; parameter names ignore case. */
export const offerAddressWords = {
  /** Name offers or sellers: sufficient on their own. */
  pathWords: folded(words.pathWords),
  /** Name a condition. */
  conditions: folded(words.conditions),
  /** Meaningless alone, but allowed beside one of the above in the same path segment: "all-offers". */
  besideWords: folded(words.besideWords),
  /**
   * Allowed only beside a condition: "used-and-new" is a list, but "new" or "offer-new" creates something.
   */
  besideConditions: folded(words.besideConditions),
  /** Occur in paths of any product or list, including languages and countries. */
  neutralWords: folded(words.neutralWords),
  /** Verbs that products and pages may also be named after: they never explain a URL. */
  acts: folded(words.acts),
  /** Parameters that make a page list its offers if switched on: "?offers", "?aod=1". */
  listParameters: new Set(words.listParameters),
  /** Parameters with a seller's number. */
  sellerParameters: new Set(words.sellerParameters),
  /** Parameters that select a part of the page, which has to be its offers. */
  viewParameters: new Set(words.viewParameters),
  /** Parameters that identify the product, its variant or a part of its page. */
  variantParameters: new Set(words.variantParameters),
  /** Parameters with a condition: "new" creates nothing there. */
  conditionParameters: new Set(words.conditionParameters),
  /** Parameters for tracking or sort order. */
  droppedParameters: new Set(words.droppedParameters),
  /** Prefixes of more such parameters. */
  droppedStarts: words.droppedStarts,
};
