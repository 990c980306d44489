import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPage } from '../../../lambdas/pricing/page/read-page.ts';
import { readSearchPage } from '../../../lambdas/pricing/product/search-hits.ts';
import { pageCarriesSku } from '../../../lambdas/pricing/product/sku-on-page.ts';
import { isSameSku } from '../../../lambdas/pricing/text/same-sku.ts';
import { createSkuMatcher } from '../../../lambdas/pricing/text/sku-match.ts';

const url = 'https://shop.example/search?q=555088-105';
const sku = '555088-105';
const card = (href: string, title: string, more = ''): string =>
  `<li class="card"><a href="${href}"><img alt="${title}"></a><div><a href="${href}">${title}</a></div>${more}<button>Add</button></li>`;
const page = (...cards: string[]): string =>
  `<html><body><header><a href="/c/555088-105">in the header</a></header><ul>${cards.join('')}</ul></body></html>`;
const allHitsOn = (html: string, search = url, wanted = sku) =>
  readSearchPage(readPage(html, search), { sku: wanted }).hits.map((hit) => [
    new URL(hit.url).pathname + new URL(hit.url).search,
    hit.reason,
  ]);
/** Those for which the list itself shows the SKU. */
const hitsOn = (html: string) => allHitsOn(html).filter(([, reason]) => reason !== 'Listed');

describe('the comparison of SKUs', () => {
  it.each([
    ['X100', 'X100+', false],
    ['CAB-1.5', 'cab 1,5', true],
    ['', '', false],
  ])('%s and %s', (left, right, expected) => expect(isSameSku(left, right)).toBe(expected));

  it.each(['555088-1050', '555088-105-42'])('is no part of %s', (text) =>
    expect(createSkuMatcher(sku).isIn(text)).toBe(false),
  );

  it.each([
    // A list's neighbours, whose numbers hold each other.
    ['1801', 'CAM-1801', false],
    ['1801', 'No.1801', true],
    ['LED 5+3', 'LED 53', false],
    ['7700', 'X(7700)', false],
    ['X7700', 'X7700"', false],
    ['555088-101', 'Art.-Nr.:555088-101(auf Lager)', true],
    ['CAM-1801', '[{"sku":"CAM-1801","n":1}]', true],
  ])('%s as a whole token of "%s": %s', (wanted, text, expected) =>
    expect(createSkuMatcher(wanted).isToken(text)).toBe(expected),
  );

  it('finds every SKU in its own spelling, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 128, unit: 'grapheme' }), fc.string(), (any, text) => {
        const matcher = createSkuMatcher(any);
        matcher.isIn(text);
        expect(matcher.is(any)).toBe(true);
      }),
    );
  });
});

