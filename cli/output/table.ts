import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { controls } from './terminal.ts';
import { printable } from './text.ts';

interface Column {
  heading: string;
  align?: 'left' | 'right';
  /** Never wrapped, so that it can be copied. Right-aligned columns are not wrapped either. */
  isWhole?: true;
  /** Minimum width for readable text. */
  least?: number;
}

/** A cell's text; colours are applied after wrapping. */
export interface Cell {
  text: string;
  paint?: (text: string) => string;
}

export interface Grid {
  /** A heading, or a column's description. */
  columns: readonly (string | Column)[];
  rows: readonly (readonly (string | number | null | undefined | Cell)[])[];
}

interface TableOptions {
  /** Columns of the terminal; longer rows are wrapped, or printed one value a line if too narrow. */
  width?: number;
  /** The same table in fewer columns, for narrow terminals. */
  narrower?: Grid;
  paintHeading?: (text: string) => string;
}

const gap = '  ';
/** Minimum width of a wrapped column. */
const leastWidth = 8;
const labelIndent = '  ';

/** Width in a terminal: two columns for CJK and emoji, none for combining marks. */
export const shownWidth = (text: string): number => stringWidth(text);

/** Breaks a text into lines of at most this width, between words if possible. Only drops spaces. */
export const wrapText = (text: string, width: number): string[] =>
  wrapAnsi(text.split(' ').filter(Boolean).join(' '), width, { hard: true }).split('\n');

const padded = (text: string, width: number, align: Column['align']): string => {
  const space = ' '.repeat(Math.max(0, width - shownWidth(text)));
  return align === 'right' ? space + text : text + space;
};

/** Widths that fit all columns, narrowing the widest first; `undefined` if even the minimums do not fit. */
const fittingWidths = (
  wanted: readonly number[],
  least: readonly number[],
  available: number,
): number[] | undefined => {
  const widths = [...wanted];
  for (let total = widths.reduce((sum, width) => sum + width, 0); total > available; total -= 1) {
    const narrowable = widths.map((width, index) => (width > least[index]! ? width : 0));
    const widest = Math.max(...narrowable);
    if (widest === 0) return undefined;
    widths[narrowable.indexOf(widest)]! -= 1;
  }
  return widths;
};

const longestWord = (text: string): number => Math.max(0, ...text.split(' ').map(shownWidth));

const asIs = (text: string): string => text;

const gridText = (
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  widths: readonly number[],
  paintHeading: (text: string) => string,
): string => {
  const linesOf = (cells: readonly Cell[]): string[] => {
    const wrapped = cells.map(({ text }, index) => wrapText(text, widths[index]!));
    return Array.from({ length: Math.max(...wrapped.map(({ length }) => length)) }, (_, at) =>
      cells
        .map(({ paint = asIs }, index) => {
          const text = wrapped[index]![at] ?? '';
          const whole = padded(text, widths[index]!, columns[index]!.align);
          return text === '' ? whole : whole.replace(text, () => paint(text));
        })
        .join(gap)
        .trimEnd(),
    );
  };
  const head = columns.map(({ heading }): Cell => ({ text: heading, paint: paintHeading }));
  return [head, ...rows].flatMap(linesOf).join('\n');
};

/** A row's first cell, followed by a line for each other non-empty cell with its heading. */
const rowText = (columns: readonly Column[], cells: readonly Cell[], width: number): string => {
  const labels = Math.max(...columns.slice(1).map(({ heading }) => shownWidth(heading)));
  const [title, ...others] = cells;
  const lines = others.flatMap(({ text, paint = asIs }, index) => {
    if (text === '') return [];
    const label = padded(columns[index + 1]!.heading, labels, 'left');
    const indent = labelIndent + ' '.repeat(labels) + gap;
    const room = Math.max(leastWidth, width - indent.length);
    return wrapText(text, room).map(
      (line, at) => (at === 0 ? labelIndent + label + gap : indent) + paint(line),
    );
  });
  const { text, paint = asIs } = title!;
  return [...wrapText(text, width).map(paint), ...lines].join('\n');
};

interface UsedGrid {
  columns: readonly Column[];
  cells: readonly (readonly Cell[])[];
}

const cellOf = (given: Grid['rows'][number][number]): Cell => {
  const cell = typeof given === 'object' && given !== null ? given : { text: String(given ?? '') };
  return { ...cell, text: cell.text.replaceAll(controls, ' ') };
};

