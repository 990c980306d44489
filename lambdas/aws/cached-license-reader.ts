import { LRUCache } from 'lru-cache';
import type { License } from '../domain/license.ts';
import type { LicenseReader } from '../domain/ports.ts';

/** A disabled license stops working, and a new one starts, this much later at most in a warm function. */
export const licenseCacheMs = 30_000;

/**
 * Keeps what was read for {@link licenseCacheMs}. Unknown UIDs are kept as well: otherwise the time of an answer
 * would tell a UID that exists, once it is cached, from one that does not.
 */
export const createCachedLicenseReader = (
  licenses: LicenseReader,
  options: { now?: () => number } = {},
): LicenseReader => {
  const cache = new LRUCache<string, { license: License | undefined }>({
    max: 1_000,
    ttl: licenseCacheMs,
    ttlResolution: 0,
    ...(options.now ? { perf: { now: options.now } } : {}),
  });
  return {
    get: async (uid) => {
      const cached = cache.get(uid);
      if (cached) return cached.license;
      const license = await licenses.get(uid);
      cache.set(uid, { license });
      return license;
    },
  };
};
