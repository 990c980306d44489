import { shownWidth, wrapText } from '../output/table.ts';
import { counted, dayText, printable } from '../output/text.ts';
import { groupedAmount, priceText } from './notice.ts';
import type { PriceSeries } from './price-series.ts';

/** A price at a moment. Floats only determine positions; the caller prints exact amounts. */
export interface PlotPoint {
  atMs: number;
  /** `undefined` for a gap. */
  value: number | undefined;
  isGone?: boolean;
}

interface PlotOptions {
  width: number;
  height: number;
  isUnicode: boolean;
  /** Labels an end of the price axis. */
  label: (value: number) => string;
  /** Labels an end of the time axis. */
  dayLabel: (atMs: number) => string;
}

interface Glyphs {
  level: string;
  gone: string;
  vertical: string;
  down: readonly [from: string, to: string];
  up: readonly [from: string, to: string];
  axis: string;
  corner: string;
}

const unicode: Glyphs = {
  level: '─',
  gone: '┄',
  vertical: '│',
  down: ['╮', '╰'],
  up: ['╯', '╭'],
  axis: '┤',
  corner: '└',
};
const ascii: Glyphs = {
  level: '-',
  gone: '.',
  vertical: '|',
  down: ['+', '+'],
  up: ['+', '+'],
  axis: '|',
  corner: '+',
};

interface Column {
  /** The first value in the column. */
  first: number;
  /** The last value in the column, or before it. */
  value: number;
  low: number;
  high: number;
  isGone: boolean;
}

const columnOf = (points: readonly PlotPoint[], before: Column | undefined): Column | undefined => {
  if (points.length === 0) return before && { ...before, low: before.value, high: before.value };
  const values = points.flatMap(({ value }) => (value === undefined ? [] : [value]));
  const [first, value] = [values[0], values.at(-1)];
  if (first === undefined || value === undefined) return undefined;
  const { isGone = false } = points.findLast((point) => point.value !== undefined)!;
  return { first, value, low: Math.min(...values), high: Math.max(...values), isGone };
};

/** The columns of a curve: a price holds until the next scrape. */
const columnsOf = (points: readonly PlotPoint[], count: number): (Column | undefined)[] => {
  const [fromMs, toMs] = [points[0]!.atMs, points.at(-1)!.atMs];
  const byColumn = Map.groupBy(points, ({ atMs }) =>
    atMs === fromMs ? 0 : Math.ceil(((atMs - fromMs) / (toMs - fromMs)) * count) - 1,
  );
  const columns: (Column | undefined)[] = [];
  for (let index = 0; index < count; index += 1)
    columns.push(columnOf(byColumn.get(index) ?? [], columns.at(-1)));
  return columns;
};

const curveOf = (
  columns: readonly (Column | undefined)[],
  rowOf: (value: number) => number,
  height: number,
  glyphs: Glyphs,
): string[] => {
  const grid = Array.from({ length: height }, () => columns.map(() => ' '));
  const draw = (x: number, { first, value, low, high, isGone }: Column, before: Column | undefined): void => {
    const from = rowOf(before?.value ?? first);
    const to = rowOf(value);
    const rows = [from, to, rowOf(high), rowOf(low)];
    for (let y = Math.min(...rows); y <= Math.max(...rows); y += 1) grid[y]![x] = glyphs.vertical;
    const [start, end] = to < from ? glyphs.up : glyphs.down;
    const level = isGone ? glyphs.gone : glyphs.level;
    if (before) grid[from]![x] = start;
    grid[to]![x] = from === to ? level : end;
  };
  for (const [x, column] of columns.entries()) if (column) draw(x, column, columns[x - 1]);
  return grid.map((cells) => cells.join(''));
};

/** Extends the last price, so that it is a line and not a dot. */
const nowColumns = 2;

/**
 * Draws a price over time as steps, e.g. with a width of 40 and a height of 3:
 *
 * ```
 * 1,349 ┤────────────╮
 *       │            │          ╭───────
 * 1,099 ┤            ╰──────────╯
 *       └───────────────────────────────
 *        2026-10-24           2026-11-23
 * ```
 *
 * @param points - in order of time, at least one with a value.
 */
