import { LRUCache } from 'lru-cache';

/**
 * API Gateway's throttle: a bucket that fills at a steady rate up to the burst.
 *
 * @returns a function that takes one token, `false` when there is none.
 */
export const createTokenBucket = (
  { ratePerSecond, burst }: { ratePerSecond: number; burst: number },
  now: () => number,
) => {
  let tokens = burst;
  let filledAtMs = now();
  return (): boolean => {
    const nowMs = now();
    tokens = Math.min(burst, tokens + ((nowMs - filledAtMs) / 1_000) * ratePerSecond);
    filledAtMs = nowMs;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
};

/** Addresses that are kept in mind at the same time; further ones take the place of those that were quiet longest. */
const maxAddresses = 10_000;

/**
 * The web ACL's rule for addresses. AWS estimates, some seconds late; this counts at once.
 *
 * @returns a function that counts one call, `false` when its address has made too many.
 */
export const createAddressLimit = (
  { calls, windowSeconds }: { calls: number; windowSeconds: number },
  now: () => number,
) => {
  const buckets = new LRUCache<string, () => boolean>({ max: maxAddresses });
  return (address: string): boolean => {
    const known = buckets.get(address);
    const take = known ?? createTokenBucket({ ratePerSecond: calls / windowSeconds, burst: calls }, now);
    if (!known) buckets.set(address, take);
    return take();
  };
};
