import { describe, expect, it } from 'vitest';
import type { SiteResult } from '../../lambdas/domain/result/site-result.ts';
import { createHostMemory } from '../../lambdas/scraper/host-memory.ts';
import { scrapeSite } from '../../lambdas/scraper/scrape-site.ts';
import { directReader } from '../fakes/direct-reader.ts';
import { messageSites } from '../fakes/events.ts';
import { type FakePage, fakeTiers } from '../fakes/tiers.ts';

const shop = 'https://shop.example';

/** Searches a shop with these pages for a SKU; `/search` is the results page. */
const search = async (sku: string, pages: Readonly<Record<string, FakePage>>): Promise<SiteResult> => {
  const http = Object.fromEntries(
    Object.entries(pages).map(([path, page]) => [
      path === '/search' ? `${shop}/search?q=${encodeURIComponent(sku)}` : `${shop}${path}`,
      page,
    ]),
  );
  const tier = fakeTiers({ http }).openHttpTier();
  return await scrapeSite(
    {
      http: { load: tier.load, close: async () => {} },
      renderer: undefined,
      memory: createHostMemory(),
      reader: directReader,
    },
    {
      queued: messageSites({ SearchUrl: `${shop}/search?q={sku}`, RenderMode: 'Http', Sku: sku })[0]!,
      signal: new AbortController().signal,
      budgetMs: 60_000,
      clock: () => 1_000,
      report: (message, error) => {
        throw new Error(message, { cause: error });
      },
    },
  );
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

interface Product {
  name: string;
  price: string;
  /** The SKU shown as the product's. */
  shown?: string;
  title?: string;
  /** Markup after the button. */
  more?: string;
}

const productPage = ({ name, price, shown, title = `${name} | Shop`, more = '' }: Product): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body>
  <header><nav><a href="/">Home</a></nav></header>
  <main><h1>${name}</h1><p class="price">€${price}</p>${shown ? `<p>SKU: ${escaped(shown)}</p>` : ''}
  <button>Add to cart</button>${more}</main></body></html>`;

const card = (href: string, name: string, price: string): string =>
  `<li class="product"><a href="${href}"><img alt="${name}"></a><h3><a href="${href}">${name}</a></h3>€${price}</li>`;

const listPage = (heading: string, ...cards: string[]): string =>
  `<html lang="en"><title>${heading}</title><h1>${heading}</h1><ul class="products">${cards.join('')}</ul></html>`;

/** The price, or the reason there is none. */
const reported = ({ Outcome, Price, Error: error }: SiteResult): string =>
  Price?.Amount ?? error?.Code ?? Outcome;

const script = (text: string): string => `<script>${text}</script>`;
const json = (type: string, value: unknown): string => `<script ${type}>${JSON.stringify(value)}</script>`;
const linked = (product: object): string =>
  json('type="application/ld+json"', {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Battery Pack',
    offers: { '@type': 'Offer', price: '19.00', priceCurrency: 'EUR' },
    ...product,
  });

describe('a page that mentions the requested SKU for another product', () => {
  const sku = 'CAM-1801';
  const camera = { '@type': 'Product', name: 'Camera One', sku };
  const item = { sku, name: 'Camera One', price: 199 };
  const relations: readonly string[] = [
    'isRelatedTo',
    'isSimilarTo',
    'isAccessoryOrSparePartFor',
    'isConsumableFor',
    'successorOf',
    'predecessorOf',
    'isBasedOn',
    'mentions',
    'award',
    'hasPart',
    'addOn',
    'review',
  ];

  const findBeside = async (more: string, shown?: string): Promise<SiteResult> =>
    await search(sku, {
      '/search': {
        html: listPage(
          `Results for ${sku}`,
          card('/p/battery', 'Battery Pack', '19.00'),
          card('/p/camera', 'Camera One', '199.00'),
        ),
      },
      '/p/battery': {
        html: productPage({ name: 'Battery Pack', price: '19.00', more, ...(shown && { shown }) }),
      },
      '/p/camera': { html: productPage({ name: 'Camera One', price: '199.00', shown: sku }) },
    });

  it.each<[string, string]>([
    [
      'an event about a list, called',
      script(`gtag("event","view_item_list",{items:[{item_id:"${sku}",item_name:"Camera One",price:199}]})`),
    ],
    [
      'an event about a list, pushed',
      script(
        `dataLayer.push({event:"view_item_list",items:[{sku:"${sku}",item_name:"Camera One",price:199}]})`,
      ),
    ],
    [
      'impressions',
      script(`dataLayer.push({ecommerce:{impressions:[{id:"${sku}",name:"Camera One",price:"199.00"}]}})`),
    ],
    ['a variable', script(`window.related=[${JSON.stringify(item)}]`)],
    ['what was viewed last', script(`var recentlyViewed=[{"sku":"${sku}"}]`)],
    ['what was searched for', script(`var lastSearch={"sku":"${sku}","hits":2}`)],
    [
      'a list without a telling name, beside the number that the page shows',
      script(`var rows=[{"sku":"CAM-1700"},{"sku":"${sku}"}]`),
    ],
    [
      'microdata of a section',
      `<section class="related"><h2>Related products</h2><div itemscope itemtype="https://schema.org/Product">
      <a href="/p/camera" itemprop="url"><b itemprop="name">Camera One</b></a><meta itemprop="sku" content="${sku}">
      <span itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="199">
      <meta itemprop="priceCurrency" content="EUR"></span></div></section>`,
    ],
    ...relations.map((name): [string, string] => [name, linked({ sku: 'BAT-9', [name]: camera })]),
  ])('is not a match if it shows its own number: %s', async (_, more) => {
    const result = await findBeside(more, 'BAT-9');
    expect([reported(result), result.FinalUrl]).toEqual(['199.00', `${shop}/p/camera`]);
  });

  it.each<[string, string]>([
    [
      'state of a framework',
      json('id="__NEXT_DATA__" type="application/json"', {
        props: { pageProps: { product: { id: 9, name: 'Battery Pack', price: 19 }, related: [item] } },
      }),
    ],
    [
      'the query, in embedded state',
      json('id="__NEXT_DATA__" type="application/json"', {
        query: { sku },
        props: { pageProps: { product: { name: 'Battery Pack', price: 19 } } },
      }),
    ],
    [
      'nested microdata',
      `<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Battery Pack</b>
      <p itemprop="isAccessoryOrSparePartFor" itemscope itemtype="https://schema.org/Product">
      <meta itemprop="sku" content="${sku}"></p></div>`,
    ],
    [
      'a product that is related by its identifier',
      json('type="application/ld+json"', {
        '@graph': [
          { '@type': 'Product', name: 'Battery Pack', isRelatedTo: { '@id': '#camera' } },
          { '@id': '#camera', '@type': 'Product', name: 'Camera One', sku },
        ],
      }),
    ],
    ...relations.map((name): [string, string] => [name, linked({ [name]: camera })]),
  ])('is not a match if it states no number at all: %s', async (_, more) => {
    const result = await findBeside(more);
    expect([reported(result), result.FinalUrl]).toEqual(['199.00', `${shop}/p/camera`]);
  });

  it.each([
    ['hasVariant', linked({ hasVariant: [{ '@type': 'Product', sku }] })],
    ['offers', linked({ offers: [{ '@type': 'Offer', sku, price: '19.00', priceCurrency: 'EUR' }] })],
    ['mpn', linked({ mpn: sku })],
    ['identifier', linked({ identifier: { '@type': 'PropertyValue', value: sku } })],
    ['variants of state', script(`var state={"product":{"variants":[{"sku":"A-1"},{"sku":"${sku}"}]}}`)],
    ['an event about the product', script(`gtag("event","view_item",{items:[{item_id:"${sku}"}]})`)],
    ['code', script(`shop.product.sku = "${sku}";`)],
  ])('is a match if the number is its own: %s', async (_, more) => {
    expect(reported(await findBeside(more))).toBe('19.00');
  });
});

describe('a SKU with punctuation', () => {
  const find = async (sku: string, shown: string): Promise<SiteResult> =>
    await search(sku, {
      '/search': { html: listPage(`Results for ${escaped(sku)}`, card('/p/one', 'Air One', '5.00')) },
      '/p/one': { html: productPage({ name: 'Air One', price: '5.00', shown }) },
    });

  it.each([
    'J9773A#ABB',
    'A&B-7700',
    'X(7700)',
    'A?7700',
    '50%7700',
    'AB,7700',
    'M6x20@A2',
    '1:43-7700',
    '3/4"-7700',
    'A<7700',
    'A\u00b07700',
    'ABC;7700',
    '[7700]A',
    '\u{1f6b2}7700',
    '\u00e97700',
    'e\u03017700',
    '\uff21\uff22\uff17\uff17\uff10\uff10',
    '\u24607700',
    'A\u21227700',
    'A\u20117700',
    'A\u22127700',
    '/7700',
    'X7700*',
  ])('is found if the page states exactly the same: %s', async (sku) => {
    expect(reported(await find(sku, sku))).toBe('5.00');
  });

  it.each([
    ['J9773A', 'J9773A#ABB'],
    ['J9773A#ABA', 'J9773A#ABB'],
    ['J9773A#ABB', 'J9773A'],
    ...[
      '*',
      '(B)',
      ':2',
      '@2',
      ',5',
      ';5',
      '=5',
      '|5',
      '~5',
      '\u00b75',
      '\uff0d\uff19',
      '\u00d72',
      '"',
      '%',
      '$',
    ].map((more): [string, string] => ['X7700', `X7700${more}`]),
  ])('does not match a longer number that contains it: %s, %s', async (sku, shown) => {
    expect(reported(await find(sku, shown))).toBe('SkuNotFound');
  });

  it.each([
    ['555088-101', '(555088-101)', '555088-101'],
    ['555088-101', '555088-101.', '555088-101'],
    ['555088-101', '555088-101, blue', '555088-101'],
    ['J9773A#ABB', 'J9773A#ABB, blue', 'J9773A#ABB'],
    ['X(7700)', 'X(7700).', 'X(7700)'],
  ])('is reported without surrounding punctuation: %s, %s', async (sku, shown, expected) => {
    expect((await find(sku, shown)).Sku).toBe(expected);
  });
});

describe('an echo of the search', () => {
  const sku = 'CAM-1801';
  const tripod = { name: 'Tripod', price: '5.00' };
  const landOn = async (path: string, html: string): Promise<string> =>
    reported(await search(sku, { '/search': { html, finalUrl: `${shop}${path}` } }));

  it.each([
    ['a title of the SKU alone', '/p/tripod', productPage({ ...tripod, title: `${sku} | Shop` })],
    ['a title with the shop in front', '/p/tripod', productPage({ ...tripod, title: `Shop - ${sku}` })],
    ['a step of the address', `/p/tripod/${sku}`, productPage(tripod)],
    ['a parameter', `/p/tripod?searched=${sku}`, productPage(tripod)],
    [
      'a heading above another title',
      '/p/tripod',
      productPage({ ...tripod, name: sku, title: 'Tripod | Shop' }),
    ],
    [
      'a label, and in the next line that there is none',
      `/search?q=${sku}`,
      `<html lang="en"><title>Search</title><h1>Search</h1><p>Product code: ${sku}</p><p>was not found.</p>
      <h2>Bestseller</h2><p class="price">€5.00</p><button>Add to cart</button></html>`,
    ],
    [
      'a label, and that there is none',
      `/search?q=${sku}`,
      `<html lang="en"><title>Search</title><h1>Search</h1><p>Article number: ${sku} does not exist. Perhaps you like:
      </p><div><h2>Tripod</h2><p class="price">€5.00</p><button>Add to cart</button></div></html>`,
    ],
    [
      'a label in German',
      `/search?q=${sku}`,
      `<html lang="de"><title>Suche</title><h1>Suche</h1><p>Artikelnummer: ${sku} wurde nicht gefunden.</p>
      <p class="price">5,00 €</p><button>In den Warenkorb</button></html>`,
    ],
  ])('is no evidence: %s', async (_, path, html) => {
    expect(await landOn(path, html)).toBe('SkuNotFound');
  });

  it.each([
    ['a label', '/p/tripod', productPage({ ...tripod, shown: sku })],
    ['a name', '/p/tripod', productPage({ ...tripod, name: `Tripod ${sku}` })],
    [
      'a title that names the product too',
      '/p/tripod',
      productPage({ ...tripod, title: `Tripod ${sku} | Shop` }),
    ],
    ['a name that is the number', '/p/tripod', productPage({ ...tripod, name: sku })],
    ['address and title', `/p/${sku}`, productPage({ ...tripod, title: `${sku} | Shop` })],
  ])('is not %s', async (_, path, html) => {
    expect(await landOn(path, html)).toBe('5.00');
  });
});
