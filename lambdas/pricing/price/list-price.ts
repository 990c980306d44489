import type { Element } from 'domhandler';
import { compareDecimals } from '../../domain/money/decimals.ts';
import { isAround } from '../page/ancestors.ts';
import { zone } from '../page/page-zones.ts';
import { samePrice } from '../sources/amounts.ts';
import type { MoneyClaim } from '../sources/claims.ts';
import { type PriceDecision, plausible, visibleMoney } from './price-decision.ts';
import type { PriceScene, StatedCandidate } from './price-scene.ts';
import { isAside, isLowest, isThirtyDays, type ScoredPrice } from './scored-price.ts';

type ListPrice = PriceDecision['listPrice'];

/** Classes that templates put on content not currently shown, such as an old price without a reduction. */
const isHiddenByName = (element: Element): boolean =>
  isAround(element, 3, ({ attribs }) =>
    /(?:^|\s)(?:d-none|hidden|is-hidden|hide|u-hidden)(?:\s|$)/.test(attribs.class ?? ''),
  );

/** A list price is at most this many times the price. */
const maxReduction = 20;

/** True if no other current price is nearer to the old one. */
const isNearest = ({ current }: PriceScene, old: ScoredPrice, shown: ScoredPrice): boolean => {
  if (old.run === shown.run) return true;
  const reach = Math.abs(old.run - shown.run) <= 3 ? 0 : 1;
  return !current.some(
    (other) =>
      Math.abs(other.run - old.run) <= reach &&
      !isAside(other) &&
      compareDecimals(other.amount, shown.amount) !== 0,
  );
};

/** Most lines between a price and its old price. */
const reach = 6;
const strangeZones = zone.related | zone.unit | zone.cart;

const isCalledOld = (price: ScoredPrice): boolean =>
  (price.isOld || (price.zones & zone.regular) !== 0) && !isAside(price) && price.qualifier !== 'RangeHigh';

/** True if both prices are in the same kind of place: no review, sentence or other product between them. */
const areOfOnePlace = (price: ScoredPrice, shown: ScoredPrice): boolean =>
  (!price.isSentence || price.run === shown.run || (price.zones & (zone.struck | zone.price)) !== 0) &&
  (price.zones & ~shown.zones & (zone.review | zone.prose)) === 0 &&
  (!isHiddenByName(price.element) || isHiddenByName(shown.element)) &&
  Math.abs(price.run - shown.run) <= reach &&
  (price.zones & strangeZones) === (shown.zones & strangeZones);

/** Finds the old price shown beside a current one. */
const oldBeside = (
  view: PriceScene,
  shown: ScoredPrice,
  candidate: StatedCandidate | undefined,
  isHigher: (other: MoneyClaim) => boolean,
): ListPrice => {
  const near = view.visible
    .filter(
      (price) =>
        !isThirtyDays(price) &&
        isCalledOld(price) &&
        areOfOnePlace(price, shown) &&
        isNearest(view, price, shown),
    )
    // EU sellers must print the lowest price of the last thirty days; the crossed-out one is the list price.
    .sort(
      (a, b) =>
        Number(isLowest(a)) - Number(isLowest(b)) ||
        Math.abs(a.run - shown.run) - Math.abs(b.run - shown.run) ||
        compareDecimals(b.amount, a.amount),
    );
  const range = candidate?.stated.range;
  // The upper end of a range is not an old price.
  const old = near
    .map(visibleMoney)
    .find((each) => !(range && samePrice(range.high, each)) && isHigher(each));
  return old && { money: old, source: 'Visible' };
};

/**
 * Finds the previous or recommended price: as stated by the sources of the price, else as shown beside it.
 *
 * @param candidate - the chosen stated price; absent if the page alone decided.
 */
export const findListPrice = (
  view: PriceScene,
  money: MoneyClaim,
  candidate: StatedCandidate | undefined,
  shown: ScoredPrice | undefined,
): ListPrice => {
  const isHigher = (other: MoneyClaim | undefined): other is MoneyClaim =>
    other !== undefined &&
    compareDecimals(other.amount, money.amount) > 0 &&
    // Excludes amounts in cents as list prices of amounts in whole units.
    (candidate !== undefined || Number(other.amount) < maxReduction * Number(money.amount)) &&
    (other.currency === null || money.currency === null || other.currency === money.currency);
  const { candidates } = view;
  const believed = candidate
    ? [
        candidate,
        ...candidates.filter((each) => each !== candidate && samePrice(each.money, candidate.money)),
      ]
    : candidates;
  for (const each of believed)
    if (isHigher(each.stated.listPrice)) return { money: each.stated.listPrice, source: each.source };
  if (!shown) return undefined;
  // The amount may be shown in several places, the old price beside only one of them.
  const again = view.current.filter(
    (price) => price !== shown && price.score >= plausible && samePrice(price, money),
  );
  for (const each of [shown, ...again]) {
    const found = oldBeside(view, each, candidate, isHigher);
    if (found) return found;
  }
  return undefined;
};
