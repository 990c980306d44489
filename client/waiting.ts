/** Longest pause that the client chooses by itself; a service that asks for longer gets longer, up to a cap. */
const maxBackoffMs = 10_000;
const firstBackoffMs = 400;

/**
 * @param header - value of `Retry-After`: seconds, or an HTTP date.
 * @returns seconds from now, or `undefined` when the header is missing or unreadable.
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export const parseRetryAfter = (header: string | null, nowMs: number): number | undefined => {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const dateMs = Date.parse(header);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, Math.ceil((dateMs - nowMs) / 1_000));
};

/**
 * How long to wait before trying again: as long as the service asks, else longer with every attempt. Jitter comes on
 * top, so that clients that were refused together do not return together.
 *
 * @param attempt - 0 before the first repetition.
 * @param retryAfterSeconds - 0 counts as unspecified: a service that is busy must not be called without a pause.
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

/** A longer one ends at once: timers count milliseconds in 31 bits. */
export const maxTimerSeconds = 2_000_000;

/** Resolves after the time, or rejects with the signal's reason as soon as that fires. */
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
