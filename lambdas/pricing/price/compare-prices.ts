import { compareDecimals } from '../../domain/money/decimals.ts';
import type { Page } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import { isAround } from '../page/walk.ts';
import { samePrice } from '../sources/amounts.ts';
import { grossWords, netWords } from '../text/price-words.ts';
import { rangeBetween } from '../text/qualify-prices.ts';
import {
  blockReach,
  haveOneCurrency,
  isAside,
  isCurrent,
  isLowest,
  type ScoredPrice,
  worthReading,
} from './scored-price.ts';
import { arePlain, signatureOf } from './visible-prices.ts';

/** The layout of a page's prices. */
export interface PriceScene {
  page: Page;
  /** Runs of the title and of the buy button. */
  titleRun: number | undefined;
  buyRun: number | undefined;
}

/** A conclusion about one price from the other prices of the page. */
export interface Finding {
  price: ScoredPrice;
  /** Properties to set on the price. */
  changes?: Partial<Pick<ScoredPrice, 'isOld' | 'isReadmitted' | 'qualifier'>>;
}

/** A relation between prices of one page. */
export interface PriceRelation {
  name: string;
  /** It changes the score; without, its changes suffice: an old price is no candidate. */
  isScored?: true;
  /** Each finding is applied before the next is computed. */
  find: (scene: PriceScene, scored: readonly ScoredPrice[]) => Iterable<Finding>;
}

/** Sales tax rates in percent. */
const taxRates = [
  2.5, 2.6, 3.8, 4, 5, 5.5, 6, 7, 7.7, 8, 8.1, 9, 9.5, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
  25, 25.5, 27,
];
/** True if two amounts differ by a tax rate. */
const areApartByTax = (gross: string, net: string): boolean =>
  taxRates.some((rate) => Math.abs(Number(net) / Number(gross) - 100 / (100 + rate)) < 0.0006);

/** True if two amounts may be one price with and without tax. A fifth off is usually a discount. */
const mayBeTaxed = (high: string, low: string): boolean =>
  areApartByTax(high, low) && Math.abs(Number(low) / Number(high) - 0.8) > 0.0006;

/** True if two prices in one line have no qualifiers and may be of one currency. */
const areUnlabelled = (first: ScoredPrice, second: ScoredPrice): boolean =>
  !first.bare &&
  !second.bare &&
  !first.qualifier &&
  !second.qualifier &&
  (first.currency === second.currency || first.currency === null || second.currency === null);

/** True if a line contains more than two amounts, tax words and a percentage. */
const holdsMore = (text: string, first: ScoredPrice, second: ScoredPrice): boolean => {
  const words = text
    .replace(first.raw, '')
    .replace(second.raw, '')
    .replace(/\([^)]{0,60}\)/, '');
  return /[\p{L}\d/–-]/u.test(grossWords.without(words, '').replace(/-?\d+\s?%/, ''));
};

/** The old one of two amounts that fill a line. */
const oldOfPair = (text: string, first: ScoredPrice, second: ScoredPrice): ScoredPrice | undefined => {
  // A bracketed amount explains the one before.
  if (!areUnlabelled(first, second) || /[(（][^)）]*$/u.test(text.split(second.raw)[0]!)) return undefined;
  const order = compareDecimals(first.amount, second.amount);
  if (order === 0 || holdsMore(text, first, second)) return undefined;
  const [high, low] = order > 0 ? [first, second] : [second, first];
  return text.includes('%') || !mayBeTaxed(high.amount, low.amount) ? high : undefined;
};

/** Two amounts that fill a line without other words are the current price and a higher old one. */
const findPairsAlone = function* ({ page }: PriceScene, scored: readonly ScoredPrice[]): Generator<Finding> {
  for (const [run, all] of Map.groupBy(scored, (price) => price.run)) {
    const [first, second, ...more] = all.filter((price) => !isAside(price));
    if (!first || !second || more.length > 0) continue;
    const old = oldOfPair(page.runs[run]?.text ?? '', first, second);
    if (old && !old.isOld) yield { price: old, changes: { isOld: true } };
  }
};

