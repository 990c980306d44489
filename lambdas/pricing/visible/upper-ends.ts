import { compareDecimals } from '../../domain/decimals.ts';
import { rangeBetween } from '../money/qualify-prices.ts';
import { zone } from '../page/page-zones.ts';
import { signatureOf } from './markup-signature.ts';
import { mayBeTaxed } from './pairs-alone.ts';
import type { Finding, PriceScene } from './price-relation.ts';
import { blockReach, haveOneCurrency, isCurrent, type ScoredPrice } from './scored-price.ts';

const isLower = (low: ScoredPrice, high: ScoredPrice): boolean =>
  haveOneCurrency(low, high) && compareDecimals(low.amount, high.amount) < 0;

/** True if two amounts rise, and nothing that is known is said of them. */
const mayBeEnds = (low: ScoredPrice, high: ScoredPrice): boolean =>
  isLower(low, high) &&
  isCurrent(low) &&
  isCurrent(high) &&
  !low.bare &&
  !high.bare &&
  (low.qualifier === undefined || low.qualifier === 'From') &&
  // "60 000 Ft-tól 90 000 Ft-ig": the word behind the lower end stands before the upper one too.
  (high.qualifier === undefined || (high.qualifier === 'From' && low.qualifier === 'From')) &&
  !mayBeTaxed(high.amount, low.amount);

/** A word between the ends, in any language. */
const shortWord = /^[\s\p{L}\p{M}\p{Pd}\p{Po}]{1,16}$/u;

/** "14,50 € έως 52,00 €": two amounts that rise, a word between them, and no other number in their line. */
const areEndsOfLine = (text: string, low: ScoredPrice, high: ScoredPrice): boolean => {
  const start = text.indexOf(low.raw);
  const end = text.indexOf(high.raw, start + low.raw.length);
  if (start < 0 || end < 0) return false;
  const rest = text.slice(0, start) + text.slice(end + high.raw.length);
  const word = text.slice(start + low.raw.length, end);
  return /\p{L}/u.test(word) && shortWord.test(word) && !/\d/.test(rest);
};

/** Two amounts of one markup that rise, and between their lines nothing but what parts the ends of a range. */
const areEndsOfLines = ({ page }: PriceScene, low: ScoredPrice, high: ScoredPrice): boolean =>
  high.run - low.run === 2 &&
  signatureOf(low) === signatureOf(high) &&
  rangeBetween.test(page.runs[low.run + 1]?.text ?? '');

/**
 * Upper ends of ranges: behind "to", with a lower amount before; and where the page says nothing that is known, the higher
 * of two amounts that rise.
 */
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
    // "De 29,90 € À 39,90 €": the lower end is called as old prices are in another language.
    if (isNamed && low?.qualifier === 'Was' && isReached(low) && (low.zones & zone.struck) === 0)
      yield { price: low, changes: { qualifier: 'RangeLow', isOld: false } };
    if (isBehind) yield { price: low, changes: { qualifier: low.qualifier ?? 'RangeLow' } };
  }
};
