import { withOutlierWarnings } from '../money/price-outliers.ts';
import { unpackResults } from '../result/result-pack.ts';
import { outcomes } from '../result/result-values.ts';
import type { Outcome, SiteResult } from '../result/site-result.ts';
import { isoTime } from '../timing.ts';
import { type RequestState, requestStatus, type StoredRequest } from './request.ts';
import type { RequestData, RequestProgress, RequestView } from './request-view-schema.ts';

/** Results that exist so far, in the order of the call. */
const resultsOf = ({ groups }: StoredRequest): SiteResult[] =>
  [...groups.values()].flatMap(unpackResults).sort((a, b) => a.Index - b.Index);

const toRequestData = (
  request: StoredRequest,
  state: Extract<RequestState, { name: 'Completed' }>,
): RequestData => {
  const sites = resultsOf(request);
  const counts = Object.fromEntries(
    outcomes.map((outcome) => [outcome, sites.filter((site) => site.Outcome === outcome).length]),
  ) as Record<Outcome, number>;
  return {
    Sku: request.sku,
    RequestedAt: isoTime(request.queuedAtMs),
    CompletedAt: isoTime(state.completedAtMs),
    ExpiresAt: isoTime(state.expiresAtMs),
    Summary: { Total: sites.length, ...counts },
    Sites: withOutlierWarnings(sites),
  };
};

/** Counts sites by group, whose results are written together. */
const progressOf = ({ groups, groupSizes }: StoredRequest): RequestProgress => ({
  Sites: groupSizes.reduce((sum, size) => sum + size, 0),
  Done: [...groups.keys()].reduce((sum, group) => sum + (groupSizes[group] ?? 0), 0),
});

/**
 * The caller's view of a request; a new stored field stays private until it is listed here.
 *
 * @param hasPartialResults - whether a pending request shows the results that exist so far.
 */
export const toRequestView = (
  request: StoredRequest,
  state: Exclude<RequestState, { name: 'Removed' }>,
  hasPartialResults = false,
): RequestView => {
  const RequestId = request.requestId;
  if (state.name === 'Failed') return { RequestId, RequestStatus: requestStatus.Failed };
  if (state.name === 'Pending') {
    const Results = hasPartialResults ? { Results: resultsOf(request) } : {};
    return {
      RequestId,
      RequestStatus: requestStatus.Pending,
      Progress: { ...progressOf(request), ...Results },
    };
  }
  return { RequestId, RequestStatus: requestStatus.Completed, Data: toRequestData(request, state) };
};
