import type { MoneyClaim, OfferClaim, ProductClaim } from '../claims.ts';
import { readMoneyClaim } from '../markup/claim-money.ts';
import {
  isJsonContainer,
  isJsonObject,
  type JsonContainer,
  JsonNumber,
  type JsonObject,
  type JsonValue,
  parseLooseJson,
} from '../markup/loose-json.ts';
import { below, claimAt, gtinAt, labelOf, type Place, stockOf } from './members.ts';
import { fromMinorUnits } from './state-money.ts';
import { colorName, sizeName } from './state-variants.ts';

/**
 * Rewrites every value in place, parents before children, without recursion. Shared values are visited once.
 *
 * @param change - receives the value, its member name (empty in lists) and its container.
 */
export const rewriteJson = (
  root: JsonValue,
  change: (value: JsonValue, key: string, within: JsonContainer) => JsonValue,
): JsonValue => {
  const top = [root];
  const stack: JsonContainer[] = [top];
  const seen = new Set<JsonContainer>();
  while (stack.length > 0) {
    const container = stack.pop()!;
    const visit = (value: JsonValue, key: string): JsonValue => {
      const changed = change(value, key, container);
      if (isJsonContainer(changed) && !seen.has(changed)) {
        seen.add(changed);
        stack.push(changed);
      }
      return changed;
    };
    if (Array.isArray(container))
      for (const [index, value] of container.entries()) container[index] = visit(value, '');
    else for (const [key, value] of Object.entries(container)) container[key] = visit(value, key);
  }
  return top[0]!;
};

/** Names of entries in Apollo caches: `Product:sp-900`, `$Product:sp-900.items.0.sellers.0`. */
const entryName = /^\$?[A-Z]\w{0,60}:/;
/** How deep in the state an application keeps its cache. */
const maxDepth = 3;
const maxMembers = 200;

const isCache = (object: JsonObject): boolean => {
  let entries = 0;
  for (const [key, value] of Object.entries(object).slice(0, maxMembers))
    if (isJsonObject(value) && entryName.test(key)) entries += 1;
  return entries > 1;
};

const findCache = (value: JsonValue | undefined, depth = 0): JsonObject | undefined => {
  if (!isJsonObject(value)) return undefined;
  if (isCache(value)) return value;
  if (depth >= maxDepth) return undefined;
  for (const key of Object.keys(value).slice(0, maxMembers)) {
    const found = findCache(value[key], depth + 1);
    if (found) return found;
  }
  return undefined;
};

/** The entry named by a reference: `{"__ref":"Product:1"}`, formerly `{"type":"id","id":"Product:1"}`. */
const namedBy = ({ __ref, type, id }: JsonObject): string | undefined => {
  if (typeof __ref === 'string') return __ref;
  return type === 'id' && typeof id === 'string' ? id : undefined;
};

/**
 * Replaces references in a normalized cache by the entries themselves. An entry may then occur in many
 * places, even within itself.
 *
 * @param root - modified in place.
 * @see https://www.apollographql.com/docs/react/caching/overview
 */
export const linkCache = (root: JsonValue): JsonValue => {
  const cache = findCache(root);
  if (!cache) return root;
  return rewriteJson(root, (value) => {
    const name = isJsonObject(value) ? namedBy(value) : undefined;
    return name !== undefined && Object.hasOwn(cache, name) ? cache[name]! : value;
  });
};

/**
 * Reads the event that reports a product view to advertisers (`fbq('track', 'ViewContent', {content_ids:
 * ["A1"], content_name: "Boot", value: 89.9, currency: "EUR"})`).
 *
 * @see https://developers.facebook.com/docs/meta-pixel/reference
 */
export const pixelProduct = (value: JsonValue, { path, reading }: Place): ProductClaim | undefined => {
  if (!isJsonObject(value)) return undefined;
  const { content_ids: ids, currency, num_items: count } = value;
  if (!Array.isArray(ids) || ids.length !== 1 || typeof currency !== 'string') return undefined;
  if (count instanceof JsonNumber && count.text !== '1') return undefined;
  const id = labelOf(ids[0]);
  const price = readMoneyClaim(value.value, currency, `${path}.value`, reading.hints);
  if (!id || !price) return undefined;
  return {
    source: 'EmbeddedState',
    path,
    name: claimAt(value, ['content_name'], path),
    identifiers: [id],
    offers: [{ path, price }],
    variants: [],
    isRelated: false,
    certainty: 'guessed',
  };
};

