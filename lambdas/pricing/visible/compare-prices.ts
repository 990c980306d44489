import { compareDecimals } from '../../domain/decimals.ts';
import { samePrice } from '../money/amounts.ts';
import { grossWords, netWords } from '../money/price-words.ts';
import { isAround } from '../page/ancestors.ts';
import type { Page } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
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
/** Signs of currencies in letters, and no more than that. */
const shortWords = /(?<!\p{L})(?:\p{L}{1,2}|lei|руб|грн|eur|usd|chf|din)\.?(?!\p{L})/giu;

/** True if a line with a percentage speaks of what is taken off: of wool, alcohol and taxes there are percentages too. */
const isBadge = (text: string): boolean =>
  !netWords.test(text) &&
  !grossWords.test(text) &&
  (/(?:^|[\s(\p{Sc}])[-–−]\s?\d{1,2}(?:[.,]\d+)?\s?%/u.test(text) ||
    arePlain(text.replace(anyAmount, ' ').replace(codes, ' ').replace(shortWords, ' ')));

/** Shares in percent that are printed near a price: "-25 %", "25% off". */
const percentsNear = (page: Page, run: number): Set<number> => {
  const found = new Set<number>();
  for (const { text } of page.runs.slice(Math.max(0, run - blockReach), run + blockReach + 1)) {
    if (text.length > 60 || !text.includes('%') || !isBadge(text)) continue;
    for (const [, before, behind] of text.matchAll(percentOff)) found.add(Number(before ?? behind));
  }
  return found;
};

/** True if a lower price may be what is asked instead of a higher one beside it. */
const mayReplace = (low: ScoredPrice, high: ScoredPrice): boolean =>
  !low.isOld &&
  low.score > 0 &&
  !isAside(low) &&
  (low.isPlain || low.run === high.run) &&
  (low.zones & (zone.member | zone.tier | zone.unselected)) === 0 &&
  compareDecimals(low.amount, high.amount) < 0;

/** Named as the regular price, beside one that is named as a price and not so. */
const isRegularBeside = (high: ScoredPrice, lower: readonly ScoredPrice[]): boolean =>
  (high.zones & zone.regular) !== 0 &&
  lower.some(
    ({ zones, run }) =>
      (zones & zone.regular) === 0 &&
      (zones & (zone.price | zone.current)) !== 0 &&
      Math.abs(run - high.run) <= 3,
  );

/** True if the same amount is called old right beside it. The lowest price of thirty days is at times today's. */
const isCalledOldNear = (high: ScoredPrice, near: readonly ScoredPrice[]): boolean =>
  near.some(
    (price) =>
      price.isOld &&
      !isLowest(price) &&
      Math.abs(price.run - high.run) <= 3 &&
      compareDecimals(price.amount, high.amount) === 0,
  );

/** True if the printed percentage or saving is just what lies between a price and a lower one. */
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
    // Shops round the percentage either way.
    return (
      [...percents].some((each) => each > 0 && Math.abs(percent - each) < 1) ||
      savings.some((saving) => Math.abs(Number(saving.amount) - off) < 0.005)
    );
  });
};

/**
 * Of two prices beside each other the higher is the old one when the page itself says so: elsewhere in the block
 * the same amount is called old, or the printed percentage or saving is just what lies between the two.
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

/** Least score of a price above the button. */
const minAboveScore = 60;

/** Where a price stands between the title and the button to buy, others behind that button are rather others'. */
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
  // Two that are made up alike are a choice, each with a button of its own.
  const isAlike = (one: ScoredPrice, other: ScoredPrice): boolean =>
    samePrice(one, other) ||
    ((one.element.attribs.class ?? '') !== '' && signatureOf(one) === signatureOf(other));
  for (const price of scored)
    if (price.run > buyRun && price.score >= worthReading && !above.some((other) => isAlike(other, price)))
      yield { price };
};

/** Of several choices that are priced, the taken one's price stands once more, by itself. */
const findRepeated = function* (_: PriceScene, scored: readonly ScoredPrice[]): Generator<Finding> {
  const good = scored.filter((price) => !price.isOld && price.score >= 45).slice(0, 40);
  for (const price of good)
    if (good.some((other) => other.run !== price.run && samePrice(other, price))) yield { price };
};

/** True if an amount stands where prices stand, by itself. */
const isInPlace = (price: ScoredPrice): boolean =>
  price.isPlain && price.score >= 55 && (price.zones & zone.unselected) === 0;

/** True if it is presented as a price that may be asked. */
const isAsked = (price: ScoredPrice): boolean => isCurrent(price) && isInPlace(price);

/** The price of goods sold by the metre or by weight: the one per measure, if the page asks for nothing else. */
const findByMeasure = function* (_: PriceScene, scored: readonly ScoredPrice[]): Generator<Finding> {
  if (scored.some(isAsked)) return;
  const measured = scored.filter(
    (price) => price.qualifier === 'PerUnit' && !price.isOld && isInPlace(price),
  );
  if (new Set(measured.map(({ amount }) => amount)).size !== 1) return;
  for (const price of measured) yield { price, changes: { qualifier: undefined } };
};

/** Least score of a lone price in a price's place; amounts called old in plain words alone stay below it. */
const minLoneScore = 75;

/**
 * A price that only its class calls old, or that is called the regular one, is the price where no other one that
 * everybody pays stands beside it: themes keep such names when nothing is on sale.
 */
const findLone = function* (_: PriceScene, scored: readonly ScoredPrice[]): Generator<Finding> {
  if (scored.some(isAsked)) return;
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

/**
 * A price that another one exceeds by just a tax, where that one says that its tax is in, or this one is labelled by
 * words that are not known.
 */
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
 * Relations between visible prices, each of which was weighed alone: which are one price twice, which are old
 * beside a lower one, which are only what lies between two. In this order, since what one finds out the next one knows.
 */
export const priceRelations: readonly PriceRelation[] = [
  { name: 'upperEnd', find: findUpperEnds },
  { name: 'belowPricedButton', weight: -12, find: findBelowButton },
  { name: 'netByTax', find: findNet },
  { name: 'loneOld', find: findLone },
  { name: 'soldByMeasure', find: findByMeasure },
  { name: 'oldByComparison', find: findCompared },
  { name: 'higherOfPair', find: findPairsAlone },
  { name: 'repeated', weight: 13, find: findRepeated },
];
