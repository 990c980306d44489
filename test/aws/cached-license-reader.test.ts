import { expect, it } from 'vitest';
import { createCachedLicenseReader, licenseCacheMs } from '../../lambdas/aws/cached-license-reader.ts';
import { testLicense } from '../fakes/memory-stores.ts';

it('caches licenses for 30 s, unknown ones included', async () => {
  let nowMs = 1_000;
  const read: string[] = [];
  const reader = createCachedLicenseReader(
    {
      get: async (uid) => {
        read.push(uid);
        return uid === 'acme' ? testLicense() : undefined;
      },
    },
    { now: () => nowMs },
  );
  const readBoth = async () => [await reader.get('acme'), await reader.get('nobody')];
  expect(await readBoth()).toEqual([testLicense(), undefined]);
  nowMs += licenseCacheMs;
  await readBoth();
  expect(read).toEqual(['acme', 'nobody']);
  nowMs += 1;
  await readBoth();
  expect(read).toEqual(['acme', 'nobody', 'acme', 'nobody']);
});
