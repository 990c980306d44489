import { type Clock, UnavailableError } from '../ports.ts';
import type { EpochMs } from '../timing.ts';

export interface RetryOptions {
  clock: Clock;
  pause: (milliseconds: number) => Promise<void>;
  /** No attempt starts that could last beyond this time. */
  untilMs: EpochMs;
  /** Longest single attempt. */
  attemptMs: number;
}

const firstPauseMs = 200;
const maxPauseMs = 3_000;

/**
 * Repeats a call to a store with growing pauses until it responds or time runs out.
 *
 * @throws UnavailableError of the last attempt; any other error at once.
 */
export const retryCall = async <T>(call: () => Promise<T>, patience: RetryOptions): Promise<T> => {
  const { clock, pause, untilMs, attemptMs } = patience;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(maxPauseMs, pauseMs * 2)) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      if (clock() + pauseMs + attemptMs > untilMs) throw error;
      await pause(pauseMs);
    }
  }
};
