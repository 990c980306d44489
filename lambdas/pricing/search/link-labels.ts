import type { Element } from 'domhandler';
import { matcherOf } from '../lexicon/lexicon.ts';
import { shortTextOf } from '../page/element-text.ts';
import { elementsWithin } from '../page/walk.ts';

/** Labels of buttons and links that trigger an action. */
const { hits } = matcherOf(['Buy', 'Ordering', 'PlaceBid']);

/** Longest label in characters. */
export const maxLabel = 80;
/** Elements in a link examined for labels. */
const maxParts = 40;
/** Attributes with labels of links and pictures. */
const labelAttributes = [
  'aria-label',
  'title',
  'data-title',
  'data-tooltip',
  'data-original-title',
  'data-bs-title',
];

/** True if a text contains letters or digits. */
export const isReadable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Labels in a link's own attributes. */
const ownLabels = ({ attribs }: Element): string[] =>
  labelAttributes.map((name) => (attribs[name] ?? '').trim()).filter(isReadable);

/** Labels inside a link without text: those of its picture. */
const innerLabels = (link: Element): string[] =>
  [...elementsWithin(link.children, maxParts)].flatMap((part) => [
    ...ownLabels(part),
    ...[part.attribs.alt?.trim() ?? ''].filter(isReadable),
  ]);

/** The label of a link: its text, else the labels of its picture and attributes. */
export const labelsOf = (link: Element): string[] => {
  const text = shortTextOf(link, maxLabel + 1).trim();
  return isReadable(text) ? [text] : [...innerLabels(link), ...ownLabels(link)];
};

/** True if a label is only an action: "+ Add to cart (1)". */
const isOrder = (label: string): boolean => {
  const found = hits(label);
  let rest = '';
  let from = 0;
  for (const { start, end } of found) {
    rest += label.slice(from, start);
    from = Math.max(from, end);
  }
  return found.length > 0 && !/\p{L}/u.test(rest + label.slice(from));
};

/** True for "Add to cart: Camera One"; a single verb also starts names: "Order of the Phoenix". */
const beginsWithOrder = (label: string): boolean => {
  const [first] = hits(label);
  return first?.start === 0 && /\S\s+\S+\s+\S/u.test(label.slice(0, first.end));
};

/** Returns a test for links whose labels name an action. Labels repeat on a page and are checked once. */
export const createOrderReader = (): ((link: Element) => boolean) => {
  const judged = new Map<string, boolean>();
  const isOrderLabel = (label: string): boolean => {
    if (label.length > maxLabel) return false;
    const answer = judged.get(label) ?? (isOrder(label) || beginsWithOrder(label));
    judged.set(label, answer);
    return answer;
  };
  return (link) => [...labelsOf(link), ...ownLabels(link)].some(isOrderLabel);
};
