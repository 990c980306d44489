import type { Document, Element } from 'domhandler';
import * as DomUtils from 'domutils';
import type { JSONValue } from 'json-p3';
import type { Selector } from '../../domain/selling-site.ts';
import { shownTextOf } from '../page/element-text.ts';
import { reasonOf } from './check-selector.ts';
import { selectCss } from './select-css.ts';
import { embeddedJson, selectJsonPath } from './select-json-path.ts';
import { firstMatch } from './select-regex.ts';
import { selectXPath } from './select-xpath.ts';
import { type XPathNode, xpathDocumentOf } from './xpath-node.ts';

export interface SelectorMatch {
  /** The text that was selected, white space collapsed. Never empty. */
  raw: string;
  /** Kind and value of the selector that gave it, e.g. `Css .price`. */
  path: string;
}

/** A selector that cannot be used: no valid expression, or too costly for the page. */
export interface SelectorProblem {
  selector: Selector;
  /** The fault and its remedy, for the caller who wrote it. */
  message: string;
}

export interface SelectorsResult {
  match: SelectorMatch | undefined;
  problems: readonly SelectorProblem[];
}

const maxRawLength = 2_000;
// Attributes in which elements without text carry their value.
const valueAttributes = ['content', 'value', 'data-price', 'data-price-amount', 'datetime'];

const collapse = (text: string): string =>
  text
    .slice(0, maxRawLength * 4)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxRawLength);

const textOf = (element: Element, attribute: string | undefined): string => {
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

/** Runs work, and throws an Error whose message is for the caller when it takes longer than it may. */
export type RunBounded = <T>(work: () => T) => T;

/** One page for all selectors of a site: what they look through is made once. */
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

const readers: Readonly<Record<Selector['Type'], (page: SelectablePage, selector: Selector) => string>> = {
  Css: ({ document }, { Value, Attribute }) =>
    firstText(selectCss(document, Value), (element) => textOf(element, Attribute)),
  XPath: ({ xpathDocument }, { Value, Attribute }) =>
    firstText(selectXPath(xpathDocument, Value), (result) =>
      typeof result === 'string' ? collapse(result) : textOf(result, Attribute),
    ),
  JsonPath: ({ json }, { Value }) => firstText(selectJsonPath(json, Value), collapse),
  Regex: ({ html }, { Value }) => collapse(firstMatch(Value, html)),
};

const firstText = <T>(results: Iterable<T>, read: (result: T) => string): string => {
  for (const result of results) {
    const text = read(result);
    if (text !== '') return text;
  }
  return '';
};

/**
 * Applies a caller's selectors in order, until one gives a text that is not empty.
 *
 * `Css` and `XPath` (1.0) give the element's text, or its `Attribute`; `JsonPath` (RFC 9535) the first string or
 * number in the page's embedded JSON; `Regex` (RE2 syntax, linear time) the first group, or the whole match when
 * it has none, in the page's source.
 *
 * Never throws: what is wrong with a selector is told in `problems`, and the next one is tried.
 *
 * @param bounded - runs each of them; a site's selectors have one budget of time, and it ends what would hang.
 */
export const applySelectors = (
  page: SelectablePage,
  selectors: readonly Selector[],
  bounded: RunBounded = (work) => work(),
): SelectorsResult => {
  const problems: SelectorProblem[] = [];
  for (const selector of selectors) {
    try {
      const raw = bounded(() => readers[selector.Type](page, selector));
      if (raw !== '') return { match: { raw, path: `${selector.Type} ${selector.Value}` }, problems };
    } catch (error) {
      const reason = reasonOf(error);
      problems.push({
        selector,
        message: `The ${selector.Type} selector "${selector.Value}" cannot be used: ${reason}`,
      });
    }
  }
  return { match: undefined, problems };
};
