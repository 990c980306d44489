import { describe, expect, test } from 'vitest';
import { extract, page, productPage, stated, summary } from '../../page-fixture.ts';

const state = (product: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  page(
    `<h1>Walking boot</h1><script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ ...more, product: { name: 'Walking boot', ...product } })}</script>`,
    '<title>Walking boot</title>',
  );

describe('prices of application state', () => {
  const euros = (value: number) => ({ value, currency: 'EUR' });
  const cases: readonly (readonly [string, Record<string, unknown>, string])[] = [
    [
      'stand under `pricing` with a sale and a list price',
      { pricing: { listPrice: euros(129.99), salePrice: euros(89.5), memberPrice: euros(80) } },
      'Priced, 89.5 EUR, list 129.99',
    ],
    [
      'stand in offers, as schema.org has them',
      { offers: [{ price: 2399, priceCurrency: 'MXN', availability: 'https://schema.org/OutOfStock' }] },
      'OutOfStock, 2399 MXN',
    ],
    [
      'are reduced twice, by their names',
      { salePrice: 89000, discountedSalePrice: 62300, currency: 'KRW' },
      'Priced, 62300 KRW, list 89000',
    ],
    ['stand in lists of one', { product_price: ['49.95'], site_currency: 'EUR' }, 'Priced, 49.95 EUR'],
    [
      'are given with and without tax',
      { price: { taxExcluded: 11637, taxIncluded: 12800 }, currency: 'JPY' },
      'Priced, 12800 JPY',
    ],
    [
      'are those of the chosen colour',
      {
        currency: 'EUR',
        colors: [
          { code: 'a', color: 'Sand', selected: true, price: '64,95 €' },
          { code: 'b', color: 'Black', selected: false, price: '79,95 €' },
        ],
      },
      'Priced, 64.95 EUR, 64.95..79.95',
    ],
    [
      'are in cents, in one variant that a theme puts into the page',
      {
        title: 'Large',
        option1: 'Large',
        requires_shipping: true,
        inventory_management: 'shopify',
        public_title: 'Large',
        price: 11900,
        compare_at_price: 14900,
      },
      'Priced, 119.00 ?, list 149.00',
    ],
    [
      'stand in the range of Magento’s GraphQL',
      { price_range: { minimum_price: { final_price: euros(48), regular_price: euros(60) } } },
      'Priced, 48 EUR, list 60',
    ],
    [
      'stand in a range of which only the upper end was asked for',
      { price_range: { maximum_price: { final_price: euros(48) } } },
      'Priced, 48 EUR',
    ],
    [
      'are a range where its ends differ',
      { priceRange: { minVariantPrice: euros(40), maxVariantPrice: euros(60) } },
      'Priced, 40 EUR, 40..60',
    ],
    [
      'are counted in cents where the name says so',
      {
        price: { amountInCents: 34900, currency: 'EUR' },
        wasPrice: { amountInCents: 42900, currency: 'EUR' },
      },
      'Priced, 349.00 EUR, list 429.00',
    ],
    [
      'are counted in cents on the product itself, by a name in lower case',
      { sale_price_cents: '8990', price_cents: 9990, currency: 'USD' },
      'Priced, 89.90 USD, list 99.90',
    ],
    ['are counted in minor units', { price: { amountMinor: 8990, currency: 'EUR' } }, 'Priced, 89.90 EUR'],
    ['have no smaller unit in yen', { price: { minorUnits: 8990, currency: 'JPY' } }, 'Priced, 8990 JPY'],
    ['have thousandths in dinars', { price: { minorUnits: 8990, currency: 'KWD' } }, 'Priced, 8.990 KWD'],
    [
      'have hundredths in forints, though nobody pays with them',
      { priceMinor: 899000, currency: 'HUF' },
      'Priced, 8990.00 HUF',
    ],
    [
      'are plain where both are there',
      { price: { amount: 89.9, amountInCents: 8990, currency: 'EUR' } },
      'Priced, 89.9 EUR',
    ],
    [
      'are the reduced one, and the plain one is the price before',
      { price: 120, discounted: { value: 90 }, currency: 'EUR' },
      'Priced, 90 EUR, list 120',
    ],
  ];
  test.each(cases)('%s', (_, product, expected) => expect(summary(extract(state(product)))).toBe(expected));
});

describe('stock of application state', () => {
  const cases: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ['a count of nothing, of which more may be sold', { stock: 0, allowBackorder: true }, 'Unknown'],
    ['a flag beside the count', { availability: { stockLevel: 0, availableToOrder: true } }, 'InStock'],
    ['a flag that it is gone', { isSoldOut: true }, 'OutOfStock'],
    ['a flag that it is not gone', { outOfStock: false }, 'InStock'],
    [
      'leave to buy says less than stock',
      { purchasable: true, stock: { stockLevelStatus: 'outOfStock' } },
      'OutOfStock',
    ],
    [
      'stock within stock without end of words',
      { stock: { stock: { stock: { stock: 'IN_STOCK' } } } },
      'Unknown',
    ],
  ];
  test.each(cases)('%s', (_, product, expected) => {
    expect(extract(state({ price: 89.5, currency: 'EUR', ...product })).Availability).toBe(expected);
  });
});

