import type { ChildNode, Element } from 'domhandler';
import { lineageOf } from './ancestors.ts';
import { shortTextOf } from './element-text.ts';

/** How deep an element stands in its row. */
const maxSteps = 6;

/** The row of a table, or the half of a pair in a list of them, that an element stands in. */
export const rowOf = (element: Element): Element | undefined =>
  lineageOf(element, maxSteps).find(({ name }) => name === 'tr' || name === 'dd' || name === 'dt');

const isCell = (node: ChildNode): node is Element =>
  node.type === 'tag' && (node.name === 'td' || node.name === 'th');
const maxRows = 3;
const maxCells = 50;
const maxHeader = 40;
/** Rows, with what stands between them, of which one column is read. */
const maxColumn = 200;

/** A cell of a head, which older pages make of the same cells as the rest: words, and no number. */
const isHead = (cell: Element): boolean => {
  if (cell.name === 'th') return true;
  const text = shortTextOf(cell, maxHeader).trim();
  return text !== '' && text.length < maxHeader && !/\d/.test(text.replace(/\d{1,2}\s?%/, ''));
};

/** In which column of its row an element stands, from 0; -1 outside of tables. */
export const columnOf = (element: Element): number => {
  const row = rowOf(element);
  if (row?.name !== 'tr') return -1;
  const around = lineageOf(element, maxSteps);
  return cellsOf(row).findIndex((cell) => around.includes(cell));
};

/** What the head of a table says of the column that an element stands in; empty where it says nothing. */
export const columnHeadOf = (element: Element): string => {
  const row = rowOf(element);
  if (row?.name !== 'tr') return '';
  const column = columnOf(element);
  const table = lineageOf(row, maxSteps).find(({ name }) => name === 'table');
  if (!table || column < 0) return '';
  for (const head of rowsOf(table).slice(0, maxRows)) {
    if (head === row) return '';
    const cells = cellsOf(head);
    if (cells.length > column && cells.length > 1 && cells.every(isHead))
      return shortTextOf(cells[column]!, maxHeader).trim();
  }
  return '';
};

/** What the first cell of a row, or of a pair of a list, says that the element stands behind; empty where it is none. */
export const rowHeadOf = (element: Element): string => {
  const row = rowOf(element);
  if (row?.name === 'dd') {
    let before = row.previousSibling;
    while (before && before.type !== 'tag') before = before.previousSibling;
    return before?.name === 'dt' ? shortTextOf(before, maxHeader).trim() : '';
  }
  if (row?.name !== 'tr') return '';
  const [head, ...others] = cellsOf(row);
  if (!head || others.length === 0 || lineageOf(element, maxSteps).includes(head)) return '';
  return shortTextOf(head, maxHeader).trim();
};

const cellsOf = (row: Element): Element[] => row.children.slice(0, 2 * maxCells).filter(isCell);

const maxParts = 10;

const rowsOf = (table: Element, most = maxParts): Element[] =>
  table.children
    .slice(0, most)
    .flatMap((part) =>
      part.type !== 'tag'
        ? []
        : part.name === 'tr'
          ? [part]
          : part.children
              .slice(0, most)
              .filter((row): row is Element => row.type === 'tag' && row.name === 'tr'),
    );

/** The cells of a column below the cell at its head that an element stands in. */
export const cellsBelow = (element: Element): Element[] => {
  const row = rowOf(element);
  if (row?.name !== 'tr') return [];
  const column = columnOf(element);
  const table = lineageOf(row, maxSteps).find(({ name }) => name === 'table');
  if (!table || column < 0) return [];
  const rows = rowsOf(table, maxColumn);
  return rows.slice(rows.indexOf(row) + 1).flatMap((each) => cellsOf(each)[column] ?? []);
};
