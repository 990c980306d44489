import type { ChildNode, Element, ParentNode } from 'domhandler';

/** Checks the type, which is faster than a property test across node classes. */
export const isElement = (node: ChildNode | ParentNode | null): node is Element =>
  node !== null && (node.type === 'tag' || node.type === 'script' || node.type === 'style');

/** The parent element; `null` for the outermost. */
export const parentOf = ({ parent }: Element): Element | null => (isElement(parent) ? parent : null);

/** The element and its ancestors, nearest first. The limit bounds the work on deep pages. */
export const lineageOf = (element: Element, most: number): Element[] => {
  const found: Element[] = [];
  let node: Element | null = element;
  while (node && found.length < most) {
    found.push(node);
    node = parentOf(node);
  }
  return found;
};

/** The first match among the element and its ancestors, up to a number of elements. */
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

/** True if the element or an ancestor matches, up to a number of elements. */
export const isAround = (element: Element, most: number, isMeant: (each: Element) => boolean): boolean =>
  nearest(element, most, isMeant) !== undefined;

/** True if the element or an ancestor is in the set, up to a number of elements. */
export const standsIn = (some: ReadonlySet<Element>, element: Element, most: number): boolean =>
  some.size > 0 && isAround(element, most, (each) => some.has(each));
