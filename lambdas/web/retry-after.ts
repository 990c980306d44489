/** RFC 9111 (1.2.2) caps seconds at this value. */
const maxSeconds = 2 ** 31;

/**
 * Reads `Retry-After`, which holds seconds or an HTTP date (RFC 9110, 10.2.3).
 *
 * @param now - Milliseconds since the epoch.
 * @returns Whole seconds, at most 2^31; 0 for a past date; `undefined` for a missing or invalid value.
 */
export const retryAfterSeconds = (header: string | undefined, now: number): number | undefined => {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text), maxSeconds);
  if (!/^[A-Za-z]{3,9},? .*\d{4}/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1_000));
};