/** Drops empty columns. */
const usedOf = ({ columns, rows }: Grid): UsedGrid => {
  const cells = rows.map((row) => row.map(cellOf));
  const isUsed = (_item: unknown, index: number): boolean =>
    index === 0 || cells.some((row) => row[index]!.text !== '');
  return {
    columns: columns
      .map((column) => (typeof column === 'string' ? { heading: column } : column))
      .filter(isUsed),
    cells: cells.map((row) => row.filter(isUsed)),
  };
};

/** Widths of the columns; `undefined` if they do not fit. */
const widthsOf = ({ columns, cells }: UsedGrid, width: number): number[] | undefined => {
  const textsOf = (index: number): string[] => [
    columns[index]!.heading,
    ...cells.map((row) => row[index]!.text),
  ];
  const wanted = columns.map((_column, index) => Math.max(...textsOf(index).map(shownWidth)));
  const least = columns.map(({ align, isWhole, least: ease = leastWidth }, index) => {
    if (align === 'right' || isWhole) return wanted[index]!;
    const whole = Math.max(leastWidth, ...textsOf(index).map(longestWord));
    return Math.min(wanted[index]!, Math.max(ease, Math.min(whole, Math.floor(width / 3))));
  });
  return fittingWidths(wanted, least, width - gap.length * (columns.length - 1));
};

/**
 * Columns of a stream's terminal; without one, those in the environment, or 80.
 */
export const columnsOf = (stream: { columns?: number | undefined }): number => {
  const columns = stream.columns || Number(process.env.COLUMNS);
  return Number.isInteger(columns) && columns >= 20 ? columns : 80;
};

/** Columns of standard output. */
export const outWidth = (): number => columnsOf(process.stdout);

/**
 * A table without borders that fits the terminal's width, without truncation.
 *
 * Drops empty columns and wraps cells. If that would break amounts or names, prints each row separately, one value a line.
 */
export const tableText = (
  columns: Grid['columns'],
  rows: Grid['rows'],
  { width = outWidth(), narrower, paintHeading = asIs }: TableOptions = {},
): string => {
  const whole = usedOf({ columns, rows });
  for (const grid of narrower ? [whole, usedOf(narrower)] : [whole]) {
    const widths = widthsOf(grid, width);
    if (widths) return gridText(grid.columns, grid.cells, widths, paintHeading);
  }
  return whole.cells.map((row) => rowText(whole.columns, row, width)).join('\n');
};

interface Explained {
  Code: string;
  Message: string;
}

/**
 * Explains the error codes in a table: each code once, with the first site's message.
 *
 * @param width - columns of the terminal.
 */
export const errorLines = (errors: readonly Explained[], width: number): string[] =>
  [
    ...Map.groupBy(
      errors.filter(({ Message }) => Message !== ''),
      ({ Code }) => Code,
    ),
  ].flatMap(([code, all]) => {
    const others = new Set(all.map(({ Message }) => Message)).size - 1;
    const more = others === 0 ? '' : ` (${others} more with other details; --json shows all)`;
    return wrapText(printable(`${code}: ${all[0]!.Message}${more}`, 1_000), width);
  });

const shellWords = (command: string): string[] => command.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? [];

const fitCommand = (line: string, width: number): string[] => {
  const indent = /^ */.exec(line)![0];
  const lines: string[] = [];
  let current = '';
  for (const word of shellWords(line)) {
    const joined = current === '' ? indent + word : `${current} ${word}`;
    if (shownWidth(joined) + 2 <= width || current.trim() === '') current = joined;
    else {
      lines.push(`${current} \\`);
      current = `${indent}    ${word}`;
    }
  }
  return [...lines, current];
};

/** Groups consecutive lines of prose with equal indentation; each other line stays separate. */
const blocksOf = (lines: readonly string[]): string[][] => {
  const blocks: string[][] = [];
  for (const line of lines) {
    const isProse = /^\S/.test(line) && !line.endsWith(':');
    const last = blocks.at(-1);
    if (isProse && last !== undefined && /^\S/.test(last[0]!) && !last[0]!.endsWith(':')) last.push(line);
    else blocks.push([line]);
  }
  return blocks;
};

/**
 * Fits prose and commands to a width: rewraps paragraphs, and continues commands after a backslash. Leaves what fits.
 */
export const fitText = (text: string, width: number): string =>
  blocksOf(text.split('\n'))
    .flatMap((block) => {
      if (block.every((line) => shownWidth(line) <= width)) return block;
      if (block[0]!.trimStart().startsWith('$ ')) return fitCommand(block[0]!, width);
      const indent = /^ */.exec(block[0]!)![0];
      return wrapText(block.join(' '), width - indent.length).map((line) => indent + line);
    })
    .join('\n');
