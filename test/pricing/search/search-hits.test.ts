import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSearchHits } from '../../../lambdas/pricing/search/search-hits.ts';
import { createSkuMatcher, isSameSku } from '../../../lambdas/pricing/search/sku-match.ts';
import { pageCarriesSku } from '../../../lambdas/pricing/search/sku-on-page.ts';

const url = 'https://shop.example/search?q=555088-105';
const sku = '555088-105';
const card = (href: string, title: string, more = ''): string =>
  `<li class="card"><a href="${href}"><img alt="${title}"></a><div><a href="${href}">${title}</a></div>${more}<button>Add</button></li>`;
const page = (...cards: string[]): string =>
  `<html><body><header><a href="/c/555088-105">in the header</a></header><ul>${cards.join('')}</ul></body></html>`;
const hitsOn = (html: string) =>
  findSearchHits(html, { url, sku }).map((hit) => [
    new URL(hit.url).pathname + new URL(hit.url).search,
    hit.reason,
  ]);

describe('the comparison of SKUs', () => {
  it.each([
    ['555088-105', '555088-105', true],
    ['555088-105', '555088 105', true],
    ['555088-105', '555088105', true],
    ['AB-12c', 'ab12C', true],
    ['555088-105', '555088-1050', false],
    ['', '', false],
    ['-', '.', false],
  ])('%s and %s', (left, right, expected) => expect(isSameSku(left, right)).toBe(expected));

  it.each([
    ['/p/nike-555088-105', true],
    ['/p/nike-555088-105-retro.html', true],
    ['/p/nike_555088_105', true],
    ['555088105', true],
    ['Style: 555088 105', true],
    ['(555088-105)', true],
    ['555088-1050', false],
    ['1555088-105', false],
    ['555088-105-42', false],
    ['A555088-105', false],
    ['555088-10', false],
    ['555088-105X', false],
  ])('%s', (text, expected) => expect(createSkuMatcher(sku).isIn(text)).toBe(expected));

  it('takes a SKU of one or two characters only where it stands alone', () => {
    const matcher = createSkuMatcher('42');
    expect(matcher.isIn('size 42')).toBe(false);
    expect(matcher.isIn('42')).toBe(true);
  });

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
  it('finds the SKU in the path', () => {
    expect(hitsOn(page(card('/p/other', 'Other'), card('/p/aj1-555088-105', 'Air')))).toEqual([
      ['/p/aj1-555088-105', 'Path'],
    ]);
  });
  it('finds it in the link text', () => {
    expect(hitsOn(page(card('/p/1', 'Air 555088-105'), card('/p/2', 'Air 555088-1050')))).toEqual([
      ['/p/1', 'LinkText'],
    ]);
  });
  it("finds it in the card, and not in the neighbour's", () => {
    expect(hitsOn(page(card('/p/1', 'Air', '<p>Art.-Nr. 555088 105</p>'), card('/p/2', 'Low')))).toEqual([
      ['/p/1', 'Card'],
    ]);
  });
  it('finds it in a data attribute of the card', () => {
    expect(
      hitsOn(page(card('/p/2', 'Low'), `<div data-sku="555088-105">${card('/p/1', 'Air')}</div>`)),
    ).toEqual([['/p/1', 'Attribute']]);
  });
  it('finds it in structured data', () => {
    const data =
      '<script type="application/ld+json">{"@type":"ItemList","itemListElement":[{"item":{"@type":"Product","sku":"555088-105","url":"/p/9","name":"Air"}},{"item":{"@type":"Product","sku":"1","url":"/p/8"}}]}</script>';
    expect(hitsOn(page(card('/p/9', 'Air'), card('/p/8', 'Low')) + data)).toEqual([
      ['/p/9', 'StructuredData'],
    ]);
  });
  it('finds it in a query that is no search', () => {
    expect(hitsOn(page(card('/product.php?id=555088-105', 'Air')))).toEqual([
      ['/product.php?id=555088-105', 'Query'],
    ]);
    expect(hitsOn(page(card('/list?q=555088-105', 'Search again')))).toEqual([]);
  });
  it('puts the better evidence first', () => {
    const hits = hitsOn(page(card('/p/1', 'Air 555088-105'), card('/p/555088-105', 'Air')));
    expect(hits.map(([path]) => path)).toEqual(['/p/555088-105', '/p/1']);
  });
  it("puts the product before its accessory, whose SKU begins with the product's", () => {
    const hits = hitsOn(page(card('/p/555088-105-laces', 'Laces'), card('/p/555088-105.html', 'Shoe')));
    expect(hits.map(([path]) => path)).toEqual(['/p/555088-105.html', '/p/555088-105-laces']);
  });

  it('leaves out what leads to no product', () => {
    expect(
      hitsOn(
        page(
          card('/search?q=555088-105', '555088-105'),
          card('/cart/add/555088-105', 'Buy'),
          card('/compare/555088-105', 'Compare'),
          '<a href="javascript:void(0)">555088-105</a>',
          '<a href="#555088-105">555088-105</a>',
        ),
      ),
    ).toEqual([]);
  });
  it('finds nothing on an empty search', () => {
    expect(
      hitsOn('<html><body><h1>No results for "555088-105"</h1><a href="/">555088-105</a></body></html>'),
    ).toEqual([]);
  });
  it('resolves addresses against the base of the page', () => {
    const html = `<html><head><base href="https://cdn.shop.example/x/"></head><body>${card('p/555088-105', 'Air')}</body></html>`;
    expect(findSearchHits(html, { url, sku })[0]?.url).toBe('https://cdn.shop.example/x/p/555088-105');
  });
  it('grows with the page and reads any markup', () => {
    expect(
      findSearchHits(
        page(...Array.from({ length: 3_000 }, (_, index) => card(`/p/${index}`, `Air ${index}`))),
        { url, sku },
      ),
    ).toEqual([]);
    for (const html of [
      '',
      '<a href',
      '<a href="http://[">x</a>',
      '<a href="%">555088-105</a>',
      '<div>'.repeat(20_000),
    ]) {
      expect(() => findSearchHits(html, { url: 'nowhere', sku })).not.toThrow();
    }
  });
});

