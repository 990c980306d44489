import type { Element } from 'domhandler';

/** The element around; `null` for the outermost. */
export const parentOf = ({ parent }: Element): Element | null =>
  parent && 'attribs' in parent ? (parent as Element) : null;

/** The elements around, nearest first: how deep elements stand is the page's to choose, how far is looked is not. */
export const ancestorsOf = (element: Element, most: number): Element[] => {
  const found: Element[] = [];
  let node = parentOf(element);
  while (node && found.length < most) {
    found.push(node);
    node = parentOf(node);
  }
  return found;
};
