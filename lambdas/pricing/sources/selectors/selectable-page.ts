import type { Document, Element } from 'domhandler';
import * as DomUtils from 'domutils';
import type { JSONValue } from 'json-p3';
import { shownTextOf } from '../../page/element-text.ts';
import { type XPathNode, xpathDocumentOf } from './xpath-node.ts';

const maxRawLength = 2_000;
// Attributes with the value of elements without text.
const valueAttributes = ['content', 'value', 'data-price', 'data-price-amount', 'datetime'];

/** Collapses white space and truncates. */
export const collapse = (text: string): string =>
  text
    .slice(0, maxRawLength * 4)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxRawLength);

/** The text of an element, or of its attribute. */
export const textOf = (element: Element, attribute: string | undefined): string => {
  if (attribute !== undefined)
    return collapse(element.attribs[attribute.toLowerCase()] ?? element.attribs[attribute] ?? '');
  const text = collapse(
    element.name === 'script' ? DomUtils.textContent(element) : shownTextOf(element, maxRawLength * 4),
  );
  if (text !== '') return text;
  for (const name of valueAttributes) {
    const value = element.attribs[name];
    if (value) return collapse(value);
  }
  return '';
};

/** The first non-empty text, or an empty string. */
export const firstText = <T>(results: Iterable<T>, read: (result: T) => string): string => {
  for (const result of results) {
    const text = read(result);
    if (text !== '') return text;
  }
  return '';
};

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
const embeddedJson = (document: Document): JSONValue[] =>
  DomUtils.getElementsByTagName('script', document, true)
    .filter((script) => /^\s*(?:application|text)\/(?:[\w.+-]*\+)?json/i.test(script.attribs.type ?? ''))
    .map((script) => parse(DomUtils.textContent(script)))
    .filter((value) => value !== undefined);

/** Caches what all selectors of a site need from one page. */
export class SelectablePage {
  readonly document: Document;
  readonly html: string;
  private nodes: XPathNode | undefined;
  private values: JSONValue[] | undefined;

  constructor(document: Document, html: string) {
    this.document = document;
    this.html = html;
  }
  get xpathDocument(): XPathNode {
    this.nodes ??= xpathDocumentOf(this.document);
    return this.nodes;
  }
  get json(): readonly JSONValue[] {
    this.values ??= embeddedJson(this.document);
    return this.values;
  }
}
