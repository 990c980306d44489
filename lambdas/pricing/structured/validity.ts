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
