// A request, from the call that queues it to its end: what is stored, which messages are sent, and its status at any time.
// Facts are only ever added; the status is a pure function of them and the time.
// The messages of its groups are in scrape-message.ts, the message that closes it in closing.ts.

import type { EpochMs } from '../timing.ts';
import type { Webhook } from './webhook.ts';

/** Status codes of the specification. */
export const requestStatus = { Pending: 0, Failed: 1, Completed: 2 } as const;
export type RequestStatus = (typeof requestStatus)[keyof typeof requestStatus];

/**
 * The facts about a request, which are only ever added. Only {@link stateOf} derives its status from them and the time,
 * so that two functions can never disagree about it.
 */
export interface StoredRequest {
  requestId: string;
  uid: string;
  sku: string;
  queuedAtMs: EpochMs;
  deadlineMs: EpochMs;
  /** Number of sites in each group. */
  groupSizes: readonly number[];
  /** Packed results by group index; see `result-pack.ts`. */
  groups: ReadonlyMap<number, Uint8Array>;
  /** When the latest group was written; absent before the first. */
  lastResultAtMs?: EpochMs | undefined;
  /** When a reader found the request unfinished at its deadline; no results are accepted after that. */
  sealedAtMs?: EpochMs | undefined;
  /** Its messages were sent; recorded only for requests with an idempotency key. */
  isDispatched?: boolean | undefined;
  /** Where its end is reported; never returned to callers. */
  webhook?: Webhook | undefined;
}

/** All groups have results. */
export const isFullyWritten = ({
  groups,
  groupSizes,
}: Pick<StoredRequest, 'groups' | 'groupSizes'>): boolean => groups.size === groupSizes.length;

export type RequestState =
  | { name: 'Pending' }
  | { name: 'Failed'; isSealed: boolean }
  | { name: 'Completed'; completedAtMs: EpochMs; expiresAtMs: EpochMs }
  /** Reported as not found. */
  | { name: 'Removed' };

/**
 * The state of a request at a time. Deadline and expiry are exclusive: in that very millisecond the request is failed, or
 * removed.
 *
 * A reader that gets an unsealed `Failed` must seal the request before it responds, and one that gets `Removed` must
 * delete it, so that a reader whose clock is behind cannot see an earlier state again.
 */
export const stateOf = (request: StoredRequest, nowMs: EpochMs, retentionMs: number): RequestState => {
  const isSealed = request.sealedAtMs !== undefined;
  if (!isSealed && isFullyWritten(request) && request.lastResultAtMs !== undefined) {
    const expiresAtMs = request.lastResultAtMs + retentionMs;
    return nowMs >= expiresAtMs
      ? { name: 'Removed' }
      : { name: 'Completed', completedAtMs: request.lastResultAtMs, expiresAtMs };
  }
  if (isSealed || nowMs >= request.deadlineMs) {
    return nowMs >= request.deadlineMs + retentionMs ? { name: 'Removed' } : { name: 'Failed', isSealed };
  }
  return { name: 'Pending' };
};

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** @returns the identifier; `undefined` if the text is not one. */
export const parseRequestId = (text: string | undefined): string | undefined =>
  text !== undefined && uuidPattern.test(text) ? text : undefined;
