// Pages reduced to the data that decide, and their surroundings.
import { expect, test } from 'vitest';
import { extract, jsonLd, page, summary } from '../page-fixture.ts';

const shopPage = (lang: string, title: string, body: string, head = ''): string =>
  page(body, `<title>${title}</title>${head}`, lang);
const usd = (price: number) => ({ price, priceString: `$${price}`, currencyUnit: 'USD' });
const item = (name: string, priceInfo: object, more?: object) => ({
  usItemId: name,
  name,
  priceInfo,
  ...more,
});

const cases: readonly (readonly [shows: string, html: string, result: string])[] = [
  [
    'state with price objects, their unit of currency, and related products',
    shopPage(
      'en-US',
      'Ninja Blender',
      '<div id="__next"><h1 itemprop="name">Ninja Blender</h1></div><script id="__NEXT_DATA__" type="application/json">' +
        JSON.stringify({
          product: item(
            'Ninja Blender',
            { currentPrice: usd(79.96), wasPrice: usd(99) },
            { upc: '622356563018' },
          ),
          relatedProducts: [item('Cup', { currentPrice: usd(5) })],
        }) +
        '</script>',
    ),
    'Priced, 79.96 USD, list 99',
  ],
  [
    'price, price per litre and list price as specifications',
    shopPage(
      'de',
      'Wein',
      '<h1>Wein</h1>',
      jsonLd({
        '@type': 'Product',
        name: 'Wein',
        offers: {
          priceSpecification: [
            { price: '8.99', priceCurrency: 'EUR' },
            { price: '11.99', priceCurrency: 'EUR', referenceQuantity: { value: '1', unitCode: 'LTR' } },
            { price: '10.99', priceCurrency: 'EUR', priceType: 'https://schema.org/ListPrice' },
          ].map((each) => ({ '@type': 'UnitPriceSpecification', ...each })),
        },
      }),
    ),
    'Priced, 8.99 EUR, list 10.99',
  ],
  [
    'an older analytics event',
    shopPage(
      'en',
      'Vase',
      '<h1>Vase</h1><script>dataLayer=[{"ecommerce":{"currencyCode":"EUR","detail":{"products":[{"id":"V1","name":"Vase","price":"33.00"}]}}}]</script>',
    ),
    'Priced, 33.00 EUR',
  ],
  [
    'references by index',
    shopPage(
      'en',
      'Chair',
      '<div id="__nuxt"><h1>Chair</h1></div><script type="application/json" id="__NUXT_DATA__">[["Reactive",1],{"data":2},{"product":3},{"id":4,"name":5,"price":6,"currency":7,"sku":8},17,"Chair",120.5,"EUR","CH-1"]</script>',
    ),
    'Priced, 120.5 EUR',
  ],
  [
    'a gift above an amount, points, a price per 100 ml',
    shopPage(
      'en-GB',
      'Cream',
      '<main><h1>Face cream 50ml</h1><p>Free gift when you spend £40</p><p class="price">£24.00</p><p>£48.00 per 100ml</p><p>Earn 24 points</p><button>Add to basket</button></main>',
    ),
    'Priced, 24.00 GBP',
  ],
];

test.each(cases)('%s', (_, html, result) => {
  expect(summary(extract(html))).toBe(result);
});
