import type { Element } from 'domhandler';
import { shownTextOf } from '../page/element-text.ts';

/** Properties whose value is a URL if the element has one. */
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
/** Attributes with the value of some elements. */
const valueAttributes: Readonly<Record<string, string>> = {
  audio: 'src',
  embed: 'src',
  iframe: 'src',
  img: 'src',
  source: 'src',
  track: 'src',
  video: 'src',
  object: 'data',
  data: 'value',
  meter: 'value',
  input: 'value',
  time: 'datetime',
};
const maxText = 2_000;

/**
 * The value of an element with a property, by the rules of HTML microdata and RDFa Lite, extended for common
 * usage: `content` on any element, a URL for `availability`, link text for `name` and the like.
 *
 * @see https://html.spec.whatwg.org/multipage/microdata.html#values
 */
export const itemValue = (element: Element, property: string): string => {
  const { name, attribs } = element;
  if (attribs.content !== undefined && (attribs.content !== '' || name === 'meta')) return attribs.content;
  if (name === 'meta') return attribs.value ?? '';
  const isAddress = name === 'link' || addressed.has(property);
  return (
    (isAddress ? (attribs.href ?? attribs.src ?? attribs.resource) : undefined) ??
    attribs[valueAttributes[name] ?? ''] ??
    shownTextOf(element, maxText).slice(0, maxText)
  );
};
