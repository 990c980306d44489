import { expect, test, vi } from 'vitest';
import { trySites } from '../../cli/try-sites.ts';
import { productPage, startShop } from './shop.ts';

const fetched = vi.hoisted(() => Promise.withResolvers<void>());

vi.mock(import('../../lib/chromium-asset.ts'), async (importOriginal) => {
  const real = await importOriginal();
  return { ...real, chromiumAssetFolder: () => fetched.promise.then(real.chromiumAssetFolder) };
});

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'a site is tried, and its time begins, once the browser is fetched',
  async () => {
    const requested: string[] = [];
    const shop = await startShop((request, response) => {
      requested.push(request.url ?? '');
      response.setHeader('Content-Type', 'text/html').end(productPage('A-1', '12.50'));
    });
    try {
      const opening = trySites([shop.host]);
      const site = { Url: `http://${shop.host}/p/A-1`, RenderMode: 'Http' as const };
      const trying = opening.then(async (trier) => {
        await using open = trier;
        return await open.try({ site, sku: 'A-1' });
      });
      await new Promise(setImmediate);
      expect(requested).toEqual([]);
      fetched.resolve();
      expect((await trying).result).toMatchObject({ Outcome: 'Priced', Price: { Amount: '12.50' } });
    } finally {
      shop.close();
    }
  },
);
