import { readAvailabilityText } from '../availability-text.ts';
import { conditionIn } from '../condition-text.ts';
import { findPrices, type PriceHints } from '../money/parse-price-text.ts';
import { shippingWords } from '../money/price-words.ts';
import { isFreeShippingLine } from './free-shipping.ts';
import { isFeaturedLabel, isShopLinkText } from './seller-words.ts';

export const maxName = 80;

/** True if a text could be a name by length and letters: "H&M", "1&1 Shop". */
export const isName = (text: string): boolean =>
  text.length <= maxName && /\p{L}/u.test(text) && /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(text);

/** True if a text may be a seller's name: none of the other texts in an offer row, and no amount. */
export const mayName = (text: string, hints: PriceHints): boolean =>
  isName(text) &&
  !isShopLinkText(text) &&
  !isFeaturedLabel(text) &&
  !shippingWords.test(text) &&
  !isFreeShippingLine(text) &&
  conditionIn(text) === undefined &&
  readAvailabilityText(text) === undefined &&
  findPrices(text, hints, true).length === 0;
