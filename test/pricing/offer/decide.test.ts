import { describe, expect, test } from 'vitest';
import { isTrustworthy } from '../../../lambdas/pricing/rendering/reason-to-render.ts';
import { dataPage, extract, jsonLd, page, summary } from '../page-fixture.ts';

const stated = (price: string, more: object = {}, offer: object = {}) =>
  jsonLd({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Walking boot',
    sku: 'WB-1',
    ...more,
    offers: { '@type': 'Offer', price, priceCurrency: 'EUR', ...offer },
  });
const shop = (price: string, data: string) =>
  page(
    `<main><h1>Walking boot</h1>${price}<button>Add to cart</button></main>${data}`,
    '<title>Walking boot</title>',
  );
const micro = (price: string) =>
  `<div itemscope itemtype="https://schema.org/Product"><meta itemprop="name" content="Walking boot"><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="${price}"><meta itemprop="priceCurrency" content="EUR"></div></div>`;

describe('the decision between sources', () => {
  test('markup beats a visible price that is only somewhere', () => {
    const html = page(
      `<h1>Walking boot</h1><p>Boots were cheaper: in 1990 they cost about €20.00 in the shops of our town, as our grandfather likes to tell.</p>${stated('89.90')}`,
    );
    expect(summary(extract(html))).toBe('Priced, 89.90 EUR');
  });

  test('nothing is believed of data with a stale price', () => {
    const offer = {
      availability: 'https://schema.org/OutOfStock',
      itemCondition: 'https://schema.org/UsedCondition',
      priceValidUntil: '2031-01-01',
      seller: { '@type': 'Organization', name: 'Elsewhere' },
      shippingDetails: { shippingRate: { value: '5.00', currency: 'EUR' } },
    };
    const result = extract(shop('<p class="price">€64.00</p>', stated('80.00', {}, offer)));
    expect(result).toMatchObject({ Price: { Amount: '64.00' }, Availability: 'InStock', ListPrice: null });
    expect(result).toMatchObject({ Condition: null, Seller: null, Shipping: null, ValidUntil: null });
  });

  test('contradicting markup is settled by what is seen', () => {
    const result = extract(shop('<p class="price">€79.00</p>', stated('89.00') + micro('79.00')));
    expect(result).toMatchObject({ Price: { Amount: '79.00' }, Confidence: 'Medium' });
    expect(result.Warnings[0]).toMatch(/^SourcesDiffer: /);
  });

  test('the currency comes from the price’s place before it comes from the request', () => {
    const html = page(
      '<h1>Walking boot</h1>',
      jsonLd({ '@type': 'Product', name: 'Walking boot', offers: { '@type': 'Offer', price: '10.00' } }),
    );
    expect(extract(html).Price?.Currency).toBeNull();
    expect(extract(html, { site: { Currency: 'NOK' } }).Price?.Currency).toBe('NOK');
  });
});

