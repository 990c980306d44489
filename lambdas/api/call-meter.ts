import { rateLimitHeaders } from '../domain/license/quota.ts';
import { type CallCounts, UnavailableError } from '../domain/ports.ts';
import { ProblemError } from '../domain/problem.ts';
import { type EpochMs, minuteMs } from '../domain/timing.ts';

/** Counts one call of a license. @throws ProblemError 429 if it has used up its calls in this minute. */
export type CallMeter = (uid: string, nowMs: EpochMs) => Promise<void>;

/** Calls that a function counts locally before it writes them to the shared counter. */
const countedTogether = 10;

/**
 * Meters read-only calls. Counting each in the store would cost more than the call itself, so each function writes its
 * calls in tens. A license is never refused below its limit, and exceeds it by at most ten calls per running function.
 *
 * @param limit - calls of a license in a clock minute.
 */
export const createCallMeter = (counts: CallCounts, limit: number): CallMeter => {
  const batch = Math.max(1, Math.min(countedTogether, Math.floor(limit / 20)));
  let minute = 0;
  /** Counts of this minute, by license. */
  let calls = new Map<string, { counted: number; own: number }>();

  const tooMany = (nowMs: EpochMs): ProblemError => {
    const quota = { name: 'status', limit, windowMs: minuteMs, amount: 1 } as const;
    const state = { isAllowed: false, remaining: 0, resetsAtMs: (minute + 1) * minuteMs };
    return new ProblemError(
      429,
      `This license allows ${limit} status calls per minute; repeat the call after Retry-After seconds.`,
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
      // A failed count refuses nobody.
      if (!(error instanceof UnavailableError)) throw error;
    }
  };
};
