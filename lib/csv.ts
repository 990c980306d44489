import Papa from 'papaparse';

/**
 * Where a spreadsheet may begin a cell (also at the separators of other locales, inside quotes), followed by
 * the sign of a formula.
 */
const formulaStart = /(?:^|[;\t\r\n])[\s"]*(?=[=+\-@＝＋－＠])/gu;
const guardedStart = /((?:^|[;\t\r\n])[\s"]*)'(?=[=+\-@＝＋－＠])/gu;
const number = /^\d*(?:\.\d+)?$/;

/** CSV with a heading. Text that a spreadsheet could run as a formula gets an apostrophe. */
export const toCsv = (fields: readonly string[], rows: readonly (readonly (string | null)[])[]): string =>
  Papa.unparse(
    {
      fields: [...fields],
      data: rows.map((cells) => cells.map((text) => text?.replace(formulaStart, "$&'") ?? '')),
    },
    { quotes: (cell) => !number.test(String(cell)), newline: '\n' },
  );

/** A cell's text without the apostrophes of `toCsv`. */
export const withoutFormulaGuards = (cell: string): string => cell.replace(guardedStart, '$1');
