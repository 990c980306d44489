import { type Clock, UnavailableError } from './ports.ts';
import type { EpochMs } from './timing.ts';

export interface Patience {
  clock: Clock;
  /** Resolves after a time. */
  pause: (milliseconds: number) => Promise<void>;
  /** No further attempt begins that could last beyond this time. */
  untilMs: EpochMs;
  /** Longest single attempt. */
  attemptMs: number;
}

const firstPauseMs = 200;
const longestPauseMs = 3_000;

/**
 * Makes a call to a store until it answers or the time is over, with growing pauses.
 *
 * @throws UnavailableError of the last attempt; every other error at once.
 */
export const retryCall = async <T>(call: () => Promise<T>, patience: Patience): Promise<T> => {
  const { clock, pause, untilMs, attemptMs } = patience;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      if (clock() + pauseMs + attemptMs > untilMs) throw error;
      await pause(pauseMs);
    }
  }
};
