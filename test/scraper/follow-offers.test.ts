import { describe, expect, it } from 'vitest';
import type { SellingSite } from '../../lambdas/domain/site/selling-site.ts';
import { createHostMemory } from '../../lambdas/scraper/host-memory.ts';
import { scrapeSite } from '../../lambdas/scraper/scrape-site.ts';
import { WebError } from '../../lambdas/web/web-error.ts';
import { directReader } from '../fakes/direct-reader.ts';
import { messageSites } from '../fakes/events.ts';
import { type FakePage, fakeTiers } from '../fakes/tiers.ts';

const origin = 'https://market.example';

const row = (seller: string, price: string) =>
  `<li>Sold by <a>${seller}</a> <b>€${price}</b> <i>New</i> <span>Free delivery</span></li>`;

const page = (body: string, name = 'Kettle One 1.7 l'): string =>
  `<!doctype html><html lang="en"><head><title>${name}</title></head><body><main><h1>${name}</h1>${body}</main></body></html>`;

const stated = JSON.stringify({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Kettle One 1.7 l',
  offers: {
    '@type': 'Offer',
    price: '34.99',
    priceCurrency: 'EUR',
    seller: { '@type': 'Store', name: 'Shop A' },
  },
});
const box =
  `<script type="application/ld+json">${stated}</script>` +
  '<p class="price">€34.99</p><p>In stock</p><p>Sold by Shop A</p><button>Add to cart</button>';

const list = (rows: string, more = ''): string => page(`<ul>${rows}</ul>${more}`);
const link = (href: string, text = 'All offers') => `<a href="${href}">${text}</a>`;

const byUrl = (pages: Record<string, FakePage | string>): Record<string, FakePage> =>
  Object.fromEntries(
    Object.entries(pages).map(([path, answer]) => [
      `${origin}${path}`,
      typeof answer === 'string' ? { html: answer } : answer,
    ]),
  );

const scrape = async (
  pages: Record<string, FakePage | string>,
  site: Partial<SellingSite> = {},
  remaining: (requested: number) => number = () => 60_000,
  rendered: Record<string, FakePage | string> = {},
) => {
  const tiers = fakeTiers({ http: byUrl(pages), browser: byUrl(rendered) });
  const { requested } = tiers;
  const result = await scrapeSite(
    {
      http: tiers.openHttpTier(),
      renderer: Object.keys(rendered).length > 0 ? tiers.openRenderer() : undefined,
      memory: createHostMemory(),
      reader: directReader,
    },
    {
      queued: messageSites({
        ...{ Url: `${origin}/p/1`, RenderMode: 'Http', MaxOfferPages: 5, Sku: 'K-1' },
        ...site,
      })[0]!,
      signal: new AbortController().signal,
      budgetMs: 60_000,
      // Each request uses up time.
      clock: () => 60_000 - remaining(requested.http.length),
      report: (message, error) => {
        throw new Error(message, { cause: error });
      },
    },
  );
  const paths = (urls: readonly string[]): string[] => urls.map((url) => url.replace(origin, ''));
  return { result, requested: paths(requested.http), rendered: paths(requested.browser) };
};

const sellersOf = ({ Offers }: Awaited<ReturnType<typeof scrape>>['result']) =>
  Offers.map(
    ({ Seller, Price, IsFeatured }) => `${Seller?.Name} ${Price.Amount}${IsFeatured ? ' featured' : ''}`,
  );

const three = {
  '/p/1': page(box + link('/p/1/offers')),
  '/p/1/offers': list(row('Shop A', '34.99') + row('Shop B', '39.00'), link('/p/1/offers?page=2', 'Next')),
  '/p/1/offers?page=2': list(row('Shop C', '41.00') + row('Shop B', '39.00'), link('/p/1/offers', 'Back')),
};

