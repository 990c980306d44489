import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import * as z from 'zod';
import { placeSchema } from '../price-changes.ts';
import {
  availabilities,
  confidences,
  moneySchema,
  outcomes,
  siteErrorCodes,
  sumSchema,
} from '../site-result.ts';
import type { EpochMs } from '../timing.ts';
import { createVersionedReader } from '../versioned.ts';
import { type RunStep, runEnds, runReasonSchema, uuidOf } from './watch.ts';

const namedSite = {
  /** Place in the watch, from 0. */
  Index: z.int().min(0),
  Name: z.string().nullable(),
  Reference: z.string().nullable(),
  Sku: z.string(),
  Url: z.string().nullable(),
  Title: z.string().nullable(),
};

/** What one scrape of a run has seen of one site, as far as it is kept. */
export const seenSiteSchema = z.object({
  ...namedSite,
  Outcome: z.enum(outcomes),
  Price: moneySchema.nullable(),
  Availability: z.enum(availabilities),
  Confidence: z.enum(confidences).nullable(),
  Error: z.enum(siteErrorCodes).nullable(),
});

const changeKinds = ['Price', 'Currency', 'Availability', 'BackInStock', 'BelowTarget'] as const;

const changedValue = z.union([sumSchema, z.enum(availabilities)]);

/** A change of one site, as it is told; see `PriceChange`. */
export const watchChangeSchema = z.object({
  Kind: z.enum(changeKinds),
  From: changedValue.optional(),
  To: changedValue.optional(),
  /** With `BelowTarget`, in place of the two. */
  Price: sumSchema.optional(),
  Target: sumSchema.optional(),
  Of: z.array(placeSchema),
  ...namedSite,
  /** Of the page, as far as it is known. */
  Availability: z.enum(availabilities),
  /**
   * The page's new price is lower than all that was known of it in so many days, 30 at most; 0: in less than a day. Null: it
   * is not, or the change is of something else. Of a change that was stored without it nothing is said.
   */
  LowestInDays: z.int().min(0).nullable().default(null),
});

/** A change as the history has it. */
export const historyChangeSchema = watchChangeSchema.extend({ IsTold: z.boolean() });

/** One scrape of a run, or a run that was refused. What has many changes goes on in further entries. */
export const historyEntrySchema = z.object({
  /** When it ended. */
  At: z.iso.datetime(),
  ScheduledAt: z.iso.datetime(),
  /** Whether it looked again at what was not certain. */
  IsSecond: z.boolean(),
  /** From 0. */
  Part: z.int().min(0),
  RequestId: z.uuid().nullable(),
  Ended: z.enum(runEnds),
  Reason: runReasonSchema.nullable(),
  /** `webhook-id` of what was told of its changes; null: nothing was. */
  WebhookId: z.string().nullable(),
  Sites: z.array(seenSiteSchema),
  Changes: z.array(historyChangeSchema),
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

export const keyOfEntry = ({ ScheduledAt, IsSecond, Part }: HistoryEntry): string =>
  historyKey({ scheduledAtMs: Date.parse(ScheduledAt), step: IsSecond ? 'Second' : 'First' }, Part);

const keyPattern = /^\d{15}#[12]#\d{5}$/;

/** Where a page of a history goes on, for callers: says nothing to them. */
export const toCursor = (key: string): string => Buffer.from(key).toString('base64url');

/** @returns the key; `undefined` for a text that is no cursor. */
export const fromCursor = (cursor: string): string | undefined => {
  const key = Buffer.from(cursor, 'base64url').toString('latin1');
  return keyPattern.test(key) && toCursor(key) === cursor ? key : undefined;
};

/** Identifier of what is told of an entry's changes: the same at every try. */
export const noticeIdOf = (requestId: string, part: number): string =>
  uuidOf(`scrap-prices changes\0${requestId}\0${part}`);

/** So many changes, or bytes of them as JSON, are told in one call at most; a page may make one up to 60 KB long. */
const maxChangesPerEntry = 100;
const maxChangeBytesPerEntry = 150_000;

/** Changes in parts that are told each in a call of its own, in order. @returns one part at least. */
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
 * What is posted of an entry's changes, as UTF-8; the same at every call.
 *
 * @param isReference - how many there are in place of what they are.
 */
export const changesBody = (
  name: string,
  { At, ScheduledAt, RequestId, Changes }: HistoryEntry,
  isReference = false,
): Uint8Array => {
  const told = Changes.filter(({ IsTold }) => IsTold).map(({ IsTold: _, ...change }) => change);
  return Buffer.from(
    JSON.stringify({
      type: watchChangedType,
      timestamp: At,
      data: {
        Watch: name,
        ScheduledAt,
        RequestId,
        ...(isReference ? { Summary: { Changes: told.length } } : { Changes: told }),
      },
    }),
  );
};

const entryVersion = 1;

const readEntry = createVersionedReader({
  version: entryVersion,
  // A history is kept for months.
  since: 1,
  schema: historyEntrySchema,
  // There is none before.
  fromBefore: (written) => written,
});

/** Of a hundred sites with the longest addresses, and of as many changes as an entry has. */
const maxEntryBytes = 4_000_000;

export const packEntry = (entry: HistoryEntry): Uint8Array =>
  brotliCompressSync(JSON.stringify({ Version: entryVersion, ...entry }));

/** @throws UnreadableVersionError, ZodError for one that this code cannot read. */
export const unpackEntry = (packed: Uint8Array): HistoryEntry =>
  readEntry(JSON.parse(brotliDecompressSync(packed, { maxOutputLength: maxEntryBytes }).toString('utf8')));