const placeOf = (value: JsonValue | undefined): number =>
  value instanceof JsonNumber && /^\d{1,9}$/.test(value.text) ? Number(value.text) : -1;

/** Most nested wrappers and chained promises followed. */
const maxHops = 5;

/** Resolves a wrapper to an index or a text; `undefined` for other values. */
const wrappedBy = (
  value: JsonValue | undefined,
  promised: ReadonlyMap<number, number>,
): number | string | undefined => {
  const [type, inner, ...others] = Array.isArray(value) ? value : [];
  if (typeof type !== 'string') return undefined;
  if (type === 'P') return promised.get(placeOf(inner)) ?? -1;
  if (inner === undefined || others.length > 0) return undefined;
  if (typeof inner === 'string') return inner;
  // `["D", 1700000000000]` is a date.
  return type.length === 1 ? -1 : placeOf(inner);
};

/** Copies the values referenced by a list or object into its copy. */
const fill = (
  copy: JsonValue,
  value: JsonValue,
  at: (place: JsonValue) => JsonValue,
  nameOf: (key: string) => string | undefined,
): void => {
  if (Array.isArray(copy))
    // `["Set", 1, 2]` contains the values at 1 and 2.
    for (const place of (value as JsonValue[]).filter((each) => typeof each !== 'string'))
      copy.push(at(place));
  else if (isJsonObject(copy))
    for (const [key, place] of Object.entries(value as JsonObject)) {
      const name = nameOf(key) ?? '__proto__';
      if (name !== '__proto__') copy[name] = at(place);
    }
};

/**
 * Restores the flat state of Nuxt 3, SvelteKit and React Router: an array whose objects and arrays contain
 * indices into it. Cycles stay cycles. Wrappers such as `["Reactive", 1]` are unwrapped; negative indices are
 * null, undefined and the like.
 *
 * @param nameOf - decodes a member name; `undefined` drops the member.
 * @param promised - indices of resolved promises, by promise number: `["P", 5]`.
 * @see https://github.com/sveltejs/devalue
 */
export const unflatten = (
  values: readonly JsonValue[],
  nameOf: (key: string) => string | undefined = (key) => key,
  promised: ReadonlyMap<number, number> = new Map(),
): JsonValue => {
  // Each container gets an empty copy first, so that cycles become references.
  const copies = values.map((value): JsonValue => {
    if (Array.isArray(value)) return [];
    return isJsonObject(value) ? {} : value;
  });
  const at = (place: JsonValue | undefined): JsonValue => {
    let index = placeOf(place);
    for (let hop = 0; hop < maxHops; hop += 1) {
      const next = wrappedBy(values[index], promised);
      if (typeof next === 'string') return next;
      if (next === undefined) return copies[index] ?? null;
      index = next;
    }
    return null;
  };
  for (const [index, value] of values.entries()) fill(copies[index]!, value, at, nameOf);
  return at(new JsonNumber('0'));
};

/**
 * Reads the stream in which React Router 7 and Remix send loader data: a flat array whose objects have
 * indices as names (`{"_1":2}`: the text at 1 names the value at 2), and lines `P<index>:[…]` with resolved
 * promises.
 *
 * @param text - all chunks of the stream, joined.
 * @see https://github.com/jacob-ebey/turbo-stream
 */
export const readTurboStream = (text: string): JsonValue | undefined => {
  const values: JsonValue[] = [];
  const promised = new Map<number, number>();
  for (const line of text.split('\n')) {
    const promise = /^P(\d{1,9}):/.exec(line);
    if (!promise && values.length > 0) continue;
    const parsed = parseLooseJson(line, promise?.[0].length ?? 0)?.value;
    if (!Array.isArray(parsed)) continue;
    if (promise) promised.set(Number(promise[1]), values.length);
    for (const value of parsed) values.push(value);
  }
  const nameOf = (key: string): string | undefined => {
    const name = values[Number(/^_?(\d{1,9})$/.exec(key)?.[1] ?? -1)];
    return typeof name === 'string' ? name : undefined;
  };
  return values.length === 0 ? undefined : unflatten(values, nameOf, promised);
};

