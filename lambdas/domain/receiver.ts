import { createHash } from 'node:crypto';
import type { EpochMs } from './timing.ts';

/**
 * State of a receiver of one license's webhooks. Licenses never slow down each other's deliveries, whatever receivers
 * the two have in common.
 */
export interface Receiver {
  /** Turns are given out until then; see {@link nextTurn}. Absent: none is. */
  turnsUntilMs?: EpochMs | undefined;
  /** It is left alone until then. */
  restsUntilMs?: EpochMs | undefined;
  /** Since when every try has failed; absent: the last one has not. */
  failingSinceMs?: EpochMs | undefined;
  /** Since when a delivery has one try alone. */
  suspendedAtMs?: EpochMs | undefined;
  /** Its posts are made in the slow lane until then; see {@link isSlow}. */
  slowUntilMs?: EpochMs | undefined;
}

/** A receiver that has failed every try for so long is suspended. */
export const suspendAfterMs = 3 * 24 * 3_600_000;

/** A receiver's state is deleted after this long without a post. */
export const receiverKeptMs = 90 * 24 * 3_600_000;

/** So many posts at once, before they come one by one. */
const burst = 5;

/** Rest of a receiver that wants to be slowed down, and does not say for how long. */
const restMs = 60_000;
const maxHangingRestMs = 3_600_000;

/** An answer that takes longer is slow: it holds one of the few functions that post for everybody. */
const slowAnswerMs = 5_000;

/** How long a receiver's posts are made in the slow lane after a slow answer. */
const slowMs = 3_600_000;

/** Each receiver that becomes slow adds this to its license, and beyond {@link maxSlowReceivers} all of it is slow. */
export const slowReceiverMs = 20 * 60_000;
const maxSlowReceivers = 2;

/** The shortest wait of a post that finds the slow lane taken. */
const laneWaitMs = 60_000;

/** Names what is known of a receiver: of one license, the host with its port. */
export const receiverIdOf = (uid: string, url: string): string => {
  const origin = URL.parse(url)?.origin ?? '';
  return `receiver#${createHash('sha256')
    .update(JSON.stringify([uid, origin]))
    .digest('hex')}`;
};

/** Names what is known of all receivers of a license together. */
export const receiversIdOf = (uid: string): string => receiverIdOf(uid, '');

/**
 * The next turn at a receiver (the generic cell rate algorithm: a bucket of turns that fills evenly).
 *
 * @param everyMs - between two turns.
 * @returns when the turn is, and until when turns are given out then.
 */
export const nextTurn = (
  { turnsUntilMs = 0 }: Receiver,
  nowMs: EpochMs,
  everyMs: number,
): { turnAtMs: EpochMs; turnsUntilMs: EpochMs } => {
  const untilMs = Math.max(turnsUntilMs, nowMs) + everyMs;
  return { turnAtMs: Math.max(nowMs, untilMs - everyMs * burst), turnsUntilMs: untilMs };
};

/** Until when turns are given out for the next one to be at the end of a rest. */
export const turnsAfterRest = (restsUntilMs: EpochMs, everyMs: number): EpochMs =>
  restsUntilMs + everyMs * (burst - 1);

/**
 * How long all deliveries to a receiver wait, by its answer; `undefined`: they need not. One that hangs is left alone for
 * a quarter of the time that it has failed for.
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
    return durationMs < slowAnswerMs
      ? undefined
      : Math.min(Math.max(restMs, Math.ceil(failingMs / 4)), maxHangingRestMs);
  return status === 429 || status === 502 || status === 504 ? Math.max(retryAfterMs, restMs) : undefined;
};

/** Until when a receiver is slow after an answer; `undefined`: the answer was quick. */
export const slowUntil = (durationMs: number, nowMs: EpochMs): EpochMs | undefined =>
  durationMs < slowAnswerMs ? undefined : nowMs + slowMs;

/**
 * True if a post is made in the slow lane, which takes up half of the functions at most, so that slow receivers never
 * delay quick ones. A license of which several receivers became slow is slow as a whole, or it could use one after another.
 *
 * @param ofLicense - the state of {@link receiversIdOf}, where each receiver that becomes slow takes a turn.
 */
export const isSlow = ({ slowUntilMs = 0 }: Receiver, ofLicense: Receiver, nowMs: EpochMs): boolean =>
  slowUntilMs > nowMs || (ofLicense.turnsUntilMs ?? 0) - nowMs > maxSlowReceivers * slowReceiverMs;

/** When a post looks again that found the slow lane taken: the longer it has waited, the later. */
export const nextLookAtLane = (dueMs: EpochMs, nowMs: EpochMs): EpochMs =>
  nowMs + Math.max(laneWaitMs, Math.ceil((nowMs - dueMs) / 4));
