import { dayMs, type EpochMs, minuteMs } from '../timing.ts';
import type { License } from './license.ts';

/** A license's limit over a window that begins with its first use. */
export interface Quota {
  /** Names the quota in the `RateLimit` headers. */
  name: 'requests' | 'sites' | 'status';
  limit: number;
  windowMs: number;
  /** Units taken by this call. */
  amount: number;
}

/** State of a quota after a call was charged or refused. */
export interface QuotaState {
  isAllowed: boolean;
  remaining: number;
  /** When the window ends and the full limit is available again. */
  resetsAtMs: EpochMs;
}

/** Quotas charged for a call with `sites` sites; none for an unlimited license. */
export const quotasOf = (license: License, sites: number): Quota[] => [
  ...(license.requestsPerMinute === undefined
    ? []
    : [{ name: 'requests' as const, limit: license.requestsPerMinute, windowMs: minuteMs, amount: 1 }]),
  ...(license.sitesPerDay === undefined
    ? []
    : [{ name: 'sites' as const, limit: license.sitesPerDay, windowMs: dayMs, amount: sites }]),
];

const secondsUntil = (timeMs: EpochMs, nowMs: EpochMs): number =>
  Math.max(1, Math.ceil((timeMs - nowMs) / 1_000));

/**
 * Headers that report the quotas to the caller.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export const rateLimitHeaders = (
  taken: readonly { quota: Quota; state: QuotaState }[],
  nowMs: EpochMs,
): Record<string, string> => {
  if (taken.length === 0) return {};
  const refused = taken.filter(({ state }) => !state.isAllowed);
  const seconds = ({ resetsAtMs }: QuotaState): number => secondsUntil(resetsAtMs, nowMs);
  return {
    'RateLimit-Policy': taken
      .map(({ quota }) => `"${quota.name}";q=${quota.limit};w=${quota.windowMs / 1_000}`)
      .join(', '),
    RateLimit: taken
      .map(({ quota, state }) => `"${quota.name}";r=${state.remaining};t=${seconds(state)}`)
      .join(', '),
    ...(refused.length > 0
      ? { 'Retry-After': String(Math.max(...refused.map(({ state }) => seconds(state)))) }
      : {}),
  };
};
