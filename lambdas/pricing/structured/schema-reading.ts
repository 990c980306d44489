import type { MoneyClaim, OfferClaim } from '../claims.ts';
import type { PriceHints } from '../money/parse-price-text.ts';
import type { Thing } from './thing.ts';

export type VariantMarks = Pick<OfferClaim, 'size' | 'sizeRegion' | 'sizes' | 'color'>;

/**
 * Nodes of one graph that have been read so far. References make one thing part of many, so that each is read once and kept, and
 * what is told per pair of things is counted: a text of n characters can name n²/4 pairs.
 */
export interface SchemaReading {
  hints: PriceHints;
  /** Each by the thing that was read. */
  offers: Map<Thing, OfferClaim>;
  marks: Map<Thing, VariantMarks>;
  rates: Map<Thing, readonly MoneyClaim[]>;
  identifiers: Map<Thing, readonly string[]>;
  /** Offers of variants. */
  variants: Map<Thing, readonly OfferClaim[]>;
  /** Offers within others. */
  parts: Map<Thing, readonly Thing[]>;
  isForSome: Map<Thing, boolean>;
  /** Things whose list was told at least once. */
  listed: Set<Thing>;
  /** Entries of lists that may still be told again. */
  repeatBudget: number;
  /** A list was not told again. */
  isCut: boolean;
}

/** Most offers that are told again for a further product, of one syntax on one page. */
export const maxRepeatedOffers = 20_000;

export const startSchemaReading = (hints: PriceHints): SchemaReading => ({
  hints,
  offers: new Map(),
  marks: new Map(),
  rates: new Map(),
  identifiers: new Map(),
  variants: new Map(),
  parts: new Map(),
  isForSome: new Map(),
  listed: new Set(),
  repeatBudget: maxRepeatedOffers,
  isCut: false,
});

/** Facts of a thing: known, or read now. */
export const cached = <Known>(known: Map<Thing, Known>, thing: Thing, read: () => Known): Known => {
  const found = known.get(thing);
  if (found !== undefined) return found;
  const value = read();
  known.set(thing, value);
  return value;
};

/**
 * The list of a thing for one more that refers to it: for the first whole, as long as the text that holds it. For the others
 * whole or not at all, since a part of several offers is another answer.
 */
export const listFor = <Entry>(
  owner: Thing,
  list: readonly Entry[],
  reading: SchemaReading,
): readonly Entry[] => {
  if (list.length === 0) return list;
  if (!reading.listed.has(owner)) {
    reading.listed.add(owner);
    return list;
  }
  if (list.length > reading.repeatBudget) {
    reading.isCut = true;
    return [];
  }
  reading.repeatBudget -= list.length;
  return list;
};
