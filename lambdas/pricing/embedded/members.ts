import { readNamedGtin } from '../../domain/gtin.ts';
import type { Claim, OfferClaim } from '../claims.ts';
import { JsonNumber, type JsonObject, type JsonValue } from '../structured/loose-json.ts';
import data from './state-members.json' with { type: 'json' };

/** Names of members in the three spellings that servers write: `salePrice`, `sale_price`, `SalePrice`. */
const spellings = (given: readonly string[]): string[] => [
  ...new Set(
    given.flatMap((name) => [
      name,
      name.replace(/[A-Z]+/g, (capitals) => `_${capitals.toLowerCase()}`),
      `${name[0]!.toUpperCase()}${name.slice(1)}`,
    ]),
  ),
];

/** Under which names application states keep what, most telling first. */
export const members = Object.fromEntries(
  Object.entries(data.names).map(([kind, names]) => [kind, spellings(names)]),
) as unknown as Readonly<Record<keyof typeof data.names, readonly string[]>>;

const holding = (parts: readonly string[]): RegExp => new RegExp(parts.join('|'), 'i');

/** Names of members that may state a price, or variants that do; most objects of a state have none of these. */
export const namesPrice = holding(data.parts.priced);
/** Names under which several sellers of one product are listed. */
export const namesSellers = holding(data.parts.sellers);
/** Names of members below which other products stand. */
export const namesOtherProducts = holding(data.parts.otherProducts);

const listEvents: ReadonlySet<string> = new Set(data.events.list);
/** True if an event that a page reports to analytics is about a list, and not about the page's own product. */
export const isListEvent = (name: string): boolean => listEvents.has(name.toLowerCase());
/** True if an object is such an event: `{ event: "view_item_list", items: […] }`. */
export const reportsList = (object: JsonObject): boolean =>
  members.event.some((key) => {
    const name = Object.hasOwn(object, key) ? object[key] : undefined;
    return typeof name === 'string' && isListEvent(name);
  });

/** True if a literal's name, or the event that it reports, says that other products stand in it. */
export const namesOthers = (name: string): boolean =>
  namesOtherProducts.test(name) || isListEvent(name.slice(name.lastIndexOf('.') + 1));

/** Text of an identifier or a label; `undefined` when there is none. */
export const labelOf = (value: JsonValue | undefined): string | undefined => {
  const text = value instanceof JsonNumber ? value.text : value;
  return typeof text === 'string' && text.trim() !== '' && text.length < 500 ? text.trim() : undefined;
};

/** The first of some members that holds a text, and the text. */
export const labelAt = (
  object: JsonObject,
  keys: readonly string[],
): { key: string; text: string } | undefined => {
  for (const key of keys) {
    if (!Object.hasOwn(object, key)) continue;
    const value = object[key];
    // Tag managers keep lists of one.
    const text = labelOf(Array.isArray(value) && value.length === 1 ? value[0] : value);
    if (text !== undefined) return { key, text };
  }
  return undefined;
};

/** Text of the first of some members that has one. */
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

/** Availability by a flag that is named after stock. */
export const stockOf = (value: JsonValue | undefined, path: string): OfferClaim['availability'] =>
  typeof value === 'boolean'
    ? { value: value ? 'InStock' : 'OutOfStock', raw: String(value), path }
    : undefined;
