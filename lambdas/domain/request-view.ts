import { withOutlierWarnings } from './price-outliers.ts';
import { type RequestState, requestStatus, type StoredRequest } from './request.ts';
import type { RequestData, RequestProgress, RequestView } from './request-view-schema.ts';
import { unpackResults } from './result-pack.ts';
import { outcomes } from './result-values.ts';
import { groupSize } from './site-group.ts';
import type { Outcome, SiteResult } from './site-result.ts';
import { isoTime } from './timing.ts';

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

/** Counts sites by group, whose results are written together. @returns `undefined` if the number is not stored. */
const progressOf = ({
  groups,
  groupCount,
  groupSizes,
  siteCount,
}: StoredRequest): RequestProgress | undefined =>
  siteCount === undefined
    ? undefined
    : {
        Sites: siteCount,
        Done: [...groups.keys()].reduce(
          (sum, group) =>
            sum + (groupSizes ? (groupSizes[group] ?? 0) : groupSize(group, siteCount, groupCount)),
          0,
        ),
      };

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
    const Progress = progressOf(request);
    const Results = hasPartialResults ? { Results: resultsOf(request) } : {};
    return {
      RequestId,
      RequestStatus: requestStatus.Pending,
      ...(Progress && { Progress: { ...Progress, ...Results } }),
    };
  }
  return { RequestId, RequestStatus: requestStatus.Completed, Data: toRequestData(request, state) };
};
