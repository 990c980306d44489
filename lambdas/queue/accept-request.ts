import type { CallMeter } from '../api/call-meter.ts';
import { deliveryDelaySeconds, firstDeliveryMessage, nextCheckMs } from '../domain/delivery/delivery.ts';
import {
  type Clock,
  type ClosingQueue,
  type DeliveryQueue,
  type IdempotencyRecord,
  type IdempotencyStore,
  type RequestStore,
  type ScrapeQueue,
  UnavailableError,
} from '../domain/ports.ts';
import { ProblemError } from '../domain/problem.ts';
import { closingDelaySeconds, toClosingMessage } from '../domain/request/closing.ts';
import type { QueueRequest } from '../domain/request/queue-request.ts';
import { type RequestStatus, requestStatus, type StoredRequest, stateOf } from '../domain/request/request.ts';
import { callerName, toScrapeMessages } from '../domain/request/scrape-message.ts';
import { groupByHost } from '../domain/request/site-group.ts';
import { type AddressedSite, addressed } from '../domain/site/queued-site.ts';
import type { EpochMs, Timings } from '../domain/timing.ts';
import type { TakenQuotas } from './take-quotas.ts';

export interface AcceptPorts {
  requests: RequestStore;
  idempotency: IdempotencyStore;
  queue: ScrapeQueue;
  closing: ClosingQueue;
  deliveries: DeliveryQueue;
  clock: Clock;
  /** Counts repeated calls, which take no quota. Absent: not limited. */
  countRepeat?: CallMeter;
  /** A random UUID of this cell. */
  newRequestId: () => string;
  /** Reports the end of every request to the operator. */
  exportsToOperator?: boolean;
  timings: Pick<Timings, 'processingWindowMs' | 'retentionMs' | 'closingLeadMs' | 'deliveryCheckMs'>;
}

export interface Idempotency {
  key: string;
  /** Hash of the call's `Data`. */
  dataHash: string;
}

/** A request of a license, by a call or a watch. */
export interface QueueCall extends QueueRequest {
  uid: string;
  idempotency?: Idempotency | undefined;
  /** Charges the license's quotas. Rejects with a `ProblemError` 429 if one is used up. */
  takeQuotas: () => Promise<TakenQuotas>;
}

export interface AcceptedCall {
  requestId: string;
  /** Current status: a repeated call may find the request ended. */
  status: RequestStatus;
  /** Quotas charged; absent for a repeated call. */
  quotas?: TakenQuotas | undefined;
}

/** A further round is needed if another call took the key meanwhile and was refused. */
const maxClaimRounds = 3;

type Claim = { record: IdempotencyRecord; stored: StoredRequest | undefined };

/** A call in progress and the request that it works on. */
interface Work {
  ports: AcceptPorts;
  call: QueueCall;
  /** The request's sites, in the groups of its messages. */
  groups: readonly AddressedSite[][];
  record: IdempotencyRecord;
  /** The call's own record, whose identifier marks what this call stored. */
  fresh: IdempotencyRecord;
}

const notQueued = (): ProblemError =>
  new ProblemError(503, 'The request could not be queued; repeat the call.', {
    headers: { 'Retry-After': '1' },
  });

/**
 * Stores a request and sends its messages, or leaves nothing that a reader could find.
 *
 * Repeated calls with an idempotency key work on the first call's request. If it is stored but not yet dispatched, a
 * repeat sends the messages too, since the first call may have died in between. Messages sent twice do no harm: a group's
 * results are written once.
 *
 * The key is looked up before quotas are charged, and the call that stores the request pays: exactly one of the calls with
 * a key is charged, and no repeat is refused for its quota. Repeats count as read calls.
 *
 * @throws ProblemError 422 if the key was used with another body, 429 if a quota is used up, 503 while the first call is
 *   still working; UnavailableError if nothing was accepted.
 */
