import type { ChildNode, Element, ParentNode } from 'domhandler';
import { isElement } from './ancestors.ts';

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
