/** RFC 9111 (1.2.2) caps seconds that a program cannot count. */
const longestSeconds = 2 ** 31;

/**
 * Reads `Retry-After`, which holds seconds or an HTTP date (RFC 9110, 10.2.3).
 *
 * @param now - Milliseconds since the epoch.
 * @returns Whole seconds, 2^31 at the most, as the field's grammar knows no end; 0 for a date that is past; `undefined` when there is none or it is neither.
 */
export const retryAfterSeconds = (header: string | undefined, now: number): number | undefined => {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text), longestSeconds);
  if (!/^[A-Za-z]{3,9},? .*\d{4}/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1_000));
};
