import type { Element } from 'domhandler';
import { lineageOf, parentOf } from '../page/ancestors.ts';
import type { Page } from '../page/page.ts';
import { elementsWithin } from '../page/walk.ts';

/** Most buttons examined, ancestors of each, and siblings of those. */
const maxButtons = 200;
const maxSteps = 8;
const maxSiblings = 60;
const maxNodes = 160;
/** Levels above a price searched for its card. */
export const maxCardDepth = 31;

const isAlike = (left: Element, right: Element): boolean =>
  left.name === right.name && left.attribs.class === right.attribs.class;

const isLink = ({ name, attribs }: Element): boolean =>
  name === 'a' && attribs.href !== undefined && /^(?!#|javascript:|$)/i.test(attribs.href);

/** True if an element contains a link to a page; visits a limited number of nodes. */
const holdsLink = (root: Element): boolean => elementsWithin([root], maxNodes).some(isLink);

/**
 * Finds the items of a product list: each has a similar sibling, and both contain a page link and a buy
 * button. Such a button or price is not that of the page's product.
 *
 * @param title - elements containing it are no cards.
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
