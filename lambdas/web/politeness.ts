import pLimit from 'p-limit';
import { WebError } from './page-load.ts';

export interface PolitenessOptions {
  /** Parallel fetches for one host. */
  maxFetchesPerHost: number;
  /** A rest that a host asked for is waited out up to this long, ms; a longer one is an error. */
  maxRestMs: number;
  /** Milliseconds since any fixed point. Default: `Date.now`. */
  now?: () => number;
}

/** How hard one message may press on a host. */
export interface Politeness {
  /**
   * Runs `fetch` when the host has a free place and its rest is over.
   *
   * @throws WebError `RateLimitedBySite` when the host asked for a longer rest than is waited for.
   * @throws The signal's reason, when it ends the waiting.
   */
  run<T>(host: string, signal: AbortSignal, fetch: () => Promise<T>): Promise<T>;
  /** Waits until the rest of a host is over. @throws as `run` does. */
  awaitRest(host: string, signal: AbortSignal): Promise<void>;
  /** Notes that the host asked to be left alone for a while. */
  rest(host: string, milliseconds: number): void;
}

/** Resolves after the time, or rejects with the signal's reason. */
export const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', onAbort, { once: true });
  });

export const createPoliteness = ({
  maxFetchesPerHost,
  maxRestMs,
  now = Date.now,
}: PolitenessOptions): Politeness => {
  const places = new Map<string, ReturnType<typeof pLimit>>();
  const restUntil = new Map<string, number>();

  const awaitRest = async (host: string, signal: AbortSignal): Promise<void> => {
    const waitMs = (restUntil.get(host) ?? 0) - now();
    if (waitMs <= 0) return;
    if (waitMs > maxRestMs) {
      const seconds = Math.ceil(waitMs / 1_000);
      throw new WebError('RateLimitedBySite', `The host "${host}" asked to be left alone for ${seconds} s.`, {
        retryable: true,
        retryAfterSeconds: seconds,
      });
    }
    await sleep(waitMs, signal);
  };

  return {
    awaitRest,
    run(host, signal, fetch) {
      if (signal.aborted) return Promise.reject(signal.reason);
      let place = places.get(host);
      if (!place) {
        place = pLimit(maxFetchesPerHost);
        places.set(host, place);
      }
      const turn = place(async () => {
        signal.throwIfAborted();
        await awaitRest(host, signal);
        return fetch();
      });
      // Who waits for a place must not have to wait for it to end.
      return new Promise((resolve, reject) => {
        const onAbort = (): void => reject(signal.reason);
        signal.addEventListener('abort', onAbort, { once: true });
        turn.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
      });
    },
    rest(host, milliseconds) {
      restUntil.set(host, Math.max(restUntil.get(host) ?? 0, now() + milliseconds));
    },
  };
};
