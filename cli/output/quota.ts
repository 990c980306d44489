import type { RateLimitedError } from '../../client/index.ts';
import { formatDuration } from './duration.ts';
import { formatLocalTime } from './local-time.ts';

const daySeconds = 86_400;

export const quotaName = ({ quota }: RateLimitedError): string => {
  if (quota === undefined) return 'quota';
  if (quota.windowSeconds === daySeconds) return 'daily quota';
  return quota.windowSeconds === 60
    ? 'per-minute quota'
    : `quota of ${formatDuration(quota.windowSeconds * 1_000)}`;
};

const freeAgain = ({ freeAgainAt }: RateLimitedError, now: Date): string =>
  freeAgainAt === undefined ? '' : `; available again at ${formatLocalTime(freeAgainAt, now)}`;

/**
 * Which quota is used up, and when there is something of it again, in this machine's time: `daily quota reached; free
 * again at 11:30`.
 */
export const quotaText = (error: RateLimitedError, now: Date): string =>
  `${quotaName(error)} reached${freeAgain(error, now)}`;

/** Why no time helps, where one request asks for more than a whole window has. @param sites - of the largest request. */
export const neverFitsText = ({ quota }: RateLimitedError, sites: number): string | undefined =>
  quota?.name === 'sites' && sites > quota.limit
    ? `One request asks for ${sites} sites, but this license allows only ${quota.limit}. Use fewer sites per request.`
    : undefined;
