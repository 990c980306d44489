import { z } from 'zod';
import { foldedWord } from '../../domain/links/folded-word.ts';
import words from './offer-address-words.json' with { type: 'json' };

const folded = z.array(z.string().min(1).max(40).transform(foldedWord)).transform((list) => new Set(list));
const names = z.array(z.string().regex(/^[a-z_-]{1,20}$/));

/**
 * Words of addresses of pages that list a product's offers. How a word of a path is written (case, accents, dashes) makes no
 * difference; names of parameters are compared without case.
 */
export const offerAddressWords = z
  .strictObject({
    /** Name offers or who makes them: they explain themselves. */
    pathWords: folded,
    /** Name the condition of what is offered. */
    conditions: folded,
    /** Say nothing alone, and something beside one of the above in the same part of a path: "all-offers". */
    besideWords: folded,
    /** The same beside a condition alone: "used-and-new" lists, and "new" or "offer-new" makes one. */
    besideConditions: folded,
    /** Stand in paths of products and their lists whatever these are about, and languages and countries. */
    neutralWords: folded,
    /** What products and pages may be called after too, and no address is explained by. */
    acts: folded,
    /** Parameters that have the page list its offers, where they are switched on: "?offers", "?aod=1". */
    listParameters: names.transform((list) => new Set(list)),
    /** Parameters whose number is that of who sells. */
    sellerParameters: names.transform((list) => new Set(list)),
    /** Parameters that say which part of the page is shown, which has to be its offers. */
    viewParameters: names.transform((list) => new Set(list)),
    /** Parameters that name the product, its variant or a part of its page. */
    variantParameters: names.transform((list) => new Set(list)),
    /** Parameters that name the condition of what is offered: "new" makes nothing there. */
    conditionParameters: names.transform((list) => new Set(list)),
    /** Parameters that tell where a reader came from, or in which order a list stands. */
    droppedParameters: names.transform((list) => new Set(list)),
    /** How names of more of these begin. */
    droppedStarts: names,
  })
  .parse(words);
