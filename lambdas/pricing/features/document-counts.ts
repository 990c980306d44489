import type { ChildNode, Document, Element } from 'domhandler';
import { isElement } from '../page/ancestors.ts';
import { walkNodes } from '../page/walk.ts';

/** How often a document has what tells a product's page from a list, a basket or an article. */
export interface DocumentCounts {
  /** Links to other addresses. */
  links: number;
  /** Fields that ask for a number of pieces, shown. */
  quantities: number;
  /** Choices of an order: `<select name="orderby">`. */
  sortings: number;
  /** Links to further pages of the same list. */
  paginations: number;
}

const quantityNames =
  /(?:^|[\W_])(?:qty|quantity|quantit[aeé]|menge|anzahl|aantal|cantidad|ilosc|kolichestvo)/i;
const sortNames = /(?:^|[\W_])(?:sort\w*|order-?_?by|orderby|sortierung|tri)(?=$|[\W_])/i;
const paginationNames =
  /(?:^|[\s_-])(?:pagination|paginator|pager|page-?numbers?|load-?more|next-?page)(?=$|[\s_-])/i;

const namesOf = ({ attribs }: Element): string =>
  `${attribs.name ?? ''} ${attribs.id ?? ''} ${attribs.class ?? ''}`.slice(0, 300);

const isField = ({ name, attribs }: Element): boolean =>
  (name === 'input' || name === 'select') && attribs.type !== 'hidden';
const isLink = ({ name, attribs }: Element): boolean =>
  name === 'a' && attribs.href !== undefined && !/^(?:#|javascript:|$)/i.test(attribs.href);
/** A link to the page before or behind this one. */
const isStepOf = (element: Element): boolean =>
  element.attribs.rel !== undefined &&
  (isLink(element) || element.name === 'link') &&
  /(?:^|\s)(?:next|prev)(?:\s|$)/.test(element.attribs.rel);
/** What every name of a pagination has in it: most names are done with at once. */
const maybePagination = /pag|load/i;
const namesPagination = (names: string): boolean =>
  maybePagination.test(names) && paginationNames.test(names.slice(0, 200));

const addElement = (counts: DocumentCounts, element: Element): void => {
  if (isLink(element)) counts.links += 1;
  else if (isField(element)) {
    const names = namesOf(element);
    if (quantityNames.test(names)) counts.quantities += 1;
    if (element.name === 'select' && sortNames.test(names)) counts.sortings += 1;
  }
  if (isStepOf(element) || namesPagination(element.attribs.class ?? '')) counts.paginations += 1;
};

/** Counts in one walk over the document. */
export const countDocument = (document: Document): DocumentCounts => {
  const counts: DocumentCounts = { links: 0, quantities: 0, sortings: 0, paginations: 0 };
  const count = (node: ChildNode): boolean => {
    if (!isElement(node)) return false;
    addElement(counts, node);
    return node.type === 'tag';
  };
  walkNodes(document, count, () => {});
  return counts;
};
