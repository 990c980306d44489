import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { controls } from './streams.ts';
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
  for (let excess = sum(widths) - available; excess > 0; excess -= 1) {
    const narrowable = widths.map((width, index) => (width > least[index]! ? width : 0));
    const widest = Math.max(...narrowable);
    if (widest === 0) return undefined;
    widths[narrowable.indexOf(widest)]! -= 1;
  }
  return widths;
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const asIs = (text: string): string => text;

const gridText = (
  { columns, rows }: UsedGrid,
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
const recordText = (
  columns: readonly Column[],
  [title, ...others]: readonly Cell[],
  width: number,
): string => {
  const labelWidth = Math.max(...columns.slice(1).map(({ heading }) => shownWidth(heading)));
  const lines = others.flatMap(({ text, paint = asIs }, index) => {
    const label = gap + padded(columns[index + 1]!.heading, labelWidth, 'left') + gap;
    const room = Math.max(leastWidth, width - label.length);
    return text === ''
      ? []
      : wrapText(text, room).map((line, at) => (at === 0 ? label : ' '.repeat(label.length)) + paint(line));
  });
  const { text, paint = asIs } = title!;
  return [...wrapText(text, width).map(paint), ...lines].join('\n');
};

interface UsedGrid {
  columns: readonly Column[];
  rows: readonly (readonly Cell[])[];
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
    rows: cells.map((row) => row.filter(isUsed)),
  };
};

/** Widths of the columns; `undefined` if they do not fit. */
const widthsOf = ({ columns, rows }: UsedGrid, width: number): number[] | undefined => {
  const texts = columns.map(({ heading }, index) => [heading, ...rows.map((row) => row[index]!.text)]);
  const wanted = texts.map((column) => Math.max(...column.map(shownWidth)));
  const least = columns.map(({ align, isWhole, least: readable = leastWidth }, index) => {
    if (align === 'right' || isWhole) return wanted[index]!;
    const words = texts[index]!.flatMap((text) => text.split(' ')).map(shownWidth);
    const longestWord = Math.min(Math.max(leastWidth, ...words), Math.floor(width / 3));
    return Math.min(wanted[index]!, Math.max(readable, longestWord));
  });
  return fittingWidths(wanted, least, width - gap.length * (columns.length - 1));
};

/** Columns of a stream's terminal; without one, those in the environment, or 80. */
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
    if (widths) return gridText(grid, widths, paintHeading);
  }
  return whole.rows.map((row) => recordText(whole.columns, row, width)).join('\n');
};

/**
 * Explains the error codes in a table: each code once, with the first site's message.
 *
 * @param width - columns of the terminal.
 */
export const errorLines = (errors: readonly { Code: string; Message: string }[], width: number): string[] =>
  [...Map.groupBy(errors, ({ Code }) => Code)].flatMap(([code, all]) => {
    const others = new Set(all.map(({ Message }) => Message)).size - 1;
    const more = others === 0 ? '' : ` (${others} more with other details; --json shows all)`;
    return wrapText(printable(`${code}: ${all[0]!.Message}${more}`, 1_000), width);
  });

/** Continues a command after a backslash, so that it can be copied. Never breaks within quotes. */
const fitCommand = (line: string, width: number): string[] => {
  const indent = /^ */.exec(line)![0];
  const lines: string[] = [];
  let current = '';
  for (const word of line.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? []) {
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

/** Rewraps paragraphs and commands that are wider than the terminal. */
export const fitText = (text: string, width: number): string =>
  blocksOf(text.split('\n'))
    .flatMap((block) => {
      if (block.every((line) => shownWidth(line) <= width)) return block;
      if (block[0]!.trimStart().startsWith('$ ')) return fitCommand(block[0]!, width);
      const indent = /^ */.exec(block[0]!)![0];
      return wrapText(block.join(' '), width - indent.length).map((line) => indent + line);
    })
    .join('\n');
