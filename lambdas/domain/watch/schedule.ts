import { dayMs, type EpochMs, hourMs, minuteMs } from '../timing.ts';
import { CronSyntaxError, nextOfCron, parseCron } from './cron.ts';

/** When a watch runs. */
export type Schedule =
  | { kind: 'Rate'; expression: string; everyMs: number }
  | { kind: 'Cron'; expression: string; pattern: string; timeZone: string };

/** Shortest interval between two runs of a watch. */
export const shortestRateMs = 15 * minuteMs;
const shortestRateWords = '15 minutes';
/** Longest interval between two runs of a watch. */
const longestRateMs = 366 * dayMs;

const unitMs: Readonly<Record<string, number>> = { minute: minuteMs, hour: hourMs, day: dayMs };

/** An invalid schedule; the message completes a sentence that begins with its name. */
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
      throw new ScheduleError('never runs: all its times are past');
    return { kind: 'Cron', expression, pattern, timeZone };
  } catch (error) {
    if (!(error instanceof CronSyntaxError)) throw error;
    throw new ScheduleError(`is not a valid EventBridge schedule: ${error.message}`);
  }
};

/**
 * @param text - `rate(…)` or `cron(…)` in EventBridge Scheduler's syntax.
 * @param timeZone - IANA name, for cron expressions.
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
 * @param anchorMs - a time at which a rate runs; a cron expression does not run before it.
 */
export const nextRunMs = (schedule: Schedule, anchorMs: EpochMs, afterMs: EpochMs): EpochMs | undefined => {
  if (schedule.kind === 'Cron')
    return nextOfCron(schedule, schedule.timeZone, Math.max(afterMs, anchorMs - 1));
  if (afterMs < anchorMs) return anchorMs;
  return anchorMs + (Math.floor((afterMs - anchorMs) / schedule.everyMs) + 1) * schedule.everyMs;
};

/** EventBridge requires a start in the future. */
const soonMs = minuteMs;

/**
 * The anchor of a watch that is put. Replacing a watch with the same rate keeps its anchor, so that repeated puts do not
 * trigger runs; otherwise it is at least {@link shortestRateMs} after the last run under this name.
 *
 * @param lastRunMs - last run under this name; absent: none recently.
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
  // The first whole minute at least a minute away.
  return Math.max(Math.ceil((nowMs + soonMs) / minuteMs) * minuteMs, earliestMs);
};
