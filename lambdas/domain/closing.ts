import * as z from 'zod';
import { mapEchoed } from './echoed-members.ts';
import { toNamedSite } from './named-site.ts';
import type { QueuedSite } from './queue-request.ts';
import { type Grouping, groupsOf } from './site-group.ts';
import type { EpochMs } from './timing.ts';
import { createVersionedReader } from './versioned.ts';

/** Version written by this code; see `scrapeMessageVersion`. */
const closingMessageVersion = 1;

/** Longest delay of an SQS message. */
export const maxDelaySeconds = 900;

/** Body of a message on the closing queue: one request, with the parts of its results that do not depend on a page. */
const closingMessageSchema = z.object({
  Version: z.int().min(0),
  RequestId: z.uuid(),
  DeadlineMs: z.int(),
  /** As in `scrapeMessageSchema`. */
  HasWebhook: z.boolean().optional(),
  /** By group, in order. */
  Groups: z
    .array(
      z
        .array(
          z.object({
            Index: z.int().min(0),
            Name: z.string().nullable(),
            // Older messages lack newer members.
            ...mapEchoed(() => z.string().nullable().default(null)),
            /** Absent in older messages: the request's SKU. */
            RequestedSku: z.string().optional(),
            Url: z.string().nullable(),
            Warnings: z.array(z.string()),
          }),
        )
        .min(1),
    )
    .min(1),
});

export type ClosingMessage = z.infer<typeof closingMessageSchema>;

const parseVersioned = createVersionedReader(closingMessageVersion, closingMessageSchema);

/** @throws SyntaxError, ZodError or UnreadableVersionError if this code cannot read the message. */
export const readClosingMessage = (body: string): ClosingMessage => parseVersioned(JSON.parse(body));

export const toClosingMessage = (request: {
  requestId: string;
  deadlineMs: EpochMs;
  sku: string;
  sites: readonly QueuedSite[];
  grouping?: Grouping;
  hasWebhook?: boolean;
}): ClosingMessage => ({
  Version: closingMessageVersion,
  RequestId: request.requestId,
  DeadlineMs: request.deadlineMs,
  ...(request.hasWebhook && { HasWebhook: true }),
  Groups: groupsOf(request.sites, request.grouping ?? 'ByHost').map((group) =>
    group.map(({ index, site, warnings }) =>
      toNamedSite({ Index: index, Site: site, Warnings: warnings }, request.sku),
    ),
  ),
});

/** Seconds until a request is closed, rounded up to the SQS maximum at most; an early message is delayed again. */
export const closingDelaySeconds = (
  deadlineMs: EpochMs,
  { nowMs, closingLeadMs }: { nowMs: EpochMs; closingLeadMs: number },
): number => Math.min(maxDelaySeconds, Math.max(0, Math.round((deadlineMs - closingLeadMs - nowMs) / 1_000)));
