import { counted } from '../output/counted.ts';
import { dayText } from '../output/local-time.ts';
import { pricePlot } from '../output/price-plot.ts';
import { printable } from '../output/printable.ts';
import { shownWidth, wrapText } from '../output/table.ts';
import { groupedAmount, priceText } from './notice-text.ts';
import type { PriceSeries } from './price-series.ts';

/** True if two moments differ by the clock rather than by the calendar. */
export const isSameDay = (firstMs: number, secondMs: number): boolean =>
  dayText(firstMs) === dayText(secondMs);

/** Time of the day, where all of a curve is of one. */
export const clockText = (atMs: number): string => new Date(atMs).toTimeString().slice(0, 5);

/** Letters of other scripts for a terminal that shows ASCII alone. */
const asciiOnly = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^\x20-\x7e]/gu, '?');

const headOf = (series: PriceSeries, whenText: (atMs: number) => string): string => {
  const { site, currency, points, lowest, highest, last } = series;
  const now = `${printable(site)}  ${priceText({ Amount: last.amount, Currency: currency })}${last.isGone ? ', sold out' : ''}`;
  const looks = counted(points.length, 'look');
  if (lowest.amount === highest.amount) return `${now}; the same at ${looks}`;
  const [low, high] = [lowest, highest].map(
    ({ amount, atMs }) => `${groupedAmount(amount)} ${whenText(atMs)}`,
  );
  return `${now}; lowest ${low}, highest ${high}, ${looks}`;
};

export interface HistoryTextOptions {
  /** Columns of the terminal. */
  width: number;
  isUnicode: boolean;
}

/** A curve for one series, a few lines for each of many. */
const heights = { one: 12, many: 5 } as const;

/** Prices over time for a terminal: below each site's name its curve. Text is made printable. */
export const historyText = (
  all: readonly PriceSeries[],
  { width, isUnicode }: HistoryTextOptions,
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
          // Amounts as they are, since a float may not hold them.
          label: (value) => amounts.get(value) ?? String(value),
          dayLabel: isOfOneDay ? clockText : dayText,
        },
      );
      return [...wrapText(shown(headOf(series, whenText)), width), ...plot].join('\n');
    })
    .join('\n\n');
};

/** True if a terminal shows more than ASCII, by its locale; Windows' terminals all do. */
export const isUnicodeTerminal = (
  variables: Readonly<Record<string, string | undefined>>,
  platform: string,
): boolean =>
  platform === 'win32' || /utf-?8/i.test(variables.LC_ALL || variables.LC_CTYPE || variables.LANG || '');

/** The longest line, as a terminal shows it. */
export const widthOf = (text: string): number => Math.max(...text.split('\n').map(shownWidth));
