import { compile, type JSONValue } from 'json-p3';
import type { SelectorEngine } from './engine.ts';
import { collapse, firstText } from './selected-text.ts';

/** Far more than are looked at before one gives a text. */
const maxFound = 20;

/**
 * Gives the strings and numbers that a query finds, in order.
 *
 * @param values - of the page, by `embeddedJson`.
 * @throws when the query is no JSONPath (RFC 9535).
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
