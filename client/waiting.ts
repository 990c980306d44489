/** Longest backoff. A `Retry-After` may be longer. */
const maxBackoffMs = 10_000;
const firstBackoffMs = 400;

/**
 * Parses `Retry-After`, which holds seconds or an HTTP date.
 *
 * @returns seconds from now; `undefined` if missing or invalid.
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export const parseRetryAfter = (header: string | null, nowMs: number): number | undefined => {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const dateMs = Date.parse(header);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, Math.ceil((dateMs - nowMs) / 1_000));
};

/**
 * Computes the wait before a retry: `Retry-After`, or else exponential backoff. Jitter is added, so that clients do not
 * return at the same time.
 *
 * @param attempt - 0 before the first retry.
 * @param retryAfterSeconds - 0 counts as unspecified.
 * @param random - from 0 to below 1.
 */
export const retryDelayMs = (
  attempt: number,
  retryAfterSeconds: number | undefined,
  random: number,
): number => {
  if (retryAfterSeconds) return retryAfterSeconds * 1_000 * (1 + random / 4);
  const ceilingMs = Math.min(maxBackoffMs, firstBackoffMs * 2 ** attempt);
  return ceilingMs / 2 + (ceilingMs / 2) * random;
};

/** Longer timers would fire at once, because they count milliseconds in 31 bits. */
export const maxTimerSeconds = 2_000_000;

/** Resolves after the time, or rejects with the signal's reason. */
export const wait = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
