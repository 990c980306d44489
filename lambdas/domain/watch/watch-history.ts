import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import * as z from 'zod';
import { availabilities, confidences, outcomes } from '../result/result-values.ts';
import { siteErrorCodes } from '../result/site-errors.ts';
import { moneySchema, sumSchema } from '../result/site-result.ts';
import { mapEchoed } from '../site/site-members.ts';
import type { EpochMs } from '../timing.ts';
import { placeSchema } from './price-changes.ts';
import { type RunStep, runEnds, runReasonSchema, uuidOf } from './watch.ts';

const namedSite = {
  Index: z.int().min(0).describe('Position of the site in the watch, from 0.'),
  Name: z.string().nullable().describe('`Name` of the site as given.'),
  // Older entries lack newer members.
  ...mapEchoed((name) => z.string().nullable().default(null).describe(`\`${name}\` of the site as given.`)),
  Sku: z.string().describe('SKU requested at this site.'),
  Url: z.string().nullable().describe('Requested address, with the SKU inserted.'),
  Title: z.string().nullable().describe('Name of the product, as on the page.'),
};

/** One scrape's observation of one site, as stored. */
export const seenSiteSchema = z.object({
  ...namedSite,
  Outcome: z
    .enum(outcomes)
    .describe('As in the result of a request. Only `Priced` and `OutOfStock` can be a change.'),
  Price: moneySchema.nullable().describe('Price of the page in this scrape.'),
  Availability: z.enum(availabilities).describe('Availability in this scrape.'),
  Confidence: z
    .enum(confidences)
    .nullable()
    .describe('A change to a price that is not `High` is reported only after a second scrape confirms it.'),
  Error: z.enum(siteErrorCodes).nullable().describe('Code of the site’s error; null if there is none.'),
});

const changeKinds = ['Price', 'Currency', 'Availability', 'BackInStock', 'BelowTarget'] as const;

const changedValue = z.union([sumSchema, z.enum(availabilities)]);

/** A change at one site, as reported; see `PriceChange`. */
export const watchChangeSchema = z.object({
  Kind: z
    .enum(changeKinds)
    .describe(
      '`Price`; `Currency`: a price in another currency, which is not compared; `Availability`; `BackInStock`: it can be bought again; `BelowTarget`: the page’s price is below `When.Below`.',
    ),
  From: changedValue
    .optional()
    .describe('The value before: a price, or an availability. Not with `BelowTarget`.'),
  To: changedValue.optional().describe('The value now. Not with `BelowTarget`.'),

  Price: sumSchema.optional().describe('With `BelowTarget`: the price.'),
  Target: sumSchema.optional().describe('With `BelowTarget`: the target, in the currency of the comparison.'),
  Of: z
    .array(placeSchema)
    .describe('Everything that changed this way: the page itself (an empty object), variants, sellers.'),
  ...namedSite,

  Availability: z.enum(availabilities).describe('Current availability of the page’s product, if known.'),

  LowestInDays: z
    .int()
    .min(0)
    .nullable()
    .default(null)
    .describe(
      'The page’s new price is the lowest in this many days, 30 at most; 0: in less than a day. Null: it is not the lowest, or another kind of change.',
    ),
});

/** A change in the history. */
export const historyChangeSchema = watchChangeSchema.extend({
  IsReported: z
    .boolean()
    .describe('True if it was reported: it met a condition, and the watch has a webhook.'),
});

/** One scrape of a run, or a run that was refused. Many changes are split into several entries. */
export const historyEntrySchema = z.object({
  At: z.iso.datetime().describe('When the scrape ended.'),
  ScheduledAt: z.iso.datetime().describe('Scheduled time of its run.'),

  IsSecond: z.boolean().describe('True if it rechecked uncertain changes.'),

  Part: z
    .int()
    .min(0)
    .describe('From 0. More than a hundred changes are split into several entries and notifications.'),
  RequestId: z.uuid().nullable().describe('Identifier of the scrape’s request; null if there was none.'),
  Ended: z.enum(runEnds).describe('How the scrape ended, as in `WatchRun`.'),
  Reason: runReasonSchema.nullable().describe('Why nothing was requested; null if something was.'),

  WebhookId: z
    .string()
    .nullable()
    .describe(
      '`webhook-id` of the notification; null if there was none. The part after `msg_` works as a request’s identifier in the operations on deliveries.',
    ),
  Sites: z.array(seenSiteSchema).describe('Observation of each site; only in the first of several parts.'),
  Changes: z.array(historyChangeSchema).describe('The changes.'),
});

