import * as z from 'zod';
import type { QueuedSite } from './queue-request.ts';
import { sellingSiteSchema } from './selling-site.ts';

/** Sites of one message. One browser loads them within one function timeout, a few at a time. */
export const maxSitesPerGroup = 8;

/**
 * Splits a request's sites into groups of nearly equal size, in order.
 * Equal sizes, because a request is complete only when its slowest group is.
 */
export const groupSites = <T>(sites: readonly T[], maxPerGroup = maxSitesPerGroup): T[][] => {
  const groupCount = Math.ceil(sites.length / maxPerGroup);
  return Array.from({ length: groupCount }, (_, group) =>
    sites.slice(
      Math.round((group * sites.length) / groupCount),
      Math.round(((group + 1) * sites.length) / groupCount),
    ),
  );
};

/** Body of a message on the scrape queue: one group of sites of one request. */
export const scrapeMessageSchema = z.object({
  RequestId: z.uuid(),
  Group: z.int().min(0),
  /** All sites of the request; a group's share of the item is measured by it. */
  TotalSites: z.int().min(1),
  DeadlineMs: z.int(),
  Sku: z.string(),
  Sites: z
    .array(z.object({ Index: z.int().min(0), Site: sellingSiteSchema, Warnings: z.array(z.string()) }))
    .min(1),
});

export type ScrapeMessage = z.infer<typeof scrapeMessageSchema>;

/** The messages that ask for a request's sites, one for each group. */
export const toScrapeMessages = (request: {
  requestId: string;
  deadlineMs: number;
  sku: string;
  sites: readonly QueuedSite[];
}): ScrapeMessage[] =>
  groupSites(request.sites).map((group, index) => ({
    RequestId: request.requestId,
    Group: index,
    TotalSites: request.sites.length,
    DeadlineMs: request.deadlineMs,
    Sku: request.sku,
    Sites: group.map(({ index: Index, site: Site, warnings: Warnings }) => ({ Index, Site, Warnings })),
  }));
