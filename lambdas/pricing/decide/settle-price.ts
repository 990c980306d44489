import type { ProductClaim } from '../claims.ts';
import type { ExtractionContext } from '../extraction-context.ts';
import { isUnderOtherTitle, productNames } from '../identity/other-title.ts';
import { isZero } from '../money/amounts.ts';
import type { Page } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import { outNow, readVisibleAvailability } from '../visible/stock-lines.ts';
import { decideFree } from './decide-free.ts';
import { decidePrice, decideSelected } from './decide-price.ts';
import type { GatheredPage } from './gather-page.ts';
import { isCalledToBuy } from './named-to-buy.ts';
import { findPlainAreaPrice } from './plain-area-price.ts';
import { noPrice, type PriceDecision } from './price-decision.ts';
import { resolveOffer } from './resolve-offer.ts';

/** Several products are stated, and none of them is the page's own. */
const ambiguousAmong = (
  rivals: readonly ProductClaim[],
  page: Page,
  context: ExtractionContext,
): PriceDecision => ({
  ...noPrice,
  rule: 'SeveralProducts',
  candidates: rivals
    .flatMap((claim) => {
      const { price } = resolveOffer(claim, page, context);
      return price ? [{ money: price, source: claim.source }] : [];
    })
    .slice(0, 20),
  warnings: ['SeveralProducts: the page states several products and none of them as its own.'],
});

/** True if a nought is shown beside words that nobody can have the product: a price that was taken away. */
const isTakenAway = ({ price, source, visible }: PriceDecision, page: Page): boolean => {
  if (price === undefined || source !== 'Visible' || !isZero(price.amount)) return false;
  const stock = readVisibleAvailability(page, visible?.run);
  return stock !== undefined && outNow.has(stock.claim.value);
};

/** True if a price that the page alone shows stands below the title of another product. */
const isOfOtherTitle = (
  { source, visible }: PriceDecision,
  page: Page,
  claims: readonly ProductClaim[],
): boolean =>
  source === 'Visible' &&
  visible !== undefined &&
  isUnderOtherTitle(page, visible, productNames(page, claims));

/**
 * True if the price is an amount of a page that only takes bids: nothing on it can be bought, and what it shows is what
 * somebody has bid or must. What its data call the price of an offer is believed.
 */
const isOfBids = ({ source, price, visible }: PriceDecision, page: Page): boolean =>
  source === 'Visible' &&
  price !== undefined &&
  page.takesBids &&
  page.buyButtons.every(({ zones }) => (zones & zone.hidden) !== 0) &&
  !(visible && isCalledToBuy(visible, page));

/** The rule by which the found price is none of the product's; `undefined`: it is. */
const refusalOf = (found: PriceDecision, page: Page, claims: readonly ProductClaim[]): string | undefined => {
  if (isOfBids(found, page)) return 'OnlyBidsAreTaken';
  if (isTakenAway(found, page)) return 'NoughtOfSoldOut';
  return isOfOtherTitle(found, page, claims) ? 'UnderTitleOfOther' : undefined;
};

/** The price that holds, or none, and whether there is none because the page does not sell one product. */
export interface SettledPrice {
  decision: PriceDecision;
  isListed: boolean;
}

/** Decides which price holds, and whether the page sells what it is the price of. */
export const settlePrice = (gathered: GatheredPage, page: Page, context: ExtractionContext): SettledPrice => {
  const { chosen, selected, fitting, visible, claims, isOnRequest, hints, prices, ranking } = gathered;
  if (selected.price)
    return {
      decision: decideSelected(selected.price, selected.listPrice, fitting, visible),
      isListed: false,
    };
  const decided =
    chosen.rivals.length > 1
      ? ambiguousAmong(chosen.rivals, page, context)
      : ((isOnRequest ? undefined : decideFree(page, fitting, visible)) ?? decidePrice(prices, ranking));
  const isOpen = decided.price === undefined && decided.candidates.length === 0 && !isOnRequest;
  const plain = isOpen ? findPlainAreaPrice(page, hints) : undefined;
  const { stated, warnings } = decided;
  const found = plain ? { ...plain, stated, warnings } : decided;
  // The ranking has weighed the page; a nought and what an attribute holds have not been ranked.
  const isListed = found.price !== undefined && found.rule !== 'Ranked' && !ranking.sellsOne;
  const refusal = (isListed && 'PageSellsNotOne') || refusalOf(found, page, claims);
  return {
    decision: refusal ? { ...noPrice, rule: refusal, stated, warnings } : found,
    isListed: isListed || (found.rule === 'Unlikely' && !ranking.sellsOne),
  };
};
