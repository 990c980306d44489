import type { Element } from 'domhandler';
import { shownTextOf } from '../page/element-text.ts';

/** Properties whose value is an address wherever the element has one. */
const addressed = new Set([
  'url',
  'image',
  'availability',
  'itemCondition',
  'sameAs',
  'logo',
  'category',
  'itemtype',
  'thumbnailUrl',
  'priceType',
]);
const sourced = new Set(['audio', 'embed', 'iframe', 'img', 'source', 'track', 'video']);
const maxText = 2_000;

/**
 * Value of an element that states a property, as HTML microdata and RDFa Lite define it, with what shops really
 * write: `content` on any element, an address for `availability`, text of a link for `name` and alike.
 *
 * @see https://html.spec.whatwg.org/multipage/microdata.html#values
 */
export const itemValue = (element: Element, property: string): string => {
  const { name, attribs } = element;
  if (attribs.content !== undefined && (attribs.content !== '' || name === 'meta')) return attribs.content;
  if (name === 'meta') return attribs.value ?? '';
  if (sourced.has(name) && attribs.src !== undefined) return attribs.src;
  if (name === 'link' || addressed.has(property)) {
    const address = attribs.href ?? attribs.src ?? attribs.resource;
    if (address !== undefined) return address;
  }
  if (name === 'object' && attribs.data !== undefined) return attribs.data;
  if ((name === 'data' || name === 'meter' || name === 'input') && attribs.value !== undefined)
    return attribs.value;
  if (name === 'time' && attribs.datetime !== undefined) return attribs.datetime;
  return shownTextOf(element, maxText).slice(0, maxText);
};
