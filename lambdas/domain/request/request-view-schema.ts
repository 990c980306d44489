import * as z from 'zod';
import { outcomes } from '../result/result-values.ts';
import { type Outcome, siteResultSchema } from '../result/site-result.ts';

const countOf = (outcome: Outcome) => z.int().describe(`Sites with the outcome \`${outcome}\`.`);

export const summarySchema = z.object({
  Total: z.int().describe('Number of sites.'),
  ...(Object.fromEntries(outcomes.map((outcome) => [outcome, countOf(outcome)])) as Record<
    Outcome,
    z.ZodInt
  >),
});

/** `Data` of a completed request. */
export const requestDataSchema = z.object({
  Sku: z.string().describe('`Sku` of the request.'),
  RequestedAt: z.iso.datetime().describe('When the request was queued.'),
  CompletedAt: z.iso.datetime().describe('When the last site finished.'),
  ExpiresAt: z.iso.datetime().describe('When the request is removed.'),
  Summary: summarySchema.describe('Number of sites by outcome.'),
  Sites: z.array(siteResultSchema).describe('One result for each site, in the order of the request.'),
});

const requestIdSchema = z.uuid().describe('Identifier of the request, made by the service.');

/** Response of the queue operation: exactly these two members. A repeated call may find its request ended. */
export const queuedViewSchema = z.object({
  RequestId: requestIdSchema,
  RequestStatus: z
    .literal([0, 1, 2])
    .describe('0: Pending. 1 or 2 if a call repeated with its `Idempotency-Key` finds its request ended.'),
});

/** Progress of a pending request, in sites. */
export const progressSchema = z.object({
  Sites: z.int().describe('Sites of the request.'),
  Done: z
    .int()
    .describe(
      'Sites with an outcome so far; grows by groups: up to eight sites, or up to 32 pages of one host.',
    ),
  Results: z
    .array(siteResultSchema)
    .optional()
    .describe(
      'Only with `Prefer: partial-results`: results of these sites, in the order of the request. Warnings that compare prices come with the completed request.',
    ),
});

/** Response of the status operation. */
export const requestViewSchema = z.union([
  z.object({
    RequestId: requestIdSchema,
    RequestStatus: z.literal(0).describe('0: Pending.'),
    Progress: progressSchema.optional().describe('Absent if unknown.'),
  }),
  z.object({
    RequestId: requestIdSchema,
    RequestStatus: z.literal(1).describe('1: Failed; nothing was processed within five minutes.'),
  }),
  z.object({
    RequestId: requestIdSchema,
    RequestStatus: z.literal(2).describe('2: Completed.'),
    Data: requestDataSchema.describe('The prices.'),
  }),
]);

export type RequestProgress = z.infer<typeof progressSchema>;
export type RequestData = z.infer<typeof requestDataSchema>;
export type RequestView = z.infer<typeof requestViewSchema>;