describe('pages of further offers', () => {
  it('are followed in order, and their offers merged without duplicates', async () => {
    const { result, requested } = await scrape(three);
    expect(requested).toEqual(['/p/1', '/p/1/offers', '/p/1/offers?page=2']);
    expect(sellersOf(result)).toEqual(['Shop A 34.99 featured', 'Shop B 39.00', 'Shop C 41.00']);
    expect([result.Price?.Amount, result.FinalUrl, result.Attempts]).toEqual(['34.99', `${origin}/p/1`, 3]);
    expect(result.Warnings).toEqual([]);
  });

  it('are followed only on request, and no further than requested', async () => {
    expect((await scrape(three, { MaxOfferPages: undefined })).requested).toEqual(['/p/1']);
    expect((await scrape(three, { MaxOfferPages: 0 })).requested).toEqual(['/p/1']);
    expect((await scrape(three, { MaxOfferPages: 1 })).requested).toEqual(['/p/1', '/p/1/offers']);
  });

  it('may have the requested seller', async () => {
    const { result } = await scrape(three, { Seller: 'shop c' });
    expect([result.Outcome, result.Price?.Amount, result.Seller?.Name, result.Error]).toEqual([
      'Priced',
      '41.00',
      'Shop C',
      null,
    ]);
    expect(result.Warnings.join()).toContain('from page 2');
    const missing = await scrape(three, { Seller: 'Shop Z' });
    expect([missing.result.Price, missing.result.Error?.Code]).toEqual([null, 'SellerMismatch']);
  });

  it('give the price if the product page has none', async () => {
    const { result } = await scrape({
      ...three,
      '/p/1': page(`<p>No featured offer</p>${link('/p/1/offers')}`),
    });
    expect([result.Outcome, result.Price?.Amount, result.Confidence]).toEqual(['Priced', '34.99', 'Low']);
  });
});

describe('a page of offers that its scripts fill', () => {
  const empty = page(`${box}<div id="offers"></div><script src="/offers.js"></script>`);
  const pages = { '/p/1': page(box + link('/p/1/offers')), '/p/1/offers': empty };
  const filled = { '/p/1/offers': list(row('Shop A', '34.99') + row('Shop B', '39.00')) };

  it('is rendered in RenderMode Auto', async () => {
    const { result, rendered } = await scrape(pages, { RenderMode: 'Auto' }, undefined, filled);
    expect(rendered).toEqual(['/p/1/offers']);
    expect(sellersOf(result)).toEqual(['Shop A 34.99 featured', 'Shop B 39.00']);
  });

  it('has the requested seller once it is rendered', async () => {
    const wish = { RenderMode: 'Auto', Seller: 'Shop B' } as const;
    const { result } = await scrape(pages, wish, undefined, filled);
    expect([result.Outcome, result.Price?.Amount]).toEqual(['Priced', '39.00']);
  });

  it('is not rendered if it has its list, no script or no time', async () => {
    const listed = { ...pages, '/p/1/offers': `${filled['/p/1/offers']}<script src="/a.js"></script>` };
    const still = { ...pages, '/p/1/offers': page(box) };
    const late = (requested: number): number => 60_000 - 28_500 * requested;
    for (const [given, remaining] of [[listed], [still], [pages, late]] as const)
      expect((await scrape(given, { RenderMode: 'Auto' }, remaining, filled)).rendered).toEqual([]);
    expect((await scrape(pages, { RenderMode: 'Http' }, undefined, filled)).rendered).toEqual([]);
  });
});

