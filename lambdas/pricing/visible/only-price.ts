import { compareDecimals } from '../../domain/decimals.ts';
import { samePrice } from '../money/amounts.ts';
import { zone } from '../page/page-zones.ts';
import { signatureOf } from './markup-signature.ts';
import type { Finding, PriceScene } from './price-relation.ts';
import { aside, namedAside, worthReading } from './score-features.ts';
import { isAside, type ScoredPrice } from './scored-price.ts';

const haveOneAmount = (prices: readonly ScoredPrice[]): boolean =>
  new Set(prices.map(({ amount }) => amount)).size === 1;

/** The prices between title and button. A regular price may turn out to be what everybody pays. */
const ownOf = ({ titleRun, buyRun }: PriceScene, scored: readonly ScoredPrice[]): ScoredPrice[] =>
  titleRun === undefined || buyRun === undefined
    ? []
    : scored.filter(({ run, isOld, isRegular }) => run >= titleRun && run <= buyRun && (!isOld || isRegular));

/** The only price between title and button is the price, though a name such as "volume-price" stands around it. */
export const findOnlyNamed = function* (
  scene: PriceScene,
  scored: readonly ScoredPrice[],
): Generator<Finding> {
  const plain = ownOf(scene, scored).filter((price) => !isAside(price) && !price.bare && price.isPlain);
  const only = plain.filter(({ zones }) => (zones & (zone.tier | zone.unit)) !== 0);
  if (only.length === plain.length && haveOneAmount(only))
    for (const price of only) yield { price, takesBack: namedAside.name };
};

/** The same where it is one for a metre or a kilogram: cloth has no other. */
export const findOnlyMeasured = function* (
  scene: PriceScene,
  scored: readonly ScoredPrice[],
): Generator<Finding> {
  const own = ownOf(scene, scored);
  const measured = own.filter(({ qualifier }) => qualifier === 'PerUnit');
  // Among words a lesser amount is that of a sample, or of what is given away.
  const isWhole = ({ isPlain, amount }: ScoredPrice): boolean =>
    isPlain || measured.every((price) => compareDecimals(amount, price.amount) > 0);
  if (haveOneAmount(measured) && !own.some((price) => !isAside(price) && isWhole(price)))
    for (const price of measured) yield { price, takesBack: aside.name };
};

/** What stands above the button reaches this score when it is a price. */
const clearlyPrice = 60;

/** Where a price stands between the title and the button to buy, others behind that button are rather others'. */
export const findBelowButton = function* (
  { titleRun, buyRun }: PriceScene,
  scored: readonly ScoredPrice[],
): Generator<Finding> {
  if (titleRun === undefined || buyRun === undefined || buyRun < titleRun) return;
  const above = scored.filter(
    (price) =>
      price.run >= titleRun &&
      price.run <= buyRun &&
      !price.isOld &&
      !isAside(price) &&
      price.score >= clearlyPrice,
  );
  if (above.length === 0) return;
  // Two that are made up alike are a choice, each with a button of its own.
  const isAlike = (one: ScoredPrice, other: ScoredPrice): boolean =>
    samePrice(one, other) ||
    ((one.element.attribs.class ?? '') !== '' && signatureOf(one) === signatureOf(other));
  for (const price of scored)
    if (price.run > buyRun && price.score >= worthReading && !above.some((other) => isAlike(other, price)))
      yield { price };
};
