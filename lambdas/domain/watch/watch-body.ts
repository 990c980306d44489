import * as z from 'zod';
import { isObject, type Violation } from '../json-text.ts';
import {
  type Credentials,
  parseQueueRequest,
  queueBodySchema,
  type SellingSiteRegistry,
  violationsOf,
} from '../request/queue-request.ts';
import type { EpochMs } from '../timing.ts';
import { parseSchedule, type Schedule, ScheduleError } from './schedule.ts';
import { readTimeZone } from './wall-time.ts';
import { type WatchDefinition, type When, whenSchema } from './watch.ts';

/** Body of the operation that puts a watch: a request, its schedule, and what to report. */
export const watchBodySchema = z.object({
  ...queueBodySchema.shape,
  Schedule: z
    .string()
    .min(1)
    .max(300)
    .describe(
      'When it runs: `rate(6 hours)`, or `cron(17 6 ? * MON-FRI *)` with EventBridge’s six fields. Runs are at least 15 minutes apart, those of a rate at most 366 days.',
    ),
  TimeZone: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe(
      'Time zone of a cron expression, by its IANA name such as `Europe/Berlin`; UTC if absent. Not with a rate.',
    ),
  When: whenSchema
    .optional()
    .describe('Which changes are reported: those that meet any condition. Absent or empty: all.'),
});

/** Top-level members. Strict, since a misspelt one would run an unintended schedule. */
const ownSchema = z.strictObject({
  Authorization: z.unknown(),
  Data: z.unknown(),
  Schedule: watchBodySchema.shape.Schedule,
  TimeZone: watchBodySchema.shape.TimeZone,
  When: watchBodySchema.shape.When,
});

interface OwnMembers {
  schedule: Schedule;
  when: When | undefined;
}

const zoneViolation: Violation = {
  Pointer: '/TimeZone',
  Detail: 'must be a time zone of the IANA database such as "Europe/Berlin"',
};

const readZone = (text: string | undefined): { zone: string } | { violation: Violation } => {
  const zone = readTimeZone(text ?? 'UTC');
  return zone === undefined ? { violation: zoneViolation } : { zone };
};

const readSchedule = (text: string, zone: string, nowMs: EpochMs): Schedule | Violation => {
  try {
    return parseSchedule(text, zone, nowMs);
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error;
    return { Pointer: '/Schedule', Detail: error.message };
  }
};

const isEmpty = (when: When): boolean => Object.values(when).every((condition) => condition === undefined);

/** Reads the members that a request does not have. */
const readOwnMembers = (json: unknown, nowMs: EpochMs): OwnMembers | Violation[] => {
  const parsed = ownSchema.safeParse(json);
  if (!parsed.success) return violationsOf(parsed.error);
  const { Schedule, TimeZone, When } = parsed.data;
  const zone = readZone(TimeZone);
  // With UTC for an invalid zone, to report faults of both members.
  const schedule = readSchedule(Schedule, 'zone' in zone ? zone.zone : 'UTC', nowMs);
  const violations = [
    ...('violation' in zone ? [zone.violation] : []),
    ...('Pointer' in schedule ? [schedule] : []),
  ];
  if (violations.length > 0 || 'Pointer' in schedule) return violations;
  if (schedule.kind === 'Rate' && TimeZone !== undefined)
    return [{ Pointer: '/TimeZone', Detail: 'is only for cron expressions; remove it, or use "cron(…)"' }];
  return { schedule, when: When && !isEmpty(When) ? When : undefined };
};

/** With the parsed body, as `ParsedQueueRequest`. */
export type ParsedWatch = { json: unknown } & (
  | { credentials: Credentials; definition: WatchDefinition }
  | { violations: Violation[] }
);

/**
 * Reads and checks the body of the operation that puts a watch.
 *
 * @returns the definition, or every violation at once.
 */
export const parseWatch = (
  body: string | null,
  registry: SellingSiteRegistry,
  nowMs: EpochMs,
): ParsedWatch => {
  const parsed = parseQueueRequest(body, registry);
  const { json } = parsed;
  // The schema has already rejected anything but an object.
  const own = isObject(json) ? readOwnMembers(json, nowMs) : [];
  if ('violations' in parsed || Array.isArray(own)) {
    const ofRequest = 'violations' in parsed ? parsed.violations : [];
    return { json, violations: [...ofRequest, ...(Array.isArray(own) ? own : [])] };
  }
  return { json, credentials: parsed.credentials, definition: { ...parsed.request, ...own } };
};
