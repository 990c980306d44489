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
 * Changes every value, the given one first and then what it holds, in place and without recursion. What stands in
 * several places is walked once.
 *
 * @param change - is told the name of the member, which is empty in lists, and what holds it.
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
 * Takes the types out of the `props` of an `astro-island`, where each value stands as `[type, value]`:
 * `{"price":[0,129.95],"sizes":[1,[[0,"41"]]]}`.
 *
 * @param root - is changed in place.
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

/** Wrappers within wrappers, and promises that lead to promises, which are followed. */
const maxHops = 5;

/** Where a wrapper leads: to a place, or to a text; `undefined` for what is none. */
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

/** Puts what stands at the places of a list or an object into its copy. */
const fill = (
  copy: JsonValue,
  value: JsonValue,
  at: (place: JsonValue) => JsonValue,
  nameOf: (key: string) => string | undefined,
): void => {
  if (Array.isArray(copy))
    // `["Set", 1, 2]` holds what stands at 1 and 2.
    for (const place of (value as JsonValue[]).filter((each) => typeof each !== 'string'))
      copy.push(at(place));
  else if (isJsonObject(copy))
    for (const [key, place] of Object.entries(value as JsonObject)) {
      const name = nameOf(key) ?? '__proto__';
      if (name !== '__proto__') copy[name] = at(place);
    }
};

/**
 * Nuxt 3, SvelteKit and React Router write their state flat: an array whose objects and arrays hold places in that
 * array. Cycles stay cycles. `["Reactive", 1]` and alike, which wrap one place, become what they wrap; negative places
 * are null, undefined and alike.
 *
 * @param nameOf - what a member's name stands for; none leaves it out.
 * @param promised - the places of what is promised, by the promises' numbers: `["P", 5]`.
 * @see https://github.com/sveltejs/devalue
 */
export const unflatten = (
  values: readonly JsonValue[],
  nameOf: (key: string) => string | undefined = (key) => key,
  promised: ReadonlyMap<number, number> = new Map(),
): JsonValue => {
  // Every container has its own empty copy first, so that cycles are only references.
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
  // `["Set", 1, 2]` holds what stands at 1 and 2.
  for (const [index, value] of values.entries()) fill(copies[index]!, value, at, nameOf);
  return at(new JsonNumber('0'));
};

/**
 * Reads the stream in which React Router 7 and Remix send their loaders' data: a flat array whose objects are
 * named by places (`{"_1":2}`: the text at 1 names the value at 2), and lines `P<place>:[…]` with what was
 * promised before.
 *
 * @param text - the stream's lines, all chunks joined.
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
