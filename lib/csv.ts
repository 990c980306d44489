import Papa from 'papaparse';

/** Characters that a spreadsheet may skip before the sign of a formula; also separators of other locales, inside quotes. */
const gap = '(?:^[\\s";]*|(?<![\\s";])[\\s";]+)';
const sign = '(?=[=+\\-@＝＋－＠])';
const formulaStart = new RegExp(`${gap}${sign}`, 'gu');
const guardedStart = new RegExp(`(${gap})'${sign}`, 'gu');
/** True if a cell may begin within the gap. */
const isStart = (gap: string, offset: number): boolean => offset === 0 || /[;\t\r\n]/.test(gap);
const number = /^\d*(?:\.\d+)?$/;

const guarded = (text: string): string =>
  text.replace(formulaStart, (found, offset: number) => (isStart(found, offset) ? `${found}'` : found));

/** CSV with a heading. Text that a spreadsheet could run as a formula gets an apostrophe. */
export const toCsv = (fields: readonly string[], rows: readonly (readonly (string | null)[])[]): string =>
  Papa.unparse(
    { fields: [...fields], data: rows.map((cells) => cells.map((text) => guarded(text ?? ''))) },
    { quotes: (cell) => !number.test(String(cell)), newline: '\n' },
  );

/** A cell's text without the apostrophes of `toCsv`. */
export const withoutFormulaGuards = (cell: string): string =>
  cell.replace(guardedStart, (found, before: string, offset: number) =>
    isStart(before, offset) ? before : found,
  );
