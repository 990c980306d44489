import type { PriceHints } from '../../text/parse-price-text.ts';
import type { MoneyClaim, OfferClaim } from '../claims.ts';
import { Thing, type ThingGraph, type ThingValue, textOfProperty } from './thing.ts';

const hourMs = 3_600_000;
/** The longest time that a local date starts before, or ends after, the same date in UTC. */
const zonesMs = 14 * hourMs;

/** An ISO 8601 date or time; captures its time zone. */
export const isoTime = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** The earliest and latest moment of an ISO 8601 date or time; `undefined` for other texts. */
const spanOf = (text: string | undefined): { first: number; last: number } | undefined => {
  const found = text === undefined ? null : isoTime.exec(text.trim());
  if (!found) return undefined;
  const [given, zone] = found;
  const time = Date.parse(
    zone === undefined ? `${given.replace(' ', 'T')}${given.length > 10 ? 'Z' : ''}` : given,
  );
  if (Number.isNaN(time)) return undefined;
  if (zone !== undefined) return { first: time, last: time };
  return { first: time - zonesMs, last: time + zonesMs + (given.length > 10 ? 0 : 24 * hourMs) };
};

const starts = ['validFrom', 'availabilityStarts'] as const;
const ends = ['validThrough', 'priceValidUntil', 'availabilityEnds'] as const;

/** True if a price or an offer is certainly not valid at a time. */
const isLapsed = (thing: Thing, at: number): boolean =>
  starts.some((property) => (spanOf(textOfProperty(thing, property))?.first ?? at) > at) ||
  ends.some((property) => (spanOf(textOfProperty(thing, property))?.last ?? at) < at);

/**
 * Removes offers and price specifications that were expired, or not yet valid, when the page was fetched, if
 * others of the same product are valid. Otherwise they stay: shops forget to update dates more often than to
 * remove offers.
 *
 * @param at - fetch time in milliseconds since 1970; `undefined` removes nothing.
 * @see https://schema.org/validThrough
 * @see https://schema.org/priceValidUntil
 */
export const withoutLapsed = (graph: ThingGraph, at: number | undefined): ThingGraph => {
  if (at === undefined) return graph;
  const dropped = new Set<ThingValue>();
  const drop = (values: readonly ThingValue[]): ThingValue[] => {
    const lapsed = values.filter((value) => value instanceof Thing && isLapsed(value, at));
    if (lapsed.length === values.length) return [...values];
    for (const value of lapsed) dropped.add(value);
    return values.filter((value) => !dropped.has(value));
  };
  for (const { properties } of graph.things)
    for (const property of ['offers', 'priceSpecification'])
      if (properties.has(property)) properties.set(property, drop(properties.get(property)!));
  return { ...graph, things: graph.things.filter((thing) => !dropped.has(thing)) };
};

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
