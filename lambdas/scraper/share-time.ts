import { defaultHttpLimits } from '../web/http/http-limits.ts';

/** Reserved from a site's time, so that a tier ends by itself without losing the other's result. */
export const judgeReserveMs = 500;

/** Minimum remaining time to use the browser, which takes a second or two to start. */
export const minBrowserMs = 3_000;

/** Minimum remaining time for another request to the shop. */
const minRetryMs = 1_000;

/** The browser's share if time permits. */
const maxBrowserShareMs = 20_000;

/** Minimum share of plain HTTP; healthy shops respond within this time. */
const minPlainMs = 3_000;

/** The browser's share of a short time. Shops that hang for one tier respond to the other at normal speed. */
const browserPart = 1 / 3;

export interface TimeShares {
  plainMs: number;
  /** Time remaining after plain HTTP's share: 0, or at least {@link minBrowserMs}. */
  browserMs: number;
}

/**
 * Divides a site's remaining time between the tiers, in case the host hangs over plain HTTP; a faster
 * response leaves more to the browser. Up to 6.5 s go to plain HTTP alone, since half of that is too short
 * for either.
 *
 * @param remainingMs - at least 0.
 * @returns shares whose sum is at most that.
 */
export const shareTime = (remainingMs: number): TimeShares => {
  const timeMs = remainingMs - judgeReserveMs;
  if (timeMs < minPlainMs + minBrowserMs) return { plainMs: remainingMs, browserMs: 0 };
  // Do not shorten plain HTTP's own limit if enough remains for the browser.
  const beyondPlainMs = timeMs - defaultHttpLimits.firstByteMs;
  const requestedMs = Math.max(minBrowserMs, timeMs * browserPart, beyondPlainMs);
  const browserMs = Math.min(maxBrowserShareMs, requestedMs);
  return { plainMs: Math.floor(timeMs - browserMs), browserMs };
};

/**
 * The browser's share of a site's time if it comes first, leaving plain HTTP the response time of a healthy
 * shop. Up to 6.5 s go to the browser alone.
 *
 * @param remainingMs - at least 0.
 */
export const browserFirstMs = (remainingMs: number): number => {
  const timeMs = Math.max(0, remainingMs - judgeReserveMs);
  return timeMs < minPlainMs + minBrowserMs ? timeMs : timeMs - minPlainMs;
};

/** True if enough time remains for plain HTTP after the browser. */
export const hasTimeForPlain = (remainingMs: number): boolean => remainingMs - judgeReserveMs >= minRetryMs;
