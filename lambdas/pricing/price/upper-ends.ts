import { compareDecimals } from '../../domain/money/decimals.ts';
import { zone } from '../page/page-zones.ts';
import { rangeBetween } from '../text/qualify-prices.ts';
import { signatureOf } from './markup-signature.ts';
import { mayBeTaxed } from './pairs-alone.ts';
import type { Finding, PriceScene } from './price-relation.ts';
import { blockReach, haveOneCurrency, isCurrent, type ScoredPrice } from './scored-price.ts';

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
export const findUpperEnds = function* (
  scene: PriceScene,
  scored: readonly ScoredPrice[],
): Generator<Finding> {
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