export const pricePlot = (points: readonly PlotPoint[], options: PlotOptions): string[] => {
  const { width, height, isUnicode, label, dayLabel } = options;
  const glyphs = isUnicode ? unicode : ascii;
  const values = points.flatMap(({ value }) => (value === undefined ? [] : [value]));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const [fromMs, toMs] = [points[0]!.atMs, points.at(-1)!.atMs];
  const isFlat = low === high;
  const [top, bottom] = [label(high), label(low)];
  const labelWidth = Math.max(shownWidth(top), shownWidth(bottom));
  const room = Math.max(10, width - labelWidth - 2);
  const rowOf = (value: number): number =>
    isFlat ? Math.floor(height / 2) : Math.round(((high - value) / (high - low)) * (height - 1));
  const timed = columnsOf(points, room - nowColumns);
  const now = Array.from({ length: nowColumns }, () => columnOf([], timed.at(-1)));
  const columns = [...timed, ...now];
  const labels = new Map([[rowOf(low), bottom]]).set(rowOf(high), top);
  const margin = ' '.repeat(labelWidth + 1);
  const lines = curveOf(columns, rowOf, height, glyphs).map((line, row) => {
    const text = labels.get(row);
    const edge =
      text === undefined ? `${margin}${glyphs.vertical}` : `${text.padStart(labelWidth)} ${glyphs.axis}`;
    return `${edge}${line}`.trimEnd();
  });
  const [first, last] = [dayLabel(fromMs), dayLabel(toMs)];
  const days = first === last ? first : first + last.padStart(Math.max(last.length + 1, room - first.length));
  return [...lines, `${margin}${glyphs.corner}${glyphs.level.repeat(room)}`, `${margin} ${days}`];
};

/** True if two moments are on the same day. */
export const isSameDay = (firstMs: number, secondMs: number): boolean =>
  dayText(firstMs) === dayText(secondMs);

/** The time of day if the curve covers a single day. */
export const clockText = (atMs: number): string => new Date(atMs).toTimeString().slice(0, 5);

/** Replaces other characters for an ASCII terminal. */
const asciiOnly = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^\x20-\x7e]/gu, '?');

const headOf = (series: PriceSeries, whenText: (atMs: number) => string): string => {
  const { site, currency, points, lowest, highest, last } = series;
  const now = `${printable(site)}  ${priceText({ Amount: last.amount, Currency: currency })}${last.isGone ? ', sold out' : ''}`;
  const checks = counted(points.length, 'check');
  if (lowest.amount === highest.amount) return `${now}; the same at ${checks}`;
  const [low, high] = [lowest, highest].map(
    ({ amount, atMs }) => `${groupedAmount(amount)} ${whenText(atMs)}`,
  );
  return `${now}; lowest ${low}, highest ${high}, ${checks}`;
};

/** Larger for a single series than for many. */
const heights = { one: 12, many: 5 } as const;

/** Prices over time for a terminal: each site's name and curve. Text is made printable. @param options.width - in columns. */
export const historyText = (
  all: readonly PriceSeries[],
  { width, isUnicode }: { width: number; isUnicode: boolean },
): string => {
  const shown = (text: string): string => (isUnicode ? text : asciiOnly(text));
  return all
    .map((series) => {
      const [first, last] = [series.points[0]!.atMs, series.points.at(-1)!.atMs];
      const isOfOneDay = isSameDay(first, last);
      const whenText = (atMs: number): string =>
        isOfOneDay ? `at ${clockText(atMs)}` : `on ${dayText(atMs)}`;
      const amounts = new Map(
        [series.lowest, series.highest].map(({ amount }) => [Number(amount), groupedAmount(amount)]),
      );
      const plot = pricePlot(
        series.points.map(({ atMs, amount, isGone }) => ({
          atMs,
          value: amount === undefined ? undefined : Number(amount),
          isGone,
        })),
        {
          width,
          height: all.length === 1 ? heights.one : heights.many,
          isUnicode,
          // Exact amounts, which a float may not represent.
          label: (value) => amounts.get(value) ?? String(value),
          dayLabel: isOfOneDay ? clockText : dayText,
        },
      );
      return [...wrapText(shown(headOf(series, whenText)), width), ...plot].join('\n');
    })
    .join('\n\n');
};

/** True if a terminal shows Unicode, by its locale; Windows terminals always do. */
export const isUnicodeTerminal = (
  variables: Readonly<Record<string, string | undefined>>,
  platform: string,
): boolean =>
  platform === 'win32' || /utf-?8/i.test(variables.LC_ALL || variables.LC_CTYPE || variables.LANG || '');
