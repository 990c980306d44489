import type { Element } from 'domhandler';

/** The row of a table, or the half of a pair in a list of them, that an element stands in. */
export const rowOf = (element: Element): Element | undefined => {
  let node: Element | null = element;
  for (let step = 0; node && step < 6; step += 1) {
    if (node.name === 'tr' || node.name === 'dd' || node.name === 'dt') return node;
    node = node.parent && 'attribs' in node.parent ? (node.parent as Element) : null;
  }
  return undefined;
};
