import type { Document, Element } from 'domhandler';
import * as DomUtils from 'domutils';
import type { JSONValue } from 'json-p3';
import type { Selector } from '../../domain/selling-site.ts';
import { shownTextOf } from '../page/element-text.ts';
import { firstMatch } from './match-regex.ts';
import { selectCss } from './select-css.ts';
import { embeddedJson, selectJsonPath } from './select-json-path.ts';
import { selectXPath } from './select-xpath.ts';
import { SelectorBudget, type WorkClock } from './selector-budget.ts';
import { XPathTree } from './xpath-tree.ts';

export interface SelectorMatch {
  /** The text that was selected, white space collapsed. Never empty. */
  raw: string;
  /** Kind and value of the selector that gave it, e.g. `Css .price`. */
  path: string;
}

/** A selector that cannot be used: no valid expression, or too costly for the page. */
export interface SelectorProblem {
  selector: Selector;
  /** What is wrong and what to do, for the caller who wrote it. */
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

/** One page for all selectors of a site: what they look through is made once, and their time is one. */
export class SelectablePage {
  readonly document: Document;
  readonly html: string;
  readonly budget: SelectorBudget;
  private grown: XPathTree | undefined;
  private values: JSONValue[] | undefined;

  /** @param clock - of the reader's own work; absent: steps alone are counted. */
  constructor(document: Document, html: string, clock?: WorkClock) {
    this.document = document;
    this.html = html;
    this.budget = new SelectorBudget(clock);
  }
  get tree(): XPathTree {
    this.grown ??= new XPathTree(this.document, this.budget);
    return this.grown;
  }
  get json(): readonly JSONValue[] {
    this.values ??= embeddedJson(this.document);
    return this.values;
  }
}

const readers: Readonly<
  Record<Selector['Type'], (page: SelectablePage, selector: Selector) => () => string>
> = {
  Css:
    ({ document, budget }, { Value, Attribute }) =>
    () =>
      firstText(selectCss(document, Value, budget).values(), (element) => textOf(element, Attribute)),
  XPath: ({ tree }, { Value, Attribute }) => {
    const textOfResult = (result: string | Element): string =>
      typeof result === 'string' ? collapse(result) : textOf(result, Attribute);
    return () => firstText(selectXPath(tree, Value), textOfResult);
  },
  JsonPath: ({ json, budget }, { Value }) => {
    const textOfValue = ({ text }: { text: string }): string => collapse(text);
    return () => firstText(selectJsonPath(json, Value, budget).values(), textOfValue);
  },
  Regex:
    ({ html, budget }, { Value }) =>
    () =>
      collapse(firstMatch(Value, html, budget)),
};

const firstText = <T>(results: Iterable<T>, read: (result: T) => string): string => {
  for (const result of results) {
    const text = read(result);
    if (text !== '') return text;
  }
  return '';
};

/** An error in the words of whoever wrote the selector; the engine's own says nothing to them. */
const reasonOf = (error: unknown): string => {
  if (error instanceof RangeError)
    return 'It asks for more of this page at once than can be held; make it more direct.';
  return error instanceof Error ? error.message.split('\n')[0]! : String(error);
};

/**
 * Applies a caller's selectors in order, until one gives a text that is not empty.
 *
 * `Css` and `XPath` (1.0) give the element's text, or its `Attribute`; `JsonPath` (RFC 9535) the first string or
 * number in the page's embedded JSON; `Regex` (RE2 syntax, linear time) the first group, or the whole match when
 * it has none, in the page's source.
 *
 * All selectors of one {@link SelectablePage} share one budget of time.
 *
 * Never throws and never hangs: what is wrong with a selector is told in `problems`, and the next one is tried.
 */
export const applySelectors = (page: SelectablePage, selectors: readonly Selector[]): SelectorsResult => {
  const problems: SelectorProblem[] = [];
  for (const selector of selectors) {
    try {
      // What the page is made into for it is no work of the selector's.
      const read = readers[selector.Type](page, selector);
      const raw = page.budget.run(page.html.length / 10, read);
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
