import type {
  Clock,
  IdempotencyRecord,
  IdempotencyStore,
  RequestStore,
  ScrapeQueue,
} from '../domain/ports.ts';
import { ProblemError } from '../domain/problem.ts';
import type { QueueRequest } from '../domain/queue-request.ts';
import { type StoredRequest, stateOf } from '../domain/request.ts';
import { groupSites, toScrapeMessages } from '../domain/site-group.ts';
import type { Timings } from '../domain/timing.ts';

export interface AcceptPorts {
  requests: RequestStore;
  idempotency: IdempotencyStore;
  queue: ScrapeQueue;
  clock: Clock;
  /** A random UUID. */
  newRequestId: () => string;
  timings: Pick<Timings, 'processingWindowMs' | 'retentionMs'>;
}

export interface AcceptedCall {
  request: QueueRequest;
  idempotency?: { key: string; dataHash: string } | undefined;
}

type Claim = { record: IdempotencyRecord; stored: StoredRequest | undefined };

/**
 * Stores a request and sends its messages, or leaves nothing behind.
 *
 * With an idempotency key every repeated call works on the request that the first one named. A repeat that finds
 * it stored and not yet dispatched sends the messages as well: the first call may have died between the two
 * steps. Messages sent twice do no harm, since a group's results are written once.
 *
 * @returns the identifier to answer with.
 * @throws ProblemError 422 when the key stands for another body; UnavailableError when nothing was accepted.
 */
export const acceptRequest = async (ports: AcceptPorts, call: AcceptedCall): Promise<string> => {
  const { requests, queue, timings } = ports;
  const { request } = call;
  const fresh: IdempotencyRecord = {
    requestId: ports.newRequestId(),
    dataHash: call.idempotency?.dataHash ?? '',
    queuedAtMs: ports.clock(),
  };
  const { record, stored } = call.idempotency
    ? await claimKey(ports, request.credentials.uid, call.idempotency.key, fresh)
    : { record: fresh, stored: undefined };
  const { requestId, queuedAtMs } = record;
  if (
    stored?.isDispatched ||
    (stored && stateOf(stored, fresh.queuedAtMs, timings.retentionMs).name !== 'Pending')
  ) {
    return requestId;
  }

  const deadlineMs = queuedAtMs + timings.processingWindowMs;
  const { sku, sites } = request;
  if (!stored) {
    const groupCount = groupSites(sites).length;
    const { uid } = request.credentials;
    await requests.create(
      { requestId, uid, sku, queuedAtMs, deadlineMs, groupCount },
      deadlineMs + timings.retentionMs,
    );
  }
  try {
    await queue.send(toScrapeMessages({ requestId, deadlineMs, sku, sites }));
  } catch (error) {
    if (await takeBack(ports, call, requestId)) throw error;
    return requestId;
  }
  if (call.idempotency && !(await requests.markDispatched(requestId))) {
    throw new ProblemError(503, 'The request could not be queued; repeat the call.', {
      headers: { 'Retry-After': '1' },
    });
  }
  return requestId;
};

/** @returns whether the request is gone; a concurrent repeat that has dispatched it keeps it alive. */
const takeBack = async (ports: AcceptPorts, call: AcceptedCall, requestId: string): Promise<boolean> => {
  // The key first: once the request is gone, a repeated call must find neither.
  if (call.idempotency) {
    await ports.idempotency.release(call.request.credentials.uid, call.idempotency.key, requestId);
  }
  return ports.requests.takeBack(requestId);
};

const claimKey = async (
  { requests, idempotency, timings }: AcceptPorts,
  uid: string,
  key: string,
  fresh: IdempotencyRecord,
): Promise<Claim> => {
  const nowMs = fresh.queuedAtMs;
  const expiresAtMs = nowMs + timings.processingWindowMs + timings.retentionMs;
  let held = await idempotency.claim(uid, key, fresh, expiresAtMs);
  if (held.requestId === fresh.requestId) return { record: fresh, stored: undefined };

  let stored = await requests.get(held.requestId);
  // A request is removed at the earliest one retention after it was queued. One that is missing before that is
  // still being stored by the call that named it, or that call died: this one takes part.
  const isGone = stored
    ? stateOf(stored, nowMs, timings.retentionMs).name === 'Removed'
    : nowMs >= held.queuedAtMs + timings.retentionMs;
  if (isGone) {
    held = await idempotency.claim(uid, key, fresh, expiresAtMs, held);
    if (held.requestId === fresh.requestId) return { record: fresh, stored: undefined };
    stored = await requests.get(held.requestId);
  }
  if (held.dataHash !== fresh.dataHash) {
    throw new ProblemError(
      422,
      'This Idempotency-Key was used with another body, and that request still lives; use a new key.',
    );
  }
  return { record: held, stored };
};
