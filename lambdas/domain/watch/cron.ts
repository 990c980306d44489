import { Cron } from 'croner';
import { type EpochMs, minuteMs } from '../timing.ts';
import { instantOfWallTime, wallTimeOf } from './wall-time.ts';

/** A cron expression with the same meaning for EventBridge Scheduler and this code. */
export interface CronSchedule {
  /** In EventBridge's syntax, e.g. `cron(17 6 ? * MON-FRI *)`. */
  expression: string;
  /** In croner's syntax: with seconds, weekdays from 0, and steps only after ranges. */
  pattern: string;
  /** Between two runs of a day, or the last of a day and the first of the next. */
  shortestGapMs: number;
}

interface Field {
  name: string;
  low: number;
  high: number;
  /** Names for the numbers from `low` on. */
  names?: readonly string[];
  /** croner's name for the lowest value. */
  patternLow?: number;
  /** Converts a special value such as `15W` to croner's syntax; `undefined` if it is not one. */
  special?: (text: string) => string | undefined;
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** A weekday as croner counts it; -1 if it is not one. */
const weekdayOf = (text: string): number =>
  /^[1-7]$/.test(text) ? Number(text) - 1 : weekdays.indexOf(text);

const specialDayOfMonth = (text: string): string | undefined => {
  if (text === 'L') return 'L';
  const day = Number(/^(\d{1,2})W$/.exec(text)?.[1] ?? 0);
  return day >= 1 && day <= 31 ? `${day}W` : undefined;
};

const specialDayOfWeek = (text: string): string | undefined => {
  // The last day of the week.
  if (text === 'L') return '6';
  const last = weekdayOf(/^(.+)L$/.exec(text)?.[1] ?? '');
  if (last >= 0) return `${last}L`;
  const [, day = '', nth] = /^(.+)#([1-5])$/.exec(text) ?? [];
  return nth !== undefined && weekdayOf(day) >= 0 ? `${weekdayOf(day)}#${nth}` : undefined;
};

const dayOfMonth: Field = { name: 'day of month', low: 1, high: 31, special: specialDayOfMonth };
const dayOfWeek: Field = {
  name: 'day of week',
  low: 1,
  high: 7,
  names: weekdays,
  patternLow: 0,
  special: specialDayOfWeek,
};
/** In their order. */
const fields: readonly Field[] = [
  { name: 'minutes', low: 0, high: 59 },
  { name: 'hours', low: 0, high: 23 },
  dayOfMonth,
  { name: 'month', low: 1, high: 12, names: months },
  dayOfWeek,
  { name: 'year', low: 1970, high: 2199 },
];

/** An invalid expression; the message is for its author. */
export class CronSyntaxError extends Error {
  override readonly name = 'CronSyntaxError';
}

const numberIn = (text: string, { low, high, names }: Field): number | undefined => {
  const named = names?.indexOf(text) ?? -1;
  if (named >= 0) return low + named;
  const value = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  return value >= low && value <= high ? value : undefined;
};

/** One item of a list. */
const rangeIn = (item: string, field: Field): { from: number; to: number; step: number } | undefined => {
  const [, range = '', step = '1'] = /^([^/]+)(?:\/(\d{1,4}))?$/.exec(item) ?? [];
  if (range === '' || Number(step) < 1 || Number(step) > field.high - field.low + 1) return undefined;
  if (range === '*') return { from: field.low, to: field.high, step: Number(step) };
  const [first = '', last] = range.split('-', 2);
  const from = numberIn(first, field);
  // `5/10` runs from 5 to the end.
  const open = item.includes('/') ? field.high : from;
  const to = last === undefined ? open : numberIn(last, field);
  const isRange = range.split('-').length <= 2 && from !== undefined && to !== undefined && from <= to;
  return isRange ? { from, to, step: Number(step) } : undefined;
};

interface ReadField {
  pattern: string;
  /** All matching values; empty for special values and `?`. */
  values: ReadonlySet<number>;
}

const readField = (text: string, field: Field): ReadField => {
  const special = field.special?.(text);
  if (special !== undefined) return { pattern: special, values: new Set() };
  const items = text.split(',').map((item) => ({ item, range: rangeIn(item, field) }));
  const wrong = items.find(({ range }) => range === undefined);
  if (wrong) {
    throw new CronSyntaxError(
      `"${wrong.item.slice(0, 40)}" is invalid for ${field.name}: expected numbers from ${field.low} to ${field.high}${
        field.names ? ` or ${field.names[0]} to ${field.names.at(-1)}` : ''
      }, with "," "-" "*" and "/", steps no larger than the range${
        field === dayOfMonth ? ', "L" or e.g. "15W" alone' : ''
      }${field === dayOfWeek ? ', "L", e.g. "6L" or "6#3" alone' : ''}; ranges must ascend`,
    );
  }
  const shift = (field.patternLow ?? field.low) - field.low;
  const ranges = items.map(({ range }) => range!);
  return {
    pattern:
      text === '*'
        ? '*'
        : ranges
            .map(({ from, to, step }) => `${from + shift}-${to + shift}${step === 1 ? '' : `/${step}`}`)
            .join(','),
    values: new Set(
      ranges.flatMap(({ from, to, step }) =>
        Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step),
      ),
    ),
  };
};