export const acceptRequest = async (ports: AcceptPorts, call: QueueCall): Promise<AcceptedCall> => {
  const fresh: IdempotencyRecord = {
    requestId: ports.newRequestId(),
    dataHash: call.idempotency?.dataHash ?? '',
    queuedAtMs: ports.clock(),
  };
  const groups = groupByHost(call.sites.map((site) => addressed(site, call.sku)));
  if (!call.idempotency)
    return storeAndSend({ ports, call, groups, record: fresh, fresh }, await call.takeQuotas());
  const claim = await claimKey(ports, call.uid, call.idempotency, fresh);
  if (!claim) {
    // All calls that held the key were refused. If the quota was the reason, this one is refused for it too.
    await (await call.takeQuotas()).giveBack();
    throw new UnavailableError('Claiming an idempotency key: requests with it keep failing');
  }
  const { record, stored } = claim;
  const work = { ports, call, groups, record, fresh };
  if (stored) return joinStored(work, stored);
  let quotas: TakenQuotas;
  try {
    quotas = await call.takeQuotas();
  } catch (refusal) {
    return joinUnpaid(work, refusal);
  }
  return storeAndSend(work, quotas);
};

/** Handles a call refused for its quota: if it is a repeat, answers with the request's current status. */
const joinUnpaid = async (work: Work, refusal: unknown): Promise<AcceptedCall> => {
  if (!(refusal instanceof ProblemError)) throw refusal;
  const { ports, record, fresh } = work;
  const { requests, timings } = ports;
  const isFirst = record.requestId === fresh.requestId;
  const expiresAtMs = fresh.queuedAtMs + timings.processingWindowMs + timings.retentionMs;
  // Precluding frees the key for the next call.
  if (isFirst && (await requests.preclude(record.requestId, fresh.queuedAtMs, expiresAtMs))) throw refusal;
  const stored = await requests.get(record.requestId);
  // Another call may have paid, and is about to store it.
  if (!stored) throw notQueued();
  // The call that named it was refused as well.
  if (isPrecluded(stored, work)) throw refusal;
  return joinStored(work, stored);
};

/** True if the request can no longer be stored. */
const isPrecluded = ({ uid }: StoredRequest, { call }: Work): boolean => uid !== call.uid;

const storeAndSend = async (work: Work, quotas: TakenQuotas): Promise<AcceptedCall> => {
  const { ports, call, groups, record, fresh } = work;
  const { requestId, queuedAtMs } = record;
  const { requests, timings } = ports;
  const { uid, sku, webhook } = call;
  const deadlineMs = queuedAtMs + timings.processingWindowMs;
  const groupSizes = groups.map(({ length }) => length);
  const request = { requestId, uid, sku, queuedAtMs, deadlineMs, groupSizes, webhook };
  let isStoredHere: boolean;
  try {
    isStoredHere = await requests.create(request, deadlineMs + timings.retentionMs, fresh.requestId);
    if (isStoredHere) await send(work);
  } catch (error) {
    await quotas.giveBack();
    throw error;
  }
  if (isStoredHere) return { requestId, status: requestStatus.Pending, quotas };
  // Another call with the same key was faster, and pays.
  await quotas.giveBack();
  const stored = await requests.get(requestId);
  if (!stored) throw notQueued();
  return joinStored(work, stored);
};

/** Sends a stored request's messages. @throws if the request cannot be reported as queued. */
const send = async ({ ports, call, groups, record, fresh }: Work): Promise<void> => {
  const { requests, queue, closing, deliveries, timings } = ports;
  const { requestId, queuedAtMs } = record;
  const deadlineMs = queuedAtMs + timings.processingWindowMs;
  try {
    const hasWebhook = call.webhook !== undefined || ports.exportsToOperator === true;
    const request = { requestId, uid: call.uid, deadlineMs, groups, hasWebhook };
    // Order does not matter: the call is answered after all are sent.
    await Promise.all([
      queue.send(toScrapeMessages(request)),
      closing.send(
        toClosingMessage(request),
        closingDelaySeconds(deadlineMs, { ...timings, nowMs: fresh.queuedAtMs }),
      ),
    ]);
    // Last, so that no request is reported and then taken back.
    if (hasWebhook) {
      const checkMs = nextCheckMs(deadlineMs, fresh.queuedAtMs, timings);
      const message = firstDeliveryMessage(requestId, callerName(call.uid), checkMs);
      await deliveries.send(message, deliveryDelaySeconds(checkMs, fresh.queuedAtMs));
    }
  } catch (error) {
    if (!call.idempotency) {
      await requests.remove(requestId);
      throw error;
    }
    // False if a repeated call succeeded where this one failed.
    if (await requests.revoke(requestId, fresh.queuedAtMs)) throw error;
    return;
  }
  if (call.idempotency && !(await requests.markDispatched(requestId))) throw notQueued();
};

