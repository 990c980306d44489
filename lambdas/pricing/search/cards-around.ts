import { type ChildNode, Element } from 'domhandler';
import { isElement, lineageOf, parentOf } from '../page/ancestors.ts';
import { elementsWithin } from '../page/walk.ts';
import { maxNodes } from './card-pictures.ts';
import { countPrices } from './card-pieces.ts';
import type { ListReader } from './list-links.ts';
import { countProducts, maxCardLevels, type ProductLink } from './product-links.ts';

/** The elements that are about one product, from a link itself to the largest around it. */
export type CardsAround = (link: Element) => readonly Element[];

/** Links of one card: to the product, and to what is done with it. */
const maxKeys = 6;

const beginsCard = (node: ChildNode): boolean => isElement(node) && node.name === 'dt';
const partsCards = (node: ChildNode): boolean => isElement(node) && node.name === 'hr';

/** The nodes of an element by cards: each begins at a term of a list of terms, or stands between two rules. */
const groupsIn = (parent: Element): ReadonlyMap<ChildNode, Element> => {
  const groups = new Map<ChildNode, Element>();
  if (!parent.children.some((node) => beginsCard(node) || partsCards(node))) return groups;
  let group = new Element('div', {});
  for (const node of parent.children) {
    if (beginsCard(node) || partsCards(node)) group = new Element('div', {});
    // Its nodes stand where they stood: a group is only read.
    group.children.push(node);
    groups.set(node, group);
  }
  return groups;
};

/**
 * Where the cards of a list are, as far as its links tell: an element is about one product up to where it holds links to
 * others, unless just one of them shows a product and the rest is what is done with it; and what has no element of its own
 * is a group of neighbours.
 */
export const createCardsAround = (links: readonly ProductLink[], list: ListReader): CardsAround => {
  const counts = countProducts(links);
  const keys = new Map(links.map(({ element, key }) => [element, key]));
  const groups = new Map<Element, ReturnType<typeof groupsIn>>();
  const single = new Map<Element, boolean>();

  const isOfOneProduct = (element: Element): boolean => {
    const count = counts.get(element) ?? 0;
    if (count <= 1) return true;
    const answer =
      single.get(element) ?? (count <= maxKeys && list.showsOne(element) && countPrices(element) <= 1);
    single.set(element, answer);
    return answer;
  };

  const groupAround = (top: Element): Element | undefined => {
    const parent = parentOf(top);
    if (!parent) return undefined;
    const known = groups.get(parent) ?? groupsIn(parent);
    groups.set(parent, known);
    const group = known.get(top);
    if (!group) return undefined;
    const within = [...elementsWithin(group.children, maxNodes)].flatMap((each) => keys.get(each) ?? []);
    return new Set(within).size === 1 ? group : undefined;
  };

  return (link) => {
    const around = lineageOf(link, maxCardLevels + 2);
    const border = around.findIndex(
      (each, level) => level > 0 && (each.name === 'body' || !isOfOneProduct(each)),
    );
    if (border < 0) return around;
    const cards = around.slice(0, border);
    const group = groupAround(cards.at(-1)!);
    return group ? [...cards, group] : cards;
  };
};
