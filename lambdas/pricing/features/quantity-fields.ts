import type { ChildNode, Document, Element } from 'domhandler';
import { isElement } from '../page/ancestors.ts';
import { walkNodes } from '../page/walk.ts';

const quantityNames =
  /(?:^|[\W_])(?:qty|quantity|quantit[aeé]|menge|anzahl|aantal|cantidad|ilosc|kolichestvo)/i;

const isQuantityField = ({ name, attribs }: Element): boolean =>
  (name === 'input' || name === 'select') &&
  attribs.type !== 'hidden' &&
  quantityNames.test(`${attribs.name ?? ''} ${attribs.id ?? ''} ${attribs.class ?? ''}`.slice(0, 300));

/** Counts the shown fields that ask for a number of pieces. */
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