describe('hits of a search', () => {
  it('finds it in structured data', () => {
    const data =
      '<script type="application/ld+json">{"@type":"ItemList","itemListElement":[{"item":{"@type":"Product","sku":"555088-105","url":"/p/9","name":"Air"}},{"item":{"@type":"Product","sku":"1","url":"/p/8"}}]}</script>';
    const hits = hitsOn(page(card('/p/9', 'Air'), card('/p/8', 'Low')) + data);
    expect(hits).toEqual([['/p/9', 'StructuredData']]);
  });
  it('finds it in a query that is no search', () => {
    const path = '/product.php?id=555088-105';
    expect(hitsOn(page(card(path, 'Air')))).toEqual([[path, 'Query']]);
    expect(hitsOn(page(card('/list?q=555088-105', 'Search again')))).toEqual([]);
  });
  it("puts the product before its accessory, whose SKU begins with the product's", () => {
    const hits = hitsOn(page(card('/p/555088-105-laces', 'Laces'), card('/p/555088-105.html', 'Shoe')));
    expect(hits.map(([path]) => path)).toEqual(['/p/555088-105.html', '/p/555088-105-laces']);
  });

  it('takes the several links of one product for one hit, and no acting one', () => {
    // The shape of WooCommerce's list: the number stands on the link that acts alone.
    const list = (id: number, number: string): string =>
      `<li class="product"><a href="/product/p${id}/"><img alt=""><h2>Thing ${id}</h2></a><a href="/?s=555088-105&add-to-cart=${id}" data-product_sku="${number}" rel="nofollow">Add to cart</a><a href="/product/p${id}/?utm_source=list">Thing ${id}</a></li>`;
    const html = page(list(1, '555088-1050'), list(2, '555088-105'));
    expect(allHitsOn(html, 'https://shop.example/?s=555088-105')).toEqual([['/product/p2/', 'Attribute']]);
  });
  it('knows the search by its echo in another spelling', () => {
    const html =
      `<h1>Results for 555088 105</h1>${page(card('/p/1', 'Air'), card('/p/2', 'Low'))}`.replaceAll(sku, 'x');
    expect(allHitsOn(html).map(([path]) => path)).toEqual(['/p/1', '/p/2']);
  });
  it('names the products of a list that repeats the search nowhere', () => {
    const html = `<main>${page(card('/p/1', 'Air'), card('/p/2', 'Low'))}</main>`.replaceAll(sku, '');
    const list = readSearchPage(readPage(html, url), { sku });
    expect(list.hits.map((hit) => new URL(hit.url).pathname)).toEqual(['/p/1', '/p/2']);
    // Until a browser has run its scripts, it may be what the shop offers to everybody.
    expect(list.isOfSearch).toBe(false);
    // A search that finds nothing may lead to another page.
    for (const elsewhere of ['https://shop.example/', 'https://shop.example/c/shoes'])
      expect(readSearchPage(readPage(html, elsewhere), { searchUrl: url, sku }).hits).toEqual([]);
  });
  it('takes the field for the next search for no part of a card', () => {
    const html = `<div><form><input type="text" name="q" value="${sku}"></form><ul><li><a href="/goods/">Goods</a></li></ul></div>`;
    expect(allHitsOn(html)).toEqual([]);
  });
  it("takes no link of the search's own for a hit, nor one to ask, to turn pages or to another strip", () => {
    const links = [
      '<a href="/search?q=555088-105&sort=price">555088-105 by price</a>',
      '<a href="/search?q=555088-105&page=2">555088-105</a>',
      '<a rel="next" href="/p/1?after=555088-105"><img>€5</a>',
      '<a href="/p/1/ask-a-question?sku=555088-105">555088-105</a>',
      '<a href="/index.php?main_page=ask_a_question&products_id=555088-105">555088-105</a>',
      '<a href="/p/8" rel="nofollow">Next</a>',
      '<a href="/p/7/555088-105" hx-post="/basket">555088-105</a>',
      '<a href="/p/7/555088-105" onclick="addToBasket(7)">555088-105</a>',
      '<div class="related-products"><ul><li><a href="/p/9"><img>Low €9.00</a></li></ul></div>',
    ];
    expect(allHitsOn(`<h1>${sku}</h1>${links.map((link) => `<p>${link}</p>`).join('')}`)).toEqual([]);
  });
  it('leaves out what leads to no product', () => {
    const links = ['/cart/add/555088-105', '/compare/555088-105', 'javascript:void(0)', '#555088-105'];
    expect(hitsOn(page(...links.map((href) => `<a href="${href}">555088-105</a>`)))).toEqual([]);
  });
  it('finds nothing on an empty search', () => {
    expect(hitsOn('<h1>No results for "555088-105"</h1><a href="/">555088-105</a>')).toEqual([]);
  });
  it('resolves addresses against the base of the page', () => {
    const html = `<html><head><base href="https://cdn.shop.example/x/"></head><body>${card('p/555088-105', 'Air')}</body></html>`;
    expect(readSearchPage(readPage(html, url), { sku }).hits[0]?.url).toBe(
      'https://cdn.shop.example/x/p/555088-105',
    );
  });
  it('counts another shop under the same public suffix as foreign, and the shop’s other hosts as its own', () => {
    const scoreOn = (host: string): number => {
      const html = page(card(`https://${host}/p/555088-105`, 'Air 555088-105'));
      const search = 'https://www.shop.co.uk/search?q=555088-105';
      return readSearchPage(readPage(html, search), { sku }).hits[0]?.score ?? 0;
    };
    expect(scoreOn('de.shop.co.uk')).toBe(scoreOn('www.shop.co.uk'));
    expect(scoreOn('foreign.co.uk')).toBeLessThan(scoreOn('de.shop.co.uk'));
  });

  it('grows with the page and reads any markup', () => {
    const cards = Array.from({ length: 3_000 }, (_, index) => card(`/p/${index}`, `Air ${index}`));
    expect(hitsOn(page(...cards))).toEqual([]);
    expect(allHitsOn(page(...cards))).toHaveLength(20);
    const broken = [
      '',
      '<a href',
      '<a href="http://[">x</a>',
      '<a href="%">555088-105</a>',
      '<div>'.repeat(20_000),
    ];
    for (const html of broken) expect(() => readSearchPage(readPage(html, 'nowhere'), { sku })).not.toThrow();
  });
});

