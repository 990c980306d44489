import * as z from 'zod';
import { type AddressedSite, knownResult } from '../site/queued-site.ts';
import { mapEchoed } from '../site/site-members.ts';
import type { EpochMs } from '../timing.ts';

/** Longest delay of an SQS message. */
export const maxDelaySeconds = 900;

/** Body of a message on the closing queue: one request, with the parts of its results that do not depend on a page. */
const closingMessageSchema = z.object({
  Version: z.literal(1),
  RequestId: z.uuid(),
  DeadlineMs: z.int(),
  /** As in `scrapeMessageSchema`. */
  HasWebhook: z.boolean(),
  /** By group, in order. */
  Groups: z
    .array(
      z
        .array(
          z.object({
            Index: z.int().min(0),
            Name: z.string().nullable(),
            ...mapEchoed(() => z.string().nullable()),
            RequestedSku: z.string(),
            Url: z.string(),
            Warnings: z.array(z.string()),
          }),
        )
        .min(1),
    )
    .min(1),
});

export type ClosingMessage = z.infer<typeof closingMessageSchema>;

/** @throws SyntaxError or ZodError if this code cannot read the message. */
export const readClosingMessage = (body: string): ClosingMessage =>
  closingMessageSchema.parse(JSON.parse(body));

export const toClosingMessage = (request: {
  requestId: string;
  deadlineMs: EpochMs;
  groups: readonly AddressedSite[][];
  hasWebhook: boolean;
}): ClosingMessage => ({
  Version: 1,
  RequestId: request.requestId,
  DeadlineMs: request.deadlineMs,
  HasWebhook: request.hasWebhook,
  Groups: request.groups.map((group) => group.map(knownResult)),
});

/** Seconds until a request is closed, rounded up to the SQS maximum at most; an early message is delayed again. */
export const closingDelaySeconds = (
  deadlineMs: EpochMs,
  { nowMs, closingLeadMs }: { nowMs: EpochMs; closingLeadMs: number },
): number => Math.min(maxDelaySeconds, Math.max(0, Math.round((deadlineMs - closingLeadMs - nowMs) / 1_000)));
