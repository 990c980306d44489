import { compareDecimals } from '../../domain/money/decimals.ts';
import { grossWords } from '../text/price-words.ts';
import type { Finding, PriceScene } from './price-relation.ts';
import { isAside, type ScoredPrice } from './scored-price.ts';

/** Sales tax rates in percent. */
const taxRates = [
  2.5, 2.6, 3.8, 4, 5, 5.5, 6, 7, 7.7, 8, 8.1, 9, 9.5, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
  25, 25.5, 27,
];
/** True if two amounts differ by a tax rate. */
const areApartByTax = (gross: string, net: string): boolean =>
  taxRates.some((rate) => Math.abs(Number(net) / Number(gross) - 100 / (100 + rate)) < 0.0006);

/** True if two amounts may be one price with and without tax. A fifth off is usually a discount. */
export const mayBeTaxed = (high: string, low: string): boolean =>
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
export const findPairsAlone = function* (
  { page }: PriceScene,
  scored: readonly ScoredPrice[],
): Generator<Finding> {
  for (const [run, all] of Map.groupBy(scored, (price) => price.run)) {
    const [first, second, ...more] = all.filter((price) => !isAside(price));
    if (!first || !second || more.length > 0) continue;
    const old = oldOfPair(page.runs[run]?.text ?? '', first, second);
    if (old && !old.isOld) yield { price: old, changes: { isOld: true } };
  }
};
