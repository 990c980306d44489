import type { AnyNode, Document, Element } from 'domhandler';

const nodeTypes = { element: 1, attribute: 2, text: 3, comment: 8, document: 9 } as const;

/** A node of a parsed page with the parts of the DOM that the XPath library uses. */
export class XPathNode {
  readonly nodeType: number;
  /** As written on the page. */
  readonly nodeName: string;
  readonly prefix: string | null;
  readonly localName: string;
  /** HTML has no namespaces: a prefix is part of the name. */
  readonly namespaceURI: string | null;
  /** Text of a text node, comment or attribute. */
  readonly nodeValue: string;
  readonly parentNode: XPathNode | null;
  readonly ownerElement: XPathNode | null = null;
  ownerDocument: XPathNode | null = null;
  /** Position in document order; attributes precede children. */
  order = 0;
  /** Order of the last descendant. */
  end = 0;
  firstChild: XPathNode | null = null;
  nextSibling: XPathNode | null = null;
  previousSibling: XPathNode | null = null;
  readonly source: AnyNode | undefined;
  readonly attributes: (XPathNode[] & { item?: (index: number) => XPathNode | undefined }) | null;

  constructor(nodeType: number, name: string, text: string, parent: XPathNode | null, source?: AnyNode) {
    const colon = name.indexOf(':');
    this.nodeType = nodeType;
    this.nodeName = name;
    this.prefix = colon > 0 ? name.slice(0, colon) : null;
    this.namespaceURI = this.prefix?.toLowerCase() ?? null;
    this.localName = name.slice(colon + 1);
    this.nodeValue = text;
    this.source = source;
    const isAttribute = nodeType === nodeTypes.attribute;
    this.parentNode = isAttribute ? null : parent;
    if (isAttribute) this.ownerElement = parent;
    this.attributes = source && 'attribs' in source ? [] : null;
  }

  getAttribute(name: string): string | null {
    return (this.source as Element).attribs[name] ?? null;
  }

  /** `xml:lang` is requested by namespace; HTML calls it `lang`. */
  getAttributeNS(_namespace: string | null, name: string): string | null {
    return this.getAttribute(name);
  }
}

const nodeOf = (source: AnyNode, parent: XPathNode): XPathNode | undefined => {
  if (source.type === 'text') return new XPathNode(nodeTypes.text, '', source.data, parent, source);
  if (source.type === 'comment') return new XPathNode(nodeTypes.comment, '', source.data, parent, source);
  return 'attribs' in source ? new XPathNode(nodeTypes.element, source.name, '', parent, source) : undefined;
};

const growAttributes = (element: XPathNode, place: (node: XPathNode) => void): void => {
  const { source, attributes } = element;
  if (!attributes) return;
  for (const [name, value] of Object.entries((source as Element).attribs)) {
    const attribute = new XPathNode(nodeTypes.attribute, name, value, element);
    place(attribute);
    attribute.end = attribute.order;
    attributes.push(attribute);
  }
  attributes.item = (index) => attributes[index];
};

const growChildren = (parent: XPathNode, grow: (node: XPathNode) => void): void => {
  const { source } = parent;
  let previous: XPathNode | null = null;
  for (const child of source && 'children' in source ? source.children : []) {
    const node = nodeOf(child, parent);
    if (!node) continue;
    node.previousSibling = previous;
    if (previous) previous.nextSibling = node;
    else parent.firstChild = node;
    previous = node;
    grow(node);
  }
};

/** Creates the nodes of a page. Their depth is bounded by the parser's limit. */
export const xpathDocumentOf = (document: Document): XPathNode => {
  const root = new XPathNode(nodeTypes.document, '', '', null, document);
  let count = 0;
  const place = (node: XPathNode): void => {
    node.order = count;
    count += 1;
    if (node !== root) node.ownerDocument = root;
  };
  const grow = (node: XPathNode): void => {
    place(node);
    growAttributes(node, place);
    growChildren(node, grow);
    node.end = count - 1;
  };
  grow(root);
  return root;
};
