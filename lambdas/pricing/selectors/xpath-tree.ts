import type { AnyNode, Document } from 'domhandler';
import type { SelectorBudget } from './selector-budget.ts';

export type XPathNodeKind = 'Document' | 'Element' | 'Attribute' | 'Text' | 'Comment';

/** A node of XPath's data model over a parsed one. */
export class XPathNode {
  readonly kind: XPathNodeKind;
  /** As the page writes it; empty for nodes without name. */
  readonly name: string;
  /** Of a text, a comment or an attribute. */
  readonly text: string;
  readonly parent: XPathNode | undefined;
  /** The parsed node; attributes have none. */
  readonly source: AnyNode | undefined;
  /** Place in document order; an attribute's lies between those of its element and of its first child. */
  order = 0;
  /** Order of the last node within. */
  end = 0;
  first: XPathNode | undefined;
  next: XPathNode | undefined;
  previous: XPathNode | undefined;
  attributes: readonly XPathNode[] | undefined;

  constructor(
    kind: XPathNodeKind,
    name: string,
    text: string,
    parent: XPathNode | undefined,
    source: AnyNode | undefined,
  ) {
    this.kind = kind;
    this.name = name;
    this.text = text;
    this.parent = parent;
    this.source = source;
  }
}

const nodeOf = (source: AnyNode, parent: XPathNode): XPathNode | undefined => {
  if (source.type === 'text') return new XPathNode('Text', '', source.data, parent, source);
  if (source.type === 'comment') return new XPathNode('Comment', '', source.data, parent, source);
  if ('attribs' in source) return new XPathNode('Element', source.name, '', parent, source);
  return undefined;
};

/** Makes the children of a node. */
const growChildren = (parent: XPathNode): XPathNode[] => {
  const children: XPathNode[] = [];
  const { source } = parent;
  if (!source || !('children' in source)) return children;
  for (const child of source.children) {
    const node = nodeOf(child, parent);
    if (!node) continue;
    const previous = children.at(-1);
    node.previous = previous;
    if (previous) previous.next = node;
    children.push(node);
  }
  parent.first = children[0];
  return children;
};

const attributesOf = (element: XPathNode): XPathNode[] => {
  if (element.kind !== 'Element' || !element.source || !('attribs' in element.source)) return [];
  const entries = Object.entries(element.source.attribs);
  return entries.map(([name, value], index) => {
    const attribute = new XPathNode('Attribute', name, value, element, undefined);
    attribute.order = element.order + (index + 1) / (entries.length + 1);
    attribute.end = attribute.order;
    return attribute;
  });
};

/**
 * A page as expressions walk it: made once for all of them. Nothing in here recurs, and whatever an expression looks at is
 * paid for.
 */
export class XPathTree {
  /** In document order, without attributes; a node stands at its `order`. */
  readonly nodes: readonly XPathNode[];
  readonly root: XPathNode;
  readonly budget: SelectorBudget;
  private ids: Map<string, XPathNode> | undefined;

  constructor(document: Document, budget: SelectorBudget) {
    this.budget = budget;
    this.root = new XPathNode('Document', '', '', undefined, document);
    const nodes: XPathNode[] = [];
    const stack = [this.root];
    while (stack.length > 0) {
      const node = stack.pop()!;
      node.order = nodes.length;
      node.end = node.order;
      nodes.push(node);
      const children = growChildren(node);
      for (let index = children.length - 1; index >= 0; index -= 1) stack.push(children[index]!);
    }
    for (let index = nodes.length - 1; index > 0; index -= 1) {
      const { end, parent } = nodes[index]!;
      if (parent && parent.end < end) parent.end = end;
    }
    this.nodes = nodes;
  }

  attributesOf(node: XPathNode): readonly XPathNode[] {
    node.attributes ??= attributesOf(node);
    return node.attributes;
  }

  /** The text within, as XPath 1.0 defines a node's string-value (5). */
  textOf(node: XPathNode): string {
    if (node.kind !== 'Element' && node.kind !== 'Document') {
      this.budget.spendText(node.text.length);
      return node.text;
    }
    const texts: string[] = [];
    for (let index = node.order + 1; index <= node.end; index += 1) {
      const inner = this.nodes[index]!;
      this.budget.spend();
      if (inner.kind !== 'Text') continue;
      this.budget.spendText(inner.text.length);
      texts.push(inner.text);
    }
    return texts.join('');
  }

