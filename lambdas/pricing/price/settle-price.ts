import type { Page } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import type { ProductClaim } from '../sources/claims.ts';
import type { ExtractionContext } from '../sources/extraction-context.ts';
import { decideFree } from './decide-free.ts';
import { decidePrice, decideSelected } from './decide-price.ts';
import type { GatheredPage } from './gather-page.ts';
import { noPrice, type PriceDecision } from './price-decision.ts';
import { resolveOffer } from './resolve-offer.ts';

/** Several products are stated, none as the page's own. */
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
  warnings: ['SeveralProducts: the page states several products, none as its own.'],
});

/**
 * True if the price is a visible amount on an auction page without a buy button: it is somebody's bid or the
 * minimum bid. Stated offers are believed.
 */
const isOfBids = ({ source }: PriceDecision, page: Page): boolean =>
  source === 'Visible' && page.takesBids && page.buyButtons.every(({ zones }) => (zones & zone.hidden) !== 0);

/** The chosen price, or none, and whether that is because the page does not sell one product. */
export interface SettledPrice {
  decision: PriceDecision;
  isListed: boolean;
}

/** Decides the price, and rejects it if the page does not sell it. */
export const settlePrice = (gathered: GatheredPage, page: Page, context: ExtractionContext): SettledPrice => {
  const { chosen, selected, fitting, visible, isOnRequest, prices, ranking } = gathered;
  if (selected.price)
    return {
      decision: decideSelected(selected.price, selected.listPrice, fitting, visible),
      isListed: false,
    };
  const found =
    chosen.rivals.length > 1
      ? ambiguousAmong(chosen.rivals, page, context)
      : ((isOnRequest ? undefined : decideFree(page, fitting, visible)) ?? decidePrice(prices, ranking));
  // The ranking has weighed the page already, except for free products.
  const isListed = found.price !== undefined && found.rule !== 'Ranked' && !ranking.sellsOne;
  const refusal = isListed ? 'PageSellsNotOne' : isOfBids(found, page) ? 'OnlyBidsAreTaken' : undefined;
  return {
    decision: refusal ? { ...noPrice, rule: refusal, stated: found.stated, warnings: found.warnings } : found,
    isListed: isListed || (found.rule === 'Unlikely' && !ranking.sellsOne),
  };
};
