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
/** Attributes in which elements of some names keep their value. */
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
 * Value of an element that states a property, as HTML microdata and RDFa Lite define it, with what shops really
 * write: `content` on any element, an address for `availability`, text of a link for `name` and alike.
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