describe('the caller’s wishes', () => {
  const offered = (price: string, more: object = {}) => ({
    '@type': 'Offer',
    price,
    priceCurrency: 'EUR',
    ...more,
  });
  const used = { itemCondition: 'https://schema.org/UsedCondition' };
  const boots = (...offers: object[]) =>
    page('<h1>Walking boot</h1>', jsonLd({ '@type': 'Product', name: 'Walking boot', offers }));

  test('another currency is an error, never an answer', () => {
    expect(summary(extract(boots(offered('89.90')), { site: { Currency: 'USD' } }))).toBe(
      'Failed, CurrencyMismatch',
    );
  });

  test('the wanted currency is chosen among several', () => {
    const html = boots(offered('89.90'), offered('99.00', { priceCurrency: 'USD' }));
    expect(summary(extract(html, { site: { Currency: 'USD' } }))).toContain('Priced, 99.00 USD');
  });

  test('new is wanted unless the caller says otherwise', () => {
    const html = boots(
      offered('50.00', used),
      offered('89.90', { itemCondition: 'https://schema.org/NewCondition' }),
    );
    expect(extract(html)).toMatchObject({ Price: { Amount: '89.90' }, Condition: 'New' });
    expect(extract(html, { site: { Condition: 'Used' } })).toMatchObject({
      Price: { Amount: '50.00' },
      Condition: 'Used',
    });
  });

  test('a used offer is the page’s own where the page presents its price first, whatever else it shows', () => {
    const html = shop('<p class="price">50.00 €</p><p class="price">52.95 €</p>', stated('50.00', {}, used));
    expect(extract(html)).toMatchObject({ Price: { Amount: '50.00' }, Condition: 'Used' });
  });

  test('another condition than the wanted one is an error, whether the price is shown or only stated', () => {
    for (const shown of ['', '<p class="price">50.00 €</p>'])
      expect(summary(extract(shop(shown, stated('50.00', {}, used)), { site: { Condition: 'New' } }))).toBe(
        'Failed, ConditionMismatch',
      );
  });

  test('a product of no stated condition is priced where new is wanted', () => {
    const html = shop('<p class="price">50.00 €</p>', stated('50.00'));
    expect(summary(extract(html, { site: { Condition: 'New' } }))).toBe('Priced, 50.00 EUR');
  });

  test('what is not new and was not asked for is no more than likely to be meant', () => {
    expect(extract(shop('<p class="price">50.00 €</p>', stated('50.00', {}, used)))).toMatchObject({
      Outcome: 'Priced',
      Condition: 'Used',
      Confidence: 'Medium',
      Warnings: [expect.stringMatching(/^ConditionDiffers: /)],
    });
  });
});

describe('pages without an answer', () => {
  const boot = page('<h1>Walking boot</h1>', stated('89.90'));

  test.each([404, 410])('status %d means that the product is gone, whatever the page says', (httpStatus) => {
    expect(summary(extract(boot, { httpStatus }))).toBe('NotFound, NotFound');
  });

  test('a product out of stock may have no price', () => {
    const html = dataPage({
      '@type': 'Product',
      name: 'Walking boot',
      offers: { availability: 'OutOfStock' },
    });
    expect(extract(html)).toMatchObject({ Outcome: 'OutOfStock', Price: null, Error: null });
  });

  test('an address that is none does not matter', () => {
    expect(summary(extract(boot, { url: 'nowhere' }))).toBe('Priced, 89.90 EUR');
  });
});

test('a result needs no better look where a price is confirmed, and not where a heuristic alone found it', () => {
  const shown = '<p class="price">€89.90</p>';
  expect(isTrustworthy(extract(shop(shown, stated('89.90'))))).toBe(true);
  expect(isTrustworthy(extract(shop(shown, '')))).toBe(false);
  expect(isTrustworthy(extract(page('<h1>Boot</h1>')))).toBe(false);
});

test('a product page that leads to the front page is not found, whatever the front page sells', () => {
  const front = page('<h1>Welcome</h1><b>Boot</b> <span class="price">€9.90</span>', '<title>Shop</title>');
  const url = 'https://shop.example/';
  expect(summary(extract(front, { url, requestedUrl: `${url}p/walking-boot` }))).toBe('NotFound, NotFound');
  expect(extract(front, { url, requestedUrl: url }).Outcome).not.toBe('NotFound');
});

