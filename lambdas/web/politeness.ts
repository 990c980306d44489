import pLimit from 'p-limit';
import { WebError } from './web-error.ts';
import { sleep, withSignal } from './with-signal.ts';

export interface PolitenessOptions {
  /** Concurrent fetches per host. */
  maxFetchesPerHost: number;
  /** Longest pause to wait for, ms; a longer one is an error. */
  maxPauseMs: number;
  /** Milliseconds since any fixed point. Default: `Date.now`. */
  now?: () => number;
}

/** Limits one message's load on each host. */
export interface Politeness {
  /**
   * Runs `fetch` once the host has a free place and its pause is over.
   *
   * @throws WebError `RateLimitedBySite` if the host asked for a longer pause than allowed.
   * @throws The signal's reason if aborted while waiting.
   */
  run<T>(host: string, signal: AbortSignal, fetch: () => Promise<T>): Promise<T>;
  /** Waits until a host's pause is over. @throws as `run` does. */
  awaitPause(host: string, signal: AbortSignal): Promise<void>;
  /** Records that the host asked for a pause. */
  pause(host: string, milliseconds: number): void;
}

export const createPoliteness = ({
  maxFetchesPerHost,
  maxPauseMs,
  now = Date.now,
}: PolitenessOptions): Politeness => {
  const places = new Map<string, ReturnType<typeof pLimit>>();
  const pausedUntil = new Map<string, number>();

  const pauseMsOf = (host: string): number => (pausedUntil.get(host) ?? 0) - now();

  const awaitPause = async (host: string, signal: AbortSignal): Promise<void> => {
    // The pause may be extended meanwhile.
    for (let waitMs = pauseMsOf(host); waitMs > 0; waitMs = pauseMsOf(host)) {
      if (waitMs > maxPauseMs) {
        const seconds = Math.ceil(waitMs / 1_000);
        const message = `The host "${host}" asked for a pause of ${seconds} s.`;
        throw new WebError('RateLimitedBySite', message, { retryable: true, retryAfterSeconds: seconds });
      }
      await sleep(waitMs, signal);
    }
  };

  return {
    awaitPause,
    run(host, signal, fetch) {
      if (signal.aborted) return Promise.reject(signal.reason);
      let place = places.get(host);
      if (!place) {
        place = pLimit(maxFetchesPerHost);
        places.set(host, place);
      }
      const turn = place(async () => {
        signal.throwIfAborted();
        await awaitPause(host, signal);
        return fetch();
      });
      // An aborted caller must not wait for a free place.
      return withSignal(signal, turn);
    },
    pause(host, milliseconds) {
      pausedUntil.set(host, Math.max(pausedUntil.get(host) ?? 0, now() + milliseconds));
    },
  };
};
