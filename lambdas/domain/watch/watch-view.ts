import * as z from 'zod';
import { sellingSiteSchema, skuSchema } from '../site/selling-site.ts';
import { maxUnknownMembers } from '../site/unknown-members.ts';
import { type EpochMs, isoTime } from '../timing.ts';
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
  ScheduledAt: z.iso.datetime().describe('Scheduled time of the run.'),
  StartedAt: z.iso.datetime().describe('When it began.'),

  RequestId: z.uuid().nullable().describe('Identifier of its last request; null if there is none.'),

  Ended: z
    .enum(runEnds)
    .nullable()
    .describe(
      'How it ended; null while it runs. `Failed`: its request failed. `Refused`: nothing was requested. `Lost`: its results expired before they were compared, or the watch was changed to request something else.',
    ),
  Reason: runReasonSchema.nullable().describe('Why nothing was requested; null if something was.'),
});

/** An entry in a list of watches. */
export const watchSummarySchema = z.object({
  Name: z.string().describe('Name of the watch, from its path.'),
  Schedule: z.string().describe('`rate(…)` or `cron(…)`, in EventBridge’s syntax.'),
  TimeZone: z.string().nullable().describe('Time zone of a cron expression; null for a rate.'),
  Sku: z.string().describe('SKU of the watch.'),
  SiteCount: z.int().describe('Number of its sites.'),
  CreatedAt: z.iso.datetime().describe('When it was created.'),
  UpdatedAt: z.iso.datetime().describe('When it was last put.'),

  NextRunAt: z.iso
    .datetime()
    .nullable()
    .describe(
      'When it runs next. Null: never again, or its schedule could not be created and the watch must be put again.',
    ),
  LastRun: watchRunSchema.nullable().describe('The last run, running or ended; null before the first.'),
});

/** `Data` of a watch. */
export const watchedDataSchema = z.object({
  Sku: skuSchema.describe('SKU of the watch.'),
  SellingSites: z
    .array(sellingSiteSchema)
    .describe('The sites; those of the deployment’s registry in full, as they were when the watch was put.'),

  Webhook: z
    .object({ Url: z.string(), Body: z.literal('Reference').optional() })
    .optional()
    .describe('Notified of changes; absent if the watch notifies nobody. Its secret is never returned.'),
});

/** Response of the operations on one watch. */
export const watchViewSchema = z.object({
  ...watchSummarySchema.omit({ Sku: true, SiteCount: true }).shape,
  When: whenSchema.nullable().describe('Which changes are reported; null: all.'),
  Data: watchedDataSchema.describe('The request that each run makes.'),

  Warnings: z
    .array(z.string())
    .describe(
      'Unknown members of `Data`, each as a code, a colon and a sentence. Results of a run list them too.',
    ),
});

export const watchListSchema = z.object({
  Watches: z.array(watchSummarySchema).describe('All watches of the license, by name.'),
});

export const watchHistorySchema = z.object({
  Entries: z.array(historyEntrySchema).describe('Newest first.'),

  Next: z.string().nullable().describe('`cursor` of the next page; null on the last.'),
});

type WatchRunView = z.infer<typeof watchRunSchema>;
export type WatchSummaryView = z.infer<typeof watchSummarySchema>;
export type WatchView = z.infer<typeof watchViewSchema>;
export type WatchHistory = z.infer<typeof watchHistorySchema>;

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

/** The caller's view of a watch; a new stored field stays private until it is listed here. */
export const toWatchView = (watch: Watch, nowMs: EpochMs): WatchView => ({
  ...common(watch, nowMs),
  When: watch.when ? toWhenView(watch.when) : null,
  Data: {
    Sku: watch.sku,
    SellingSites: watch.sites.map(({ Site }) => Site),
    ...(watch.webhook && {
      Webhook: { Url: watch.webhook.url, ...(watch.webhook.isReference && { Body: 'Reference' as const }) },
    }),
  },
  Warnings: [...new Set(watch.sites.flatMap(({ Warnings }) => Warnings))].slice(0, maxUnknownMembers),
});
