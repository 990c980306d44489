import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type AddressedSite, addressedSiteSchema } from '../site/queued-site.ts';
import { hostOf } from './site-group.ts';

/** See {@link callerName}. */
export const callerSchema = z.string().regex(/^[0-9a-f]{32}$/);

/** Body of a message on the scrape queue: one group of sites of one request. */
export const scrapeMessageSchema = z.object({
  Version: z.literal(1),
  /** Message group of the caller, since the queue serves callers in turn. */
  Caller: callerSchema,
  RequestId: z.uuid(),
  Group: z.int().min(0),
  /**
   * Earlier group of the same request on the same host: this group waits until that one is written, so that two functions
   * never fetch from the host at once.
   */
  After: z.int().min(0).optional(),
  /** Number of sites in the request, which determines the group's share of the stored item. */
  TotalSites: z.int().min(1),
  DeadlineMs: z.int(),
  Sites: z.array(addressedSiteSchema).min(1),
  /** The end of the request is reported to a webhook or the operator. */
  HasWebhook: z.boolean(),
  /** How often it was requeued. */
  Attempt: z.int().min(0),
  /** Packed results, in Base64: of all its sites, which could not be written, or of some, and the others have not begun. */
  Results: z.base64().optional(),
});

export type ScrapeMessage = z.infer<typeof scrapeMessageSchema>;

/** @throws SyntaxError or ZodError if this code cannot read the message. */
export const readScrapeMessage = (body: string): ScrapeMessage => scrapeMessageSchema.parse(JSON.parse(body));

/**
 * A name for a caller that does not reveal its UID in the queue's metrics and messages.
 *
 * @returns 32 hexadecimal digits, the same on every call.
 */
export const callerName = (uid: string): string =>
  createHash('sha256').update(`scrap-prices caller\0${uid}`).digest('hex').slice(0, 32);

/** For each group, the last earlier one with a site on the same host. */
const groupsBefore = (groups: readonly (readonly AddressedSite[])[]): (number | undefined)[] => {
  const lastOfHost = new Map<string, number>();
  return groups.map((group, index) => {
    const hosts = new Set(group.map(({ Site }) => hostOf(Site)));
    const before = Math.max(...[...hosts].map((host) => lastOfHost.get(host) ?? -1));
    for (const host of hosts) lastOfHost.set(host, index);
    return before === -1 ? undefined : before;
  });
};

/** The scrape messages of a request, one for each group. */
export const toScrapeMessages = (request: {
  requestId: string;
  uid: string;
  deadlineMs: number;
  groups: readonly AddressedSite[][];
  hasWebhook: boolean;
}): ScrapeMessage[] => {
  const before = groupsBefore(request.groups);
  const totalSites = request.groups.flat().length;
  return request.groups.map((group, index) => {
    const After = before[index];
    return {
      Version: 1,
      Caller: callerName(request.uid),
      RequestId: request.requestId,
      Group: index,
      ...(After !== undefined && { After }),
      TotalSites: totalSites,
      DeadlineMs: request.deadlineMs,
      Sites: group,
      HasWebhook: request.hasWebhook,
      Attempt: 0,
    };
  });
};
