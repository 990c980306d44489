import {
  type Clock,
  type IdempotencyRecord,
  type IdempotencyStore,
  type RequestStore,
  type ScrapeQueue,
  UnavailableError,
} from '../domain/ports.ts';
import { ProblemError } from '../domain/problem.ts';
import type { QueueRequest } from '../domain/queue-request.ts';
import { type StoredRequest, stateOf } from '../domain/request.ts';
import { groupSites, toScrapeMessages } from '../domain/site-group.ts';
import type { EpochMs, Timings } from '../domain/timing.ts';

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

/** Between two rounds another call with the same key has taken it, and was refused as well. */
const maxClaimRounds = 3;

type Claim = { record: IdempotencyRecord; stored: StoredRequest | undefined };

/**
 * Stores a request and sends its messages, or leaves nothing behind that anybody could read.
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
    if (!call.idempotency) {
      await requests.remove(requestId);
      throw error;
    }
    // False when a repeated call could send what this one could not.
    if (await requests.takeBack(requestId, fresh.queuedAtMs)) throw error;
    return requestId;
  }
  if (call.idempotency && !(await requests.markDispatched(requestId))) {
    throw new ProblemError(503, 'The request could not be queued; repeat the call.', {
      headers: { 'Retry-After': '1' },
    });
  }
  return requestId;
};

/**
 * Whether the key may stand for a new request, because nobody can still hear of the one that it stands for. One
 * that was never dispatched and can no longer complete is taken back for it.
 */
const isGone = async (
  ports: AcceptPorts,
  held: IdempotencyRecord,
  stored: StoredRequest | undefined,
  nowMs: EpochMs,
): Promise<boolean> => {
  const { requests, timings } = ports;
  // Missing soon after it was named, a request is still being stored, or the call that named it died: this call
  // takes part. It can be missing because it was removed no sooner than one retention after. Half of that is far
  // from both, whatever the clocks say.
  if (!stored) {
    if (nowMs < held.queuedAtMs + timings.retentionMs / 2) return false;
    const expiresAtMs = nowMs + timings.processingWindowMs + timings.retentionMs;
    // Another call whose clock is behind may be taking part at this very moment.
    if (await requests.preclude(held.requestId, nowMs, expiresAtMs)) return true;
    return isGone(ports, held, await requests.get(held.requestId), nowMs);
  }
  const state = stateOf(stored, nowMs, timings.retentionMs);
  if (state.name === 'Removed') return true;
  if (state.name !== 'Failed' || stored.isDispatched) return false;
  if (state.isSealed || (await requests.takeBack(held.requestId, nowMs))) return true;
  // It was dispatched, completed or removed since it was read.
  return isGone(ports, held, await requests.get(held.requestId), nowMs);
};

const claimKey = async (
  ports: AcceptPorts,
  uid: string,
  key: string,
  fresh: IdempotencyRecord,
): Promise<Claim> => {
  const { requests, idempotency, timings } = ports;
  const nowMs = fresh.queuedAtMs;
  const expiresAtMs = nowMs + timings.processingWindowMs + timings.retentionMs;
  let gone: IdempotencyRecord | undefined;
  for (let round = 0; round < maxClaimRounds; round += 1) {
    const held = await idempotency.claim(uid, key, fresh, expiresAtMs, gone);
    if (held.requestId === fresh.requestId) return { record: fresh, stored: undefined };
    const stored = await requests.get(held.requestId);
    if (!(await isGone(ports, held, stored, nowMs))) {
      if (held.dataHash === fresh.dataHash) return { record: held, stored };
      throw new ProblemError(
        422,
        'This Idempotency-Key was used with another body, and that request still lives; use a new key.',
      );
    }
    gone = held;
  }
  throw new UnavailableError('Claiming an idempotency key: its requests keep failing');
};
