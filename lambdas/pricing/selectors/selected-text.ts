import type { Element } from 'domhandler';
import * as DomUtils from 'domutils';
import { shownTextOf } from '../page/element-text.ts';

const maxRawLength = 2_000;
// Attributes in which elements without text carry their value.
const valueAttributes = ['content', 'value', 'data-price', 'data-price-amount', 'datetime'];

/** White space collapsed, cut to what is kept. */
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

/** The first text that is not empty, or empty. */
export const firstText = <T>(results: Iterable<T>, read: (result: T) => string): string => {
  for (const result of results) {
    const text = read(result);
    if (text !== '') return text;
  }
  return '';
};