describe('the SKU on a product page', () => {
  it.each([
    ['JSON-LD', '<script type="application/ld+json">{"@type":"Product","sku":"555088-105"}</script>', true],
    ['embedded state', '<script>window.state={"product":{"sku":"555088 105"}}</script>', true],
    ['microdata', '<span itemprop="sku">555088-105</span>', true],
    ['microdata with content', '<meta itemprop="mpn" content="555088-105">', true],
    ['a meta tag', '<meta property="product:retailer_item_id" content="555088-105">', true],
    ['a data attribute', '<div data-product-sku="555088-105"></div>', true],
    ['the heading', '<h1>Air (555088-105)</h1>', true],
    ['text beside a label', '<p>SKU: 555088-105</p>', true],
    ['a label in the neighbouring element', '<dt>Art.-Nr.</dt><dd>555088-105</dd>', true],
    ['a Russian label', '<span>Артикул</span> <span>555088-105</span>', true],
    ['a Japanese label', '<th>品番</th><td>555088-105</td>', true],
    ['a longer SKU', '<p>SKU: 555088-1050</p><h1>Air 555088-1050</h1>', false],
    ['a related product without label', '<h1>Low</h1><a href="/p/1">Air 555088-105</a>', false],
    ['nothing', '', false],
  ])('in %s', (_, html, expected) =>
    expect(pageCarriesSku(html, sku, { url: 'https://shop.example/p/1' })).toBe(expected),
  );

  it('stands in the address, but not in that of a search', () => {
    expect(pageCarriesSku('', sku, { url: 'https://shop.example/p/air-555088-105' })).toBe(true);
    expect(pageCarriesSku('', sku, { url: 'https://shop.example/search/555088-105' })).toBe(false);
  });
  it('is believed when the engine has read it', () => {
    expect(pageCarriesSku('', sku, { sku: '555088 105' })).toBe(true);
  });
});
