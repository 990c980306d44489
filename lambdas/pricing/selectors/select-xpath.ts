import type { Element } from 'domhandler';
import { compileXPath } from './compile-xpath.ts';
import type { XPathNode, XPathTree } from './xpath-tree.ts';
import { isNodeSet, toText } from './xpath-values.ts';

/** One result of an XPath: an element or a plain text. */
export type XPathResult = Element | string;

/** @throws Error when the expression is no XPath 1.0. */
export const checkXPath = (expression: string): void => {
  compileXPath(expression);
};

/**
 * Evaluates an XPath 1.0. Names are compared as HTML does, without case; there are no namespaces and no variables.
 *
 * @returns the nodes in document order, or the one text, number or truth as text.
 * @throws Error when the expression is no XPath 1.0, or BudgetSpent.
 */
export function* selectXPath(tree: XPathTree, expression: string): Generator<XPathResult> {
  const found = compileXPath(expression)({ tree, node: tree.root, position: 1, size: 1 });
  const resultOf = (node: XPathNode): XPathResult =>
    node.kind === 'Element' ? (node.source as Element) : tree.textOf(node);
  if (isNodeSet(found)) for (const node of found) yield resultOf(node);
  else yield toText(found, tree);
}
