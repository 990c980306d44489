import type { CallMeter } from '../api/call-meter.ts';
import { closingDelaySeconds, toClosingMessage } from '../domain/closing.ts';
import { deliveryDelaySeconds, firstDeliveryMessage, nextLookMs } from '../domain/delivery.ts';
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
import type { QueueRequest } from '../domain/queue-request.ts';
import { type RequestStatus, requestStatus, type StoredRequest, stateOf } from '../domain/request.ts';
import { callerName, toScrapeMessages } from '../domain/scrape-message.ts';
import { type Grouping, groupByHost } from '../domain/site-group.ts';
import type { EpochMs, Timings } from '../domain/timing.ts';
import type { TakenQuotas } from './take-quotas.ts';

export interface AcceptPorts {
  requests: RequestStore;
  idempotency: IdempotencyStore;
  queue: ScrapeQueue;
  closing: ClosingQueue;
  deliveries: DeliveryQueue;
  clock: Clock;
  /** Counts a repeat of a call, which takes no quota. Absent: nothing repeats calls without end. */
  countRepeat?: CallMeter;
  /** A random UUID. */
  newRequestId: () => string;
  /** Reports the end of every request to the operator. */
  tellsOperator?: boolean;
  timings: Pick<Timings, 'processingWindowMs' | 'retentionMs' | 'closingLeadMs' | 'deliveryLookMs'>;
}

export interface Idempotency {
  key: string;
  /** Of what is asked. */
  dataHash: string;
}

export interface QueueCall {
  request: QueueRequest;
  idempotency?: Idempotency | undefined;
  /** Takes what the call uses of its license's quotas. Rejects with a `ProblemError` 429 when one is used up. */
  takeQuotas: () => Promise<TakenQuotas>;
}

export interface AcceptedCall {
  requestId: string;
  /** As it is now: a repeated call may find the request ended. */
  status: RequestStatus;
  /** Quotas that this call was charged; absent for a repeated one, which is not charged. */
  quotas?: TakenQuotas | undefined;
}

/** Between two rounds another call with the same key has taken it, and was refused as well. */
const maxClaimRounds = 3;

type Claim = { record: IdempotencyRecord; stored: StoredRequest | undefined };

/** One call under way, with the request that it names. */
interface Work {
  ports: AcceptPorts;
  call: QueueCall;
  record: IdempotencyRecord;
  /** The call's own record: its identifier marks what this very call stored. */
  fresh: IdempotencyRecord;
}

const notQueued = (): ProblemError =>
  new ProblemError(503, 'The request could not be queued; repeat the call.', {
    headers: { 'Retry-After': '1' },
  });

/**
 * Stores a request and sends its messages, or leaves nothing behind that anybody could read.
 *
 * With an idempotency key every repeated call works on the request that the first one named. A repeat that finds
 * it stored and not yet dispatched sends the messages as well: the first call may have died between the two
 * steps. Messages sent twice do no harm, since a group's results are written once.
 *
 * The key is looked up before quotas are taken, and whoever stores the request is the one who pays: of any number
 * of calls with one key exactly one is charged, and a repeat is never refused for its quota. It counts as a call that
 * reads.
 *
 * @throws ProblemError 422 when the key stands for another body, 429 when a quota is used up, 503 when the first
 *   call is still at work; UnavailableError when nothing was accepted.
 */
export const acceptRequest = async (ports: AcceptPorts, call: QueueCall): Promise<AcceptedCall> => {
  const fresh: IdempotencyRecord = {
    requestId: ports.newRequestId(),
    dataHash: call.idempotency?.dataHash ?? '',
    queuedAtMs: ports.clock(),
  };
  if (!call.idempotency) return storeAndSend({ ports, call, record: fresh, fresh }, await call.takeQuotas());
  const { uid } = call.request.credentials;
  const claim = await claimKey(ports, uid, call.idempotency, fresh);
  if (!claim) {
    // Calls that had the key were refused, one after the other: so is this one, unless it was not for the quota.
    await (await call.takeQuotas()).giveBack();
    throw new UnavailableError('Claiming an idempotency key: its requests keep failing');
  }
  const { record, stored } = claim;
  const work = { ports, call, record, fresh };
  if (stored) return joinStored(work, stored);
  let quotas: TakenQuotas;
  try {
    quotas = await call.takeQuotas();
  } catch (refusal) {
    return joinUnpaid(work, refusal);
  }
  return storeAndSend(work, quotas);
};

/** Answers a call that its quota refuses as a repeat, with the request's present status, if it is one. */
const joinUnpaid = async (work: Work, refusal: unknown): Promise<AcceptedCall> => {
  if (!(refusal instanceof ProblemError)) throw refusal;
  const { ports, record, fresh } = work;
  const { requests, timings } = ports;
  const isFirst = record.requestId === fresh.requestId;
  const expiresAtMs = fresh.queuedAtMs + timings.processingWindowMs + timings.retentionMs;
  // Nobody can store it any more, so that the key is free for the next call.
  if (isFirst && (await requests.preclude(record.requestId, fresh.queuedAtMs, expiresAtMs))) throw refusal;
  const stored = await requests.get(record.requestId);
  // Another call has paid, perhaps, and is about to store it.
  if (!stored) throw notQueued();
  // The call that named it was refused as well.
  if (isPrecluded(stored, work)) throw refusal;
  return joinStored(work, stored);
};

