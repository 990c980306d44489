import type { EpochMs } from './timing.ts';
import type { Webhook } from './webhook.ts';

/** Status codes of the specification. */
export const requestStatus = { Pending: 0, Failed: 1, Completed: 2 } as const;
export type RequestStatus = (typeof requestStatus)[keyof typeof requestStatus];

/**
 * The facts about a request, which are only ever added. Its status is computed from them and the time,
 * by {@link stateOf} alone, so that two functions can never disagree about it.
 */
export interface StoredRequest {
  requestId: string;
  uid: string;
  sku: string;
  queuedAtMs: EpochMs;
  deadlineMs: EpochMs;
  groupCount: number;
  /** Sites of all groups together; absent in what an earlier version stored. */
  siteCount?: number | undefined;
  /** Sites of each group, where those of one host are together; absent where they are divided in order, see `groupSites`. */
  groupSizes?: readonly number[] | undefined;
  /** Packed results by group index; see `result-pack.ts`. */
  groups: ReadonlyMap<number, Uint8Array>;
  /** When the latest group was written; absent before the first. */
  lastResultAtMs?: EpochMs | undefined;
  /** When a reader found the request unfinished at its deadline; no result lands after that. */
  sealedAtMs?: EpochMs | undefined;
  /** Its messages are known to be sent; noted only for requests that came with an idempotency key. */
  isDispatched?: boolean | undefined;
  /** Where its end is told; no caller reads it. */
  webhook?: Webhook | undefined;
}

export type RequestState =
  | { name: 'Pending' }
  | { name: 'Failed'; isSealed: boolean }
  | { name: 'Completed'; completedAtMs: EpochMs; expiresAtMs: EpochMs }
  /** To be answered as not found. */
  | { name: 'Removed' };

/**
 * The state of a request at a time. Deadline and expiry are exclusive ends: at the very millisecond the request
 * is failed, or removed.
 *
 * A reader that gets an unsealed `Failed` must seal the request before it answers, and one that gets `Removed`
 * must delete it: then a reader whose clock is behind cannot see it turn back.
 */
export const stateOf = (request: StoredRequest, nowMs: EpochMs, retentionMs: number): RequestState => {
  const isSealed = request.sealedAtMs !== undefined;
  if (!isSealed && request.groups.size === request.groupCount && request.lastResultAtMs !== undefined) {
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

/** @returns the identifier, or `undefined` for a text that cannot be one: it names no request. */
export const parseRequestId = (text: string | undefined): string | undefined =>
  text !== undefined && uuidPattern.test(text) ? text : undefined;
