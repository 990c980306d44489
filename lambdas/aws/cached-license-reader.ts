import { LRUCache } from 'lru-cache';
import type { License } from '../domain/license/license.ts';
import type { LicenseReader } from '../domain/ports.ts';

/** Maximum delay until a warm function notices that a license was disabled or created. */
export const licenseCacheMs = 30_000;

/**
 * Caches licenses for {@link licenseCacheMs}. Unknown UIDs are cached too, or response times would reveal which UIDs
 * exist.
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
