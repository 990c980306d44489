import {
  isJsonObject,
  JsonNumber,
  type JsonObject,
  type JsonValue,
  parseLooseJson,
} from '../structured/loose-json.ts';

/** Promises that lead to promises, which are followed. */
const maxHops = 5;

const placeOf = (value: JsonValue | undefined): number =>
  value instanceof JsonNumber && /^\d{1,9}$/.test(value.text) ? Number(value.text) : -1;

/**
 * Reads the stream in which React Router 7 and Remix send their loaders' data: a flat array whose objects are
 * named by places (`{"_1":2}`: the text at 1 names the value at 2), and lines `P<place>:[…]` with what was
 * promised before. Negative places are null, undefined and alike.
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
  if (values.length === 0) return undefined;

  // Every container has its own empty copy first, so that cycles are only references.
  const copies = values.map((value): JsonValue => {
    if (Array.isArray(value)) return [];
    return isJsonObject(value) ? {} : value;
  });
  const at = (place: JsonValue | undefined): JsonValue => {
    let index = placeOf(place);
    for (let hop = 0; hop < maxHops; hop += 1) {
      const value = values[index];
      if (!Array.isArray(value) || typeof value[0] !== 'string') return copies[index] ?? null;
      // `["P", 5]` is promised; `["D", …]`, `["U", …]` and alike are texts; the wrappers of instances hold one place.
      if (value[0] === 'P') index = promised.get(placeOf(value[1])) ?? -1;
      else if (value.length !== 2) return copies[index] ?? null;
      else if (placeOf(value[1]) >= 0 && value[0].length > 1) index = placeOf(value[1]);
      else return typeof value[1] === 'string' ? value[1] : (copies[index] ?? null);
    }
    return null;
  };
  values.forEach((value, index) => {
    const copy = copies[index]!;
    if (Array.isArray(value))
      for (const each of value) {
        if (typeof each !== 'string') (copy as JsonValue[]).push(at(each));
      }
    else if (isJsonObject(value))
      for (const [key, place] of Object.entries(value)) {
        const name = values[Number(/^_?(\d{1,9})$/.exec(key)?.[1] ?? -1)];
        if (typeof name === 'string' && name !== '__proto__') (copy as JsonObject)[name] = at(place);
      }
  });
  return at(new JsonNumber('0'));
};
