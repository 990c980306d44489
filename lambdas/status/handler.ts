import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { authenticate, credentialsFromHeaders } from '../api/credentials.ts';
import { json } from '../api/responses.ts';
import type { Clock, LicenseReader, RequestStore } from '../domain/ports.ts';
import { ProblemError } from '../domain/problem.ts';
import { parseRequestId, type RequestState, type StoredRequest, stateOf } from '../domain/request.ts';
import { toRequestView } from '../domain/request-view.ts';
import type { Timings } from '../domain/timing.ts';

export interface StatusPorts {
  requests: RequestStore;
  licenses: LicenseReader;
  clock: Clock;
  timings: Timings;
  /** Told of each request that is found unfinished at its deadline, once. */
  onFailed?: (request: StoredRequest) => void;
}

type Seen = { request: StoredRequest; state: Exclude<RequestState, { name: 'Removed' }> };

/**
 * Reads a request at one moment and makes what is answered last: an unfinished request past its deadline is
 * sealed, an expired one deleted, before anybody is told.
 */
const look = async (
  ports: StatusPorts,
  requestId: string,
  uid: string,
  nowMs: number,
): Promise<Seen | undefined> => {
  const { requests, timings } = ports;
  const request = await requests.get(requestId);
  if (!request || request.uid !== uid) return undefined;
  const state = stateOf(request, nowMs, timings.retentionMs);
  if (state.name === 'Removed') {
    await requests.remove(requestId);
    return undefined;
  }
  if (state.name === 'Failed' && !state.isSealed) {
    // Where somebody was first it is sealed by now, or its last group came in under a clock that is behind.
    if (!(await requests.seal(request, nowMs))) return look(ports, requestId, uid, nowMs);
    ports.onFailed?.(request);
  }
  return { request, state };
};

/** `GET /api/scrap_prices/{requestId}`: checks credentials, then looks the request up. */
export const createStatusHandler =
  (ports: StatusPorts) =>
  async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const nowMs = ports.clock();
    const { uid } = await authenticate(ports.licenses, credentialsFromHeaders(event.headers), nowMs);
    const requestId = parseRequestId(event.pathParameters?.requestId);
    const seen = requestId && (await look(ports, requestId, uid, nowMs));
    if (!seen) throw new ProblemError(404, 'No request of yours has this identifier, or it has expired.');
    const isPending = seen.state.name === 'Pending';
    return json(
      event,
      200,
      toRequestView(seen.request, seen.state),
      isPending ? { 'Retry-After': String(ports.timings.pollAfterSeconds) } : {},
    );
  };