const storefront = (sku: string, size: string, amount: string, availableForSale = true) => ({
  id: `gid://shopify/ProductVariant/${sku.length}${size}`,
  title: size,
  sku,
  availableForSale,
  price: { amount, currencyCode: 'EUR' },
  compareAtPrice: { amount: '120.0', currencyCode: 'EUR' },
  selectedOptions: [{ name: 'Größe', value: size }],
});

describe('variants of application state', () => {
  test('of different prices are told apart by the wanted size', () => {
    const edges = [{ node: storefront('W-41', '41', '89.5') }, { node: storefront('W-42', '42', '99.5') }];
    const html = state({ variants: { edges } });
    expect(summary(extract(html))).toBe('Ambiguous, AmbiguousPrice');
    expect(summary(extract(html, { site: { Variant: { Size: '42' } } }))).toBe(
      'Priced, 99.5 EUR, list 120.0',
    );
    expect(summary(extract(html, { site: { Variant: { Size: '43' } } }))).toBe('Failed, VariantNotFound');
  });

  test('that are one without size or colour are the product itself, with its number', () => {
    const { selectedOptions: _, ...variant } = storefront('OAK-A3', 'Default Title', '38.0');
    const result = extract(state({ id: 'p_1', variants: { nodes: [variant] } }));
    expect(result).toMatchObject({ Sku: 'OAK-A3', Price: { Amount: '38.0' }, Variants: [] });
  });

  test('do not lend their number where the product has its own', () => {
    const result = extract(state({ sku: 'OAK', variants: { nodes: [storefront('OAK-A3', '41', '38.0')] } }));
    expect(result.Sku).toBe('OAK');
  });

  test('that the page shows first give price and number', () => {
    const result = extract(state({ selectedVariant: storefront('TRV-M', 'M', '112.0'), handle: 'x' }));
    expect(result).toMatchObject({
      Sku: 'TRV-M',
      Price: { Amount: '112.0' },
      ListPrice: { Amount: '120.0' },
    });
  });

  const named = (id: number, Size: string, Color: string, price: number) => ({
    option1: { id, option1: Color, option2: Size, price },
    'members of their own': { id, size: { label: Size }, color: { name: Color }, price },
    'options in an object': { id, options: { Size, Color }, price },
  });
  const red = named(1, '41', 'Red', 20);
  const blue = named(2, '42', 'Blue', 25);
  test.each(Object.keys(red) as (keyof typeof red)[])('are told apart by %s', (form) => {
    const html = state({ currency: 'EUR', options: ['Colour', 'Size'], variants: [red[form], blue[form]] });
    const wanted = extract(html, { site: { Variant: { Size: '42', Color: 'Blue' } } });
    expect(wanted).toMatchObject({ Outcome: 'Priced', Price: { Amount: '25', Currency: 'EUR' } });
    expect(wanted.Variants).toMatchObject([
      { Id: '1', Size: '41', Color: 'Red' },
      { Id: '2', Size: '42', Color: 'Blue' },
    ]);
  });

  test('that a theme keeps in cents without their other marks', () => {
    const variants = [
      { id: 1, title: 'Red / M', option1: 'Red', option2: 'M', price: 1800, available: true },
      { id: 2, title: 'Blue / L', option1: 'Blue', option2: 'L', price: 2200, available: true },
    ];
    const html = state({ options: ['Color', 'Size'], variants });
    expect(extract(html, { site: { Variant: { Size: 'L' } } }).Price).toMatchObject({ Amount: '22.00' });
  });
});

test('a button to buy is believed before one source that says sold out, while another says in stock', () => {
  const state =
    'var product = {name:"Walking boot",price:89.5,skus:[{size:"41",sku:"a",inStock:false},{size:"42",sku:"b",inStock:true}]};';
  const block = `<p class="price">€89.50</p><button>Add to basket</button><script>${state}</script>`;
  const data = stated('Walking boot', '89.50', 'EUR', { availability: 'OutOfStock' });
  expect(extract(productPage('Walking boot', block, data)).Availability).toBe('InStock');
});
