import type { Document } from 'domhandler';
import * as DomUtils from 'domutils';
import { compile, type JSONValue } from 'json-p3';

/** Far more than are looked at before one gives a text. */
const maxFound = 20;

const parse = (text: string): JSONValue | undefined => {
  try {
    return JSON.parse(
      text.replace(
        /^\s*(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|<!\[CDATA\[)|(?:-->|\/\*\s*\]\]>\s*\*\/|\]\]>);?\s*$/g,
        '',
      ),
    ) as JSONValue;
  } catch {
    // Broken data of one script is no reason to leave out the others.
    return undefined;
  }
};

/** Embedded JSON in document order: JSON-LD, `application/json` and alike. */
export const embeddedJson = (document: Document): JSONValue[] =>
  DomUtils.getElementsByTagName('script', document, true)
    .filter((script) => /^\s*(?:application|text)\/(?:[\w.+-]*\+)?json/i.test(script.attribs.type ?? ''))
    .map((script) => parse(DomUtils.textContent(script)))
    .filter((value) => value !== undefined);

/** @throws when the query is no JSONPath (RFC 9535). */
export const checkJsonPath = (query: string): void => {
  compile(query);
};

/**
 * Gives the strings and numbers that a query finds, in order.
 *
 * @param values - of the page, by {@link embeddedJson}.
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