describe('data that state nothing', () => {
  const shopOf = (product: object) => page('<main><h1>Walking boot</h1><p>Soft.</p></main>', jsonLd(product));
  const product = { '@type': 'Product', name: 'Walking boot' };
  const offer = { '@type': 'Offer', price: '89.00', priceCurrency: 'EUR' };
  const aggregate = { '@type': 'AggregateOffer', lowPrice: '2.99', priceCurrency: 'EUR' };
  const list = Array.from({ length: 8 }, (_, index) => ({
    name: index === 5 ? 'Walking boot' : `Boot ${index}`,
    sku: `B${index}`,
    price: 89 + index,
    currency: 'EUR',
  }));
  test.each([
    ...['0.01', '1.00', '9999999', '0'].map((price) => [
      `a placeholder, ${price}`,
      shopOf({ ...product, offers: { ...offer, price } }),
    ]),
    [
      'a category with thousands of offers',
      shopOf({ ...product, offers: { ...aggregate, highPrice: '99.00', offerCount: 3412 } }),
    ],
    ['a category of all prices', shopOf({ ...product, offers: { ...aggregate, highPrice: '1899.00' } })],
    [
      'a place',
      shopOf({ ...product, geo: { '@type': 'GeoCoordinates', latitude: 41, longitude: 2 }, offers: offer }),
    ],
    [
      'a place that is also stated as a product',
      shopOf({
        '@graph': [
          { ...product, offers: offer },
          { '@type': 'Place', name: 'Walking boot' },
        ],
      }),
    ],
    [
      'a later entry of a list in application state',
      page(
        '<main><h1>Walking boot</h1></main>',
        `<script type="application/json">${JSON.stringify({ products: list })}</script>`,
      ),
    ],
  ])('%s', (_, html) => {
    expect(extract(html).Price).toBeNull();
  });

  test('but a placeholder that the page shows', () => {
    expect(summary(extract(shop('<p class="price">€1.00</p>', stated('1.00'))))).toBe('Priced, 1.00 EUR');
  });
});

describe('hostile pages', () => {
  test.each([
    [
      'functions of white space around a state',
      `<script>price;window.__NUXT__=(function(){${' '.repeat(19_000)}</script>`.repeat(20),
    ],
    [
      'identifiers of digits without end',
      dataPage({ '@type': 'Product', name: 'A', sku: '1'.repeat(100_000) }),
    ],
    ['a style repeated', `<p style="${'text-decoration:'.repeat(60_000)}">x</p>`],
    [
      'scopes nested deep',
      '<div itemscope itemtype="https://schema.org/Product" itemprop="offers">'.repeat(3_000),
    ],
    [
      'ten thousand references to one scope',
      `${'<div itemscope itemtype="https://schema.org/Product" itemref="a a a a"></div>'.repeat(3_000)}<div id="a"></div>`,
    ],
  ])('are answered: %s', (_, html) => {
    expect(extract(html).Outcome).toBe('Failed');
  });
});

describe('one separator before three digits', () => {
  test.each([
    ['groups where the language says so', 'es', '$1.299', '1.299', 'USD', 1299],
    ['parts decimals where the data say so', 'de', '1,255 €', 1.255, 'EUR', 1.255],
  ])('%s', (_, lang, shown, price, priceCurrency, expected) => {
    const data = jsonLd({ '@type': 'Product', name: 'Plug', offers: { price, priceCurrency } });
    const html = page(`<h1>Plug</h1><p class="price">${shown}</p><button>Add to cart</button>`, data, lang);
    expect(Number(extract(html).Price?.Amount)).toBe(expected);
  });
});

describe('an amount that is not the price does not confirm what data state', () => {
  test.each([
    [
      'what others ask, in an element that is named as a price',
      '<div class="price">€319.00</div><p class="price-info">Other retailers: €349.00</p>',
      '349.00',
    ],
    [
      'the upper end of a range in blocks of their own',
      '<p><span>From</span> <b class="price">€45.00</b></p><p><span>To</span> <b class="price">€62.00</b></p>',
      '62.00',
    ],
    [
      'what is called regular, below the stated price',
      '<div class="price"><span>Regular price</span> <span>€38.00</span></div>',
      '44.00',
    ],
  ])('%s', (_, shown, amount) => {
    expect(extract(shop(shown, stated(amount))).Price?.Amount).not.toBe(amount);
  });
});

test('a mark that takes no room does not part an amount', () => {
  expect(extract(shop('<p class="price">€1,\ufeff145.00</p>', '')).Price?.Amount).toBe('1145.00');
});
