import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { QueuedSite } from './queue-request.ts';
import { sellingSiteMembersSchema } from './selling-site.ts';
import { type Grouping, groupsOf, hostOf } from './site-group.ts';
import { shapeOf } from './stored-shape.ts';
import { createVersionedReader } from './versioned.ts';

/** Written by this code; the messages before the first version carried none. */
export const scrapeMessageVersion = 1;

/** See {@link callerName}. */
export const callerSchema = z.string().regex(/^[0-9a-f]{32}$/);

/**
 * Body of a message on the scrape queue: one group of sites of one request. A version may add members; it gives them
 * a value for messages of the version before in `readScrapeMessage`.
 */
export const scrapeMessageSchema = z.object({
  Version: z.int().min(0),
  /**
   * Name of the caller for the queue, which serves callers in turn; the same for all messages of a license. Optional within
   * the version: a message without it is served like those of one more caller.
   */
  Caller: callerSchema.optional(),
  RequestId: z.uuid(),
  Group: z.int().min(0),
  /**
   * Group of the same request whose sites are on the same host: this one's turn comes when that one is written, so that
   * the host is never asked by two. Optional within the version: without it nothing is waited for.
   */
  After: z.int().min(0).optional(),
  /** All sites of the request; a group's share of the item is measured by it. */
  TotalSites: z.int().min(1),
  DeadlineMs: z.int(),
  Sku: z.string(),
  Sites: z
    .array(
      z.object({
        Index: z.int().min(0),
        // Its values were judged when the call was taken, by the rules of that time.
        Site: shapeOf(sellingSiteMembersSchema),
        Warnings: z.array(z.string()),
      }),
    )
    .min(1),
  /** The request has a webhook. Optional within the version: without it the end is noticed later. */
  HasWebhook: z.boolean().optional(),
  /** How often it was sent anew because the store did not answer. */
  Attempt: z.int().min(0),
  /** Results of all its sites, packed, in Base64: they were brought and could not be written. */
  Results: z.base64().optional(),
});

export type ScrapeMessage = z.infer<typeof scrapeMessageSchema>;

const ofThisVersion = createVersionedReader(scrapeMessageVersion, scrapeMessageSchema);

/** @throws SyntaxError, ZodError or UnreadableVersionError for a text that is no message that this code can read. */
export const readScrapeMessage = (body: string): ScrapeMessage => ofThisVersion(JSON.parse(body));

/**
 * A name for a caller that says nothing of its UID to whoever sees the queue's metrics or messages.
 *
 * @returns 32 hexadecimal digits; the same at every call.
 */
export const callerName = (uid: string): string =>
  createHash('sha256').update(`scrap-prices caller\0${uid}`).digest('hex').slice(0, 32);

/** For each group the last one before it that has a site of the same host. */
const groupsBefore = (groups: readonly QueuedSite[][]): (number | undefined)[] => {
  const lastOfHost = new Map<string, number>();
  return groups.map((group, index) => {
    const hosts = new Set(group.map(({ site }) => hostOf(site)));
    const before = Math.max(...[...hosts].map((host) => lastOfHost.get(host) ?? -1));
    for (const host of hosts) lastOfHost.set(host, index);
    return before === -1 ? undefined : before;
  });
};

/** The messages that ask for a request's sites, one for each group. */
export const toScrapeMessages = (request: {
  requestId: string;
  uid: string;
  deadlineMs: number;
  sku: string;
  sites: readonly QueuedSite[];
  /** As the request was stored. */
  grouping?: Grouping;
  hasWebhook?: boolean;
}): ScrapeMessage[] => {
  const grouping = request.grouping ?? 'ByHost';
  const groups = groupsOf(request.sites, grouping);
  // Divided in order, nearly every group would have to wait for another.
  const before = grouping === 'ByHost' ? groupsBefore(groups) : [];
  return groups.map((group, index) => {
    const After = before[index];
    return {
      Version: scrapeMessageVersion,
      Caller: callerName(request.uid),
      RequestId: request.requestId,
      Group: index,
      ...(After !== undefined && { After }),
      TotalSites: request.sites.length,
      DeadlineMs: request.deadlineMs,
      Sku: request.sku,
      Sites: group.map(({ index: Index, site: Site, warnings: Warnings }) => ({ Index, Site, Warnings })),
      ...(request.hasWebhook && { HasWebhook: true }),
      Attempt: 0,
    };
  });
};