  /** The first element with this `id`. */
  withId(id: string): XPathNode | undefined {
    this.budget.spend();
    this.ids ??= this.collectIds();
    return this.ids.get(id);
  }

  private collectIds(): Map<string, XPathNode> {
    const ids = new Map<string, XPathNode>();
    for (const node of this.nodes) {
      this.budget.spend();
      const { source } = node;
      if (!source || !('attribs' in source)) continue;
      const { id } = source.attribs;
      if (id && !ids.has(id)) ids.set(id, node);
    }
    return ids;
  }
}

type Take = (node: XPathNode) => void;
type Walk = (tree: XPathTree, from: XPathNode, take: Take) => void;

const walkAncestors = (from: XPathNode | undefined, take: Take): void => {
  for (let node = from; node; node = node.parent) take(node);
};

const walkRange = ({ nodes }: XPathTree, first: number, last: number, take: Take): void => {
  for (let index = first; index <= last; index += 1) take(nodes[index]!);
};

/** Attributes have no siblings and nothing within; what comes before and after them is seen from their element. */
const startOf = (node: XPathNode): XPathNode => (node.kind === 'Attribute' ? node.parent! : node);

/** All axes in their own order, reverse ones backwards, as XPath 1.0 counts positions (2.4). HTML has no namespaces. */
export const axes = {
  ancestor: (_tree, { parent }, take) => walkAncestors(parent, take),
  'ancestor-or-self': (_tree, from, take) => walkAncestors(from, take),
  attribute: (tree, from, take) => {
    for (const attribute of tree.attributesOf(from)) take(attribute);
  },
  child: (_tree, { first }, take) => {
    for (let node = first; node; node = node.next) take(node);
  },
  descendant: (tree, from, take) => {
    if (from.kind !== 'Attribute') walkRange(tree, from.order + 1, from.end, take);
  },
  'descendant-or-self': (tree, from, take) => {
    take(from);
    if (from.kind !== 'Attribute') walkRange(tree, from.order + 1, from.end, take);
  },
  following: (tree, from, take) => {
    const start = startOf(from);
    walkRange(tree, (from.kind === 'Attribute' ? start.order : start.end) + 1, tree.root.end, take);
  },
  'following-sibling': (_tree, { next }, take) => {
    for (let node = next; node; node = node.next) take(node);
  },
  namespace: () => {},
  parent: (_tree, { parent }, take) => {
    if (parent) take(parent);
  },
  preceding: (tree, from, take) => {
    const { order } = startOf(from);
    for (let index = order - 1; index > 0; index -= 1) {
      const node = tree.nodes[index]!;
      if (node.end < order) take(node);
      else tree.budget.spend();
    }
  },
  'preceding-sibling': (_tree, { previous }, take) => {
    for (let node = previous; node; node = node.previous) take(node);
  },
  self: (_tree, from, take) => take(from),
} satisfies Readonly<Record<string, Walk>> as Readonly<Record<AxisName, Walk>>;

export type AxisName =
  | 'ancestor'
  | 'ancestor-or-self'
  | 'attribute'
  | 'child'
  | 'descendant'
  | 'descendant-or-self'
  | 'following'
  | 'following-sibling'
  | 'namespace'
  | 'parent'
  | 'preceding'
  | 'preceding-sibling'
  | 'self';

/** The nodes in document order, each once. */
export const inDocumentOrder = (nodes: Iterable<XPathNode>, { budget }: XPathTree): XPathNode[] => {
  const list = [...nodes];
  budget.spend(1 + list.length);
  if (list.every((node, index) => index === 0 || list[index - 1]!.order < node.order)) return list;
  const unique = [...new Set(list)];
  // A comparison is cheaper than a step between nodes.
  budget.spend(unique.length * Math.ceil(Math.log2(unique.length + 1) / 4));
  return unique.sort((left, right) => left.order - right.order);
};