const dayMinutes = 24 * 60;

/** Shortest time between two runs, assuming that it runs every day. */
const shortestGapMs = (minutes: ReadonlySet<number>, hours: ReadonlySet<number>): number => {
  const times = [...hours].flatMap((hour) => [...minutes].map((minute) => hour * 60 + minute));
  times.sort((one, other) => one - other);
  const gaps = times.map((time, index) => (times[index + 1] ?? times[0]! + dayMinutes) - time);
  return Math.min(...gaps) * minuteMs;
};

const any: ReadField = { pattern: '*', values: new Set() };

/**
 * Reads a cron expression of EventBridge: minutes, hours, day of month, month, day of week, year.
 *
 * Rejects what AWS does not define, so that no schedule runs at unexpected times: `LW`, `L-3`, ranges that wrap around,
 * and `W`, `L` and `#` in lists.
 *
 * @param text - the content of `cron(…)`.
 * @throws CronSyntaxError
 * @see https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#cron-based
 */
export const parseCron = (text: string): CronSchedule => {
  const given = text.trim().toUpperCase().split(/\s+/);
  if (given.length !== fields.length) {
    throw new CronSyntaxError(
      `expected six fields (${fields.map(({ name }) => name).join(', ')}), got ${text.trim() === '' ? 0 : given.length}`,
    );
  }
  const isOpen = (field: Field): boolean => given[fields.indexOf(field)] === '?';
  if (isOpen(dayOfMonth) === isOpen(dayOfWeek)) {
    throw new CronSyntaxError('expected "?" for either day of month or day of week, and days for the other');
  }
  const read = fields.map((field, index) =>
    isOpen(field) && (field === dayOfMonth || field === dayOfWeek) ? any : readField(given[index]!, field),
  );
  return {
    expression: `cron(${given.join(' ')})`,
    pattern: ['0', ...read.map(({ pattern }) => pattern)].join(' '),
    shortestGapMs: shortestGapMs(read[0]!.values, read[1]!.values),
  };
};

/** Upper bound on consecutive scheduled times that a clock change can skip. */
const maxMissingTimes = 200;

/**
 * The next time at which EventBridge Scheduler runs a schedule: times skipped by a clock change do not run, and repeated
 * times run once, at the first.
 *
 * @param timeZone - IANA name.
 * @returns `undefined` if it never runs again.
 * @see https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#daylist-savings-time
 */
export const nextOfCron = (
  { pattern }: Pick<CronSchedule, 'pattern'>,
  timeZone: string,
  afterMs: EpochMs,
): EpochMs | undefined => {
  // croner only does the calendar, in UTC, where each clock time occurs exactly once.
  const calendar = new Cron(pattern, { timezone: 'UTC', paused: true });
  // The clock may have just been set back.
  let wall = calendar.nextRun(new Date(wallTimeOf(afterMs, timeZone) - 1));
  for (let round = 0; wall !== null && round < maxMissingTimes; round += 1) {
    const atMs = instantOfWallTime(wall.getTime(), timeZone);
    if (atMs !== undefined && atMs > afterMs) return atMs;
    wall = calendar.nextRun(wall);
  }
  return undefined;
};
