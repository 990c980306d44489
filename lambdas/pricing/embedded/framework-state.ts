import {
  isJsonContainer,
  isJsonObject,
  type JsonContainer,
  JsonNumber,
  type JsonObject,
  type JsonValue,
  parseLooseJson,
} from '../structured/loose-json.ts';

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

/**
 * Removes the types from the `props` of an `astro-island`, where each value is `[type, value]`:
 * `{"price":[0,129.95],"sizes":[1,[[0,"41"]]]}`.
 *
 * @param root - modified in place.
 * @see https://docs.astro.build/en/guides/framework-components/#passing-props-to-framework-components
 */
export const unwrapAstroProps = (root: JsonValue): JsonValue =>
  rewriteJson(root, (value) => {
    if (!Array.isArray(value) || value.length !== 2) return value;
    const [type, inner] = value;
    return type instanceof JsonNumber && /^\d{1,2}$/.test(type.text) ? inner! : value;
  });

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
