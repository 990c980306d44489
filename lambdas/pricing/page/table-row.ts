import type { ChildNode, Element } from 'domhandler';
import { shortTextOf } from './element-text.ts';

/** The row of a table, or the half of a pair in a list of them, that an element stands in. */
export const rowOf = (element: Element): Element | undefined => {
  let node: Element | null = element;
  for (let step = 0; node && step < 6; step += 1) {
    if (node.name === 'tr' || node.name === 'dd' || node.name === 'dt') return node;
    node = node.parent && 'attribs' in node.parent ? (node.parent as Element) : null;
  }
  return undefined;
};

const isCell = (node: ChildNode): node is Element =>
  node.type === 'tag' && (node.name === 'td' || node.name === 'th');
const maxRows = 3;
const maxCells = 50;
const maxHeader = 40;

/** What the head of a table says of the column that an element stands in; empty where it says nothing. */
export const columnHeadOf = (element: Element): string => {
  const row = rowOf(element);
  if (row?.name !== 'tr') return '';
  const column = cellsOf(row).findIndex((cell) => holds(cell, element));
  let table: Element | null = row;
  while (table && table.name !== 'table')
    table = table.parent && 'attribs' in table.parent ? (table.parent as Element) : null;
  if (!table || column < 0) return '';
  for (const head of rowsOf(table).slice(0, maxRows)) {
    if (head === row) return '';
    const cells = cellsOf(head);
    if (cells.length > column && cells.every(({ name }) => name === 'th'))
      return shortTextOf(cells[column]!, maxHeader).trim();
  }
  return '';
};

const cellsOf = (row: Element): Element[] => row.children.slice(0, 2 * maxCells).filter(isCell);

const holds = (cell: Element, element: Element): boolean => {
  let node: Element | null = element;
  for (let step = 0; node && step < 6; step += 1) {
    if (node === cell) return true;
    node = node.parent && 'attribs' in node.parent ? (node.parent as Element) : null;
  }
  return false;
};

const rowsOf = (table: Element): Element[] =>
  table.children
    .slice(0, 10)
    .flatMap((part) =>
      part.type !== 'tag'
        ? []
        : part.name === 'tr'
          ? [part]
          : part.children
              .slice(0, 10)
              .filter((row): row is Element => row.type === 'tag' && row.name === 'tr'),
    );
