// A watch: a request that runs on a schedule, and what it found before.
// conclude.ts compares the results of a run with the known states; price-changes.ts decides what changed.
// Every step is repeatable: the same results find no further changes.

import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { QueueRequest } from '../request/queue-request.ts';
import { currencyCodesInUse } from '../site/iso-codes.ts';
import type { EpochMs } from '../timing.ts';
import type { Schedule } from './schedule.ts';

/** Watches per license. */
export const maxWatches = 50;

/** Names of watches, which are path segments. */
export const watchNamePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Conditions for reporting a change; without one, every change is reported. */
export const whenSchema = z.strictObject({
  ChangePercent: z
    .number()
    .min(0.01)
    .max(1_000)
    .refine((percent) => /^\d+(\.\d{1,2})?$/.test(String(percent)), 'must have at most two decimals')
    .optional()
    .describe(
      'The price moved by at least this many percent, up or down, since the last known price; at most two decimals.',
    ),
  Below: z
    .strictObject({
      Amount: z
        .string()
        .regex(/^\d{1,15}(\.\d{1,6})?$/, 'must be a decimal string such as "1099.00"')
        .describe('Decimal string in major units.'),
      Currency: z
        .string()
        .refine((code) => currencyCodesInUse.has(code), 'must be an ISO 4217 code in use such as "EUR"')
        .optional()
        .describe('ISO 4217 code. Absent: the site’s `Currency`, or that of the first price.'),
    })
    .optional()
    .describe(
      'The page’s price is below this amount: reported once until the price has been above it again, and not while the product is sold out.',
    ),
  BackInStock: z.literal(true).optional().describe('A product can be bought again.'),
});

export type When = z.infer<typeof whenSchema>;

/**
 * How a run ended. `Refused`: nothing was requested; `Lost`: its results expired before they were compared, or the watch
 * has since been changed to request something else.
 */
export const runEnds = ['Completed', 'Failed', 'Refused', 'Lost'] as const;
type RunEnd = (typeof runEnds)[number];

/** A run scrapes once, and uncertain changes a second time. */
export type RunStep = 'First' | 'Second';

/** One run of a watch, under way or ended. */
export interface WatchRun {
  /** Scheduled time, unique among the watch's runs. */
  scheduledAtMs: EpochMs;
  startedAtMs: EpochMs;
  /** The watch's revision at its start. */
  revision: number;
  step: RunStep;
  /** Incremented on every write. */
  version: number;
  /** The step's request, once queued. */
  requestId?: string | undefined;
  /** Sites of the second step, by position in the watch. */
  siteIndexes?: readonly number[] | undefined;
  /** When the second step begins. */
  dueMs?: EpochMs | undefined;
  ended?: RunEnd | undefined;
  /** Why nothing was requested. */
  reason?: RunReason | undefined;
}

const refusalCodes = ['QuotaUsedUp', 'LicenseNotInForce'] as const;

/** Why nothing was requested, as callers see it. */
export const runReasonSchema = z.object({
  Code: z.enum(refusalCodes).describe('Machine-readable reason.'),
  Message: z.string().describe('Explanation for people.'),
});

export interface RunReason {
  code: (typeof refusalCodes)[number];
  message: string;
}

/** A watch as put by its caller. */
export interface WatchDefinition extends QueueRequest {
  schedule: Schedule;
  when?: When | undefined;
}

export interface Watch extends WatchDefinition {
  uid: string;
  name: string;
  /** A random UUID; a watch that is deleted and put again gets a new one. */
  watchId: string;
  /** Incremented on every put. */
  revision: number;
  /** The first revision with the same SKU and sites; absent: the current one. */
  sameRequestSince?: number | undefined;
  createdAtMs: EpochMs;
  updatedAtMs: EpochMs;
  /** A time at which a rate runs. */
  anchorMs: EpochMs;
  /** The last revision whose schedule EventBridge is known to have. */
  scheduledRevision?: number | undefined;
  /** The last run. */
  run?: WatchRun | undefined;
}

/** A watch without its sites. */
export type WatchSummary = Omit<Watch, 'sku' | 'sites'> & { sku: string; siteCount: number };

/** True if a run requested what the watch requests now. */
export const isSameRequest = ({ revision, sameRequestSince = revision }: Watch, run: WatchRun): boolean =>
  run.revision >= sameRequestSince;

/** Name of a watch's schedule in the deployment's group, unique for every UID and name. */
export const scheduleNameOf = (uid: string, name: string): string =>
  `watch-${createHash('sha256').update(`scrap-prices watch\0${uid}\0${name}`).digest('hex').slice(0, 40)}`;

/** A UUID derived from a text. */
export const uuidOf = (text: string): string => {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  // Version 8 (RFC 9562): custom.
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};
