import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { authenticateReader, type ReaderPorts } from '../api/credentials.ts';
import { noSuchRequest } from '../api/find-delivery.ts';
import { type Preferences, preferencesOf } from '../api/preferences.ts';
import { json } from '../api/responses.ts';
import type { Clock, HeldCalls, RequestStore } from '../domain/ports.ts';
import { parseRequestId, type RequestState, type StoredRequest, stateOf } from '../domain/request/request.ts';
import { toRequestView } from '../domain/request/request-view.ts';
import type { Timings } from '../domain/timing.ts';

export interface StatusPorts extends ReaderPorts {
  requests: RequestStore;
  held: HeldCalls;
  clock: Clock;
  sleep: (ms: number) => Promise<void>;
  timings: Timings;
  /** Called once for each request found unfinished at its deadline. */
  onFailed?: (request: StoredRequest) => void;
}

type Seen = { request: StoredRequest; state: Exclude<RequestState, { name: 'Removed' }> };

/**
 * Reads a request once and makes its reported state final: seals an unfinished one past its deadline, and deletes an
 * expired one.
 */
const readOnce = async (
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
    // If sealing fails, another reader sealed it, or its last group was written by a function whose clock is behind.
    if (!(await requests.seal(request, nowMs))) return readOnce(ports, requestId, uid, nowMs);
    ports.onFailed?.(request);
  }
  return { request, state };
};

/** Polling interval of a held call: short at first, since most requests take less than a second. */
const firstPollMs = 100;
const maxPollMs = 1_000;

/**
 * Polls until the request has ended, has more of the wanted results, or time runs out. Each read has its own clock
 * reading, so that the reported state is never of another moment.
 */
const pollUntilNews = async (
  ports: StatusPorts,
  first: Seen,
  nowMs: number,
  waitSeconds: number,
  wantsPartialResults: boolean,
): Promise<Seen | undefined> => {
  const { requestId, uid } = first.request;
  const endsAtMs = nowMs + waitSeconds * 1_000;
  let seen: Seen | undefined = first;
  let pauseMs = firstPollMs;
  const hasNews = ({ request, state }: Seen): boolean =>
    state.name !== 'Pending' || (wantsPartialResults && request.groups.size > first.request.groups.size);
  for (let atMs = nowMs; seen && !hasNews(seen) && atMs < endsAtMs; atMs = ports.clock()) {
    await ports.sleep(Math.min(pauseMs, endsAtMs - atMs));
    pauseMs = Math.min(pauseMs * 1.5, maxPollMs);
    seen = await readOnce(ports, requestId, uid, ports.clock());
  }
  return seen;
};

/**
 * Holds the call while its request is pending, if the caller prefers that and a place is free.
 *
 * @returns the last state seen; `isApplied` is true if that preference was honoured.
 */
const longPoll = async (
  ports: StatusPorts,
  first: Seen,
  nowMs: number,
  { waitSeconds, wantsPartialResults }: Preferences,
): Promise<{ seen: Seen | undefined; isApplied: boolean }> => {
  if (waitSeconds === undefined) return { seen: first, isApplied: false };
  if (first.state.name !== 'Pending') return { seen: first, isApplied: true };
  const release = await ports.held.take(first.request.uid, nowMs);
  if (!release) return { seen: first, isApplied: false };
  try {
    const seen = await pollUntilNews(ports, first, nowMs, waitSeconds, wantsPartialResults);
    return { seen, isApplied: true };
  } finally {
    await release();
  }
};

/**
 * `GET /api/scrap_prices/{requestId}`: checks credentials, looks the request up, and holds the response of a pending
 * request for as long as the caller prefers.
 */
export const createStatusHandler =
  (ports: StatusPorts) =>
  async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const nowMs = ports.clock();
    const { uid } = await authenticateReader(ports, event, nowMs);
    const requestId = parseRequestId(event.pathParameters?.requestId);
    const preferences = preferencesOf(event);
    const first = requestId && (await readOnce(ports, requestId, uid, nowMs));
    if (!first) throw noSuchRequest();
    const { seen, isApplied } = await longPoll(ports, first, nowMs, preferences);
    if (!seen) throw noSuchRequest();
    const { waitSeconds, wantsPartialResults } = preferences;
    const applied = [isApplied && `wait=${waitSeconds}`, wantsPartialResults && 'partial-results'].filter(
      Boolean,
    );
    const isPending = seen.state.name === 'Pending';
    return json(event, 200, toRequestView(seen.request, seen.state, wantsPartialResults), {
      ...(isPending && { 'Retry-After': String(ports.timings.pollAfterSeconds) }),
      ...(applied.length > 0 && { 'Preference-Applied': applied.join(', ') }),
    });
  };
