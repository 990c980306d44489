import { isJsonObject, type JsonObject, type JsonValue } from '../structured/loose-json.ts';
import { rewriteJson } from './framework-state.ts';

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
