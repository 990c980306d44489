import { wordsOf } from '../lexicon/lexicon.ts';

/** Words on buttons that put the product into the basket. */
export const buyWords = wordsOf('Buy');

/** Class, id and name words of such buttons. */
export const buyNames =
  /add-?_?to-?_?(?:cart|basket|bag|trolley)|addtocart|addtobasket|addtobag|btn-?_?(?:cart|buy|basket)|buy-?_?(?:now|button|btn)|cart-?_?(?:add|button|btn)|add-?_?cart|single_add_to_cart|in-?_?cart|to-?_?cart|to-?_?basket|purchase-?_?(?:button|btn)|kaufen|warenkorb|do-?_?kosiku|v-?_?korzinu/i;

/** Headings above other products. */
export const relatedWords = wordsOf('Related');
/** The same where no heading element is used: only what can be nothing else. */
export const stripTitle = wordsOf('RelatedAlone');