describe('a hostile shop', () => {
  it('gains nothing from circular links', async () => {
    const { requested } = await scrape({
      '/p/1': page(box + link('/offers/a')),
      '/offers/a': list(row('Shop B', '39.00') + row('Shop C', '40.00'), link('/offers/b')),
      '/offers/b': list(row('Shop D', '41.00') + row('Shop E', '42.00'), link('/offers/a') + link('/p/1')),
    });
    expect(requested).toEqual(['/p/1', '/offers/a', '/offers/b']);
  });

  it('gets only the requested number of endless pages fetched', async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 30 }, (_, at): [string, string] => [
        `/offers/${at}`,
        list(row(`Shop ${at}a`, '39.00') + row(`Shop ${at}b`, '40.00'), link(`/offers/${at + 1}`)),
      ]),
    );
    const { result, requested } = await scrape({ '/p/1': page(box + link('/offers/0')), ...pages });
    expect(requested).toHaveLength(6);
    expect(result.Offers).toHaveLength(11);
    // As in a stored message of another version.
    const { requested: ofMany } = await scrape(
      { '/p/1': page(box + link('/offers/0')), ...pages },
      { MaxOfferPages: 1_000 },
    );
    expect(ofMany).toHaveLength(6);
  });

  it.each([
    ['a link to another host', 'https://internal.example/offers'],
    ['a link to this network', 'http://169.254.169.254/offers'],
    ['a link that fills a cart', '/cart/add?id=7'],
  ])('cannot make the service follow %s', async (_, href) => {
    const { result, requested } = await scrape({ '/p/1': page(box + link(href)) });
    expect(requested).toEqual(['/p/1']);
    expect(result.Price?.Amount).toBe('34.99');
  });

  it.each<[string, FakePage | string, string]>([
    [
      'leads on to another host',
      { html: three['/p/1/offers'], finalUrl: 'https://evil.example/' },
      'another host',
    ],
    [
      'sells another product',
      page(row('Shop B', '9.00') + row('Shop C', '8.00'), 'Garden hose'),
      'another product',
    ],
    ['refuses', new WebError('AccessDenied', 'No.', { retryable: false }), 'AccessDenied'],
    [
      'redirects to an acting address',
      new WebError('ForbiddenTarget', 'No.', { retryable: false }),
      'ForbiddenTarget',
    ],
    ['answers with an error', { html: 'Oops', httpStatus: 500 }, 'HttpError'],
    ['is gone', { html: 'Not here', httpStatus: 404 }, 'NotFound'],
    ['wants a login', { html: page('<p>Hello</p>'), httpStatus: 401 }, 'LoginRequired'],
    ['answers too late', new WebError('Timeout', 'Late.', { retryable: true }), 'Timeout'],
    [
      'shows a bot challenge',
      {
        html: '<title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/x.js"></script>',
        httpStatus: 403,
      },
      'BotChallenge',
    ],
  ])('keeps earlier offers intact if it %s', async (_, answer, why) => {
    const { result, requested } = await scrape({ ...three, '/p/1/offers': answer });
    expect(requested).toEqual(['/p/1', '/p/1/offers']);
    expect([result.Outcome, result.Price?.Amount, result.Offers]).toEqual(['Priced', '34.99', []]);
    expect(result.Seller).toEqual({ Name: 'Shop A' });
    expect(result.Warnings).toEqual([expect.stringMatching(/^OfferPagesIncomplete: 0 further pages/)]);
    expect(result.Warnings[0]).toContain(why);
  });

  it('is reported if its further pages use another currency', async () => {
    const dollars = three['/p/1/offers'].replaceAll('€', 'US$');
    const { result } = await scrape({ ...three, '/p/1/offers': dollars }, { Currency: 'EUR' });
    expect(result.Warnings).toEqual([expect.stringContaining('ended with CurrencyMismatch')]);
    expect([result.Price?.Amount, result.Offers]).toEqual(['34.99', []]);
  });

  it('is reported if it lists more than a result can hold', async () => {
    const rows = (first: number) =>
      Array.from({ length: 80 }, (_, at) => row(`Seller ${first + at}`, `${40 + at}.00`)).join('');
    const { result } = await scrape({
      '/p/1': page(box + link('/p/1/offers')),
      '/p/1/offers': list(rows(100), link('/p/1/offers?page=2', 'Next')),
      '/p/1/offers?page=2': list(rows(200)),
    });
    expect(result.Offers).toHaveLength(100);
    expect(result.Warnings.filter((warning) => warning.startsWith('OffersTruncated'))).toHaveLength(1);
  });

  it('cannot exceed the site’s time', async () => {
    const { result, requested } = await scrape(three, {}, (pages) => 60_000 - 28_500 * pages);
    expect(requested).toEqual(['/p/1', '/p/1/offers']);
    expect(sellersOf(result)).toEqual(['Shop A 34.99 featured', 'Shop B 39.00']);
    expect(result.Warnings[0]).toContain('no time remained');
  });
});
