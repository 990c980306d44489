import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCron } from '../../../lambdas/domain/watch/cron.ts';
import {
  anchorOf,
  nextRunMs,
  parseSchedule,
  shortestRateMs,
} from '../../../lambdas/domain/watch/schedule.ts';
import { instantOfWallTime, readTimeZone, wallTimeOf } from '../../../lambdas/domain/watch/wall-time.ts';

const nowMs = Date.parse('2021-12-31T00:00:00Z');

const runsOf = (text: string, from: string, count: number, timeZone = 'UTC'): string[] => {
  const schedule = parseSchedule(text, timeZone, Date.parse(from));
  const runs: string[] = [];
  for (let atMs = Date.parse(from); runs.length < count; ) {
    const next = nextRunMs(schedule, Date.parse(from), atMs);
    if (next === undefined) break;
    runs.push(new Date(next).toISOString());
    atMs = next;
  }
  return runs;
};

describe('examples of the guides of EventBridge Scheduler and of EventBridge', () => {
  it.each([
    // Scheduler: "10:15 am UTC+0 on the last Friday of each month during the years 2022 to 2023".
    [
      'cron(15 10 ? * 6L 2022-2023)',
      '2022-01-01T00:00:00Z',
      ['2022-01-28T10:15', '2022-02-25T10:15', '2022-03-25T10:15'],
    ],
    // "10:00 am every day".
    ['cron(0 10 * * ? *)', '2022-01-01T00:00:00Z', ['2022-01-01T10:00', '2022-01-02T10:00']],
    // "12:15 pm every day".
    ['cron(15 12 * * ? *)', '2022-01-01T00:00:00Z', ['2022-01-01T12:15', '2022-01-02T12:15']],
    // "6:00 pm every Monday through Friday".
    [
      'cron(0 18 ? * MON-FRI *)',
      '2022-01-06T00:00:00Z',
      ['2022-01-06T18:00', '2022-01-07T18:00', '2022-01-10T18:00'],
    ],
    // "8:00 am on the first day of each month".
    ['cron(0 8 1 * ? *)', '2022-01-02T00:00:00Z', ['2022-02-01T08:00', '2022-03-01T08:00']],
    // "every 15 minutes".
    ['cron(0/15 * * * ? *)', '2022-01-01T00:00:00Z', ['2022-01-01T00:15', '2022-01-01T00:30']],
    // "every 30 minutes Monday through Friday between 10:00 pm on the starting day to 2:00 am on the following day".
    [
      'cron(0/30 20-23 ? * MON-FRI *)',
      '2022-01-07T22:00:00Z',
      ['2022-01-07T22:30', '2022-01-07T23:00', '2022-01-07T23:30', '2022-01-10T20:00'],
    ],
    // "#": 3#2 is the second Tuesday of the month.
    ['cron(0 9 ? * 3#2 *)', '2022-01-01T00:00:00Z', ['2022-01-11T09:00', '2022-02-08T09:00']],
    // "W": 3W is the weekday closest to the third day of the month.
    [
      'cron(0 9 3W * ? *)',
      '2022-04-01T00:00:00Z',
      ['2022-04-04T09:00', '2022-05-03T09:00', '2022-06-03T09:00'],
    ],
    // "L": the last day of the month, or of the week.
    ['cron(0 9 L * ? *)', '2024-02-01T00:00:00Z', ['2024-02-29T09:00', '2024-03-31T09:00']],
    ['cron(0 9 ? * L *)', '2022-01-01T12:00:00Z', ['2022-01-08T09:00']],
    // "/": 1/10 in the minutes field are the 1st, 11th, 21st and so on; here from the first month on.
    [
      'cron(0 9 1 1/5 ? *)',
      '2022-01-02T00:00:00Z',
      ['2022-06-01T09:00', '2022-11-01T09:00', '2023-01-01T09:00'],
    ],
    ['cron(0 0 1 JAN,APR ? *)', '2022-01-02T00:00:00Z', ['2022-04-01T00:00', '2023-01-01T00:00']],
  ])('%s', (text, from, expected) => {
    expect(runsOf(text, from, expected.length)).toEqual(expected.map((time) => `${time}:00.000Z`));
  });
});

