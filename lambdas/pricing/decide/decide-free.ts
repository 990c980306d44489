import type { EvidenceSource } from '../../domain/site-result.ts';
import type { MoneyClaim } from '../claims.ts';
import { isZero } from '../money/amounts.ts';
import { sellsByButton } from '../page/buy-buttons.ts';
import type { Page } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import { zeroWeight } from '../visible/score-features.ts';
import { isCurrent, type ScoredPrice } from '../visible/scored-price.ts';
import { noPrice, type PriceDecision, plausibleAlone, strong, visibleMoney } from './price-decision.ts';
import type { StatedPrice } from './resolve-offer.ts';

interface StatedZero {
  money: MoneyClaim;
  stated: StatedPrice;
}

const statedZeroes = (stated: readonly StatedPrice[]): StatedZero[] =>
  stated.flatMap((each) => {
    const money = each.offer.price;
    return each.claim.standing === 'stated' && money && isZero(money.amount) ? [{ money, stated: each }] : [];
  });

/** What an amount would weigh if it were not nought. */
const weightOf = ({ score }: ScoredPrice): number => score - zeroWeight;

/**
 * Decides whether a shop gives its product away. Where a field asks for an amount and a shop tells none, it is left at
 * nought as well, and programs write it before they know better: so one nought alone proves nothing.
 *
 * | Situation | Price | Confidence |
 * | --- | --- | --- |
 * | any other amount is stated, or shown by itself in the product's area | not this one | |
 * | data state 0, and the page shows 0 in the product's area | 0 | Medium |
 * | data state 0, and a working button sells the product | 0 | Low |
 * | the page alone shows 0 as the price, and a working button sells the product | 0 | Low |
 */
export const decideFree = (
  page: Page,
  stated: readonly StatedPrice[],
  visible: readonly ScoredPrice[],
): PriceDecision | undefined => {
  if (stated.some(({ price, rivals }) => price !== undefined || rivals.length > 0)) return undefined;
  const current = visible.filter(isCurrent);
  const isCharged = current.some(
    ({ amount, score, isPlain, bare }) => !isZero(amount) && isPlain && !bare && score >= plausibleAlone,
  );
  if (isCharged) return undefined;
  const [first] = statedZeroes(stated);
  // Without a sign of money it may be a number of anything, unless data say what it is.
  // An empty basket costs nought.
  const shown = current.find(
    ({ amount, isPlain, bare, zones }) =>
      isZero(amount) && isPlain && (first !== undefined || (!bare && (zones & zone.cart) === 0)),
  );
  const isShown = shown !== undefined && weightOf(shown) >= (first ? plausibleAlone : strong / 2);
  const isSold = sellsByButton(page);
  if (!(first ? isShown || isSold : isShown && isSold)) return undefined;
  const source: EvidenceSource = first ? first.stated.claim.source : 'Visible';
  return {
    ...noPrice,
    rule: first ? (isShown ? 'FreeStatedAndShown' : 'FreeStated') : 'FreeShown',
    price: first ? first.money : visibleMoney(shown!),
    source,
    agrees: first && isShown ? ['Visible'] : [],
    confidence: first && isShown ? 'Medium' : 'Low',
    stated: first?.stated ?? stated[0],
    visible: isShown ? shown : undefined,
  };
};
