import type { ChildNode, Element, ParentNode } from 'domhandler';
import { isElement } from './ancestors.ts';

const everything = (): boolean => true;

/**
 * The nodes of a document or an element in document order, without recursion: depth is the page's to choose.
 *
 * @param most - nodes after which it ends: elements in elements must not be walked again and again.
 * @param enters - whether what stands within an element is walked as well.
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

/** The elements among them. */
export const elementsWithin = function* (...within: Parameters<typeof walk>): Generator<Element> {
  for (const node of walk(...within)) if (isElement(node)) yield node;
};

/**
 * Walks what stands in a document, in its order and without recursion: depth is the page's to choose.
 *
 * @param enter - tells of each node whether what stands in it is walked.
 * @param leave - is told of each element behind all that stands in it.
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
