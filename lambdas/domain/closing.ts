import * as z from 'zod';
import type { GroupJournal } from './group-journal.ts';
import type { QueuedSite } from './queue-request.ts';
import type { StoredRequest } from './request.ts';
import { unpackResults } from './result-pack.ts';
import { groupSites } from './site-group.ts';
import type { SiteResult } from './site-result.ts';
import type { EpochMs } from './timing.ts';
import { givenUpResult, toNamedSite } from './unscraped-site.ts';
import { createVersionedReader } from './versioned.ts';

/** Written by this code; see `scrapeMessageVersion`. */
export const closingMessageVersion = 1;

/** SQS holds a message back for so long at most. */
export const maxDelaySeconds = 900;

/** Body of a message on the closing queue: one request, with what is told of its sites whatever becomes of them. */
export const closingMessageSchema = z.object({
  Version: z.int().min(0),
  RequestId: z.uuid(),
  DeadlineMs: z.int(),
  /** By group, in order. */
  Groups: z
    .array(
      z
        .array(
          z.object({
            Index: z.int().min(0),
            Name: z.string().nullable(),
            Reference: z.string().nullable(),
            Url: z.string().nullable(),
            Warnings: z.array(z.string()),
          }),
        )
        .min(1),
    )
    .min(1),
});

export type ClosingMessage = z.infer<typeof closingMessageSchema>;

const ofThisVersion = createVersionedReader({
  version: closingMessageVersion,
  schema: closingMessageSchema,
  fromBefore: (written) => ({ ...written, Version: closingMessageVersion }),
});

/** @throws SyntaxError, ZodError or UnreadableVersionError for a text that is no message that this code can read. */
export const readClosingMessage = (body: string): ClosingMessage => ofThisVersion(JSON.parse(body));

export const toClosingMessage = (request: {
  requestId: string;
  deadlineMs: EpochMs;
  sku: string;
  sites: readonly QueuedSite[];
}): ClosingMessage => ({
  Version: closingMessageVersion,
  RequestId: request.requestId,
  DeadlineMs: request.deadlineMs,
  Groups: groupSites(request.sites).map((group) =>
    group.map(({ index, site, warnings }) =>
      toNamedSite({ Index: index, Site: site, Warnings: warnings }, request.sku),
    ),
  ),
});

/** Whole seconds until a request is closed; no more than SQS takes, after which the message is delayed again. */
export const closingDelaySeconds = (
  deadlineMs: EpochMs,
  { nowMs, closingLeadMs }: { nowMs: EpochMs; closingLeadMs: number },
): number => Math.min(maxDelaySeconds, Math.max(0, Math.round((deadlineMs - closingLeadMs - nowMs) / 1_000)));

/** Groups of a request that nobody has written. */
export const missingGroups = (message: ClosingMessage, request: StoredRequest): number[] =>
  [...message.Groups.keys()].filter((group) => !request.groups.has(group));

/**
 * Results for a request that will not be completed by the scraper: what the journals have, and `Failed` with
 * `Internal` for the rest.
 *
 * @param journals - by group, of those that are missing.
 * @returns results by group; `undefined` for a request of which nothing was processed: it fails as a whole.
 */
export const resultsOfGivenUp = (
  message: ClosingMessage,
  request: StoredRequest,
  journals: ReadonlyMap<number, GroupJournal | undefined>,
): Map<number, SiteResult[]> | undefined => {
  const isProcessed =
    request.groups.size > 0 || [...journals.values()].some((journal) => (journal?.ended.size ?? 0) > 0);
  if (!isProcessed) return undefined;
  return new Map(
    missingGroups(message, request).map((group) => {
      const journal = journals.get(group);
      const results = (message.Groups[group] ?? []).map((site) => {
        const packed = journal?.ended.get(site.Index);
        const [ended] = packed ? unpackResults(packed) : [];
        if (ended) return ended;
        if (journal?.alone.has(site.Index)) return givenUpResult(site, 'suspect');
        return givenUpResult(site, journal?.begun.has(site.Index) ? 'unfinished' : 'unbegun');
      });
      return [group, results];
    }),
  );
};
