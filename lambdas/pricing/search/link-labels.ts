import type { Element } from 'domhandler';
import { matcherOf } from '../lexicon/lexicon.ts';
import { shortTextOf } from '../page/element-text.ts';
import { elementsWithin } from '../page/walk.ts';

/** Words of buttons and links in lists that make the shop do something. */
const { hits } = matcherOf(['Buy', 'Ordering', 'PlaceBid']);

/** Characters; longer than any button says. */
export const maxLabel = 80;
/** Elements within a link that are looked at for their labels. */
const maxParts = 40;
/** Attributes that say what a link or a picture is, to those who point at it or cannot see it. */
const labelAttributes = [
  'aria-label',
  'title',
  'data-title',
  'data-tooltip',
  'data-original-title',
  'data-bs-title',
];

/** Letters or digits: what a reader can read. */
export const isReadable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Facts from a link's own attributes. */
const ownLabels = ({ attribs }: Element): string[] =>
  labelAttributes.map((name) => (attribs[name] ?? '').trim()).filter(isReadable);

/** The words of a link without text: those of its picture. */
const innerLabels = (link: Element): string[] =>
  [...elementsWithin(link.children, maxParts)].flatMap((part) => [
    ...ownLabels(part),
    ...[part.attribs.alt?.trim() ?? ''].filter(isReadable),
  ]);

/** The label of a link: its text, or else that of its picture and its attributes. */
export const labelsOf = (link: Element): string[] => {
  const text = shortTextOf(link, maxLabel + 1).trim();
  return isReadable(text) ? [text] : [...innerLabels(link), ...ownLabels(link)];
};

/** True if nothing readable is left of a label without its order: "+ Add to cart (1)". */
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

/** "Add to cart: Camera One"; a verb alone begins names too: "Order of the Phoenix". */
const beginsWithOrder = (label: string): boolean => {
  const [first] = hits(label);
  return first?.start === 0 && /\S\s+\S+\s+\S/u.test(label.slice(0, first.end));
};

/** True if links say, in any of their own words, that they order something. Links of one page share their words. */
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
