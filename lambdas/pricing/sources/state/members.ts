import { readNamedGtin } from '../../../domain/site/gtin.ts';
import type { PriceHints } from '../../text/currency-lexicon.ts';
import type { Claim, OfferClaim } from '../claims.ts';
import { JsonNumber, type JsonObject, type JsonValue } from '../markup/loose-json.ts';
import data from './state-members.json' with { type: 'json' };

/**
 * Remaining budget for reading one page's state. References repeat objects in many places, so that the work
 * is not bounded by the length of the page.
 */
export interface Reading {
  hints: PriceHints;
  /** Objects that may still be searched for an amount. */
  amounts: number;
  /** Variants that may still be read. */
  variants: number;
  /** Objects and lists that may still be searched for offers. */
  offers: number;
  /** Memoized results, by value and question. */
  found: Map<JsonValue, Map<string, unknown>>;
  /** Member names of objects seen so far. */
  members: Map<JsonObject, readonly string[]>;
  /** Meanings of member names as bit sets; states repeat few names many times. */
  meanings: Map<string, number>;
}

export const startReading = (hints: PriceHints): Reading => ({
  hints,
  amounts: 300_000,
  variants: 20_000,
  offers: 50_000,
  found: new Map(),
  members: new Map(),
  meanings: new Map(),
});

/** A position in a state. */
export interface Place {
  path: string;
  /** Currency named by an enclosing object. */
  currency?: string | undefined;
  reading: Reading;
}

/** The position of a member, or of a list entry (`[0]`). */
export const below = ({ path, currency, reading }: Place, key: string | number): Place => ({
  path: typeof key === 'number' ? `${path}[${key}]` : `${path}.${key}`,
  currency,
  reading,
});

/** The member names of an object, listed once. */
export const membersOf = (object: JsonObject, { members }: Reading): readonly string[] => {
  let names = members.get(object);
  if (!names) {
    names = Object.keys(object);
    members.set(object, names);
  }
  return names;
};

/**
 * Reads a value once for all places where it occurs; its path is that of the first.
 *
 * @param question - separates different readings of the same value, as does the currency.
 * @returns also `undefined` once the page's budget is used up.
 */
export const readOnce = <Answer>(
  value: JsonValue,
  question: string,
  { currency, reading }: Place,
  read: () => Answer,
): Answer | undefined => {
  const key = `${question} ${currency ?? ''}`;
  let answers = reading.found.get(value);
  if (answers?.has(key)) return answers.get(key) as Answer;
  if (reading.offers <= 0) return undefined;
  reading.offers -= 1;
  if (!answers) {
    answers = new Map();
    reading.found.set(value, answers);
  }
  // Cache entries may contain themselves.
  answers.set(key, undefined);
  const answer = read();
  answers.set(key, answer);
  return answer;
};

/** Expands names to the three spellings used by servers: `salePrice`, `sale_price`, `SalePrice`. */
const spellings = (given: readonly string[]): string[] => [
  ...new Set(
    given.flatMap((name) => [
      name,
      name.replace(/[A-Z]+/g, (capitals) => `_${capitals.toLowerCase()}`),
      `${name[0]!.toUpperCase()}${name.slice(1)}`,
    ]),
  ),
];

/** Member names used in application state, most specific first. */
export const members = Object.fromEntries(
  Object.entries(data.names).map(([kind, names]) => [kind, spellings(names)]),
) as unknown as Readonly<Record<keyof typeof data.names, readonly string[]>>;

const holding = (parts: readonly string[]): RegExp => new RegExp(parts.join('|'), 'i');

/** Member names that may hold a price or priced variants; most objects have none. */
export const namesPrice = holding(data.parts.priced);
/** Names of lists of sellers. */
export const namesSellers = holding(data.parts.sellers);
/** Member names that contain other products. */
export const namesOtherProducts = holding(data.parts.otherProducts);

const listEvents: ReadonlySet<string> = new Set(data.events.list);
/** True if an analytics event is about a list rather than the page's own product. */
export const isListEvent = (name: string): boolean => listEvents.has(name.toLowerCase());
/** True if an object is such an event: `{ event: "view_item_list", items: […] }`. */
export const reportsList = (object: JsonObject): boolean =>
  members.event.some((key) => {
    const name = Object.hasOwn(object, key) ? object[key] : undefined;
    return typeof name === 'string' && isListEvent(name);
  });

/** True if a literal's name or its reported event means that it contains other products. */
export const namesOthers = (name: string): boolean =>
  namesOtherProducts.test(name) || isListEvent(name.slice(name.lastIndexOf('.') + 1));

/** The text of an identifier or label; `undefined` if there is none. */
export const labelOf = (value: JsonValue | undefined): string | undefined => {
  const text = value instanceof JsonNumber ? value.text : value;
  return typeof text === 'string' && text.trim() !== '' && text.length < 500 ? text.trim() : undefined;
};

/** The first of the members that holds a text. */
export const labelAt = (
  object: JsonObject,
  keys: readonly string[],
): { key: string; text: string } | undefined => {
  for (const key of keys) {
    if (!Object.hasOwn(object, key)) continue;
    const value = object[key];
    // Tag managers wrap single values in lists.
    const text = labelOf(Array.isArray(value) && value.length === 1 ? value[0] : value);
    if (text !== undefined) return { key, text };
  }
  return undefined;
};

/** The text of the first member that has one, as a claim. */
export const claimAt = (
  object: JsonObject,
  keys: readonly string[],
  path: string,
): Claim<string> | undefined => {
  const found = labelAt(object, keys);
  return found && { value: found.text, raw: found.text, path: `${path}.${found.key}` };
};

export const gtinAt = (object: JsonObject, path: string): Claim<string> | undefined => {
  const claim = claimAt(object, members.gtin, path);
  const value = claim && readNamedGtin(claim.path, claim.value);
  return value === undefined ? undefined : { ...claim!, value };
};

/** Availability from a flag named after stock. */
export const stockOf = (value: JsonValue | undefined, path: string): OfferClaim['availability'] =>
  typeof value === 'boolean'
    ? { value: value ? 'InStock' : 'OutOfStock', raw: String(value), path }
    : undefined;
