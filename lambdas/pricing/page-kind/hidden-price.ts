import { wordsOf } from '../lexicon/lexicon.ts';
import type { Page } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import { type ProductArea, readProductArea } from './product-area.ts';

export interface HiddenPrice {
  /** `Login`: to be seen by customers who are logged in. `OnRequest`: told to those who ask. */
  reason: 'Login' | 'OnRequest';
  /** The line that says so. */
  text: string;
  /** Its run. */
  run: number;
}

/** Longest line that is read; what is longer speaks about more than this price. */
const maxLine = 160;

const priceWords = wordsOf('PriceNoun');
const loginWords = wordsOf('LoginForPrice');
/** Registering for something else than seeing the price. */
const otherPurpose = wordsOf('OtherPurpose');
/** A price that is another than the one everybody pays: its absence says nothing about that one. */
const betterPrice = wordsOf('BetterPrice');
const requestWords = wordsOf('OnRequest');
const priceLabel = wordsOf('PriceAlone');

const away = zone.prose | zone.option;

const readLine = (text: string, { buttons }: ProductArea): HiddenPrice['reason'] | undefined => {
  if (text.length > maxLine || otherPurpose.test(text)) return undefined;
  if (loginWords.test(text) && priceWords.test(text))
    // Who can buy without a login pays a price of his own, which a script may still print.
    return buttons.length > 0 && betterPrice.test(text) ? undefined : 'Login';
  return text.length <= 80 && requestWords.test(text) ? 'OnRequest' : undefined;
};

/**
 * True if the page tells its product's price only to some: a line near the title says that one has to log in or
 * to ask for it, and no amount stands there but those of shipping, a smallest order or a surcharge, nor does the
 * markup state a price. A shop that shows a price, and a better one after a login, hides nothing.
 *
 * @param area - what {@link readProductArea} gave for the page, when the caller has it already.
 */
export const findHiddenPrice = (page: Page, area = readProductArea(page)): HiddenPrice | undefined => {
  const { heading, runs, isPriced } = area;
  if (!heading || isPriced) return undefined;
  const ignored = heading.zones;
  for (const [index, { text, pieces, index: run }] of runs.entries()) {
    if (run === heading.run || pieces.every(({ zones }) => (zones & away & ~ignored) !== 0)) continue;
    const before = runs[index - 1];
    const isLabelled = before !== undefined && before.index === run - 1 && priceLabel.test(before.text);
    const reason = readLine(isLabelled ? `${before.text} ${text}` : text, area);
    if (reason) return { reason, text, run };
  }
  return undefined;
};
