import { type CallCounts, UnavailableError } from '../domain/ports.ts';
import { ProblemError } from '../domain/problem.ts';
import { rateLimitHeaders } from '../domain/quota.ts';
import type { EpochMs } from '../domain/timing.ts';

/** Counts one call of a license. @throws ProblemError 429 when it has made as many as it may in this minute. */
export type CallMeter = (uid: string, nowMs: EpochMs) => Promise<void>;

const minuteMs = 60_000;
/** Calls of a license that a function answers before it adds them to what all functions have counted. */
const countedTogether = 10;

/**
 * Meters calls that only read. A write for each would cost more than the call's own work, so each function adds its calls
 * in tens: what other functions have answered since then is not known to it. A license is never refused below its limit,
 * and gets at most ten calls more for each function that runs.
 *
 * @param limit - calls of a license in a minute of the clock.
 */
export const createCallMeter = (counts: CallCounts, limit: number): CallMeter => {
  const batch = Math.max(1, Math.min(countedTogether, Math.floor(limit / 20)));
  let minute = 0;
  /** Of this minute, by license. */
  let calls = new Map<string, { counted: number; own: number }>();

  const tooMany = (nowMs: EpochMs): ProblemError => {
    const quota = { name: 'status', limit, windowMs: minuteMs, amount: 1 } as const;
    const state = { isAllowed: false, remaining: 0, resetsAtMs: (minute + 1) * minuteMs };
    return new ProblemError(
      429,
      `A license may ask ${limit} times a minute; repeat the call after the time in Retry-After.`,
      { headers: rateLimitHeaders([{ quota, state }], nowMs) },
    );
  };

  return async (uid, nowMs) => {
    const now = Math.floor(nowMs / minuteMs);
    if (now !== minute) {
      minute = now;
      calls = new Map();
    }
    const known = calls.get(uid) ?? { counted: 0, own: 0 };
    calls.set(uid, known);
    if (known.counted + known.own >= limit) throw tooMany(nowMs);
    known.own += 1;
    if (known.own < batch) return;
    const added = known.own;
    known.own = 0;
    known.counted += added;
    try {
      known.counted = await counts.add(uid, now, added);
    } catch (error) {
      // A count that is not written down refuses nobody.
      if (!(error instanceof UnavailableError)) throw error;
    }
  };
};
