import { readAvailabilityText } from '../availability-text.ts';
import { findPrices, type PriceHints } from '../money/parse-price-text.ts';
import { shippingWords } from '../money/price-words.ts';
import { isFreeCarriage } from './free-carriage.ts';
import { conditionIn } from './offer-row.ts';
import { isNote, leadsOut, saysFeatured } from './seller-names.ts';

const maxName = 80;

/** Whether a text is short enough for a name, and has the letters of one: "H&M", "1&1 Shop". */
export const isName = (text: string): boolean =>
  text.length <= maxName && /\p{L}/u.test(text) && /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(text);

/** Whether a text may name who sells: it is none of the things that a row of offers says besides. */
export const mayName = (text: string, hints: PriceHints): boolean =>
  isName(text) &&
  !leadsOut(text) &&
  !saysFeatured(text) &&
  !isNote(text) &&
  !shippingWords.test(text) &&
  !isFreeCarriage(text) &&
  conditionIn(text) === undefined &&
  readAvailabilityText(text) === undefined &&
  findPrices(text, hints, true).length === 0;
