import type { Page } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import { type ProductArea, readProductArea } from '../page/product-area.ts';
import { wordsOf } from '../words/lexicon.ts';

export interface HiddenPrice {
  /** `Login`: visible to logged-in customers. `OnRequest`: available on request. */
  reason: 'Login' | 'OnRequest';
  /** The line with the reason. */
  text: string;
  run: number;
}

/** Longer lines are about more than this price. */
const maxLine = 160;

const priceWords = wordsOf('PriceNoun');
const loginWords = wordsOf('LoginForPrice');
/** Reasons to register other than seeing the price. */
const otherPurpose = wordsOf('OtherPurpose');
/** Words for a special price, whose absence says nothing about the ordinary one. */
const betterPrice = wordsOf('BetterPrice');
const requestWords = wordsOf('OnRequest');
const priceLabel = wordsOf('PriceAlone');

const away = zone.prose | zone.option;

const readLine = (text: string, { buttons }: ProductArea): HiddenPrice['reason'] | undefined => {
  if (text.length > maxLine || otherPurpose.test(text)) return undefined;
  if (loginWords.test(text) && priceWords.test(text))
    // If one can buy without a login, the hidden price is a special one, which a script may still print.
    return buttons.length > 0 && betterPrice.test(text) ? undefined : 'Login';
  return text.length <= 80 && requestWords.test(text) ? 'OnRequest' : undefined;
};

/**
 * Returns why the product's price is hidden: a line near the title says that one has to log in or ask for it,
 * and no amount is there except shipping, minimum order and surcharges. A shop that shows a price, and a better
 * one after login, hides nothing; neither does one that states a price in markup and sells by a button, since a
 * script may print it.
 *
 * @param area - from {@link readProductArea}, if known already.
 */
export const findHiddenPrice = (page: Page, area = readProductArea(page)): HiddenPrice | undefined => {
  const { heading, runs, isShown, isPriced, buttons } = area;
  if (!heading || isShown || (isPriced && buttons.length > 0)) return undefined;
  const ignored = heading.zones;
  for (const [index, { text, pieces, index: run }] of runs.entries()) {
    if (run === heading.run || pieces.every(({ zones }) => (zones & away & ~ignored) !== 0)) continue;
    const before = runs[index - 1];
    const isLabelled = before !== undefined && before.index === run - 1 && priceLabel.test(before.text);
    const reason = readLine(isLabelled ? `${before.text} ${text}` : text, area);
    // Beside a stated price, "Request a quote" may be about larger quantities.
    const isInItsPlace = priceWords.test(text) || pieces.some(({ zones }) => (zones & zone.price) !== 0);
    if (reason && (reason === 'Login' || !isPriced || isInItsPlace)) return { reason, text, run };
  }
  return undefined;
};
