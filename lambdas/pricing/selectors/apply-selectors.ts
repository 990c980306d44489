import type { Document, Element } from 'domhandler';
import * as DomUtils from 'domutils';
import { RE2JS } from 're2js';
import type { Selector } from '../../domain/selling-site.ts';
import { shownTextOf } from '../page/element-text.ts';
import { selectCss } from './select-css.ts';
import { selectJsonPath } from './select-json-path.ts';
import { selectXPath } from './select-xpath.ts';
import { StepBudget } from './step-budget.ts';

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

const matchRegex = (html: string, pattern: string): string => {
  const matcher = RE2JS.compile(pattern).matcher(html);
  if (!matcher.find()) return '';
  return collapse((matcher.groupCount() > 0 ? matcher.group(1) : matcher.group()) ?? '');
};

const select = (document: Document, html: string, { Type, Value, Attribute }: Selector): string => {
  const budget = new StepBudget(html.length / 10);
  if (Type === 'Css') {
    for (const element of selectCss(document, Value, budget)) {
      const text = textOf(element, Attribute);
      if (text) return text;
    }
    return '';
  }
  if (Type === 'XPath') {
    for (const result of selectXPath(document, Value, budget)) {
      const text = typeof result === 'string' ? collapse(result) : textOf(result, Attribute);
      if (text) return text;
    }
    return '';
  }
  if (Type === 'JsonPath') {
    return (
      selectJsonPath(document, Value, budget)
        .map(({ text }) => collapse(text))
        .find((text) => text !== '') ?? ''
    );
  }
  return matchRegex(html, Value);
};

/**
 * Applies a caller's selectors in order, until one gives a text that is not empty.
 *
 * `Css` and `XPath` (1.0) give the element's text, or its `Attribute`; `JsonPath` (RFC 9535) the first string or
 * number in the page's embedded JSON; `Regex` (RE2 syntax, linear time) the first group, or the whole match when
 * it has none, in the page's source.
 *
 * Never throws and never hangs: what is wrong with a selector is told in `problems`, and the next one is tried.
 */
export const applySelectors = (
  document: Document,
  html: string,
  selectors: readonly Selector[],
): SelectorsResult => {
  const problems: SelectorProblem[] = [];
  for (const selector of selectors) {
    try {
      const raw = select(document, html, selector);
      if (raw !== '') return { match: { raw, path: `${selector.Type} ${selector.Value}` }, problems };
    } catch (error) {
      const reason = error instanceof Error ? error.message.split('\n')[0]! : String(error);
      problems.push({
        selector,
        message: `The ${selector.Type} selector "${selector.Value}" cannot be used: ${reason}`,
      });
    }
  }
  return { match: undefined, problems };
};
