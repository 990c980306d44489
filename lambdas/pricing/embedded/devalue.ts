import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../structured/loose-json.ts';

/** Wrappers within wrappers that are followed. */
const maxHops = 5;

/**
 * Nuxt 3 and SvelteKit write their state flat: an array whose objects and arrays hold places in that array.
 * The places are put in one pass; cycles stay cycles. `["Reactive", 1]` and alike, which wrap one place, become
 * what they wrap.
 *
 * @see https://github.com/sveltejs/devalue
 */
export const unflatten = (flat: readonly JsonValue[]): JsonValue => {
  // Containers are filled in place, so wrappers are told before any place was put.
  const wrapped = flat.map((value): JsonValue | undefined =>
    Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' ? value[1] : undefined,
  );
  const at = (place: JsonValue | undefined): JsonValue => {
    let next = place;
    for (let hop = 0; hop < maxHops; hop += 1) {
      const index = next instanceof JsonNumber ? Number(next.text) : Number.NaN;
      if (!Number.isInteger(index) || index < 0) return typeof next === 'string' ? next : null;
      if (wrapped[index] === undefined) return flat[index] ?? null;
      next = wrapped[index];
    }
    return null;
  };
  const isFilled = new Set<JsonValue[] | JsonObject>();
  flat.forEach((value, place) => {
    if (wrapped[place] !== undefined || value === null || typeof value !== 'object') return;
    if (Array.isArray(value)) {
      if (isFilled.has(value)) return;
      isFilled.add(value);
      // `["Set", 1, 2]` keeps its name.
      for (let index = 0; index < value.length; index += 1)
        if (typeof value[index] !== 'string') value[index] = at(value[index]);
    } else if (isJsonObject(value) && !isFilled.has(value)) {
      isFilled.add(value);
      for (const key of Object.keys(value)) value[key] = at(value[key]);
    }
  });
  return at(new JsonNumber('0'));
};
