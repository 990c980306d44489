import { compile, type JSONValue } from 'json-p3';
import type { SelectorEngine } from './engine.ts';
import { collapse, firstText } from './selectable-page.ts';

/** More results than are ever needed to find a text. */
const maxFound = 20;

/**
 * Returns the strings and numbers that match a query, in order.
 *
 * @param values - of the page, from `embeddedJson`.
 * @throws Error if the query is not valid JSONPath (RFC 9535).
 */
export const selectJsonPath = (values: readonly JSONValue[], query: string): string[] => {
  const compiled = compile(query);
  const found: string[] = [];
  for (const value of values) {
    if (value === null || typeof value !== 'object') continue;
    for (const { value: each } of compiled.lazyQuery(value)) {
      if (typeof each === 'string' || typeof each === 'number') found.push(String(each));
      if (found.length >= maxFound) return found;
    }
  }
  return found;
};

export const engine: SelectorEngine = {
  check: compile,
  read: ({ json }, { Value }) => firstText(selectJsonPath(json, Value), collapse),
};
