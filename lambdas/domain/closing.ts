import * as z from 'zod';
import { mapEchoed } from './echoed-members.ts';
import { toNamedSite } from './named-site.ts';
import type { QueuedSite } from './queue-request.ts';
import { type Grouping, groupsOf } from './site-group.ts';
import type { EpochMs } from './timing.ts';
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
            // A message from before a member existed has none.
            ...mapEchoed(() => z.string().nullable().default(null)),
            /** Absent where the message is older; then it is the request's. */
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

const ofThisVersion = createVersionedReader(closingMessageVersion, closingMessageSchema);

/** @throws SyntaxError, ZodError or UnreadableVersionError for a text that is no message that this code can read. */
export const readClosingMessage = (body: string): ClosingMessage => ofThisVersion(JSON.parse(body));

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

/** Whole seconds until a request is closed; no more than SQS takes, after which the message is delayed again. */
export const closingDelaySeconds = (
  deadlineMs: EpochMs,
  { nowMs, closingLeadMs }: { nowMs: EpochMs; closingLeadMs: number },
): number => Math.min(maxDelaySeconds, Math.max(0, Math.round((deadlineMs - closingLeadMs - nowMs) / 1_000)));