/** Answers a repeated call with the stored request's status, without charge. */
const joinStored = async (work: Work, stored: StoredRequest): Promise<AcceptedCall> => {
  const { ports, fresh } = work;
  const { requestId } = stored;
  if (isPrecluded(stored, work)) throw notQueued();
  const nowMs = fresh.queuedAtMs;
  const state = stateOf(stored, nowMs, ports.timings.retentionMs);
  // Failed but never dispatched: it was taken back and never acknowledged.
  if (state.name === 'Removed' || (state.name === 'Failed' && !stored.isDispatched)) throw notQueued();
  if (state.name === 'Pending' && !stored.isDispatched) await send(work);
  // Seal before answering Failed, as the status function does.
  if (state.name === 'Failed' && !state.isSealed && !(await ports.requests.seal(stored, nowMs))) {
    const again = await ports.requests.get(requestId);
    if (!again) throw notQueued();
    return joinStored(work, again);
  }
  return { requestId, status: requestStatus[state.name] };
};

/**
 * True if the key may be reused, because its request can no longer be read. Takes back a request that was never
 * dispatched and can no longer complete.
 */
const isGone = async (
  ports: AcceptPorts,
  existing: IdempotencyRecord,
  stored: StoredRequest | undefined,
  nowMs: EpochMs,
): Promise<boolean> => {
  const { requests, timings } = ports;
  // A request missing shortly after its key was claimed is still being stored, or its call died: this call joins it. It
  // cannot have been removed sooner than one retention later; half of that tolerates clock differences both ways.
  if (!stored) {
    if (nowMs < existing.queuedAtMs + timings.retentionMs / 2) return false;
    const expiresAtMs = nowMs + timings.processingWindowMs + timings.retentionMs;
    // Another call whose clock is behind may be joining right now.
    if (await requests.preclude(existing.requestId, nowMs, expiresAtMs)) return true;
    return isGone(ports, existing, await requests.get(existing.requestId), nowMs);
  }
  const state = stateOf(stored, nowMs, timings.retentionMs);
  if (state.name === 'Removed') return true;
  if (state.name !== 'Failed' || stored.isDispatched) return false;
  if (state.isSealed || (await requests.revoke(existing.requestId, nowMs))) return true;
  // It was dispatched, completed or removed since it was read.
  return isGone(ports, existing, await requests.get(existing.requestId), nowMs);
};

/** @returns `undefined` if in every round another call claimed the key first and was refused. */
const claimKey = async (
  ports: AcceptPorts,
  uid: string,
  given: Idempotency,
  fresh: IdempotencyRecord,
): Promise<Claim | undefined> => {
  const { requests, idempotency, timings } = ports;
  const nowMs = fresh.queuedAtMs;
  const expiresAtMs = nowMs + timings.processingWindowMs + timings.retentionMs;
  let gone: IdempotencyRecord | undefined;
  for (let round = 0; round < maxClaimRounds; round += 1) {
    const existing = await idempotency.claim(uid, given.key, fresh, expiresAtMs, gone);
    if (existing.requestId === fresh.requestId) return { record: fresh, stored: undefined };
    if (round === 0) await ports.countRepeat?.(uid, nowMs);
    const stored = await requests.get(existing.requestId);
    if (!(await isGone(ports, existing, stored, nowMs))) {
      if (existing.dataHash === given.dataHash) return { record: existing, stored };
      throw new ProblemError(
        422,
        'This Idempotency-Key belongs to an unexpired request with another body; use a new key.',
      );
    }
    gone = existing;
  }
  return undefined;
};
