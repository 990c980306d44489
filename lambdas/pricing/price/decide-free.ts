import type { Availability } from '../../domain/result/site-result.ts';
import { readVisibleAvailability } from '../facts/stock-lines.ts';
import { sellsByButton } from '../page/buy-buttons.ts';
import type { Page } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import { isZero } from '../sources/amounts.ts';
import { noPrice, type PriceDecision, plausibleAlone, strong, visibleMoney } from './price-decision.ts';
import type { StatedPrice } from './resolve-offer.ts';
import { partOf } from './score-features.ts';
import { isCurrent, type ScoredPrice } from './scored-price.ts';

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
const isCharged = (stated: readonly StatedPrice[], current: readonly ScoredPrice[]): boolean =>
  stated.some(({ price, rivals }) => price !== undefined || rivals.length > 0) ||
  current.some(
    ({ amount, score, isPlain, bare }) => !isZero(amount) && isPlain && !bare && score >= plausibleAlone,
  );

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
 * | data state 0, and the page shows 0 in the product's area | 0 | Low |
 * | data state 0, and a working button sells the product | 0 | Low |
 * | only the page shows 0 as the price, and a working button sells the product | 0 | Low |
 */
export const decideFree = (
  page: Page,
  stated: readonly StatedPrice[],
  visible: readonly ScoredPrice[],
): PriceDecision | undefined => {
  const current = visible.filter(isCurrent);
  if (isCharged(stated, current)) return undefined;
  const first = stated.find(isStatedFree);
  const money = first?.offer.price;
  const shown = current.find((price) => isShownFree(price, money !== undefined));
  if (isMissing(page, stated, shown)) return undefined;
  const isSold = sellsByButton(page);
  if (money ? !shown && !isSold : !shown || !isSold) return undefined;
  const free = { ...noPrice, stated: first ?? stated[0], visible: shown };
  if (!money || !first)
    return { ...free, rule: 'FreeShown', price: visibleMoney(shown!), source: 'Visible', confidence: 'Low' };
  const { source } = first.claim;
  return shown
    ? { ...free, rule: 'FreeStatedAndShown', price: money, source, agrees: ['Visible'], confidence: 'Low' }
    : { ...free, rule: 'FreeStated', price: money, source, confidence: 'Low' };
};
