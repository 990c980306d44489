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

const everything = (): boolean => true;

/**
 * Traverses nodes in document order, without recursion since pages choose their depth.
 *
 * @param most - nodes after which it ends, which bounds repeated walks of nested elements.
 * @param enters - whether an element's content is traversed.
 */
export const walk = function* (
  roots: readonly ChildNode[],
  most = Number.POSITIVE_INFINITY,
  enters: (element: Element) => boolean = everything,
): Generator<ChildNode> {
  const stack: ChildNode[] = roots.slice(0, most).reverse();
  for (let left = most; stack.length > 0 && left > 0; left -= 1) {
    const node = stack.pop()!;
    yield node;
    if (!isElement(node) || !enters(node)) continue;
    const { children } = node;
    for (let index = Math.min(children.length, left) - 1; index >= 0; index -= 1)
      stack.push(children[index]!);
  }
};

/** Like {@link walk}, for elements only. */
export const elementsWithin = function* (...within: Parameters<typeof walk>): Generator<Element> {
  for (const node of walk(...within)) if (isElement(node)) yield node;
};

/**
 * Traverses a document in order, without recursion since pages choose their depth.
 *
 * @param enter - returns whether a node's content is traversed.
 * @param leave - called for each element after its content.
 */
export const walkNodes = (
  root: ParentNode,
  enter: (node: ChildNode) => boolean,
  leave: (element: Element) => void,
): void => {
  let node: ChildNode | null = root.firstChild;
  while (node) {
    if (enter(node) && isElement(node) && node.firstChild) {
      node = node.firstChild;
      continue;
    }
    let last: ChildNode = node;
    if (isElement(last)) leave(last);
    while (!last.nextSibling && isElement(last.parent)) {
      last = last.parent;
      leave(last);
    }
    node = last.nextSibling;
  }
};

/** True if an element is hidden by its own attributes; style sheets are not evaluated. */
export const isHidden = ({ attribs }: Element): boolean =>
  attribs.hidden !== undefined ||
  attribs['aria-hidden'] === 'true' ||
  /display\s*:\s*none/i.test(attribs.style ?? '');
