import { describe, expect, test } from 'vitest';
import { extract, page, summary } from '../page-fixture.ts';

const state = (script: string, type = '') =>
  page(
    `<h1>Walking boot</h1><script${type ? ` type="${type}"` : ''}>${script}</script>`,
    '<title>Walking boot</title>',
  );
const variations = JSON.stringify([
  {
    variation_id: 11,
    sku: 'W-41',
    display_price: 79.5,
    display_regular_price: 99,
    is_in_stock: true,
    attributes: { attribute_pa_size: '41' },
  },
  {
    variation_id: 12,
    sku: 'W-42',
    display_price: 89.5,
    display_regular_price: 99,
    is_in_stock: false,
    attributes: { attribute_pa_size: '42' },
  },
]).replaceAll('"', '&quot;');
const shopify = {
  id: 1,
  title: 'Walking boot',
  handle: 'walking-boot',
  price: 8990,
  price_min: 8990,
  options: ['Size'],
  variants: [
    {
      id: 21,
      title: '41',
      option1: '41',
      sku: 'S-41',
      price: 8990,
      compare_at_price: 10990,
      available: true,
    },
    {
      id: 22,
      title: '42',
      option1: '42',
      sku: 'S-42',
      price: 9990,
      compare_at_price: null,
      available: false,
    },
  ],
};
const cases: readonly (readonly [string, string, string])[] = [
  [
    'Nuxt 2 with its arguments',
    state(
      'window.__NUXT__=(function(a,b){return {data:[{product:{name:a,price:b,currency:"EUR"}}]}}("Walking boot",12.30));',
    ),
    'Priced, 12.30 EUR',
  ],
];

describe('embedded state', () => {
  test.each(cases)('%s', (_, html, expected) => expect(summary(extract(html))).toBe(expected));

  test('lists WooCommerce’s variants with sizes and stock', () => {
    const html = page(
      `<h1>Walking boot</h1><form class="variations_form" data-product_variations="${variations}"></form>`,
    );
    expect(extract(html).Variants).toMatchObject([
      { Id: '11', Size: '41', Price: { Amount: '79.5' }, Availability: 'InStock' },
      { Id: '12', Size: '42', Price: { Amount: '89.5' }, Availability: 'OutOfStock' },
    ]);
  });

  test('takes the wanted variant of Shopify’s', () => {
    const html = page(
      `<h1>Walking boot</h1><script type="application/json">${JSON.stringify(shopify)}</script>`,
      '<title>Walking boot</title>',
    );
    expect(extract(html, { site: { Variant: { Size: '41' } } })).toMatchObject({
      Outcome: 'Priced',
      Price: { Amount: '89.90' },
    });
  });

  test('runs no code of the page', () => {
    const html = state(
      'window.__STATE__ = {get product() { throw new Error("run"); }, toString: (() => { globalThis.wasRun = true; })()};var price = 1;',
    );
    extract(html);
    expect('wasRun' in globalThis).toBe(false);
  });
});
