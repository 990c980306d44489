import { compareDecimals } from '../../domain/decimals.ts';
import { grossWords, nowWords } from '../money/price-words.ts';
import { lineageOf } from '../page/ancestors.ts';
import type { Page } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import type { Finding, PriceScene } from './price-relation.ts';
import { isAside, type ScoredPrice } from './scored-price.ts';
import { areApartByTax } from './tax-amounts.ts';

/** How deep prices stand in the block that they share. */
const maxDepth = 6;
/** What is less of the old price than this is another thing: a part of it, a fee. */
const leastShare = 0.3;

/** Whether two amounts may be one with its tax and without. A fifth less is a discount, and seldom a quarter of tax. */
const mayBeTaxed = (high: string, low: string): boolean =>
  areApartByTax(high, low) && Math.abs(Number(low) / Number(high) - 0.8) > 0.0006;

/** Whether nothing is said of two prices of one line, and both are of one currency. */
const areUntold = (first: ScoredPrice, second: ScoredPrice): boolean =>
  !first.bare &&
  !second.bare &&
  !first.qualifier &&
  !second.qualifier &&
  (first.currency === second.currency || first.currency === null || second.currency === null);

/** Whether the second is called what is asked now: "was 20, now 15". */
const isNamedNow = (text: string, first: ScoredPrice, second: ScoredPrice): boolean => {
  const between = text.slice(text.indexOf(first.raw) + first.raw.length, text.lastIndexOf(second.raw));
  return between.length <= 30 && nowWords.test(between) && !/\d/.test(between);
};

/** Whether a line holds a word or a number besides two amounts, what says that tax is in, and a percentage. */
const holdsMore = (text: string, first: ScoredPrice, second: ScoredPrice): boolean => {
  const words = text
    .replace(first.raw, '')
    .replace(second.raw, '')
    .replace(/\([^)]{0,60}\)/, '');
  return /[\p{L}\d/–-]/u.test(grossWords.without(words, '').replace(/-?\d+\s?%/, ''));
};

/** Of two amounts that are all that a line holds, the one that was asked. */
const oldOfPair = (text: string, first: ScoredPrice, second: ScoredPrice): ScoredPrice | undefined => {
  // What stands in brackets explains the other.
  if (!areUntold(first, second) || /[(（][^)）]*$/u.test(text.split(second.raw)[0]!)) return undefined;
  const order = compareDecimals(first.amount, second.amount);
  if (order > 0 && isNamedNow(text, first, second)) return first;
  if (order === 0 || holdsMore(text, first, second)) return undefined;
  const [high, low] = order > 0 ? [first, second] : [second, first];
  return text.includes('%') || !mayBeTaxed(high.amount, low.amount) ? high : undefined;
};

/** Two amounts that fill a line without a word between them are what is asked and, higher, what was. */
export const findPairsAlone = function* (
  { page }: PriceScene,
  scored: readonly ScoredPrice[],
): Generator<Finding> {
  for (const [run, all] of Map.groupBy(scored, (price) => price.run)) {
    const [first, second, ...more] = all.filter((price) => !isAside(price));
    if (!first || !second || more.length > 0) continue;
    const old = oldOfPair(page.runs[run]?.text ?? '', first, second);
    if (old && !old.isOld) yield { price: old, says: { isOld: true } };
  }
};

/**
 * An amount in a line of its own, and right behind it in the next line a lower one: what was, and what is asked.
 * Where they lie as far apart as a price with its tax and one without, they may be these.
 */
export const findLinesAlone = function* (
  { page }: PriceScene,
  scored: readonly ScoredPrice[],
): Generator<Finding> {
  const alone = scored.filter(
    (price) =>
      !isAside(price) &&
      (price.zones & zone.unselected) === 0 &&
      !price.isOld &&
      !price.bare &&
      price.score >= 45 &&
      isLineOfAmounts(page, price),
  );
  for (const high of alone) {
    const low = alone.find(
      (price) => price.run === high.run + 1 && price.currency === high.currency && areOfOneBlock(price, high),
    );
    if (!low || alone.some(({ run }) => run === high.run - 1 || run === low.run + 1)) continue;
    const ratio = Number(low.amount) / Number(high.amount);
    if (ratio >= 1 || ratio < leastShare || mayBeTaxed(high.amount, low.amount)) continue;
    yield { price: high, says: { isOld: true } };
  }
};

/** By HTML's outline each of these is a part of the page by itself. */
const sections: ReadonlySet<string> = new Set(['section', 'article']);

/** Whether little stands between two prices and an element that is around both, and no section of its own. */
const areOfOneBlock = (one: ScoredPrice, other: ScoredPrice): boolean => {
  const [around, aroundOther] = [lineageOf(one.element, maxDepth), lineageOf(other.element, maxDepth)];
  const shared = around.find((element) => aroundOther.includes(element));
  if (!shared) return false;
  const apart = [around, aroundOther].flatMap((lineage) => lineage.slice(0, lineage.indexOf(shared)));
  return !apart.some(({ name }) => sections.has(name));
};

/** Whether a line holds amounts and their signs, and no word. */
const isLineOfAmounts = (page: Page, { run, raw }: ScoredPrice): boolean => {
  const text = page.runs[run]?.text ?? '';
  const amounts = text.split(/\s*[/|]\s*|(?<=\p{Sc}|\p{L}\.?)\s+(?=[\p{Sc}\d])/u);
  return amounts.length <= 2 && amounts[0]!.trim() === raw.trim();
};