/**
 * True if an object is a product of Shopify's AJAX API, whose prices are whole numbers of minor units.
 *
 * @see https://shopify.dev/docs/api/ajax/reference/product
 */
export const isShopifyProduct = (object: JsonObject): boolean =>
  Array.isArray(object.variants) &&
  object.variants.length > 0 &&
  (Object.hasOwn(object, 'price_min') ||
    Object.hasOwn(object, 'compare_at_price_min') ||
    object.variants.slice(0, 20).some((variant) => isJsonObject(variant) && isShopifyVariant(variant)));

/** True if an object is a single Shopify variant without its product. */
export const isLoneShopifyVariant = (object: JsonObject): boolean =>
  object.price instanceof JsonNumber &&
  isShopifyVariant(object) &&
  ['inventory_management', 'requires_shipping', 'compare_at_price'].some((key) => Object.hasOwn(object, key));

const isShopifyVariant = (variant: JsonObject): boolean => {
  if (Object.hasOwn(variant, 'public_title')) return true;
  if (!Object.hasOwn(variant, 'option1')) return false;
  if (Array.isArray(variant.options) || Object.hasOwn(variant, 'requires_shipping')) return true;
  // Themes omit members; the title still consists of the option values.
  const values = [variant.option1, variant.option2, variant.option3].filter(
    (each) => typeof each === 'string',
  );
  return values.length > 1 && variant.title === values.join(' / ');
};

const moneyOf = (value: JsonValue | undefined, { path, reading }: Place): MoneyClaim | undefined => {
  // Texts, and numbers with a decimal point ("19.99"), are in major units: themes write both.
  if (!(value instanceof JsonNumber) || value.text.includes('.'))
    return readMoneyClaim(value, undefined, path, reading.hints);
  const amount = fromMinorUnits(value.text, 2);
  return amount === undefined ? undefined : { amount, currency: null, raw: value.text, path };
};

const maxVariants = 500;

/** Reads a product of Shopify's AJAX API with its variants. */
export const shopifyProduct = (object: JsonObject, place: Place, isRelated: boolean): ProductClaim => {
  const { path } = place;
  const options = Array.isArray(object.options)
    ? object.options.map((option) => labelOf(isJsonObject(option) ? option.name : option) ?? '')
    : [];
  const listed = (object.variants as JsonValue[]).slice(0, maxVariants);
  const variants = listed.flatMap((variant, index): OfferClaim[] => {
    if (!isJsonObject(variant)) return [];
    const own = below(place, `variants[${index}]`);
    const optionOf = (pattern: RegExp): string | undefined =>
      labelOf(variant[`option${options.findIndex((option) => pattern.test(option)) + 1}`]);
    return [
      {
        path: own.path,
        price: moneyOf(variant.price, below(own, 'price')),
        listPrice: moneyOf(variant.compare_at_price, below(own, 'compare_at_price')),
        availability: stockOf(variant.available, `${own.path}.available`),
        id: labelOf(variant.id),
        sku: claimAt(variant, ['sku'], own.path),
        gtin: gtinAt(variant, own.path),
        name: labelOf(variant.public_title) ?? labelOf(variant.title),
        size: optionOf(sizeName),
        color: optionOf(colorName),
      },
    ];
  });
  const sole = variants.length === 1 ? variants : [];
  const identifiers = [
    labelOf(object.id),
    labelOf(object.handle),
    ...variants.map((variant) => variant.sku?.value),
  ];
  return {
    source: 'EmbeddedState',
    path,
    name: claimAt(object, ['title', 'name'], path),
    sku: sole[0]?.sku,
    identifiers: identifiers.filter((each) => each !== undefined),
    offers: sole,
    variants: sole.length > 0 ? [] : variants,
    isRelated,
    certainty: 'guessed',
  };
};