/** True if the request can no longer be stored. */
const isPrecluded = ({ uid }: StoredRequest, { call }: Work): boolean => uid !== call.request.credentials.uid;

const storeAndSend = async (work: Work, quotas: TakenQuotas): Promise<AcceptedCall> => {
  const { ports, call, record, fresh } = work;
  const { requestId, queuedAtMs } = record;
  const { requests, timings } = ports;
  const { sku, sites, credentials, webhook } = call.request;
  const deadlineMs = queuedAtMs + timings.processingWindowMs;
  const groupSizes = groupByHost(sites).map(({ length }) => length);
  const counts = { groupCount: groupSizes.length, siteCount: sites.length, groupSizes };
  const request = { requestId, uid: credentials.uid, sku, queuedAtMs, deadlineMs, ...counts, webhook };
  let isStoredHere: boolean;
  try {
    isStoredHere = await requests.create(request, deadlineMs + timings.retentionMs, fresh.requestId);
    if (isStoredHere) await send(work, 'ByHost');
  } catch (error) {
    await quotas.giveBack();
    throw error;
  }
  if (isStoredHere) return { requestId, status: requestStatus.Pending, quotas };
  // Another call with the same key was quicker, and pays.
  await quotas.giveBack();
  const stored = await requests.get(requestId);
  if (!stored) throw notQueued();
  return joinStored(work, stored);
};

/** Sends the messages of a stored request. @throws when nobody can be told that it is queued. */
const send = async ({ ports, call, record, fresh }: Work, grouping: Grouping): Promise<void> => {
  const { requests, queue, closing, deliveries, timings } = ports;
  const { requestId, queuedAtMs } = record;
  const { sku, sites, credentials, webhook } = call.request;
  const deadlineMs = queuedAtMs + timings.processingWindowMs;
  try {
    const hasWebhook = webhook !== undefined || ports.tellsOperator === true;
    const request = { requestId, uid: credentials.uid, deadlineMs, sku, sites, grouping, hasWebhook };
    // In no order: nobody is told of the request before all of them are sent.
    await Promise.all([
      queue.send(toScrapeMessages(request)),
      closing.send(
        toClosingMessage(request),
        closingDelaySeconds(deadlineMs, { ...timings, nowMs: fresh.queuedAtMs }),
      ),
    ]);
    // Last, for nobody to be told of a request that is taken back.
    if (hasWebhook) {
      const lookMs = nextLookMs(deadlineMs, fresh.queuedAtMs, timings);
      const message = firstDeliveryMessage(requestId, callerName(credentials.uid), lookMs);
      await deliveries.send(message, deliveryDelaySeconds(lookMs, fresh.queuedAtMs));
    }
  } catch (error) {
    if (!call.idempotency) {
      await requests.remove(requestId);
      throw error;
    }
    // False when a repeated call could send what this one could not.
    if (await requests.takeBack(requestId, fresh.queuedAtMs)) throw error;
    return;
  }
  if (call.idempotency && !(await requests.markDispatched(requestId))) throw notQueued();
};

/** Answers a repeated call with the status of the stored request, uncharged. */
const joinStored = async (work: Work, stored: StoredRequest): Promise<AcceptedCall> => {
  const { ports, fresh } = work;
  const { requestId } = stored;
  if (isPrecluded(stored, work)) throw notQueued();
  const nowMs = fresh.queuedAtMs;
  const state = stateOf(stored, nowMs, ports.timings.retentionMs);
  // Failed without ever being sent, it was taken back, and nobody was told of it.
  if (state.name === 'Removed' || (state.name === 'Failed' && !stored.isDispatched)) throw notQueued();
  // Divided as it was stored, by whichever version.
  if (state.name === 'Pending' && !stored.isDispatched)
    await send(work, stored.groupSizes ? 'ByHost' : 'InOrder');
  // Seal before answering Failed, as the status function does.
  if (state.name === 'Failed' && !state.isSealed && !(await ports.requests.seal(stored, nowMs))) {
    const again = await ports.requests.get(requestId);
    if (!again) throw notQueued();
    return joinStored(work, again);
  }
  return { requestId, status: requestStatus[state.name] };
};

/**
 * True if the key may be reused for a new request, because nobody can still learn of its present one. One
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

/** @returns `undefined` when other calls took the key before this one, round after round, and were refused. */
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
    const held = await idempotency.claim(uid, given.key, fresh, expiresAtMs, gone);
    if (held.requestId === fresh.requestId) return { record: fresh, stored: undefined };
    if (round === 0) await ports.countRepeat?.(uid, nowMs);
    const stored = await requests.get(held.requestId);
    if (!(await isGone(ports, held, stored, nowMs))) {
      if (held.dataHash === given.dataHash) return { record: held, stored };
      throw new ProblemError(
        422,
        'This Idempotency-Key was used with another body, and that request still lives; use a new key.',
      );
    }
    gone = held;
  }
  return undefined;
};
