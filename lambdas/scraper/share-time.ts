import { defaultHttpLimits } from '../web/http/http-limits.ts';

/** Kept back from a site's time, so that a tier ends by itself and what the other one gave is not lost. */
export const judgeReserveMs = 500;

/** With less time than this the browser is not begun with: it takes a second or two to start. */
export const leastBrowserMs = 3_000;

/** With less time than this a shop is not asked once more: few answer within it. */
const leastSecondMs = 1_000;

/** Left to the browser where there is time enough. */
const browserChanceMs = 20_000;

/** Healthy shops answer within this time: less is left to plain HTTP for no browser's sake. */
const leastPlainMs = 3_000;

/** Of a time too short for both, the browser's part. Shops that hang for one tier answer the other as fast as any. */
const browserPart = 1 / 3;

export interface TimeShares {
  plainMs: number;
  /** Time left when plain HTTP has used up its share: 0, or at least {@link leastBrowserMs}. */
  browserMs: number;
}

/**
 * Divides what is left of a site's time, for a host that may hang over plain HTTP. A host that answers leaves the
 * browser more. Up to 6.5 s are plain HTTP's alone: divided they would be too short for either.
 *
 * @param remainingMs - at least 0.
 * @returns shares whose sum is at most that.
 */
export const shareTime = (remainingMs: number): TimeShares => {
  const timeMs = remainingMs - judgeReserveMs;
  if (timeMs < leastPlainMs + leastBrowserMs) return { plainMs: remainingMs, browserMs: 0 };
  // A plain try that ends by its own limit is not shortened where the browser's part remains.
  const beyondPlainMs = timeMs - defaultHttpLimits.firstByteMs;
  const wantedMs = Math.max(leastBrowserMs, timeMs * browserPart, beyondPlainMs);
  const browserMs = Math.min(browserChanceMs, wantedMs);
  return { plainMs: Math.floor(timeMs - browserMs), browserMs };
};

/**
 * The browser's share of a site's time if it comes first, leaving plain HTTP the time of a healthy shop after
 * it. Up to 6.5 s are the browser's alone, as they are plain HTTP's where that comes first.
 *
 * @param remainingMs - at least 0.
 */
export const browserFirstMs = (remainingMs: number): number => {
  const timeMs = Math.max(0, remainingMs - judgeReserveMs);
  return timeMs < leastPlainMs + leastBrowserMs ? timeMs : timeMs - leastPlainMs;
};

/** True if plain HTTP is still started after the browser. */
export const hasTimeForPlain = (remainingMs: number): boolean =>
  remainingMs - judgeReserveMs >= leastSecondMs;
