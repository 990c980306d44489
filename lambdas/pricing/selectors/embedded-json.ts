import type { Document } from 'domhandler';
import * as DomUtils from 'domutils';
import type { JSONValue } from 'json-p3';

const parse = (text: string): JSONValue | undefined => {
  try {
    return JSON.parse(
      text.replace(
        /^\s*(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|<!\[CDATA\[)|(?:-->|\/\*\s*\]\]>\s*\*\/|\]\]>);?\s*$/g,
        '',
      ),
    ) as JSONValue;
  } catch {
    // One broken script does not invalidate the others.
    return undefined;
  }
};

/** Embedded JSON in document order: JSON-LD, `application/json` and the like. */
export const embeddedJson = (document: Document): JSONValue[] =>
  DomUtils.getElementsByTagName('script', document, true)
    .filter((script) => /^\s*(?:application|text)\/(?:[\w.+-]*\+)?json/i.test(script.attribs.type ?? ''))
    .map((script) => parse(DomUtils.textContent(script)))
    .filter((value) => value !== undefined);
