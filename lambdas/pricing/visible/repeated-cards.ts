import type { Element } from 'domhandler';
import { lineageOf, parentOf } from '../page/ancestors.ts';
import type { Page } from '../page/page.ts';
import { elementsWithin } from '../page/walk.ts';

/** Most buttons that are looked at, how far around each, and beside how many others. */
const maxButtons = 200;
const maxSteps = 8;
const maxSiblings = 60;
const maxNodes = 160;
/** How far around a price its card may be. */
export const maxCardDepth = 31;

const isAlike = (left: Element, right: Element): boolean =>
  left.name === right.name && left.attribs.class === right.attribs.class;

const isLink = ({ name, attribs }: Element): boolean =>
  name === 'a' && attribs.href !== undefined && /^(?!#|javascript:|$)/i.test(attribs.href);

/** True if a link to a page stands anywhere in an element; few elements are looked at. */
const holdsLink = (root: Element): boolean => elementsWithin([root], maxNodes).some(isLink);

/**
 * Elements of a list of products: each stands beside another one alike, and both have a link to a page and a button
 * to buy. The button says nothing of the page's own product then, nor does the price.
 *
 * @param title - what holds it is no such card.
 */
export const findBuyableCards = (page: Page, title: Element | undefined): ReadonlySet<Element> => {
  const holders = new Set<Element>();
  for (const { element } of page.buyButtons.slice(0, maxButtons))
    for (const around of lineageOf(element, maxSteps + 1).slice(1)) holders.add(around);
  const linked = new Map<Element, boolean>();
  const isLinked = (element: Element): boolean => {
    const known = linked.get(element) ?? holdsLink(element);
    linked.set(element, known);
    return known;
  };
  const cards = new Set<Element>();
  for (const holder of holders) {
    const siblings = parentOf(holder)?.children.slice(0, maxSiblings) ?? [];
    const alike = siblings.filter(
      (other): other is Element =>
        other.type === 'tag' && holders.has(other) && isAlike(other, holder) && isLinked(other),
    );
    if (alike.length > 1) for (const card of alike) cards.add(card);
  }
  if (title) for (const around of lineageOf(title, maxCardDepth)) cards.delete(around);
  return cards;
};
