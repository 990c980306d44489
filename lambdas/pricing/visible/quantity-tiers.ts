import { compareDecimals } from '../../domain/decimals.ts';
import { anyOf } from '../lexicon/word-lists.ts';
import type { Finding, PriceScene } from './price-relation.ts';
import { isAside, type ScoredPrice } from './scored-price.ts';

/** A line that says nothing but for how many pieces the price behind it is: "Bis 99", "ab 500 Stück", "10+", "1-9". */
const quantity = new RegExp(
  [
    String.raw`^(?:(${anyOf('upTo')}) \d{1,6}|${anyOf('fromPieces')} (\d{1,6})|(\d{1,6})\s?(?:\+|[-–—]\s?\d{1,6}))`,
    String.raw`(?:\s?${anyOf('pieces')})?\s?:?$`,
  ].join(''),
  'iu',
);

/** Whether a line names a number of pieces and nothing else. */
export const isQuantity = (text: string): boolean => quantity.test(text.trim());

/** The quantity that a tier begins with; 1 for "up to". */
const beginOf = (label: string): number | undefined => {
  const found = quantity.exec(label.trim());
  return found ? Number(found[1] === undefined ? (found[2] ?? found[3]) : 1) : undefined;
};

/** Prices for more than one piece are further apart from each other than this many lines only by accident. */
const reach = 6;

/**
 * Of prices for rising numbers of pieces the first is that of one piece, when its tier begins with one; the others
 * are nobody's who buys one. Where none begins with one, a dearer price outside of them is that of one piece.
 */
export const findQuantityTiers = function* (
  _: PriceScene,
  scored: readonly ScoredPrice[],
): Generator<Finding> {
  const labelled = scored
    .flatMap((price) => {
      const begin = price.ownLine ? undefined : beginOf(price.label);
      return begin === undefined ? [] : [{ price, begin }];
    })
    .sort((a, b) => a.price.run - b.price.run);
  const tiers = new Set(labelled.map(({ price }) => price));
  let isStaircase = false;
  for (const [index, { price, begin }] of labelled.entries()) {
    const before = labelled[index - 1];
    const isFirst = !before || price.run - before.price.run > reach;
    if (isFirst) isStaircase = begin === 1;
    else if (isStaircase) yield { price, says: { qualifier: 'Tier' } };
    if (isStaircase || begin < 2) continue;
    const hasSingle = scored.some(
      (other) =>
        !tiers.has(other) &&
        !isAside(other) &&
        !other.isOld &&
        other.score >= 45 &&
        other.run < price.run &&
        price.run - other.run <= 4 * reach &&
        compareDecimals(other.amount, price.amount) > 0,
    );
    if (hasSingle) yield { price, says: { qualifier: 'Tier' } };
  }
};
