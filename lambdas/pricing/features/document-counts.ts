import type { ChildNode, Document, Element } from 'domhandler';
import { isElement } from '../page/ancestors.ts';
import { walkNodes } from '../page/walk.ts';
import { remembered } from '../remembered.ts';

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
/** Elements of one page, and pages of one template, share their names: what they mean is asked once. */
const namesPagination = remembered((names) => paginationNames.test(names.slice(0, 200)), 5_000);
/** What each count counts. */
const counted: Readonly<Record<keyof DocumentCounts, (element: Element) => boolean>> = {
  links: isLink,
  quantities: (element) => isField(element) && quantityNames.test(namesOf(element)),
  sortings: (element) => element.name === 'select' && isField(element) && sortNames.test(namesOf(element)),
  paginations: (element) => isStepOf(element) || namesPagination(element.attribs.class ?? ''),
};
const counters = Object.entries(counted) as [keyof DocumentCounts, (element: Element) => boolean][];

/** Counts in one walk over the document. */
export const countDocument = (document: Document): DocumentCounts => {
  const counts: DocumentCounts = { links: 0, quantities: 0, sortings: 0, paginations: 0 };
  const count = (node: ChildNode): boolean => {
    if (!isElement(node)) return false;
    for (const [name, isCounted] of counters) if (isCounted(node)) counts[name] += 1;
    return node.type === 'tag';
  };
  walkNodes(document, count, () => {});
  return counts;
};
