import type { Element } from 'domhandler';
import type { EvidenceSource } from '../../../domain/result/site-result.ts';
import type { PriceHints } from '../../text/parse-price-text.ts';
import type { MoneyClaim, OfferClaim } from '../claims.ts';
import { JsonNumber } from './loose-json.ts';

/** A property value: text, a number with the page's digits, or another thing. */
export type ThingValue = string | JsonNumber | Thing;

/** Most types of one thing. */
const maxTypes = 50;

/** A schema.org item. JSON-LD, microdata and RDFa all become things, so that they share one reader. */
export class Thing {
  readonly source: EvidenceSource;
  /** Names without the vocabulary's URL: `Product`, not `https://schema.org/Product`. */
  readonly types: Set<string>;
  readonly path: string;
  readonly properties = new Map<string, ThingValue[]>();
  id: string | undefined;
  /** The thing with this one as a property, and the property's name. */
  parent: Thing | undefined;
  role: string | undefined;
  element: Element | undefined;

  constructor(source: EvidenceSource, types: readonly string[], path: string) {
    this.source = source;
    this.types = new Set(types.slice(0, maxTypes));
    this.path = path;
  }

  add(property: string, value: ThingValue): void {
    const values = this.properties.get(property);
    if (values) values.push(value);
    else this.properties.set(property, [value]);
  }

  is(...types: string[]): boolean {
    return types.some((type) => this.types.has(type));
  }

  /** Path of a property's value, in the style of the syntax. */
  pathOf(property: string, index = 0): string {
    const count = this.properties.get(property)?.length ?? 0;
    if (this.source === 'JsonLd') return `${this.path}.${property}${count > 1 ? `[${index}]` : ''}`;
    const attribute = this.source === 'Microdata' ? 'itemprop' : 'property';
    return `${this.path} [${attribute}="${property}"]`;
  }
}

/** All things of one syntax on a page, in document order, with `@id` references resolved. */
export interface ThingGraph {
  things: readonly Thing[];
  /** The page states more things than were read. */
  isCut: boolean;
}

/** Most things read per syntax and page. */
export const maxThings = 20_000;

const vocabularies = [
  String.raw`https?://(?:www\.|rdf\.)?(?:schema\.org|data-vocabulary\.org)/?#?`,
  String.raw`https?://purl\.org/goodrelations/v1#`,
  'schema:',
  's:',
  'sdo:',
  'gr:',
];
const vocabularyPrefix = new RegExp(`^(?:${vocabularies.join('|')})`, 'i');

/** Names of GoodRelations and data-vocabulary.org, with their schema.org equivalents. */
const older: Record<string, string> = {
  Offering: 'Offer',
  hasPriceSpecification: 'priceSpecification',
  hasCurrencyValue: 'price',
  hasMinCurrencyValue: 'minPrice',
  hasMaxCurrencyValue: 'maxPrice',
  hasCurrency: 'priceCurrency',
  'hasEAN_UCC-13': 'gtin13',
  hasGTIN14: 'gtin14',
  hasStockKeepingUnit: 'sku',
  hasMPN: 'mpn',
  hasManufacturer: 'manufacturer',
  hasBrand: 'brand',
  includes: 'itemOffered',
  ProductOrServiceModel: 'ProductModel',
  currency: 'priceCurrency',
  offerDetails: 'offers',
  offer: 'offers',
  'Offer-aggregate': 'AggregateOffer',
};

/** Normalizes `https://schema.org/Product`, `schema:Product` and `Product` to one name. */
export const termName = (name: string): string => {
  const bare = name.trim().replace(vocabularyPrefix, '');
  return Object.hasOwn(older, bare) ? older[bare]! : bare;
};

export const textOfValue = (value: ThingValue | undefined): string | undefined => {
  if (typeof value === 'string') return value.trim() || undefined;
  if (value instanceof JsonNumber) return value.text;
  return undefined;
};

/**
 * Most values of one property searched. Many things may reference the same one, so the cost of one search
 * must not grow with the page.
 */
const maxScanned = 50;

const firstValues = (thing: Thing, property: string): readonly ThingValue[] => {
  const values = thing.properties.get(property) ?? [];
  return values.length > maxScanned ? values.slice(0, maxScanned) : values;
};

/** The first text of a property; for a thing, its name. */
export const textOfProperty = (thing: Thing, property: string): string | undefined => {
  for (const value of firstValues(thing, property)) {
    const text =
      value instanceof Thing
        ? (textOfValue(value.properties.get('name')?.[0]) ?? textOfValue(value.properties.get('value')?.[0]))
        : textOfValue(value);
    if (text) return text;
  }
  return undefined;
};

export const thingsOfProperty = (thing: Thing, property: string): Thing[] =>
  (thing.properties.get(property) ?? []).filter((value): value is Thing => value instanceof Thing);

export const firstThingOf = (thing: Thing, property: string): Thing | undefined =>
  firstValues(thing, property).find((value) => value instanceof Thing);

const isReference = (thing: Thing): boolean => thing.id !== undefined && thing.properties.size === 0;

/** Merges a second description of a thing into the first. */
const merge = (into: Thing, from: Thing): void => {
  for (const [property, values] of from.properties)
    if (!into.properties.has(property)) into.properties.set(property, values);
  for (const type of from.types) if (into.types.size < maxTypes) into.types.add(type);
};

/**
 * Replaces `@id` references by the things described in any script of the page.
 *
 * @param base - URL of the page, to which `#offer` is relative.
 */
export const resolveReferences = (things: readonly Thing[], base?: URL): void => {
  const described = new Map<string, Thing>();
  const page = base === undefined ? '' : base.href.slice(0, base.href.length - base.hash.length);
  const idOf = ({ id }: Thing): string =>
    page !== '' && id!.startsWith(`${page}#`) ? id!.slice(page.length) : id!;
  for (const thing of things.filter(({ id, properties }) => id !== undefined && properties.size > 0)) {
    const known = described.get(idOf(thing));
    if (known) merge(known, thing);
    else described.set(idOf(thing), thing);
  }
  if (described.size === 0) return;
  const resolve = (value: ThingValue, from: Thing): ThingValue => {
    const target = value instanceof Thing && isReference(value) ? described.get(idOf(value)) : undefined;
    return target === undefined || target === from ? value : target;
  };
  for (const thing of things)
    for (const values of thing.properties.values())
      for (const [index, value] of values.entries()) values[index] = resolve(value, thing);
};

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
