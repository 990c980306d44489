import type { AnyNode, Document, Element } from 'domhandler';
import * as DomUtils from 'domutils';
import xpath from 'xpath';
import type { SelectorBudget } from './selector-budget.ts';

const documentType = 9;
const elementType = 1;
const attributeType = 2;
const textType = 3;
const commentType = 8;

/** A node of the kind that the XPath engine walks, over a parsed one; each step is paid for. */
export class XPathNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly namespaceURI = null;
  readonly prefix = null;
  readonly source: AnyNode | undefined;
  /** Of a text, a comment or an attribute; read through {@link data}, where it is paid for. */
  text = '';
  order = 0;
  lastOrder = 0;
  parent: XPathNode | null = null;
  ownerElement: XPathNode | null = null;
  ownerDocument: XPathNode | null = null;
  childNodes: XPathNode[] = [];
  next: XPathNode | null = null;
  private readonly budget: SelectorBudget;
  private attributeList: XPathNode[] | undefined;

  constructor(nodeType: number, nodeName: string, source: AnyNode | undefined, budget: SelectorBudget) {
    this.nodeType = nodeType;
    this.nodeName = nodeName;
    this.source = source;
    this.budget = budget;
  }
  get localName(): string {
    return this.nodeName;
  }
  get name(): string {
    return this.nodeName;
  }
  get data(): string {
    this.budget.spendText(this.text.length);
    return this.text;
  }
  get value(): string {
    return this.data;
  }
  get nodeValue(): string {
    return this.data;
  }
  get documentElement(): XPathNode | null {
    return this.childNodes.find((child) => child.nodeType === elementType) ?? null;
  }
  get firstChild(): XPathNode | null {
    this.budget.spend();
    return this.childNodes[0] ?? null;
  }
  get nextSibling(): XPathNode | null {
    this.budget.spend();
    return this.next;
  }
  get parentNode(): XPathNode | null {
    this.budget.spend();
    return this.parent;
  }
  get attributes(): { length: number; item: (index: number) => XPathNode | undefined } {
    this.attributeList ??= Object.entries((this.source as Element | undefined)?.attribs ?? {}).map(
      ([name, value], index) => {
        const attribute = new XPathNode(attributeType, name, undefined, this.budget);
        attribute.text = value;
        attribute.ownerElement = this;
        attribute.ownerDocument = this.ownerDocument;
        attribute.order = this.order + (index + 1) / 10_000;
        attribute.lastOrder = attribute.order;
        return attribute;
      },
    );
    const list = this.attributeList;
    this.budget.spend(1 + list.length);
    return { length: list.length, item: (index) => list[index] };
  }
  compareDocumentPosition(other: XPathNode): number {
    this.budget.spend();
    if (other.order === this.order) return 0;
    return other.order < this.order ? 0x02 : 0x04;
  }
}

/** The page as the XPath engine walks it: made once, for all expressions. */
export const wrapDocument = (document: Document, budget: SelectorBudget): XPathNode => {
  let order = 0;
  const root = new XPathNode(documentType, '#document', document, budget);
  root.ownerDocument = root;
  const stack: XPathNode[] = [root];
  while (stack.length > 0) {
    const wrapped = stack.pop()!;
    order += 1;
    wrapped.order = order;
    const { source } = wrapped;
    if (!source || !('children' in source)) continue;
    let previous: XPathNode | undefined;
    for (const child of source.children) {
      let node: XPathNode;
      if (child.type === 'text') {
        node = new XPathNode(textType, '#text', child, budget);
        node.text = child.data;
      } else if (child.type === 'comment') {
        node = new XPathNode(commentType, '#comment', child, budget);
        node.text = child.data;
      } else if ('name' in child && 'attribs' in child) {
        node = new XPathNode(elementType, (child as Element).name, child, budget);
      } else continue;
      node.parent = wrapped;
      node.ownerDocument = root;
      if (previous) previous.next = node;
      previous = node;
      wrapped.childNodes.push(node);
    }
    for (let index = wrapped.childNodes.length - 1; index >= 0; index -= 1)
      stack.push(wrapped.childNodes[index]!);
  }
  return root;
};

/** The part of the library that its types leave out. */
const parser = xpath as unknown as {
  parse: (expression: string) => {
    evaluate: (options: { node: XPathNode; isHtml: boolean }) => {
      /** Only on node sets. */
      toUnsortedArray?: () => XPathNode[];
      toString: () => string;
    };
  };
};

/** One result of an XPath: an element or a plain text. */
export type XPathResult = Element | string;

/** Predicates filter lists that were walked before, and no step tells how long: without a limit they are free. */
const maxPredicates = 20;

/** @throws when the expression is no XPath 1.0, or has too many predicates. */
export const parseXPath = (expression: string) => {
  if (expression.split('[').length - 1 > maxPredicates)
    throw new Error(`More than ${maxPredicates} predicates ("[") in one XPath.`);
  return parser.parse(expression);
};

/**
 * @param root - of the document, by {@link wrapDocument}.
 * @throws when the expression is no XPath 1.0 or the budget is spent.
 */
export const selectXPath = (document: Document, root: XPathNode, expression: string): XPathResult[] => {
  const result = parseXPath(expression).evaluate({ node: root, isHtml: true });
  if (!result.toUnsortedArray) return [result.toString()];
  const nodes = result.toUnsortedArray();
  nodes.sort((left, right) => left.order - right.order);
  return nodes.map((node) => {
    if (node.nodeType === elementType) return node.source as Element;
    if (node.nodeType === documentType) return DomUtils.textContent(document);
    return node.nodeValue;
  });
};
