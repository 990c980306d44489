import * as z from 'zod';
import { type RequestState, requestStatus, type StoredRequest } from './request.ts';
import { unpackResults } from './result-pack.ts';
import { type Outcome, outcomes, siteResultSchema } from './site-result.ts';

/** `Data` of a completed request. */
export const requestDataSchema = z.object({
  Sku: z.string(),
  RequestedAt: z.iso.datetime(),
  CompletedAt: z.iso.datetime(),
  ExpiresAt: z.iso.datetime(),
  Summary: z.object({
    Total: z.int(),
    ...(Object.fromEntries(outcomes.map((outcome) => [outcome, z.int()])) as Record<Outcome, z.ZodInt>),
  }),
  Sites: z.array(siteResultSchema),
});

/** Answer to the queue operation: exactly these two members. A repeated call may find its request ended. */
export const queuedViewSchema = z.object({ RequestId: z.uuid(), RequestStatus: z.literal([0, 1, 2]) });

/** Answer to the status operation. */
export const requestViewSchema = z.union([
  z.object({ RequestId: z.uuid(), RequestStatus: z.literal(0) }),
  z.object({ RequestId: z.uuid(), RequestStatus: z.literal(1) }),
  z.object({ RequestId: z.uuid(), RequestStatus: z.literal(2), Data: requestDataSchema }),
]);

export type RequestData = z.infer<typeof requestDataSchema>;
export type RequestView = z.infer<typeof requestViewSchema>;

const isoTime = (timeMs: number): string => new Date(timeMs).toISOString();

const toRequestData = (
  request: StoredRequest,
  state: Extract<RequestState, { name: 'Completed' }>,
): RequestData => {
  const sites = [...request.groups.values()].flatMap(unpackResults).sort((a, b) => a.Index - b.Index);
  const counts = Object.fromEntries(
    outcomes.map((outcome) => [outcome, sites.filter((site) => site.Outcome === outcome).length]),
  ) as Record<Outcome, number>;
  return {
    Sku: request.sku,
    RequestedAt: isoTime(request.queuedAtMs),
    CompletedAt: isoTime(state.completedAtMs),
    ExpiresAt: isoTime(state.expiresAtMs),
    Summary: { Total: sites.length, ...counts },
    Sites: sites,
  };
};

/** What a caller may see of a request; a newly stored field stays private until it is named here. */
export const toRequestView = (
  request: StoredRequest,
  state: Exclude<RequestState, { name: 'Removed' }>,
): RequestView => {
  const RequestId = request.requestId;
  if (state.name !== 'Completed') return { RequestId, RequestStatus: requestStatus[state.name] };
  return { RequestId, RequestStatus: requestStatus.Completed, Data: toRequestData(request, state) };
};
