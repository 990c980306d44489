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
}

/** A receiver that has failed every try for so long is suspended. */
export const suspendAfterMs = 3 * 24 * 3_600_000;

/** A receiver's state is deleted after this long without a post. */
export const receiverKeptMs = 90 * 24 * 3_600_000;

/** So many posts at once, before they come one by one. */
const burst = 5;

/** Rest of a receiver that wants to be slowed down, and does not say for how long. */
const restMs = 60_000;

/** Names what is known of a receiver: of one license, the host with its port. */
export const receiverIdOf = (uid: string, url: string): string => {
  const origin = URL.parse(url)?.origin ?? '';
  return `receiver#${createHash('sha256')
    .update(JSON.stringify([uid, origin]))
    .digest('hex')}`;
};

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

/** How long a receiver wants all deliveries to wait, by its answer; `undefined`: it does not. */
export const restAfter = (
  status: number | undefined,
  retryAfterMs: number | undefined,
): number | undefined =>
  status === 429 || status === 502 || status === 504 ? Math.max(retryAfterMs ?? 0, restMs) : undefined;
