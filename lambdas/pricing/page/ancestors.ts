import type { ChildNode, Element, ParentNode } from 'domhandler';

/** By its type, which is quicker than to ask for a member among nodes of many kinds. */
export const isElement = (node: ChildNode | ParentNode | null): node is Element =>
  node !== null && (node.type === 'tag' || node.type === 'script' || node.type === 'style');

/** The element around; `null` for the outermost. */
export const parentOf = ({ parent }: Element): Element | null => (isElement(parent) ? parent : null);

/**
 * The element and those around it, nearest first: how deep elements stand is the page's to choose, how far is looked
 * is not.
 */
export const lineageOf = (element: Element, most: number): Element[] => {
  const found: Element[] = [];
  let node: Element | null = element;
  while (node && found.length < most) {
    found.push(node);
    node = parentOf(node);
  }
  return found;
};

/** The nearest that is meant among the element and those around it, of so many. */
export const nearest = (
  element: Element,
  most: number,
  isMeant: (each: Element) => boolean,
): Element | undefined => {
  let node: Element | null = element;
  for (let left = most; node && left > 0; left -= 1) {
    if (isMeant(node)) return node;
    node = parentOf(node);
  }
  return undefined;
};

/** True if any is meant among the element and those around it, of so many. */
export const isAround = (element: Element, most: number, isMeant: (each: Element) => boolean): boolean =>
  nearest(element, most, isMeant) !== undefined;

/** True if an element is one of some, or stands in one that is so many elements away at most. */
export const standsIn = (some: ReadonlySet<Element>, element: Element, most: number): boolean =>
  some.size > 0 && isAround(element, most, (each) => some.has(each));
