import { Thing, type ThingGraph, type ThingValue, textOfProperty } from './thing.ts';

const hourMs = 3_600_000;
/** A date without a time begins and ends somewhere on Earth this long before and after it does in UTC. */
const zonesMs = 14 * hourMs;

const isoTime = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** When an ISO 8601 date or time is, at the earliest and the latest; `undefined` for any other text. */
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

/** True if a price or an offer certainly does not hold at a time. */
const isLapsed = (thing: Thing, at: number): boolean =>
  starts.some((property) => (spanOf(textOfProperty(thing, property))?.first ?? at) > at) ||
  ends.some((property) => (spanOf(textOfProperty(thing, property))?.last ?? at) < at);

/**
 * Leaves out the offers and price specifications that had ended when the page was fetched, or not begun, where others
 * of the same product hold. Alone they stay: shops forget to move the date far oftener than to take an offer down.
 *
 * @param at - when the page was fetched, in milliseconds since 1970; `undefined` leaves all.
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
