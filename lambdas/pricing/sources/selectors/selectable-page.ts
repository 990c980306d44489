import type { Document } from 'domhandler';
import * as DomUtils from 'domutils';
import type { JSONValue } from 'json-p3';
import { type XPathNode, xpathDocumentOf } from './xpath-node.ts';

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