const productUrl = 'https://shop.example/p/1';

describe('the SKU on a product page', () => {
  it.each([
    ['JSON-LD', '<script type="application/ld+json">{"@type":"Product","sku":"555088-105"}</script>'],
    ['state with letters by their code', '<script>var v = [{"sku": "555088\\u002d105"}];</script>'],
    ['a meta tag', '<meta property="product:retailer_item_id" content="555088-105">'],
  ])('in %s', (_, html) => {
    expect(pageCarriesSku(readPage(html, productUrl), sku)).toBe('Identifier');
  });

  it('stands in the address, but not in that of a search', () => {
    expect(pageCarriesSku(readPage('', 'https://shop.example/p/air-555088-105'), sku)).toBe('Name');
    expect(pageCarriesSku(readPage('', 'https://shop.example/search/555088-105'), sku)).toBeUndefined();
  });
  it('is no evidence as the echo of a search, as a part of another number, or as what an accessory goes with', () => {
    const searchUrl = 'https://shop.example/search?q=555088-105';
    for (const html of [
      '<h1>Search results for 555088-105</h1>',
      '<title>555088-105 - Suche</title>',
      '<p>Résultats pour la référence : recherche 555088-105</p>',
      '<h1>Laces for 555088-105</h1>',
      '<p>SKU: 555088-105 XL</p>',
      '<p>SKU: 555088-105-42</p>',
      '<section class="related products"><p>SKU: 555088-105</p></section>',
      '<ul><li><a href="/p/2">Air</a> SKU: 555088-105</li><li><a href="/p/3">Low</a> SKU: 7</li></ul>',
    ])
      expect([html, pageCarriesSku(readPage(html, productUrl), sku, { searchUrl })]).toEqual([
        html,
        undefined,
      ]);
  });
  it('is no evidence in the name of what the search itself answers with', () => {
    const html = '<h1>555088-105</h1><p>€5.00</p><button>Add to cart</button>';
    const searchUrl = 'https://shop.example/search?q=555088-105';
    expect(pageCarriesSku(readPage(html, searchUrl), sku, { searchUrl, isLanding: true })).toBeUndefined();
    const ledTo = (path: string, html: string) =>
      pageCarriesSku(readPage(html, `https://shop.example/p/${path}`), sku, { searchUrl, isLanding: true });
    const other = html.replace(sku, 'Air');
    expect(ledTo('1', html)).toBe('Name');
    expect(ledTo('air-555088-105', other)).toBe('Name');
    expect(ledTo('555088-105', other)).toBeUndefined();
  });
  it.each([
    ['100', '<h1>Oil 100 ml</h1>', undefined],
    ['1801', '<h1>Lamp 1801 Metal</h1>', 'Name'],
    ['A-1801', '<p>Successor: SKU A-1801</p>', undefined],
    ['A-1801', '<p>Fits all cameras. SKU: A-1801</p>', 'Identifier'],
    // Names share words.
    ['Camera', '<h1>Camera One</h1>', undefined],
  ])('is %s in "%s": %s', (wanted, html, expected) => {
    expect(pageCarriesSku(readPage(html, productUrl), wanted)).toBe(expected);
  });
  it('is believed when the engine has read it', () => {
    expect(pageCarriesSku(readPage('', productUrl), sku, { sku: '555088 105' })).toBe('Identifier');
  });
});
