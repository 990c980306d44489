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

/** True if an element is one of some, or stands in one that is so many elements away at most. */
export const standsIn = (some: ReadonlySet<Element>, element: Element, most: number): boolean =>
  some.size > 0 && lineageOf(element, most).some((each) => some.has(each));
