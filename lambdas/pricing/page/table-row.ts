import type { ChildNode, Element } from 'domhandler';
import { shortTextOf } from './element-text.ts';
import { lineageOf, nearest } from './walk.ts';

/** Greatest depth of an element in its row. */
const maxSteps = 6;

/** ARIA roles of table parts: `<div role="row">` is a `tr`. */
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

/** The tag name of a table part, or the one equivalent to its role. */
const partOf = ({ name, attribs }: Element): string =>
  attribs.role === undefined ? name : (playedParts.get(attribs.role.trim().toLowerCase()) ?? name);

const isRow = (element: Element): boolean => partOf(element) === 'tr';

/** True for a table cell. */
export const isCell = (node: ChildNode): node is Element =>
  node.type === 'tag' && ['td', 'th'].includes(partOf(node));

/** The table row, or the half of a pair in a description list, that contains an element. */
export const rowOf = (element: Element): Element | undefined =>
  nearest(element, maxSteps, (each) => isRow(each) || each.name === 'dd' || each.name === 'dt');

/** The same for table rows only. */
export const tableRowOf = (element: Element): Element | undefined => {
  const row = rowOf(element);
  return row && isRow(row) ? row : undefined;
};

const maxRows = 3;
const maxCells = 50;
const maxHeader = 40;

/** True for a head cell; older pages use ordinary cells, with words and no number. */
const isHead = (cell: Element): boolean => {
  if (partOf(cell) === 'th') return true;
  const text = shortTextOf(cell, maxHeader).trim();
  return text !== '' && text.length < maxHeader && !/\d/.test(text.replace(/\d{1,2}\s?%/, ''));
};

/** Column index of an element in its row; -1 outside of tables. */
export const columnOf = (element: Element): number => {
  const row = tableRowOf(element);
  if (!row) return -1;
  const around = lineageOf(element, maxSteps);
  return cellsOf(row).findIndex((cell) => around.includes(cell));
};

/** The head of an element's column; empty if there is none. */
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

/** The first cell of an element's row or list pair; empty if there is none. */
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

const rowsOf = (table: Element): Element[] =>
  table.children
    .slice(0, maxParts)
    .flatMap((part) =>
      part.type !== 'tag'
        ? []
        : isRow(part)
          ? [part]
          : part.children
              .slice(0, maxParts)
              .filter((row): row is Element => row.type === 'tag' && isRow(row)),
    );
