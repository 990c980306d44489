import type { Element } from 'domhandler';
import * as DomUtils from 'domutils';
import { shownTextOf } from '../../page/element-text.ts';

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
