import type { ChildNode, Element } from 'domhandler';
import { lineageOf, nearest } from './ancestors.ts';
import { shortTextOf } from './element-text.ts';

/** How deep an element stands in its row. */
const maxSteps = 6;

/** Parts of a table that elements play: `<div role="row">` is a `tr`. */
const playedParts: ReadonlyMap<string, string> = new Map([
  ['table', 'table'],
  ['grid', 'table'],
  ['treegrid', 'table'],
  ['row', 'tr'],
  ['cell', 'td'],
  ['gridcell', 'td'],
  ['rowheader', 'th'],
  ['columnheader', 'th'],
]);

/** The name of the element of a table that this one is, or plays the part of. */
const partOf = ({ name, attribs }: Element): string =>
  attribs.role === undefined ? name : (playedParts.get(attribs.role.trim().toLowerCase()) ?? name);

const isRow = (element: Element): boolean => partOf(element) === 'tr';

/** True if an element is the cell of a table. */
export const isCell = (node: ChildNode): node is Element =>
  node.type === 'tag' && ['td', 'th'].includes(partOf(node));

/** The row of a table, or the half of a pair in a list of them, that an element stands in. */
export const rowOf = (element: Element): Element | undefined =>
  nearest(element, maxSteps, (each) => isRow(each) || each.name === 'dd' || each.name === 'dt');

/** The same, where it is the row of a table. */
export const tableRowOf = (element: Element): Element | undefined => {
  const row = rowOf(element);
  return row && isRow(row) ? row : undefined;
};

const maxRows = 3;
const maxCells = 50;
const maxHeader = 40;
/** Rows, with what stands between them, of which one column is read. */

/** A cell of a head, which older pages make of the same cells as the rest: words, and no number. */
const isHead = (cell: Element): boolean => {
  if (partOf(cell) === 'th') return true;
  const text = shortTextOf(cell, maxHeader).trim();
  return text !== '' && text.length < maxHeader && !/\d/.test(text.replace(/\d{1,2}\s?%/, ''));
};

/** In which column of its row an element stands, from 0; -1 outside of tables. */
export const columnOf = (element: Element): number => {
  const row = tableRowOf(element);
  if (!row) return -1;
  const around = lineageOf(element, maxSteps);
  return cellsOf(row).findIndex((cell) => around.includes(cell));
};

/** Heading of the column that an element stands in; empty without one. */
export const columnHeadOf = (element: Element): string => {
  const row = tableRowOf(element);
  if (!row) return '';
  const column = columnOf(element);
  const table = tableOf(row);
  if (!table || column < 0) return '';
  for (const head of rowsOf(table).slice(0, maxRows)) {
    if (head === row) return '';
    const cells = cellsOf(head);
    if (cells.length > column && cells.length > 1 && cells.every(isHead))
      return shortTextOf(cells[column]!, maxHeader).trim();
  }
  return '';
};

/** First cell of the row or list pair that an element stands in; empty without one. */
export const rowHeadOf = (element: Element): string => {
  const row = rowOf(element);
  if (row?.name === 'dd') {
    let before = row.previousSibling;
    while (before && before.type !== 'tag') before = before.previousSibling;
    return before?.name === 'dt' ? shortTextOf(before, maxHeader).trim() : '';
  }
  if (!row || !isRow(row)) return '';
  const [head, ...others] = cellsOf(row);
  if (!head || others.length === 0 || lineageOf(element, maxSteps).includes(head)) return '';
  return shortTextOf(head, maxHeader).trim();
};

const tableOf = (row: Element): Element | undefined =>
  nearest(row, maxSteps, (each) => partOf(each) === 'table');

const cellsOf = (row: Element): Element[] => row.children.slice(0, 2 * maxCells).filter(isCell);

const maxParts = 10;

const rowsOf = (table: Element, most = maxParts): Element[] =>
  table.children
    .slice(0, most)
    .flatMap((part) =>
      part.type !== 'tag'
        ? []
        : isRow(part)
          ? [part]
          : part.children.slice(0, most).filter((row): row is Element => row.type === 'tag' && isRow(row)),
    );
