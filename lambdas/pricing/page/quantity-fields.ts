import type { ChildNode, Document, Element } from 'domhandler';
import { isElement } from './ancestors.ts';
import { walkNodes } from './walk.ts';

const quantityNames =
  /(?:^|[\W_])(?:qty|quantity|quantit[aeé]|menge|anzahl|aantal|cantidad|ilosc|kolichestvo)/i;

/** True if an element is named after a quantity. */
export const isNamedQuantity = ({ attribs }: Element): boolean =>
  quantityNames.test(`${attribs.name ?? ''} ${attribs.id ?? ''} ${attribs.class ?? ''}`.slice(0, 300));

const isQuantityField = (element: Element): boolean =>
  (element.name === 'input' || element.name === 'select') &&
  element.attribs.type !== 'hidden' &&
  isNamedQuantity(element);

/** Counts the visible quantity fields. */
export const countQuantityFields = (document: Document): number => {
  let count = 0;
  const visit = (node: ChildNode): boolean => {
    if (!isElement(node)) return false;
    if (isQuantityField(node)) count += 1;
    return node.type === 'tag';
  };
  walkNodes(document, visit, () => {});
  return count;
};
