import type { ChildNode, Document, Element, ParentNode } from 'domhandler';
import { isElement } from '../page/ancestors.ts';

/** How often a document has what tells a product's page from a list, a basket or an article. */
export interface DocumentCounts {
  elements: number;
  images: number;
  /** Links to other addresses. */
  links: number;
  /** `article`, `time` and what names an author. */
  articles: number;
  times: number;
  /** Fields that ask for a number of pieces, shown. */
  quantities: number;
  /** Choices of an order: `<select name="orderby">`. */
  sortings: number;
  /** Links to further pages of the same list. */
  paginations: number;
  /** Forms that send an order's data: addresses, cards, passwords. */
  personals: number;
  /** Players of videos, maps and other embedded documents. */
  frames: number;
  /** Rows of tables. */
  rows: number;
  /** Most elements of one parent that are made up alike, and each hold a link and an image. */
  cards: number;
}

const quantityNames =
  /(?:^|[\W_])(?:qty|quantity|quantit[aeé]|menge|anzahl|aantal|cantidad|ilosc|kolichestvo)/i;
const sortNames = /(?:^|[\W_])(?:sort\w*|order-?_?by|orderby|sortierung|tri)(?=$|[\W_])/i;
const paginationNames =
  /(?:^|[\s_-])(?:pagination|paginator|pager|page-?numbers?|load-?more|next-?page)(?=$|[\s_-])/i;
const personalFields =
  /^(?:street-address|address-line\d|postal-code|cc-number|cc-exp|cc-csc|current-password|given-name|family-name|tel)$/;

const namesOf = ({ attribs }: Element): string =>
  `${attribs.name ?? ''} ${attribs.id ?? ''} ${attribs.class ?? ''}`.slice(0, 300);

const countField = (element: Element, counts: DocumentCounts): void => {
  const { name, attribs } = element;
  if (attribs.type === 'hidden') return;
  if (personalFields.test(attribs.autocomplete ?? '')) counts.personals += 1;
  const names = namesOf(element);
  if (quantityNames.test(names)) counts.quantities += 1;
  if (name === 'select' && sortNames.test(names)) counts.sortings += 1;
};

const counters: Readonly<Record<string, (element: Element, counts: DocumentCounts) => void>> = {
  img: (_, counts) => {
    counts.images += 1;
  },
  a: ({ attribs }, counts) => {
    if (attribs.href === undefined || /^(?:#|javascript:|$)/i.test(attribs.href)) return;
    counts.links += 1;
    if (/(?:^|\s)(?:next|prev)(?:\s|$)/.test(attribs.rel ?? '')) counts.paginations += 1;
  },
  link: ({ attribs }, counts) => {
    if (/^(?:next|prev)$/.test(attribs.rel ?? '')) counts.paginations += 1;
  },
  article: (_, counts) => {
    counts.articles += 1;
  },
  time: (_, counts) => {
    counts.times += 1;
  },
  iframe: (_, counts) => {
    counts.frames += 1;
  },
  tr: (_, counts) => {
    counts.rows += 1;
  },
  input: countField,
  select: countField,
};

/** Counts in one walk over the document, without recursion. */
export const countDocument = (document: Document): DocumentCounts => {
  const counts: DocumentCounts = {
    elements: 0,
    images: 0,
    links: 0,
    articles: 0,
    times: 0,
    quantities: 0,
    sortings: 0,
    paginations: 0,
    personals: 0,
    frames: 0,
    rows: 0,
    cards: 0,
  };
  let node: ChildNode | ParentNode | null = document.firstChild;
  while (node) {
    if (isElement(node)) {
      counts.elements += 1;
      counters[node.name]?.(node, counts);
      const names = node.attribs.class;
      if (names !== undefined && names.length < 200 && paginationNames.test(names)) counts.paginations += 1;
      if (node.firstChild && node.type === 'tag') {
        node = node.firstChild;
        continue;
      }
    }
    let next: ChildNode | ParentNode | null = node;
    while (next && !next.nextSibling) next = (next as ChildNode).parent as ParentNode | null;
    node = next?.nextSibling ?? null;
  }
  return counts;
};
