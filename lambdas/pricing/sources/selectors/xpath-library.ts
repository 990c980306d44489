import xpath from 'xpath';
import type { XPathNode } from './xpath-node.ts';

/** Parts of the library used beyond its types. */
interface Library {
  parse(expression: string): ParsedXPath;
  Step: { FOLLOWING: number; PRECEDING: number };
  XNodeSet: { prototype: NodeSet };
  PathExpr: {
    applyStep(step: Step, context: object, node: XPathNode): XPathNode[];
    applySteps(steps: readonly Step[], context: object, nodes: readonly XPathNode[]): readonly XPathNode[];
  };
}
interface Step {
  axis: number;
  nodeTest: { matches(node: XPathNode, context: object): boolean };
}
interface NodeSet {
  nodes: XPathNode[];
  size: number;
  toArray(): XPathNode[];
}
export interface ParsedXPath {
  expression: object;
  evaluate(options: object): { stringValue(): string } & Partial<NodeSet>;
}

const library = xpath as unknown as Library;

/** Removes duplicates and sorts in document order. */
const inOrder = (nodes: Iterable<XPathNode>): XPathNode[] => {
  const list = [...nodes];
  if (list.every((node, at) => at === 0 || list[at - 1]!.order < node.order)) return list;
  return [...new Set(list)].sort((left, right) => left.order - right.order);
};

// The library follows duplicate nodes along a path, and scans the whole set for each node it adds:
// `//div//span` on a large page takes minutes. It also orders nodes by discovery.
const { applyStep, applySteps } = library.PathExpr;
library.PathExpr.applySteps = (steps, context, nodes) =>
  steps.reduce<readonly XPathNode[]>((from, step) => {
    const found = new Set<XPathNode>();
    for (const node of from) for (const each of applySteps([step], context, [node])) found.add(each);
    return inOrder(found);
  }, nodes);
Object.assign(library.XNodeSet.prototype, {
  addArray(this: NodeSet, nodes: readonly XPathNode[]) {
    this.nodes = inOrder([...this.nodes, ...nodes]);
    this.size = this.nodes.length;
  },
  first(this: NodeSet) {
    return inOrder(this.nodes)[0];
  },
  toArray(this: NodeSet) {
    return inOrder(this.nodes);
  },
  // `(//b | //a)[1]` is the first in the document, but the library requests the set unsorted.
  toUnsortedArray(this: NodeSet) {
    return inOrder(this.nodes);
  },
});

// The library's `following` includes descendants, and its `preceding` ancestors (XPath 1.0, 2.2).
library.PathExpr.applyStep = (step, context, from) => {
  const { FOLLOWING, PRECEDING } = library.Step;
  if (step.axis !== FOLLOWING && step.axis !== PRECEDING) return applyStep(step, context, from);
  const found: XPathNode[] = [];
  const walk = (node: XPathNode | null): void => {
    for (let each = node; each; each = each.nextSibling) {
      const isThere = step.axis === FOLLOWING ? each.order > from.end : each.end < from.order;
      if (isThere && step.nodeTest.matches(each, context)) found.push(each);
      walk(each.firstChild);
    }
  };
  walk(from.ownerDocument?.firstChild ?? null);
  return step.axis === FOLLOWING ? found : found.reverse();
};

export const parseXPath = (expression: string): ParsedXPath => library.parse(expression);
