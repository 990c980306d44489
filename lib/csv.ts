import Papa from 'papaparse';

/** Characters that programs may drop before the sign of a formula; also separators of other locales, inside quotes. */
const skipped = '[\\s\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}";]';
const gap = `(?:^${skipped}*|(?<!${skipped})${skipped}+)`;
const start = new RegExp(`(${gap})(?=(.))`, 'gsu');
const guardedStart = new RegExp(`(${gap})'(?=(.))`, 'gsu');
/** True if a cell may begin within the gap, with the sign of a formula or one that programs take for it. */
const isFormula = (gap: string, sign: string, offset: number): boolean =>
  (offset === 0 || /[;\t\r\n]/.test(gap)) && /^[=+\-@−]/.test(sign.normalize('NFKC'));
const number = /^\d*(?:\.\d+)?$/;

const guarded = (text: string): string =>
  text.replace(start, (found, gap: string, sign: string, offset: number) =>
    isFormula(gap, sign, offset) ? `${found}'` : found,
  );

/** CSV with a heading. Text that a spreadsheet could run as a formula gets an apostrophe. */
export const toCsv = (fields: readonly string[], rows: readonly (readonly (string | null)[])[]): string =>
  Papa.unparse(
    { fields: [...fields], data: rows.map((cells) => cells.map((text) => guarded(text ?? ''))) },
    { quotes: (cell) => !number.test(String(cell)), newline: '\n' },
  );

/** A cell's text without the apostrophes of `toCsv`. */
export const withoutFormulaGuards = (cell: string): string =>
  cell.replace(guardedStart, (found, gap: string, sign: string, offset: number) =>
    isFormula(gap, sign, offset) ? gap : found,
  );
