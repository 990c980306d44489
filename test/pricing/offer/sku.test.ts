import { describe, expect, test } from 'vitest';
import { extract, jsonLd, productPage } from '../page-fixture.ts';

const shop = (body: string, head?: string): string =>
  productPage('Garden chair', `<p class="price">$89.90</p>${body}`, head);
const canonical = (path: string): string => `<link rel="canonical" href="https://shop.example${path}">`;
const skuOf = (path: string, body: string, head = canonical(path)) =>
  extract(shop(body, head), { url: `https://shop.example${path}` }).Sku;

test.each([
  ['SKU: R&amp;D-100', 'R&D-100'],
  ['SKU: AB:1234', 'AB:1234'],
  ['SKU: GN-85-1/2', 'GN-85-1/2'],
  ['SKU: 4W-7018 / 4W-7031', '4W-7018 / 4W-7031'],
  ['Kod systemowy: AB-1234', 'AB-1234'],
  ['Manufacturer code: MX-900', null],
])('reads the whole number of "%s"', (line, expected) => {
  expect(skuOf('/p/chair', `<p>${line}</p>`)).toBe(expected);
});

describe('the number that address, canonical link and form share', () => {
  test.each([
    [
      'a step of the path',
      '/prod201500014845/',
      '<input name="/cart.catalogRefIds" value="201500014845">',
      '201500014845',
    ],
    [
      'a number of the query',
      '/index.php?product_id=97',
      '<input type="hidden" name="product_id" value="97">',
      '97',
    ],
    ['the end of a slug', '/chair-vx22g013-k11.html', '<b data-sku="VX22G013-K11">Add</b>', 'VX22G013-K11'],
  ])('%s', (_what, path, field, expected) => {
    expect(skuOf(path, `<form>${field}</form>`)).toBe(expected);
  });

  test.each([
    ['a short number that only some field has', '/garden-chair-751.htm', '<input name="height" value="751">'],
    ['a code that nothing but the address has', '/dp/C0A1B2C3D4', '<p>A chair</p>'],
    ['a number of a category', '/11117-garden-chairs', '<div data-category="11117"></div>'],
    ['a number of a template', '/p/chair-987929.html', '<div data-template-id="987929"></div>'],
    ['a number of a style', '/p/chair-987929.html', '<div data-style-id="987929"></div>'],
    ['a year', '/2025/05/garden-chair', '<option value="2025">2025</option>'],
  ])('is not %s', (_what, path, body) => {
    expect(skuOf(path, body)).toBeNull();
  });

  test('is not one that the canonical link lacks', () => {
    const field = '<input type="hidden" name="sku" value="C0A1B2C3D4">';
    expect(skuOf('/p/C0A1B2C3D4', field, canonical('/p/other'))).toBeNull();
  });
});

describe("the shop's number and the maker's", () => {
  const data = (more: object) =>
    jsonLd({
      '@type': 'Product',
      name: 'Garden chair',
      ...more,
      offers: { price: '89.90', priceCurrency: 'USD' },
    });
  const code = (number: string) => `<p>Product code: ${number}</p>`;

  test("a shown number that data call the maker's gives way to the stated one", () => {
    const result = extract(shop(code('FX3-00020'), data({ sku: 'D7QKY3', mpn: 'FX3-00020' })));
    expect(result).toMatchObject({ Sku: 'D7QKY3', Mpn: 'FX3-00020' });
  });

  test('as does one beside a stated number that is a step of the address', () => {
    const url = 'https://shop.example/garden-chair-fx3-00020/pd/D7QKY3/';
    const html = shop(code('FX3-00020'), data({ sku: 'D7QKY3' }));
    expect(extract(html, { url }).Sku).toBe('D7QKY3');
  });

  test('but not one by which the address calls the product', () => {
    const url = 'https://shop.example/product/144432/';
    const html = shop(code('144432'), data({ sku: 'CHAIR TOWER', mpn: '144432' }));
    expect(extract(html, { url }).Sku).toBe('144432');
  });
});

describe('the model', () => {
  test('is what a shop sells by that names no number of its own', () => {
    expect(extract(shop('<h2>Model: BPZ046/15</h2>')).Sku).toBe('BPZ046/15');
    expect(extract(shop('<p>Modell: GC 14</p><p>Model: 2024</p><p>Model: Galaxy S10</p>')).Sku).toBeNull();
  });
});

describe('the number of a shop whose system calls it a UPC', () => {
  test('is read where it can be no GTIN, and nothing else is a number of its own', () => {
    expect(extract(shop('<table><tr><th>Kod UPC</th><td>PL-27958</td></tr></table>')).Sku).toBe('PL-27958');
    expect(extract(shop('<p>UPC: PL-27958</p><p>SKU: 41-7</p>')).Sku).toBe('41-7');
    expect(extract(shop('<p>EAN: 4006381333931</p>')).Sku).toBeNull();
    expect(extract(shop('<p>ISBN: 080442957X</p>')).Sku).toBeNull();
  });
});

test.each([
  ['of two words', 'Product Code: Product 14', 'Product 14'],
  ['and no stock behind it', 'SKU: 555088 IN STOCK', '555088'],
])('a number %s', (_what, line, expected) => {
  expect(extract(shop(`<p>${line}</p>`)).Sku).toBe(expected);
});
