import * as z from 'zod';
import { sellingSiteSchema, skuSchema } from '../selling-site.ts';
import type { EpochMs } from '../timing.ts';
import { maxUnknownMembers } from '../unknown-members.ts';
import { nextRunMs } from './schedule.ts';
import {
  runEnds,
  runReasonSchema,
  type Watch,
  type WatchRun,
  type WatchSummary,
  type When,
  whenSchema,
} from './watch.ts';
import { historyEntrySchema } from './watch-history.ts';

/** The last run of a watch. */
export const watchRunSchema = z.object({
  ScheduledAt: z.iso.datetime(),
  StartedAt: z.iso.datetime(),
  /** Of its last scrape. */
  RequestId: z.uuid().nullable(),
  /** `null`: it is under way. */
  Ended: z.enum(runEnds).nullable(),
  Reason: runReasonSchema.nullable(),
});

/** One of a list of watches. */
export const watchSummarySchema = z.object({
  Name: z.string(),
  Schedule: z.string(),
  TimeZone: z.string().nullable(),
  Sku: z.string(),
  SiteCount: z.int(),
  CreatedAt: z.iso.datetime(),
  UpdatedAt: z.iso.datetime(),
  /** `null`: it never runs again, or its schedule was not made; put it again then. */
  NextRunAt: z.iso.datetime().nullable(),
  LastRun: watchRunSchema.nullable(),
});

/** Answer to the operations on one watch. */
export const watchViewSchema = z.object({
  ...watchSummarySchema.omit({ Sku: true, SiteCount: true }).shape,
  When: whenSchema.nullable(),
  Data: z.object({
    Sku: skuSchema,
    SellingSites: z.array(sellingSiteSchema),
    /** Its secret is told to nobody. */
    Webhook: z.object({ Url: z.string(), Body: z.literal('Reference').optional() }).optional(),
  }),
  /** What was given and is not known, as each run's results have it. */
  Warnings: z.array(z.string()),
});

export const watchListSchema = z.object({ Watches: z.array(watchSummarySchema) });

export const watchHistorySchema = z.object({
  /** The newest first. */
  Entries: z.array(historyEntrySchema),
  /** Where the next page begins; `null`: there is none. */
  Next: z.string().nullable(),
});

export type WatchRunView = z.infer<typeof watchRunSchema>;
export type WatchSummaryView = z.infer<typeof watchSummarySchema>;
export type WatchView = z.infer<typeof watchViewSchema>;
export type WatchList = z.infer<typeof watchListSchema>;
export type WatchHistory = z.infer<typeof watchHistorySchema>;

const isoTime = (timeMs: number): string => new Date(timeMs).toISOString();

const toRunView = ({ scheduledAtMs, startedAtMs, requestId, ended, reason }: WatchRun): WatchRunView => ({
  ScheduledAt: isoTime(scheduledAtMs),
  StartedAt: isoTime(startedAtMs),
  RequestId: requestId ?? null,
  Ended: ended ?? null,
  Reason: reason ? { Code: reason.code, Message: reason.message } : null,
});

const common = (watch: Omit<WatchSummary, 'siteCount'>, nowMs: EpochMs) => {
  const { name, schedule, anchorMs, run, revision, scheduledRevision } = watch;
  const nextMs = scheduledRevision === revision ? nextRunMs(schedule, anchorMs, nowMs) : undefined;
  return {
    Name: name,
    Schedule: schedule.expression,
    TimeZone: schedule.kind === 'Cron' ? schedule.timeZone : null,
    CreatedAt: isoTime(watch.createdAtMs),
    UpdatedAt: isoTime(watch.updatedAtMs),
    NextRunAt: nextMs === undefined ? null : isoTime(nextMs),
    LastRun: run ? toRunView(run) : null,
  };
};

export const toSummaryView = (watch: WatchSummary, nowMs: EpochMs): WatchSummaryView => ({
  ...common(watch, nowMs),
  Sku: watch.sku,
  SiteCount: watch.siteCount,
});

const toWhenView = ({ ChangePercent, Below, BackInStock }: When): When => ({
  ...(ChangePercent !== undefined && { ChangePercent }),
  ...(Below && { Below }),
  ...(BackInStock && { BackInStock }),
});

/** What a caller may see of a watch; a newly stored field stays private until it is named here. */
export const toWatchView = (watch: Watch, nowMs: EpochMs): WatchView => ({
  ...common(watch, nowMs),
  When: watch.when ? toWhenView(watch.when) : null,
  Data: {
    Sku: watch.sku,
    SellingSites: watch.sites.map(({ site }) => site),
    ...(watch.webhook && {
      Webhook: { Url: watch.webhook.url, ...(watch.webhook.isReference && { Body: 'Reference' as const }) },
    }),
  },
  Warnings: [...new Set(watch.sites.flatMap(({ warnings }) => warnings))].slice(0, maxUnknownMembers),
});
