import type { Document } from 'domhandler';
import type { JSONValue } from 'json-p3';
import { embeddedJson } from './embedded-json.ts';
import { type XPathNode, xpathDocumentOf } from './xpath-node.ts';

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