const isLower = (low: ScoredPrice, high: ScoredPrice): boolean =>
  haveOneCurrency(low, high) && compareDecimals(low.amount, high.amount) < 0;

/** True if two amounts rise, and no known words qualify them. */
const mayBeEnds = (low: ScoredPrice, high: ScoredPrice): boolean =>
  isLower(low, high) &&
  isCurrent(low) &&
  isCurrent(high) &&
  !low.bare &&
  !high.bare &&
  (low.qualifier === undefined || low.qualifier === 'From') &&
  // "60 000 Ft-tól 90 000 Ft-ig": the word after the lower end also precedes the upper one.
  (high.qualifier === undefined || (high.qualifier === 'From' && low.qualifier === 'From')) &&
  !mayBeTaxed(high.amount, low.amount);

/** A word between the ends, in any language. */
const shortWord = /^[\s\p{L}\p{M}\p{Pd}\p{Po}]{1,16}$/u;

/** "14,50 € έως 52,00 €": two rising amounts with a word in between, and no other number in their line. */
const areEndsOfLine = (text: string, low: ScoredPrice, high: ScoredPrice): boolean => {
  const start = text.indexOf(low.raw);
  const end = text.indexOf(high.raw, start + low.raw.length);
  if (start < 0 || end < 0) return false;
  const rest = text.slice(0, start) + text.slice(end + high.raw.length);
  const word = text.slice(start + low.raw.length, end);
  return /\p{L}/u.test(word) && shortWord.test(word) && !/\d/.test(rest);
};

/** Two rising amounts with equal markup, and only a range separator on the line in between. */
const areEndsOfLines = ({ page }: PriceScene, low: ScoredPrice, high: ScoredPrice): boolean =>
  high.run - low.run === 2 &&
  signatureOf(low) === signatureOf(high) &&
  rangeBetween.test(page.runs[low.run + 1]?.text ?? '');

/** Finds upper ends of ranges: after "to", or without known words the higher of two rising amounts. */
const findUpperEnds = function* (scene: PriceScene, scored: readonly ScoredPrice[]): Generator<Finding> {
  for (const [index, high] of scored.entries()) {
    const low = scored[index - 1];
    const isReached = (lower: ScoredPrice): boolean =>
      lower.run < high.run && high.run - lower.run <= blockReach && isLower(lower, high);
    const isNamed = rangeBetween.test(high.label) && scored.some(isReached);
    const isBehind =
      low !== undefined &&
      mayBeEnds(low, high) &&
      (low.run === high.run
        ? areEndsOfLine(scene.page.runs[high.run]?.text ?? '', low, high)
        : areEndsOfLines(scene, low, high));
    if (isNamed || isBehind) yield { price: high, changes: { qualifier: 'RangeHigh' } };
    // "De 29,90 € À 39,90 €": in another language the first word labels old prices.
    if (isNamed && low?.qualifier === 'Was' && isReached(low) && (low.zones & zone.struck) === 0)
      yield { price: low, changes: { qualifier: 'RangeLow', isOld: false } };
    if (isBehind) yield { price: low, changes: { qualifier: low.qualifier ?? 'RangeLow' } };
  }
};

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

/**
 * A price without tax, or per unit for products sold by length or weight, is the price if there is no other.
 */
const findOnlyOfRole = function* (_: PriceScene, scored: readonly ScoredPrice[]): Generator<Finding> {
  if (scored.some(isOffered)) return;
  for (const role of ['NetOfTax', 'PerUnit']) {
    const some = scored.filter((price) => price.qualifier === role && !price.isOld && isInPlace(price));
    if (some.length === 0) continue;
    if (new Set(some.map(({ amount }) => amount)).size === 1)
      for (const price of some) yield { price, changes: { qualifier: undefined } };
    return;
  }
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
  { name: 'soldByMeasure', find: findOnlyOfRole },
  { name: 'oldByComparison', find: findCompared },
  { name: 'higherOfPair', find: findPairsAlone },
  { name: 'repeated', isScored: true, find: findRepeated },
];
