import { createHash } from 'node:crypto';
import { dayMs, type EpochMs } from '../timing.ts';

/**
 * State of a webhook receiver, kept per license, so that licenses that share a receiver never slow each other down.
 */
export interface Receiver {
  /** End of the turns already taken; see {@link nextTurn}. Absent: none. */
  turnsUntilMs?: EpochMs | undefined;
  /** No calls until then. */
  restsUntilMs?: EpochMs | undefined;
  /** Every attempt has failed since then; absent: the last one succeeded. */
  failingSinceMs?: EpochMs | undefined;
  /** Each delivery has had a single attempt since then. */
  suspendedAtMs?: EpochMs | undefined;
  /** Uses the slow lane until then; see {@link isSlow}. */
  slowUntilMs?: EpochMs | undefined;
}

/** A receiver is suspended after failing every attempt for this long. */
export const suspendAfterMs = 3 * dayMs;

/** A receiver's state is deleted after this long without a call. */
export const receiverRetentionMs = 90 * dayMs;

/** Calls that may be made at once before they are spaced out. */
const burst = 5;

/** Shortest pause of an overloaded receiver. */
const restMs = 60_000;
const maxHangingRestMs = 3_600_000;

/** A slower response occupies one of the few functions that post for everyone. */
const slowResponseMs = 5_000;

/** How long a receiver uses the slow lane after a slow response. */
const slowMs = 3_600_000;

/** Charged to a license for each receiver that becomes slow; beyond {@link maxSlowReceivers} the whole license is slow. */
export const slowReceiverMs = 20 * 60_000;
const maxSlowReceivers = 2;

/** Shortest wait when the slow lane is full. */
const laneWaitMs = 60_000;

/** Key of a receiver's state: one per license, host and port. */
export const receiverIdOf = (uid: string, url: string): string => {
  const origin = URL.parse(url)?.origin ?? '';
  return `receiver#${createHash('sha256')
    .update(JSON.stringify([uid, origin]))
    .digest('hex')}`;
};

/** Key of the state of all receivers of a license. */
export const receiversIdOf = (uid: string): string => receiverIdOf(uid, '');

/**
 * The next turn at a receiver (the generic cell rate algorithm: a bucket of turns that fills evenly).
 *
 * @param everyMs - between two turns.
 * @returns the time of the turn, and the new end of the turns taken.
 */
export const nextTurn = (
  { turnsUntilMs = 0 }: Receiver,
  nowMs: EpochMs,
  everyMs: number,
): { turnAtMs: EpochMs; turnsUntilMs: EpochMs } => {
  const untilMs = Math.max(turnsUntilMs, nowMs) + everyMs;
  return { turnAtMs: Math.max(nowMs, untilMs - everyMs * burst), turnsUntilMs: untilMs };
};

/** The `turnsUntilMs` with which the next turn falls on the end of a rest. */
export const turnsAfterRest = (restsUntilMs: EpochMs, everyMs: number): EpochMs =>
  restsUntilMs + everyMs * (burst - 1);

/**
 * How long all deliveries to a receiver wait after a response; `undefined`: not at all. A receiver that hangs
 * gets a pause of a quarter of the time that it has been failing.
 */
export const restAfter = (
  {
    status,
    durationMs,
    retryAfterMs = 0,
  }: { status?: number | undefined; durationMs: number; retryAfterMs?: number },
  failingMs: number,
): number | undefined => {
  if (status === undefined)
    return durationMs < slowResponseMs
      ? undefined
      : Math.min(Math.max(restMs, Math.ceil(failingMs / 4)), maxHangingRestMs);
  return status === 429 || status === 502 || status === 504 ? Math.max(retryAfterMs, restMs) : undefined;
};

/** Until when a receiver is slow after a response; `undefined`: the response was fast. */
export const slowUntil = (durationMs: number, nowMs: EpochMs): EpochMs | undefined =>
  durationMs < slowResponseMs ? undefined : nowMs + slowMs;

/**
 * True if a call uses the slow lane, which occupies at most half of the functions, so that slow receivers never delay
 * fast ones. A license with several slow receivers is slow as a whole, or it could keep switching to fresh ones.
 *
 * @param ofLicense - the state under {@link receiversIdOf}, where each receiver that becomes slow takes a turn.
 */
export const isSlow = ({ slowUntilMs = 0 }: Receiver, ofLicense: Receiver, nowMs: EpochMs): boolean =>
  slowUntilMs > nowMs || (ofLicense.turnsUntilMs ?? 0) - nowMs > maxSlowReceivers * slowReceiverMs;

/** When to retry a call that found the slow lane full. Delays grow. */
export const nextLaneAttemptMs = (dueMs: EpochMs, nowMs: EpochMs): EpochMs =>
  nowMs + Math.max(laneWaitMs, Math.ceil((nowMs - dueMs) / 4));
