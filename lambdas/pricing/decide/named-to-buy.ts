import { canonicalAmount } from '../money/amounts.ts';
import { buyLabels } from '../money/price-words.ts';
import { contains, type Page } from '../page/page.ts';
import { bidWords } from '../page/page-words.ts';
import { isCurrent, type ScoredPrice } from '../visible/scored-price.ts';

/** Lines behind an amount in which a button may say what the amount is for. */
const reach = 4;
/** Longer lines tell of buying, and are no button and no label. */
const maxLabel = 60;

const saysBuy = (text: string): boolean => text.length <= maxLabel && buyLabels.test(text);

/** True if the next button behind an amount buys, and does not bid; one with an amount of its own is that one's. */
const isBeforeBuyButton = (
  { run, element, tail }: ScoredPrice,
  { runs, buyButtons }: Page,
  amounts: ReadonlySet<number>,
): boolean => {
  const isInLine = buyButtons.some(
    (button) => button.run === run && button.element.startIndex! > element.startIndex!,
  );
  if (isInLine || saysBuy(tail)) return true;
  // The line right above the next amount is its label.
  const isNext = (at: number): boolean => amounts.has(at) || (amounts.has(at + 1) && !isButtonAt(at));
  const isButtonAt = (at: number): boolean => buyButtons.some((button) => button.run === at);
  for (let at = run + 1; at <= run + reach && at < runs.length && !isNext(at); at += 1) {
    const { text } = runs[at]!;
    if (text.length <= maxLabel && bidWords.test(text)) return false;
    if (saysBuy(text) || isButtonAt(at)) return true;
  }
  return false;
};

/** True if an amount is called what one buys for at once: "Buy it now $450", "Sofort-Kaufen", within a button as well. */
export const isCalledToBuy = (price: ScoredPrice, { buyButtons }: Page): boolean =>
  saysBuy(price.label) || buyButtons.some(({ element }) => contains(element, price.element));

/** Called a bid by the line above it alone: that may be the button of the amount before. */
const isBelowBid = ({ qualifier, ownLine, isOld }: ScoredPrice): boolean =>
  qualifier === 'Bid' && !ownLine && !isOld;

/**
 * Of the amounts of a page that takes bids, those for which the product is bought at once, where one is named so: what has
 * been bid stands beside it as prominently. On other pages, and where none or several are named, all of them.
 */
export const withoutBids = (page: Page, prices: readonly ScoredPrice[]): readonly ScoredPrice[] => {
  if (!page.takesBids) return prices;
  // "From $28" in front of the button is a part that is paid many times.
  const isAsked = (price: ScoredPrice): boolean => isCurrent(price) && price.qualifier === undefined;
  const current = prices.filter((price) => isAsked(price) || isBelowBid(price));
  const lines = new Set(current.map(({ run }) => run));
  const toBuy = new Set(
    current.filter((price) => isCalledToBuy(price, page) || isBeforeBuyButton(price, page, lines)),
  );
  if (new Set([...toBuy].map(({ amount }) => canonicalAmount(amount))).size !== 1) return prices;
  return prices
    .filter((price) => toBuy.has(price) || !isCurrent(price))
    .map((price) => (toBuy.has(price) && isBelowBid(price) ? { ...price, qualifier: undefined } : price));
};
