import { describe, expect, test } from 'vitest';
import { extract, page, summary } from '../../page-fixture.ts';

const shop = (body: string) => page(`<h1>Walking boot</h1>${body}`, '<title>Walking boot</title>');

describe('embedded state', () => {
  test('is read from the arguments of Nuxt 2', () => {
    const script =
      'window.__NUXT__=(function(a,b){return {data:[{product:{name:a,price:b,currency:"EUR"}}]}}("Walking boot",12.30));';
    expect(summary(extract(shop(`<script>${script}</script>`)))).toBe('Priced, 12.30 EUR');
  });

  test('lists WooCommerce’s variants with sizes and stock, but not those of related products', () => {
    const variation = (size: string, display_price: number, is_in_stock: boolean) => ({
      variation_id: size,
      display_price,
      display_regular_price: 99,
      is_in_stock,
      attributes: { attribute_pa_groesse: size },
    });
    const variations = JSON.stringify([variation('41', 79.5, true), variation('42', 89.5, false)]);
    const form = `<form class="variations_form" data-product_variations="${variations.replaceAll('"', '&quot;')}"></form>`;
    expect(extract(shop(form)).Variants).toMatchObject([
      { Id: '41', Size: '41', Price: { Amount: '79.5' }, Availability: 'InStock' },
      { Id: '42', Size: '42', Price: { Amount: '89.5' }, Availability: 'OutOfStock' },
    ]);
    expect(extract(shop(`<div class="related products">${form}</div>`)).Variants).toEqual([]);
  });

  test('prices Shopify’s wanted variant in cents', () => {
    const variant = (option1: string, price: number, compare_at_price: number | null) => ({
      id: option1,
      title: option1,
      option1,
      price,
      compare_at_price,
      available: true,
    });
    const product = {
      title: 'Walking boot',
      handle: 'walking-boot',
      price: 8990,
      price_min: 8990,
      options: ['Size'],
      variants: [variant('41', 8990, 10990), variant('42', 9990, null)],
    };
    const html = shop(`<script type="application/json">${JSON.stringify(product)}</script>`);
    expect(summary(extract(html, { site: { Variant: { Size: '41' } } }))).toContain('Priced, 89.90 ');
  });

  test('runs no code of the page', () => {
    extract(
      shop(
        '<script>window.__STATE__ = {get product() { throw new Error("run"); }, toString: (() => { globalThis.wasRun = true; })()};var price = 1;</script>',
      ),
    );
    expect('wasRun' in globalThis).toBe(false);
  });
});
