import { describe, expect, it } from 'vitest';
import type { SiteResult } from '../../lambdas/domain/site-result.ts';
import { createHostMemory } from '../../lambdas/scraper/render-policy.ts';
import { scrapeSite } from '../../lambdas/scraper/scrape-site.ts';
import { directReader } from '../fakes/direct-reader.ts';
import { openPlatformShop, type PlatformShop, platforms, shopProducts } from '../fakes/platform-shops.ts';

const search = (shop: PlatformShop, sku: string): Promise<SiteResult> =>
  scrapeSite(
    {
      http: { load: shop.load, close: async () => {} },
      browser: undefined,
      memory: createHostMemory(),
      reader: directReader,
    },
    {
      queued: { index: 0, site: { SearchUrl: shop.searchUrl, RenderMode: 'Http' }, warnings: [] },
      sku,
      signal: new AbortController().signal,
      budgetMs: 60_000,
      clock: () => 1_000,
      report: (message, error) => {
        throw new Error(message, { cause: error });
      },
    },
  );

describe.each(Object.keys(platforms))('a search on a shop in the shape of %s', (name) => {
  it.each(shopProducts.map(({ sku }) => sku))(
    'finds the product with the SKU "%s" and no other',
    async (sku) => {
      const shop = openPlatformShop(name, `https://${name.toLowerCase()}.example`);
      const result = await search(shop, sku);
      expect(result.FinalUrl && shop.productAt(result.FinalUrl)?.sku).toBe(sku);
      expect(shop.acts).toEqual([]);
      expect(shop.asked.length).toBeLessThanOrEqual(4);
      const product = shopProducts.find((each) => each.sku === sku)!;
      if (!product.isSoldOut) expect(Number(result.Price?.Amount)).toBe(Number(product.price));
    },
  );

  // Parts of the numbers that the shop has, and a word of its names.
  it.each(['NOWHERE-1', 'CAM', '180', 'AB', 'LED', 'Camera'])(
    'answers SkuNotFound for "%s", which is no SKU of its',
    async (sku) => {
      const shop = openPlatformShop(name, `https://${name.toLowerCase()}.example`);
      const result = await search(shop, sku);
      expect([result.Outcome, result.Price]).toEqual(['NotFound', null]);
      expect(shop.acts).toEqual([]);
      expect(shop.asked.length).toBeLessThanOrEqual(4);
    },
  );

  it('finds it in another case', async () => {
    const shop = openPlatformShop(name, `https://${name.toLowerCase()}.example`);
    const result = await search(shop, 'MIX-ed3');
    expect(result.FinalUrl && shop.productAt(result.FinalUrl)?.sku).toBe('mIx-Ed3');
  });
});
