import type { MoneyClaim, OfferClaim } from '../claims.ts';
import type { PriceHints } from '../money/parse-price-text.ts';
import type { Thing } from './thing.ts';

export type VariantMarks = Pick<OfferClaim, 'size' | 'sizeRegion' | 'sizes' | 'color'>;

/**
 * State while reading one graph. References make one thing part of many, so each is read once and cached, and
 * entries of lists repeated for several owners are counted: a text of n characters can reference n²/4 pairs.
 */
export interface SchemaReading {
  hints: PriceHints;
  /** Cached by thing. */
  offers: Map<Thing, OfferClaim>;
  marks: Map<Thing, VariantMarks>;
  rates: Map<Thing, readonly MoneyClaim[]>;
  identifiers: Map<Thing, readonly string[]>;
  /** Offers of variants. */
  variants: Map<Thing, readonly OfferClaim[]>;
  /** Offers inside others. */
  parts: Map<Thing, readonly Thing[]>;
  isForSome: Map<Thing, boolean>;
  /** Things whose list was returned at least once. */
  listed: Set<Thing>;
  /** Remaining list entries that may be repeated. */
  repeatBudget: number;
  /** A list was not repeated. */
  isCut: boolean;
}

/** Most offers repeated for further products, per syntax and page. */
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

/** Returns the cached value for a thing, or computes it. */
export const cached = <Known>(known: Map<Thing, Known>, thing: Thing, read: () => Known): Known => {
  const found = known.get(thing);
  if (found !== undefined) return found;
  const value = read();
  known.set(thing, value);
  return value;
};

/**
 * Returns a thing's list for one of its owners: for the first unconditionally, for others in full or not at
 * all, since part of the offers would change the answer.
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
