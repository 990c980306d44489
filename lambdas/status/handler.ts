import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { authenticate, credentialsFromHeaders } from '../api/credentials.ts';
import { noSuchRequest } from '../api/find-delivery.ts';
import { preferredWaitSeconds } from '../api/prefer-wait.ts';
import { json } from '../api/responses.ts';
import type { Clock, LicenseReader, RequestStore } from '../domain/ports.ts';
import { parseRequestId, type RequestState, type StoredRequest, stateOf } from '../domain/request.ts';
import { toRequestView } from '../domain/request-view.ts';
import type { Timings } from '../domain/timing.ts';

export interface StatusPorts {
  requests: RequestStore;
  licenses: LicenseReader;
  clock: Clock;
  /** Resolves after so many milliseconds. */
  sleep: (ms: number) => Promise<void>;
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

/** Between two looks at a request that is waited for, ms: short at first, since most take less than a second. */
const firstLookMs = 100;
const longestLookMs = 1_000;

/**
 * Looks again and again until the request has ended, or the time is over. Each look is one operation with a clock
 * reading of its own, so that nobody is told of a state that was another moment's.
 */
const lookUntilEnded = async (
  ports: StatusPorts,
  requestId: string,
  uid: string,
  nowMs: number,
  waitSeconds: number,
): Promise<Seen | undefined> => {
  const endsAtMs = nowMs + waitSeconds * 1_000;
  let seen = await look(ports, requestId, uid, nowMs);
  let pauseMs = firstLookMs;
  for (let atMs = nowMs; seen?.state.name === 'Pending' && atMs < endsAtMs; atMs = ports.clock()) {
    await ports.sleep(Math.min(pauseMs, endsAtMs - atMs));
    pauseMs = Math.min(pauseMs * 1.5, longestLookMs);
    seen = await look(ports, requestId, uid, ports.clock());
  }
  return seen;
};

/**
 * `GET /api/scrap_prices/{requestId}`: checks credentials, then looks the request up, and holds the answer while the
 * request is pending for as long as the caller prefers.
 */
export const createStatusHandler =
  (ports: StatusPorts) =>
  async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const nowMs = ports.clock();
    const { uid } = await authenticate(ports.licenses, credentialsFromHeaders(event), nowMs);
    const requestId = parseRequestId(event.pathParameters?.requestId);
    const waitSeconds = preferredWaitSeconds(event);
    const seen = requestId && (await lookUntilEnded(ports, requestId, uid, nowMs, waitSeconds ?? 0));
    if (!seen) throw noSuchRequest();
    const isPending = seen.state.name === 'Pending';
    return json(event, 200, toRequestView(seen.request, seen.state), {
      ...(isPending && { 'Retry-After': String(ports.timings.pollAfterSeconds) }),
      ...(waitSeconds !== undefined && { 'Preference-Applied': `wait=${waitSeconds}` }),
    });
  };
