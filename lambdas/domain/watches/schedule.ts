import type { EpochMs } from '../timing.ts';
import { CronSyntaxError, nextOfCron, parseCron } from './cron.ts';

/** When a watch runs. */
export type Schedule =
  | { kind: 'Rate'; expression: string; everyMs: number }
  | { kind: 'Cron'; expression: string; pattern: string; timeZone: string };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Shops are asked no more often than this by one watch. */
export const shortestRateMs = 15 * minuteMs;
const shortestRateWords = '15 minutes';
/** Longer than this nobody is told of anything. */
const longestRateMs = 366 * dayMs;

const unitMs: Readonly<Record<string, number>> = { minute: minuteMs, hour: hourMs, day: dayMs };

/** A fault of a schedule, worded as the rest of a sentence that begins with its name. */
export class ScheduleError extends Error {
  override readonly name = 'ScheduleError';
}

const forms = '"rate(6 hours)" or "cron(17 6 ? * MON-FRI *)"';

const parseRate = (text: string): Schedule => {
  const [, count = '', unit = ''] = /^\s*(\d{1,6})\s+(minute|hour|day)s?\s*$/i.exec(text) ?? [];
  const name = unit.toLowerCase();
  const everyMs = Number(count) * (unitMs[name] ?? Number.NaN);
  if (Number.isNaN(everyMs) || everyMs === 0)
    throw new ScheduleError(`must be a whole number of minutes, hours or days, as in ${forms}`);
  if (everyMs < shortestRateMs) throw new ScheduleError(`must be at least ${shortestRateWords} apart`);
  if (everyMs > longestRateMs) throw new ScheduleError('must be at most 366 days apart');
  const one = Number(count) === 1;
  return { kind: 'Rate', expression: `rate(${Number(count)} ${name}${one ? '' : 's'})`, everyMs };
};

const parseCronSchedule = (text: string, timeZone: string, nowMs: EpochMs): Schedule => {
  try {
    const { expression, pattern, shortestGapMs } = parseCron(text);
    if (shortestGapMs < shortestRateMs)
      throw new ScheduleError(`must be at least ${shortestRateWords} apart`);
    if (nextOfCron({ pattern }, timeZone, nowMs) === undefined)
      throw new ScheduleError('never runs: there is no such time to come');
    return { kind: 'Cron', expression, pattern, timeZone };
  } catch (error) {
    if (!(error instanceof CronSyntaxError)) throw error;
    throw new ScheduleError(`is no schedule of EventBridge: ${error.message}`);
  }
};

/**
 * @param text - `rate(…)` or `cron(…)` as EventBridge Scheduler writes them.
 * @param timeZone - of a cron expression.
 * @throws ScheduleError
 */
export const parseSchedule = (text: string, timeZone: string, nowMs: EpochMs): Schedule => {
  const [, kind, inside = ''] = /^\s*(rate|cron)\s*\((.*)\)\s*$/is.exec(text) ?? [];
  if (kind === undefined) throw new ScheduleError(`must be of the form ${forms}`);
  return kind.toLowerCase() === 'rate' ? parseRate(inside) : parseCronSchedule(inside, timeZone, nowMs);
};

/**
 * When a watch runs next.
 *
 * @param anchorMs - a time at which one with a rate runs; one with a cron expression does not run before it.
 */
export const nextRunMs = (schedule: Schedule, anchorMs: EpochMs, afterMs: EpochMs): EpochMs | undefined => {
  if (schedule.kind === 'Cron')
    return nextOfCron(schedule, schedule.timeZone, Math.max(afterMs, anchorMs - 1));
  if (afterMs < anchorMs) return anchorMs;
  return anchorMs + (Math.floor((afterMs - anchorMs) / schedule.everyMs) + 1) * schedule.everyMs;
};

/** EventBridge begins a schedule at a time to come. */
const soonMs = minuteMs;

/**
 * The anchor of a watch that is put: that of the one in whose place it comes where the rate is the same, so that putting a
 * watch again and again does not make it run; else no sooner after the last run of this name than any watch runs.
 *
 * @param lastRunMs - of this name; absent: not for long.
 */
export const anchorOf = (
  { kind, expression }: Pick<Schedule, 'kind' | 'expression'>,
  before: { schedule: Pick<Schedule, 'kind' | 'expression'>; anchorMs: EpochMs } | undefined,
  lastRunMs: EpochMs | undefined,
  nowMs: EpochMs,
): EpochMs => {
  const earliestMs = (lastRunMs ?? Number.NEGATIVE_INFINITY) + shortestRateMs;
  if (kind === 'Cron') return Math.max(nowMs, earliestMs);
  if (before?.schedule.expression === expression) return before.anchorMs;
  // At the whole minute that is at least a minute away.
  return Math.max(Math.ceil((nowMs + soonMs) / minuteMs) * minuteMs, earliestMs);
};