describe('what is refused, and with which words', () => {
  it.each([
    ['hourly', /must be of the form "rate/],
    ['rate(6 weeks)', /whole number of minutes, hours or days/],
    ['rate(1.5 hours)', /whole number/],
    ['rate(0 hours)', /whole number/],
    ['rate(14 minutes)', /at least 15 minutes apart/],
    ['rate(367 days)', /at most 366 days/],
    ['cron(0 10 * * *)', /expected six fields .* got 5/],
    ['cron()', /got 0/],
    ['cron(0 10 * * * *)', /expected "\?" for either/],
    ['cron(0 10 ? * ? *)', /expected "\?" for either/],
    ['cron(0 10 1 * MON *)', /expected "\?" for either/],
    ['cron(? 10 * * ? *)', /"\?" is invalid for minutes/],
    ['cron(60 10 * * ? *)', /"60" is invalid for minutes: expected numbers from 0 to 59/],
    ['cron(0 24 * * ? *)', /"24" is invalid for hours/],
    ['cron(0 10 0 * ? *)', /"0" is invalid for day of month/],
    ['cron(0 10 ? * 0 *)', /"0" is invalid for day of week/],
    ['cron(0 10 ? * 8 *)', /"8" is invalid for day of week/],
    ['cron(0 10 * 13 ? *)', /"13" is invalid for month: .* or JAN to DEC/],
    ['cron(0 10 * * ? 1969)', /"1969" is invalid for year/],
    ['cron(0/61 0 * * ? *)', /"0\/61" is invalid for minutes: .* steps no larger than the range/],
    ['cron(0 0 1-31/40 * ? *)', /"1-31\/40" is invalid for day of month/],
    ['cron(0 22-2 * * ? *)', /"22-2" is invalid for hours: .* ascend/],
    ['cron(0 10 ? * SAT-MON *)', /ascend/],
    ['cron(0 10 ? * 3#1,6#3 *)', /"3#1" is invalid for/],
    ['cron(0 10 ? * 3#6 *)', /"3#6" is invalid for/],
    ['cron(0 10 LW * ? *)', /"LW" is invalid for/],
    ['cron(0 10 L-3 * ? *)', /"L-3" is invalid for/],
    ['cron(0 10 1,15W * ? *)', /"15W" is invalid for/],
    ['cron(0 10 32W * ? *)', /"32W" is invalid for/],
    ['cron(0/0 10 * * ? *)', /"0\/0" is invalid for/],
    ['cron(1-2-3 10 * * ? *)', /"1-2-3" is invalid for/],
    ['cron(0 10 30 2 ? *)', /never runs/],
    ['cron(0 10 * * ? 2020)', /never runs/],
    ['cron(* 10 * * ? *)', /at least 15 minutes apart/],
    ['cron(0,10 10 * * ? *)', /at least 15 minutes apart/],
    // The last of one day and the first of the next.
    ['cron(0,50 0,23 * * ? *)', /at least 15 minutes apart/],
  ])('%s', (text, message) => {
    expect(() => parseSchedule(text, 'UTC', nowMs)).toThrow(message);
  });

  it('anything at all gives a schedule or a ScheduleError', () => {
    const word = fc.stringMatching(/^[\dLW#?*/,A-Z-]{0,8}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.array(word, { minLength: 6, maxLength: 6 })), (given) => {
        const text = typeof given === 'string' ? given : `cron(${given.join(' ')})`;
        try {
          const schedule = parseSchedule(text, 'UTC', nowMs);
          expect(nextRunMs(schedule, nowMs, nowMs)).toBeGreaterThan(nowMs);
        } catch (error) {
          expect((error as Error).name).toBe('ScheduleError');
        }
      }),
    );
  });
});

