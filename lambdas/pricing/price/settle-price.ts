import type { Availability } from '../../domain/result/site-result.ts';
import { readVisibleAvailability } from '../facts/stock-lines.ts';
import type { Page } from '../page/page.ts';
import { sellsByButton } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import { readProductArea } from '../page/product-area.ts';
import { isZero } from '../sources/amounts.ts';
import type { ProductClaim } from '../sources/claims.ts';
import type { ExtractionContext } from '../sources/extraction-context.ts';
import { freeText } from '../text/price-words.ts';
import { decidePrice, decideSelected } from './decide-price.ts';
import type { GatheredPage } from './gather-page.ts';
import { noPrice, type PriceDecision, plausibleAlone, strong, visibleMoney } from './price-scene.ts';
import { resolveOffer, type StatedPrice } from './resolve-offer.ts';
import { isCurrent, partOf, type ScoredPrice } from './scored-price.ts';

const isStatedFree = ({ claim, offer }: StatedPrice): boolean =>
  claim.certainty === 'stated' && offer.price !== undefined && isZero(offer.price.amount);

const availableStates: ReadonlySet<Availability | undefined> = new Set<Availability | undefined>([
  undefined,
  'InStock',
  'LimitedAvailability',
]);

/** True if data or page state that the product is unavailable: then 0 is not its price. */
const isMissing = (page: Page, stated: readonly StatedPrice[], shown: ScoredPrice | undefined): boolean =>
  stated.some(({ offer }) => !availableStates.has(offer.availability?.value)) ||
  !availableStates.has(readVisibleAvailability(page, shown?.run)?.claim.value);

/** True if another amount is stated, or shown alone in the product's area. */
const isCharged = (
  stated: readonly StatedPrice[],
  current: readonly ScoredPrice[],
  leastScore: number,
): boolean =>
  stated.some(({ price, rivals }) => price !== undefined || rivals.length > 0) ||
  current.some(
    ({ amount, score, isPlain, bare }) => !isZero(amount) && isPlain && !bare && score >= leastScore,
  );

/** True if a line of the product's area says "Free" and nothing else. */
const saysFree = (page: Page): boolean =>
  readProductArea(page).runs.some(({ text }) => text.length < 60 && freeText.test(text));

/** The penalty for an amount of 0. */
const zeroPoints = partOf('isZero', 1).weight;

/** True if 0 is shown as the price. Without a currency it counts only if data state it; in a cart never. */
const isShownFree = ({ amount, isPlain, bare, zones, score }: ScoredPrice, isStated: boolean): boolean =>
  isZero(amount) &&
  isPlain &&
  (isStated || (!bare && (zones & zone.cart) === 0)) &&
  // The score without the penalty for zero.
  score - zeroPoints >= (isStated ? plausibleAlone : strong / 2);

/**
 * Decides whether the product is free. One zero alone proves nothing: fields are left at 0, and scripts write
 * 0 before they know the price.
 *
 * | Situation | Price | Confidence |
 * | --- | --- | --- |
 * | the product is unavailable or not released | not decided here | |
 * | another amount is stated, or shown alone in the product's area | not decided here | |
 * | data state 0, and the page shows 0 or "free" in the product's area | 0 | Low |
 * | only the page shows 0 as the price, and a working button sells the product | 0 | Low |
 */
const decideFree = (
  page: Page,
  stated: readonly StatedPrice[],
  visible: readonly ScoredPrice[],
): PriceDecision | undefined => {
  const current = visible.filter(isCurrent);
  const first = stated.find(isStatedFree);
  const money = first?.offer.price;
  // An add-on of what is free has a price, too, but not where the product's stands.
  const isFreeInWords = money !== undefined && saysFree(page);
  if (isCharged(stated, current, isFreeInWords ? strong : plausibleAlone)) return undefined;
  const shown = current.find((price) => isShownFree(price, money !== undefined));
  if (isMissing(page, stated, shown) || (money ? !shown && !isFreeInWords : !shown || !sellsByButton(page)))
    return undefined;
  const free = { ...noPrice, stated: first ?? stated[0], visible: shown };
  if (!money || !first)
    return { ...free, rule: 'FreeShown', price: visibleMoney(shown!), source: 'Visible', confidence: 'Low' };
  const { source } = first.claim;
  return {
    ...free,
    rule: 'FreeStatedAndShown',
    price: money,
    source,
    agrees: ['Visible'],
    confidence: 'Low',
  };
};

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

/** The page hides the price: what data state is no more than a candidate. */
const hiddenIn = (stated: readonly StatedPrice[]): PriceDecision => ({
  ...noPrice,
  rule: 'PriceHidden',
  stated: stated[0],
  candidates: stated.flatMap(({ price, claim }) => (price ? [{ money: price, source: claim.source }] : [])),
});

/** The chosen price, or none, and whether that is because the page does not sell one product. */
export interface SettledPrice {
  decision: PriceDecision;
  isListed: boolean;
}

/** Decides the price, and rejects it if the page does not sell it. */
export const settlePrice = (gathered: GatheredPage, page: Page, context: ExtractionContext): SettledPrice => {
  const { chosen, selected, stated, fitting, visible, hidden, prices, ranking } = gathered;
  if (selected.price)
    return {
      decision: decideSelected(selected.price, selected.listPrice, fitting, visible),
      isListed: false,
    };
  if (hidden) return { decision: hiddenIn(stated), isListed: false };
  const found =
    chosen.rivals.length > 1
      ? ambiguousAmong(chosen.rivals, page, context)
      : (decideFree(page, fitting, visible) ?? decidePrice(prices, ranking));
  // The ranking has weighed the page already, except for free products.
  const isListed = found.price !== undefined && found.rule !== 'Ranked' && !ranking.sellsOne;
  const refusal = isListed ? 'PageSellsNotOne' : isOfBids(found, page) ? 'OnlyBidsAreTaken' : undefined;
  return {
    decision: refusal ? { ...noPrice, rule: refusal, stated: found.stated, warnings: found.warnings } : found,
    isListed: isListed || (found.rule === 'Unlikely' && !ranking.sellsOne),
  };
};