export type SeenSite = z.infer<typeof seenSiteSchema>;
export type WatchChange = z.infer<typeof watchChangeSchema>;
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

const steps: Readonly<Record<RunStep, number>> = { First: 1, Second: 2 };

/** Which scrape of which run. */
export interface StepOfRun {
  scheduledAtMs: EpochMs;
  step: RunStep;
}

/** Keys of a history sort by time. */
export const historyKey = ({ scheduledAtMs, step }: StepOfRun, part: number): string =>
  `${String(scheduledAtMs).padStart(15, '0')}#${steps[step]}#${String(part).padStart(5, '0')}`;

export const keyOfEntry = ({
  ScheduledAt,
  IsSecond,
  Part,
}: Pick<HistoryEntry, 'ScheduledAt' | 'IsSecond' | 'Part'>): string =>
  historyKey({ scheduledAtMs: Date.parse(ScheduledAt), step: IsSecond ? 'Second' : 'First' }, Part);

const keyPattern = /^\d{15}#[12]#\d{5}$/;

/** Opaque cursor of a history's next page. */
export const toCursor = (key: string): string => Buffer.from(key).toString('base64url');

/** @returns the key; `undefined` if the text is not a cursor. */
export const fromCursor = (cursor: string): string | undefined => {
  const key = Buffer.from(cursor, 'base64url').toString('latin1');
  return keyPattern.test(key) && toCursor(key) === cursor ? key : undefined;
};

/** Identifier of an entry's notification, the same on every attempt. */
export const noticeIdOf = (requestId: string, part: number): string =>
  uuidOf(`scrap-prices changes\0${requestId}\0${part}`);

/** Limits of one notification, in changes and in bytes of JSON; a page can make a single change up to 60 KB long. */
const maxChangesPerEntry = 100;
const maxChangeBytesPerEntry = 150_000;

/** Splits changes into notifications, in order. @returns at least one part. */
export const inParts = <Change>(changes: readonly Change[]): Change[][] => {
  const parts: Change[][] = [[]];
  let bytes = 0;
  for (const change of changes) {
    const size = Buffer.byteLength(JSON.stringify(change));
    const last = parts.at(-1)!;
    const isFull =
      last.length > 0 && (last.length >= maxChangesPerEntry || bytes + size > maxChangeBytesPerEntry);
    if (isFull) {
      parts.push([change]);
      bytes = size;
    } else {
      last.push(change);
      bytes += size;
    }
  }
  return parts;
};

export const watchChangedType = 'scrap_prices.changed';

/**
 * The notification of an entry's changes, as UTF-8; the same on every call.
 *
 * @param isReference - report the number of changes instead of the changes.
 */
export const changesBody = (
  name: string,
  { At, ScheduledAt, RequestId, Changes }: HistoryEntry,
  isReference = false,
): Uint8Array => {
  const reported = Changes.filter(({ IsReported }) => IsReported).map(
    ({ IsReported: _, ...change }) => change,
  );
  return Buffer.from(
    JSON.stringify({
      type: watchChangedType,
      timestamp: At,
      data: {
        Watch: name,
        ScheduledAt,
        RequestId,
        ...(isReference ? { Summary: { Changes: reported.length } } : { Changes: reported }),
      },
    }),
  );
};

/** Enough for a hundred sites with the longest addresses and the most changes. */
const maxEntryBytes = 4_000_000;

export const packEntry = (entry: HistoryEntry): Uint8Array => brotliCompressSync(JSON.stringify(entry));

/** @throws ZodError if this code cannot read it. */
export const unpackEntry = (packed: Uint8Array): HistoryEntry =>
  historyEntrySchema.parse(
    JSON.parse(brotliDecompressSync(packed, { maxOutputLength: maxEntryBytes }).toString('utf8')),
  );
