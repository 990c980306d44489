import { describe, expect, it } from 'vitest';
import type { SiteResult } from '../../lambdas/domain/result/site-result.ts';
import { createHostMemory } from '../../lambdas/scraper/host-memory.ts';
import { scrapeSite } from '../../lambdas/scraper/scrape-site.ts';
import { WebError } from '../../lambdas/web/web-error.ts';
import { directReader } from '../fakes/direct-reader.ts';
import { messageSites } from '../fakes/events.ts';
import { openPlatformShop, type PlatformShop, platforms, shopProducts } from '../fakes/platform-shops.ts';
import { type FakePage, fakeTiers } from '../fakes/tiers.ts';

const search = (shop: Pick<PlatformShop, 'load' | 'searchUrl'>, sku: string): Promise<SiteResult> =>
  scrapeSite(
    {
      http: { load: shop.load, close: async () => {} },
      renderer: undefined,
      memory: createHostMemory(),
      reader: directReader,
    },
    {
      queued: messageSites({ SearchUrl: shop.searchUrl, RenderMode: 'Http', Sku: sku })[0]!,
      signal: new AbortController().signal,
      budgetMs: 60_000,
      clock: () => 1_000,
      report: (message, error) => {
        throw new Error(message, { cause: error });
      },
    },
  );

describe('a hit that cannot be loaded', () => {
  const url = 'https://shop.example/search?q={sku}';
  const list = ['one', 'two', 'three']
    .map((name) => `<article class="product"><a href="/${name}"><img>${name} lamp</a> € 5.00</article>`)
    .join('');
  const page = (sku: string): string =>
    `<h1>Lamp</h1><p>SKU: ${sku}</p><p class="price">€ 5.00</p><button>Add to cart</button>`;
  const searchIn = (
    answers: Record<string, string | number | WebError>,
    heading = 'Results for A-1',
  ): Promise<SiteResult> => {
    const pages = Object.entries(answers).map(([name, answer]): [string, FakePage] => {
      const address = `https://shop.example/${name}`;
      if (answer instanceof WebError) return [address, answer];
      return [
        address,
        typeof answer === 'number' ? { httpStatus: answer, html: '<h1>Oops</h1>' } : { html: answer },
      ];
    });
    const searched = url.replace('{sku}', 'A-1');
    const http = { ...Object.fromEntries(pages), [searched]: { html: `<h1>${heading}</h1>${list}` } };
    return search({ load: fakeTiers({ http }).openHttpTier().load, searchUrl: url }, 'A-1');
  };
  const unreachable = new WebError('ConnectionFailed', 'The host hung up.', { retryable: true });

  it('does not hide later hits', async () => {
    const result = await searchIn({ one: unreachable, two: 503, three: page('A-1') });
    expect([result.Outcome, result.FinalUrl]).toEqual(['Priced', 'https://shop.example/three']);
  });

  it.each([
    ['ConnectionFailed', { one: unreachable, two: page('B-1'), three: 503 }],
    ['HttpError', { one: 500, two: page('B-1'), three: unreachable }],
  ] as const)('is the reported error if no other hit is the product: %s', async (Code, answers) => {
    const result = await searchIn(answers);
    expect([result.Outcome, result.Price, result.Error?.Code]).toEqual(['Failed', null, Code]);
  });

  it('is not reported if another product comes first and the list shows no SKU for it', async () => {
    const result = await searchIn({ one: page('B-1'), two: unreachable, three: 500 });
    expect([result.Outcome, result.Error?.Code]).toEqual(['NotFound', 'SkuNotFound']);
  });

  it('does not hide the product in a list that does not repeat the search', async () => {
    const result = await searchIn({ one: page('B-1'), two: page('A-1'), three: 404 }, 'Your results');
    expect([result.Outcome, result.FinalUrl]).toEqual(['Priced', 'https://shop.example/two']);
  });

  it('is not reported if all hits were read', async () => {
    const result = await searchIn({ one: page('B-1'), two: page('B-2'), three: 404 });
    expect([result.Outcome, result.Error?.Code]).toEqual(['NotFound', 'SkuNotFound']);
  });
});

describe.each(Object.keys(platforms))('a search on a shop in the shape of %s', (name) => {
  it.each(shopProducts.map(({ sku }) => sku))(
    'finds the product with the SKU "%s" and no other',
    async (sku) => {
      const shop = openPlatformShop(name, `https://${name.toLowerCase()}.example`);
      const result = await search(shop, sku);
      expect(result.FinalUrl && shop.productAt(result.FinalUrl)?.sku).toBe(sku);
      expect(shop.acts).toEqual([]);
      expect(shop.requested.length).toBeLessThanOrEqual(4);
      const product = shopProducts.find((each) => each.sku === sku)!;
      if (!product.isSoldOut) expect(Number(result.Price?.Amount)).toBe(Number(product.price));
    },
  );

  // Parts of the shop's SKUs, and a word of its product names.
  it.each(['NOWHERE-1', 'CAM', '180', 'AB', 'LED', 'Camera'])(
    'returns SkuNotFound for "%s", which is not one of its SKUs',
    async (sku) => {
      const shop = openPlatformShop(name, `https://${name.toLowerCase()}.example`);
      const result = await search(shop, sku);
      expect([result.Outcome, result.Price]).toEqual(['NotFound', null]);
      expect(shop.acts).toEqual([]);
      expect(shop.requested.length).toBeLessThanOrEqual(4);
    },
  );

  it('finds a SKU in another case', async () => {
    const shop = openPlatformShop(name, `https://${name.toLowerCase()}.example`);
    const result = await search(shop, 'MIX-ed3');
    expect(result.FinalUrl && shop.productAt(result.FinalUrl)?.sku).toBe('mIx-Ed3');
  });
});
