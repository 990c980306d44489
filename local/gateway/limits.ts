import { LRUCache } from 'lru-cache';

/** Creates API Gateway's throttle. @returns a function that takes one token; `false` if the bucket is empty. */
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

/** Further addresses replace the least recently seen. */
const maxAddresses = 10_000;

/**
 * Creates the web ACL's limit per address. AWS counts some seconds late; this counts at once.
 *
 * @returns a function that counts a call; `false` if its address has made too many.
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