describe('a rate', () => {
  it.each([
    ['rate(1 hours)', 'rate(1 hour)'],
    ['rate(6 hour)', 'rate(6 hours)'],
    [' RATE( 15   MINUTES ) ', 'rate(15 minutes)'],
  ])('%s is written as the console of AWS writes it: %s', (text, expression) => {
    expect(parseSchedule(text, 'UTC', nowMs).expression).toBe(expression);
  });

  it('runs at its anchor and from then on, whatever the clocks do', () => {
    expect(runsOf('rate(1 day)', '2026-03-28T12:00:00Z', 3)).toEqual([
      '2026-03-29T12:00:00.000Z',
      '2026-03-30T12:00:00.000Z',
      '2026-03-31T12:00:00.000Z',
    ]);
    const schedule = parseSchedule('rate(6 hours)', 'UTC', nowMs);
    expect(nextRunMs(schedule, nowMs, nowMs - 1)).toBe(nowMs);
    expect(nextRunMs(schedule, nowMs, nowMs)).toBe(nowMs + 6 * 3_600_000);
  });

  it('begins at a whole minute to come, and putting it again does not make it run', () => {
    const rate = { kind: 'Rate' as const, expression: 'rate(6 hours)' };
    const other = { kind: 'Rate' as const, expression: 'rate(7 hours)' };
    expect(anchorOf(rate, undefined, undefined, nowMs)).toBe(nowMs + 60_000);
    expect(anchorOf(rate, undefined, undefined, nowMs + 1)).toBe(nowMs + 120_000);
    const before = { schedule: rate, anchorMs: 7 };
    expect(anchorOf(rate, before, nowMs - 60_000, nowMs)).toBe(7);
    expect(anchorOf(other, before, undefined, nowMs)).toBe(nowMs + 60_000);
  });

  it('runs no sooner after the last run of its name than any watch runs, whatever is put', () => {
    const lastRunMs = Date.parse('2026-11-23T10:00:00Z');
    const soonMs = lastRunMs + 60_000;
    const first = (text: string) => {
      const schedule = parseSchedule(text, 'UTC', soonMs);
      return nextRunMs(schedule, anchorOf(schedule, undefined, lastRunMs, soonMs), soonMs);
    };
    expect(first('rate(1 hour)')).toBe(lastRunMs + shortestRateMs);
    expect(first('cron(5 * * * ? *)')).toBe(Date.parse('2026-11-23T11:05:00Z'));
    expect(first('cron(15 * * * ? *)')).toBe(lastRunMs + shortestRateMs);
  });
});

describe('a time zone', () => {
  it.each([
    // Europe/Berlin puts clocks forward on 2026-03-29 at 2:00 and back on 2026-10-25 at 3:00.
    ['cron(30 2 * * ? *)', 'Europe/Berlin', '2026-03-27T12:00:00Z', ['2026-03-28T01:30', '2026-03-30T00:30']],
    ['cron(30 2 * * ? *)', 'Europe/Berlin', '2026-10-24T12:00:00Z', ['2026-10-25T00:30', '2026-10-26T01:30']],
    ['cron(30 * * * ? *)', 'Europe/Berlin', '2026-10-24T23:45:00Z', ['2026-10-25T00:30', '2026-10-25T02:30']],
    [
      'cron(0 9 * * ? *)',
      'America/New_York',
      '2026-03-07T00:00:00Z',
      ['2026-03-07T14:00', '2026-03-08T13:00'],
    ],
    // Half an hour, in summer of the other half of the world.
    ['cron(15 2 ? * SUN *)', 'Australia/Lord_Howe', '2026-09-30T00:00:00Z', ['2026-10-10T15:15']],
    ['cron(0 0 * * ? *)', 'Asia/Kolkata', '2026-01-01T00:00:00Z', ['2026-01-01T18:30']],
    // Samoa had no 30 December 2011.
    [
      'cron(0 12 29-31 12 ? 2011)',
      'Pacific/Apia',
      '2011-12-28T00:00:00Z',
      ['2011-12-29T22:00', '2011-12-30T22:00'],
    ],
  ])('%s in %s', (text, timeZone, from, expected) => {
    expect(runsOf(text, from, expected.length, timeZone)).toEqual(expected.map((time) => `${time}:00.000Z`));
  });

  it('runs once at most for each time that clocks show, and at none that they leave out', () => {
    const zones = [
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Africa/Casablanca',
      'Asia/Kathmandu',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2030, 0) }),
        (zone, atMs) => {
          const minuteMs = atMs - (atMs % 60_000);
          const again = instantOfWallTime(wallTimeOf(minuteMs, zone), zone);
          expect(again).toBeLessThanOrEqual(minuteMs);
          expect(minuteMs - again!).toBeLessThanOrEqual(3_600_000);
          expect(wallTimeOf(again!, zone)).toBe(wallTimeOf(minuteMs, zone));
        },
      ),
    );
  });

  it.each([
    ['europe/berlin', 'Europe/Berlin'],
    ['UTC', 'UTC'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['+02:00', undefined],
    ['Europe/Atlantis', undefined],
    ['CET-1', undefined],
    ['', undefined],
  ])('%s is %s', (text, zone) => {
    expect(readTimeZone(text)).toBe(zone);
  });
});

it('every form has the times of its fields in the pattern of the calendar', () => {
  expect(parseCron('5/20 8-18/2 ? jan-mar 2,wed *')).toMatchObject({
    expression: 'cron(5/20 8-18/2 ? JAN-MAR 2,WED *)',
    pattern: '0 5-59/20 8-18/2 * 1-3 1-1,3-3 *',
    shortestGapMs: 20 * 60_000,
  });
});
