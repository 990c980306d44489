import { LRUCache } from 'lru-cache';
import { createTokenBucket } from './token-bucket.ts';

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
