import { describe, expect, test } from 'vitest';
import { extract, productPage, stated } from '../page-fixture.ts';

const buy = '<form><button type="submit">Add to cart</button></form>';

describe('variants of one price', () => {
  const variation = (id: number, size: string, price: number, isInStock: boolean) => ({
    attributes: { attribute_size: size },
    display_price: price,
    display_regular_price: price,
    is_in_stock: isInStock,
    sku: `SH-${size}`,
    variation_id: id,
  });
  const shop = (variations: readonly object[], price = '59.00') =>
    productPage(
      'Shirt',
      `<p class="price">$${price}</p><form class="variations_form cart" data-product_variations='${JSON.stringify(variations)}'><button type="submit">Add to cart</button></form>`,
      stated('Shirt', price, 'USD', { availability: 'https://schema.org/InStock' }),
    );
  const html = shop([variation(35, 'S', 59, true), variation(37, 'L', 59, false)]);

  test.each([
    ['its SKU', { sku: 'SH-L' }],
    ['its Id', { site: { Variant: { Id: '37' } } }],
  ])('keep their own stock, asked for by %s', (_by, wish) => {
    expect(extract(html, wish)).toMatchObject({ Outcome: 'OutOfStock', Price: { Amount: '59.00' } });
  });

  test('are printed as the price is', () => {
    const { Variants } = extract(shop([variation(35, 'S', 59, true), variation(37, 'L', 6.5, true)]));
    expect(Variants.map(({ Price }) => Price?.Amount)).toEqual(['59.00', '6.50']);
  });
});

describe('options of a form', () => {
  const shop = (options: string) =>
    productPage('Shelf', `<p class="price">$210.00</p><select name="wood">${options}</select>${buy}`);
  const priceOf = (options: string, Color: string) =>
    extract(shop(options), { site: { Variant: { Color } } }).Price;

  test.each([
    ['is added to the price', '<option>Oak</option><option>Walnut (+$90.00)</option>', 'Walnut'],
    ['is named by others alone', '<option>Oak - $210.00</option><option>Walnut</option>', 'Walnut'],
  ])('has no price that %s', (_what, options, color) => {
    expect(priceOf(options, color)?.Amount).not.toBe('90.00');
    expect(priceOf(options, color)).toBeNull();
  });

  test('costs what it names', () => {
    expect(priceOf('<option>Oak - $210.00</option><option>Walnut - $300.00</option>', 'Walnut')?.Amount).toBe(
      '300.00',
    );
  });
});
