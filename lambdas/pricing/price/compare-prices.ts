import { compareDecimals } from '../../domain/money/decimals.ts';
import { isAround } from '../page/ancestors.ts';
import type { Page } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import { samePrice } from '../sources/amounts.ts';
import { grossWords, netWords } from '../text/price-words.ts';
import { signatureOf } from './markup-signature.ts';
import { findPairsAlone, mayBeTaxed } from './pairs-alone.ts';
import { arePlain } from './plain-line.ts';
import type { Finding, PriceRelation, PriceScene } from './price-relation.ts';
import { worthReading } from './score-features.ts';
import {
  blockReach,
  haveOneCurrency,
  isAside,
  isCurrent,
  isLowest,
  type ScoredPrice,
} from './scored-price.ts';
import { findUpperEnds } from './upper-ends.ts';

const percentOff = /(?:^|[^\d.,])(?:(\d{1,2})(?:[.,]\d+)?\s?%|%\s?(\d{1,2})(?![\d.,]))/g;

const anyAmount = /\p{Sc}?\s?\d[\d.,'’\s]*(?:\s?\p{Sc}|%|(?=\s|$))|[-–−+*()[\]:!]/gu;
const codes = /(?<!\p{L})[A-Z]{3}(?!\p{L})/gu;
/** Currency words of a few letters. */
const shortWords = /(?<!\p{L})(?:\p{L}{1,2}|lei|руб|грн|eur|usd|chf|din)\.?(?!\p{L})/giu;

/** True if a line with a percentage states a discount: wool, alcohol and taxes have percentages too. */
const isBadge = (text: string): boolean =>
  !netWords.test(text) &&
  !grossWords.test(text) &&
  (/(?:^|[\s(\p{Sc}])[-–−]\s?\d{1,2}(?:[.,]\d+)?\s?%/u.test(text) ||
    arePlain(text.replace(anyAmount, ' ').replace(codes, ' ').replace(shortWords, ' ')));

/** Percentages printed near a price: "-25 %", "25% off". */
const percentsNear = (page: Page, run: number): Set<number> => {
  const found = new Set<number>();
  for (const { text } of page.runs.slice(Math.max(0, run - blockReach), run + blockReach + 1)) {
    if (text.length > 60 || !text.includes('%') || !isBadge(text)) continue;
    for (const [, before, behind] of text.matchAll(percentOff)) found.add(Number(before ?? behind));
  }
  return found;
};

/** True if a lower price may replace a higher one beside it. */
const mayReplace = (low: ScoredPrice, high: ScoredPrice): boolean =>
  !low.isOld &&
  low.score > 0 &&
  !isAside(low) &&
  (low.isPlain || low.run === high.run) &&
  (low.zones & (zone.member | zone.tier | zone.unselected)) === 0 &&
  compareDecimals(low.amount, high.amount) < 0;

/** True if named as the regular price, beside one named as a price but not regular. */
const isRegularBeside = (high: ScoredPrice, lower: readonly ScoredPrice[]): boolean =>
  (high.zones & zone.regular) !== 0 &&
  lower.some(
    ({ zones, run }) =>
      (zones & zone.regular) === 0 &&
      (zones & (zone.price | zone.current)) !== 0 &&
      Math.abs(run - high.run) <= 3,
  );

/** True if the amount is labelled old nearby. The lowest price of thirty days may equal the current one. */
const isCalledOldNear = (high: ScoredPrice, near: readonly ScoredPrice[]): boolean =>
  near.some(
    (price) =>
      price.isOld &&
      !isLowest(price) &&
      Math.abs(price.run - high.run) <= 3 &&
      compareDecimals(price.amount, high.amount) === 0,
  );

/** True if a printed percentage or saving equals the difference between a price and a lower one. */
const isReducedBy = (
  page: Page,
  high: ScoredPrice,
  lower: readonly ScoredPrice[],
  near: readonly ScoredPrice[],
): boolean => {
  const percents = percentsNear(page, high.run);
  const savings = near.filter(
    ({ qualifier, zones }) => qualifier === 'Saving' || (zones & zone.saving) !== 0,
  );
  return lower.some((low) => {
    const off = Number(high.amount) - Number(low.amount);
    const percent = (100 * off) / Number(high.amount);
    // Shops round percentages either way.
    return (
      [...percents].some((each) => each > 0 && Math.abs(percent - each) < 1) ||
      savings.some((saving) => Math.abs(Number(saving.amount) - off) < 0.005)
    );
  });
};

/**
 * Of two adjacent prices the higher is old if the page confirms it: the same amount is labelled old in the
 * block, or a printed percentage or saving equals the difference.
 */
const findCompared = function* ({ page }: PriceScene, scored: readonly ScoredPrice[]): Generator<Finding> {
  const current = scored.filter((price) => !price.isOld && price.score > 0).slice(0, 20);
  for (const high of current) {
    const near = scored.filter(
      (price) => Math.abs(price.run - high.run) <= blockReach && haveOneCurrency(price, high),
    );
    const lower = near.filter((price) => mayReplace(price, high));
    if (lower.length === 0) continue;
    if (isRegularBeside(high, lower) || isCalledOldNear(high, near) || isReducedBy(page, high, lower, near))
      yield { price: high, changes: { isOld: true } };
  }
};

/** Minimum score of a price above the button. */
const minAboveScore = 60;

/** After a price between title and buy button, others below that button are probably other products'. */
const findBelowButton = function* (
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
      price.score >= minAboveScore,
  );
  if (above.length === 0) return;
  // Two with equal markup are alternatives, each with its own button.
  const isAlike = (one: ScoredPrice, other: ScoredPrice): boolean =>
    samePrice(one, other) ||
    ((one.element.attribs.class ?? '') !== '' && signatureOf(one) === signatureOf(other));
  for (const price of scored)
    if (price.run > buyRun && price.score >= worthReading && !above.some((other) => isAlike(other, price)))
      yield { price };
};

/** The selected option's price is repeated on its own. */
const findRepeated = function* (_: PriceScene, scored: readonly ScoredPrice[]): Generator<Finding> {
  const good = scored.filter((price) => !price.isOld && price.score >= 45).slice(0, 40);
  for (const price of good)
    if (good.some((other) => other.run !== price.run && samePrice(other, price))) yield { price };
};

/** True if an amount is alone where prices are expected. */
const isInPlace = (price: ScoredPrice): boolean =>
  price.isPlain && price.score >= 55 && (price.zones & zone.unselected) === 0;

/** True if it is presented as a current price. */
const isOffered = (price: ScoredPrice): boolean => isCurrent(price) && isInPlace(price);

/** Products sold by length or weight: the unit price is the price if there is no other. */
const findByMeasure = function* (_: PriceScene, scored: readonly ScoredPrice[]): Generator<Finding> {
  if (scored.some(isOffered)) return;
  const measured = scored.filter(
    (price) => price.qualifier === 'PerUnit' && !price.isOld && isInPlace(price),
  );
  if (new Set(measured.map(({ amount }) => amount)).size !== 1) return;
  for (const price of measured) yield { price, changes: { qualifier: undefined } };
};

/** Minimum score of a lone price; amounts labelled old in plain words score lower. */
const minLoneScore = 75;

/**
 * A price called old only by its class, or called regular, is the price if no other one for everybody is
 * beside it: themes keep such names for products not on sale.
 */
const findLone = function* (_: PriceScene, scored: readonly ScoredPrice[]): Generator<Finding> {
  if (scored.some(isOffered)) return;
  const lone = scored.filter(
    (price) =>
      price.isOld &&
      (price.qualifier !== 'Was' || price.isRegular) &&
      !isCrossedOut(price) &&
      price.score >= minLoneScore,
  );
  if (new Set(lone.map((price) => price.amount)).size !== 1) return;
  for (const price of lone) yield { price, changes: { isOld: false, isReadmitted: true } };
};

const saysGross = ({ wordsAround: { before, behind } }: ScoredPrice): boolean =>
  grossWords.test(before) || grossWords.test(behind);

/** A price is net if another one, labelled gross or beside an unknown label, exceeds it by exactly a tax. */
const findNet = function* (_: PriceScene, scored: readonly ScoredPrice[]): Generator<Finding> {
  const current = scored.filter((price) => isCurrent(price) && !price.bare && price.score > 0).slice(0, 40);
  const named = new Set(current.filter(saysGross));
  for (const net of current) {
    if (named.has(net)) continue;
    const isGross = (gross: ScoredPrice): boolean =>
      Math.abs(gross.run - net.run) <= blockReach &&
      haveOneCurrency(gross, net) &&
      (named.has(gross) || (net.withheld > 0 && gross.isPlain)) &&
      mayBeTaxed(gross.amount, net.amount);
    if (current.some(isGross)) yield { price: net, changes: { qualifier: 'NetOfTax' } };
  }
};

const isCrossedOut = ({ element }: ScoredPrice): boolean =>
  isAround(
    element,
    4,
    ({ name, attribs }) =>
      name === 'del' || name === 's' || name === 'strike' || /line-through/.test(attribs.style ?? ''),
  );

/**
 * Relations between visible prices, which were first scored individually: duplicates, old prices beside lower
 * ones, differences. The order matters, since each builds on the previous ones.
 */
export const priceRelations: readonly PriceRelation[] = [
  { name: 'upperEnd', find: findUpperEnds },
  { name: 'belowPricedButton', isScored: true, find: findBelowButton },
  { name: 'netByTax', find: findNet },
  { name: 'loneOld', find: findLone },
  { name: 'soldByMeasure', find: findByMeasure },
  { name: 'oldByComparison', find: findCompared },
  { name: 'higherOfPair', find: findPairsAlone },
  { name: 'repeated', isScored: true, find: findRepeated },
];
