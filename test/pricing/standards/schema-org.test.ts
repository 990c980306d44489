import { describe, expect, test } from 'vitest';
import { dataPage, extract, page, summary } from '../page-fixture.ts';

const at = 'https://schema.org';
const ld = (data: object): string => dataPage({ '@context': at, ...data });
const product = (offers: unknown, more: object = {}): string =>
  ld({ '@type': 'Product', name: 'Anvil', ...more, offers });
const offered = (more: object): string => product({ '@type': 'Offer', priceCurrency: 'USD', ...more });
const specified = (...specifications: object[]): string =>
  product({ '@type': 'Offer', availability: `${at}/InStock`, priceSpecification: specifications });
const unit = (more: object): object => ({
  '@type': 'UnitPriceSpecification',
  priceCurrency: 'EUR',
  ...more,
});
const tier = { '@type': 'MemberProgramTier', '@id': '#gold', name: 'Gold' };

/** The subject of the example, its markup, the result in one line and its availability. */
type Example = readonly [shows: string, html: string, result: string, availability?: string];

/** In the structure of the examples of https://schema.org/Product, /Offer, /AggregateOffer and alike. */
const schemaOrg: readonly Example[] = [
  [
    'Product with a rating and an offer',
    ld({
      '@type': 'Product',
      aggregateRating: { '@type': 'AggregateRating', ratingValue: '3.5', reviewCount: '11' },
      description: '0.7 cubic feet countertop oven.',
      name: 'Compact oven',
      image: 'oven.jpg',
      offers: { '@type': 'Offer', availability: `${at}/InStock`, price: '55.00', priceCurrency: 'USD' },
      review: [{ '@type': 'Review', author: 'Ann', reviewRating: { '@type': 'Rating', ratingValue: '1' } }],
    }),
    'Priced, 55.00 USD',
    'InStock',
  ],
  [
    'AggregateOffer whose ends are one',
    product({ '@type': 'AggregateOffer', lowPrice: 19.9, highPrice: 19.9, priceCurrency: 'USD' }),
    'Priced, 19.9 USD',
  ],
  [
    'currency in a CompoundPriceSpecification beside its total',
    product({
      '@type': 'Offer',
      priceSpecification: {
        '@type': 'CompoundPriceSpecification',
        price: 1000,
        priceCurrency: 'USD',
        priceComponent: [unit({ price: 850, name: 'device' }), unit({ price: 150, name: 'activation' })],
      },
    }),
    'Priced, 1000 USD',
  ],
  [
    'a book whose edition carries the offer',
    ld({
      '@type': 'Book',
      name: 'Rye fields',
      isbn: '9780306406157',
      offers: { '@type': 'Offer', price: '6.99', priceCurrency: 'USD', availability: `${at}/InStock` },
    }),
    'Priced, 6.99 USD',
    'InStock',
  ],
  [
    'eligibleQuantity tells the single price from the dozen',
    specified(
      unit({ price: 9, eligibleQuantity: { minValue: 12, unitCode: 'C62' } }),
      unit({ price: 10, eligibleQuantity: { minValue: 1, maxValue: 11 } }),
    ),
    'Priced, 10 EUR',
  ],
  [
    'minPrice and maxPrice beside the price',
    specified({ '@type': 'PriceSpecification', priceCurrency: 'EUR', price: 25, minPrice: 20, maxPrice: 45 }),
    'Priced, 25 EUR',
  ],
  [
    'priceCurrency on the product',
    product({ '@type': 'Offer', price: '12.30' }, { priceCurrency: 'SEK' }),
    'Priced, 12.30 SEK',
  ],
  [
    'a German number',
    product({ '@type': 'Offer', price: '1.299,00', priceCurrency: 'EUR' }),
    'Priced, 1299.00 EUR',
  ],
  [
    'a comma as the only separator',
    product({ '@type': 'Offer', price: '49,9', priceCurrency: 'PLN' }),
    'Priced, 49.9 PLN',
  ],
  [
    'four decimals',
    product({ '@type': 'Offer', price: '49.0000', priceCurrency: 'EUR' }),
    'Priced, 49.0000 EUR',
  ],
  ...(
    [
      ['http://schema.org/PreOrder', 'Priced', 'PreOrder'],
      [`${at}/Discontinued`, 'OutOfStock', 'Discontinued'],
      [`${at}/OnlineOnly`, 'Priced', 'InStock'],
      [`${at}/Reserved`, 'OutOfStock', 'OutOfStock'],
    ] as const
  ).map(([stated, outcome, availability]): Example => {
    const html = offered({ price: '5', availability: stated });
    return [stated, html, `${outcome}, 5 USD`, availability];
  }),
  [
    'similar products beside the product',
    product(
      { '@type': 'Offer', price: '12', priceCurrency: 'EUR' },
      {
        isSimilarTo: [{ '@type': 'Product', name: 'Other', offers: { price: '3', priceCurrency: 'EUR' } }],
        isAccessoryOrSparePartFor: {
          '@type': 'Product',
          name: 'Forge',
          offers: { price: '900', priceCurrency: 'EUR' },
        },
      },
    ),
    'Priced, 12 EUR',
  ],
];

/** In the structure of Google's examples for product snippets, merchant listings and product variants. */
const google: readonly Example[] = [
  [
    'a sale price beside a struck one',
    specified(unit({ price: 10 }), unit({ priceType: `${at}/StrikethroughPrice`, price: 15 })),
    'Priced, 10 EUR, list 15',
    'InStock',
  ],
  [
    'a list price by its old type',
    specified(unit({ price: 10 }), unit({ priceType: 'http://schema.org/ListPrice', price: 15 })),
    'Priced, 10 EUR, list 15',
  ],
  [
    'a regular price alone is the price',
    specified(unit({ priceType: `${at}/RegularPrice`, price: 15 })),
    'Priced, 15 EUR',
  ],
  [
    'a member price after the price',
    specified(unit({ price: 10 }), unit({ price: 8, validForMemberTier: tier })),
    'Priced, 10 EUR',
  ],
  [
    'a member price alone is no price',
    specified(unit({ price: 8, validForMemberTier: tier })),
    'Failed, NoPriceFound',
  ],
  [
    'an offer for members alone, beside everybody’s',
    product([
      { '@type': 'Offer', price: 8, priceCurrency: 'EUR', validForMemberTier: tier },
      { '@type': 'Offer', price: 10, priceCurrency: 'EUR' },
    ]),
    'Priced, 10 EUR',
  ],
  [
    'a price and a price per litre',
    specified(
      unit({ price: 18, referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode: 'LTR' } }),
      unit({ price: 81 }),
    ),
    'Priced, 81 EUR',
  ],
  [
    'a car lease with a down payment',
    product({
      '@type': 'Offer',
      priceSpecification: [
        unit({ price: 24000 }),
        unit({ price: 299, priceComponentType: `${at}/Installment`, billingDuration: 48 }),
        unit({ price: 2000, priceComponentType: `${at}/Downpayment` }),
      ],
    }),
    'Priced, 24000 EUR',
  ],
  [
    'a vehicle listing',
    ld({
      '@type': 'Car',
      name: '2019 Wagon',
      offers: { price: '15000', priceCurrency: 'USD', itemCondition: `${at}/UsedCondition` },
    }),
    'Priced, 15000 USD',
  ],
];

/** Microdata, RDFa, OpenGraph and GoodRelations in the structure of their own documentation. */
const markup: readonly Example[] = [
  [
    'microdata: Product, Offer, meta and link',
    page(
      `<div itemscope itemtype="https://schema.org/Product"><span itemprop="name">Anvil</span><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="priceCurrency" content="USD">$</span><span itemprop="price" content="1000.00">1,000.00</span><link itemprop="availability" href="https://schema.org/InStock">In stock</div></div>`,
    ),
    'Priced, 1000.00 USD',
    'InStock',
  ],
  [
    'microdata: price specification',
    page(
      `<div itemscope itemtype="http://schema.org/Product"><meta itemprop="name" content="Anvil"><p itemprop="offers" itemscope itemtype="http://schema.org/Offer"><span itemprop="priceSpecification" itemscope itemtype="http://schema.org/UnitPriceSpecification"><meta itemprop="priceCurrency" content="EUR"><span itemprop="price">12,50</span><link itemprop="priceType" href="http://schema.org/SalePrice"></span></p></div>`,
    ),
    'Priced, 12.50 EUR',
  ],
  [
    'microdata: price on the product without offer',
    page(
      `<div itemscope itemtype="http://schema.org/Product"><span itemprop="name">Anvil</span><meta itemprop="price" content="8"><meta itemprop="priceCurrency" content="EUR"></div>`,
    ),
    'Priced, 8 EUR',
  ],
  [
    'RDFa: prefixes',
    page(
      `<div prefix="s: http://schema.org/" typeof="s:Product"><span property="s:name">Anvil</span><div property="s:offers" typeof="s:Offer"><meta property="s:priceCurrency" content="JPY"><span property="s:price">5400</span></div></div>`,
    ),
    'Priced, 5400 JPY',
  ],
  [
    'OpenGraph product',
    page(
      '',
      '<meta property="og:type" content="product"><meta property="og:title" content="Anvil"><meta property="product:price:amount" content="15.00"><meta property="product:price:currency" content="USD"><meta property="product:availability" content="in stock">',
    ),
    'Priced, 15.00 USD',
    'InStock',
  ],
  [
    'og:price of a rich pin',
    page(
      '',
      '<meta property="og:type" content="product"><meta property="og:title" content="Anvil"><meta property="og:price:amount" content="15.00"><meta property="og:price:currency" content="USD"><meta property="og:availability" content="out of stock">',
    ),
    'OutOfStock, 15.00 USD',
    'OutOfStock',
  ],
];

/** Markup that the standard allows and shops seldom write. */
const seldom: readonly Example[] = [
  [
    'a sale price beside an offer price that is the list price',
    offered({
      price: 150,
      priceSpecification: [
        { priceType: `${at}/ListPrice`, price: 150, priceCurrency: 'USD' },
        { priceType: `${at}/SalePrice`, price: 119, priceCurrency: 'USD' },
      ],
    }),
    'Priced, 119 USD, list 150',
  ],
  [
    'a sale price below the offer price',
    offered({
      price: 45,
      priceSpecification: { priceType: `${at}/SalePrice`, price: 40, priceCurrency: 'USD' },
    }),
    'Priced, 40 USD, list 45',
  ],
  [
    'a price per measure below the offer price',
    offered({
      price: 45,
      priceSpecification: unit({ price: 4.5, referenceQuantity: { value: 1, unitCode: 'KGM' } }),
    }),
    'Priced, 45 USD',
  ],
  [
    'a model that is offered in place of its product',
    product(undefined, {
      model: { '@type': 'ProductModel', sku: 'M1', offers: { price: 14.5, priceCurrency: 'EUR' } },
    }),
    'Priced, 14.5 EUR',
  ],
  [
    'a number with an exponent',
    dataPage(
      '{"@context":"https://schema.org","@type":"Product","name":"Anvil","offers":{"price":1.25E7,"priceCurrency":"IDR"}}',
    ),
    'Priced, 12500000 IDR',
  ],
  [
    'an order that somebody has placed',
    ld({
      '@type': 'Order',
      acceptedOffer: {
        price: 29.99,
        priceCurrency: 'USD',
        itemOffered: { '@type': 'Product', name: 'Anvil' },
      },
    }),
    'Failed, NoPriceFound',
  ],
];

const origins: readonly (readonly [string, readonly Example[]])[] = [
  ['schema.org', schemaOrg],
  ['Google', google],
  ['microdata, RDFa, OpenGraph, GoodRelations', markup],
  ['few shops', seldom],
];
for (const [origin, examples] of origins)
  describe(`reads examples as ${origin} gives them`, () => {
    for (const [shows, html, expected, availability] of examples)
      test(shows, () => {
        const result = extract(html);
        expect(summary(result)).toBe(expected);
        if (availability !== undefined) expect(result.Availability).toBe(availability);
      });
  });

describe('prices that hold for a time', () => {
  const sale = (dates: object): string =>
    specified(unit({ price: 40 }), unit({ priceType: `${at}/SalePrice`, price: 30, ...dates }));
  const noon = Date.UTC(2026, 10, 28, 12);
  test.each([
    ['ended', { validThrough: '2026-11-26' }, '40'],
    ['ended at a time of a zone', { validThrough: '2026-11-28T11:59:59Z' }, '40'],
    ['has not begun', { validFrom: '2026-12-01T00:00:00+01:00' }, '40'],
    ['may go on somewhere on Earth', { validThrough: '2026-11-27' }, '30'],
    ['goes on', { validFrom: '2026-11-01', validThrough: '2026-12-24' }, '30'],
    ['has a date that nobody can read', { validThrough: 'Black Friday' }, '30'],
  ])('a sale price that %s', (_what, dates, amount) => {
    expect(extract(sale(dates), { fetchedAtMs: noon }).Price?.Amount).toBe(amount);
  });

  test('all hold where it is not known when the page was fetched', () => {
    expect(extract(sale({ validThrough: '2020-01-01' })).Price?.Amount).toBe('30');
  });

  test('one that ended stays where there is no other', () => {
    const html = specified(unit({ price: 40, validThrough: '2020-01-01' }));
    expect(extract(html, { fetchedAtMs: noon }).Price?.Amount).toBe('40');
  });

  test('offers as well', () => {
    const html = product([
      { price: 40, priceCurrency: 'EUR' },
      { price: 30, priceCurrency: 'EUR', availabilityEnds: '2026-11-01' },
    ]);
    expect(summary(extract(html, { fetchedAtMs: noon }))).toBe('Priced, 40 EUR');
  });
});

describe('the one of several offers that was asked for', () => {
  const offer = (sku: string, price: number, availability: string, itemCondition?: string) => ({
    sku,
    price,
    priceCurrency: 'EUR',
    availability: `${at}/${availability}`,
    itemCondition,
  });
  test('by its SKU has its own availability', () => {
    const html = product([offer('A-1', 10, 'InStock'), offer('B-2', 12, 'SoldOut')]);
    expect(summary(extract(html, { sku: 'B-2' }))).toMatch(/^OutOfStock, 12 EUR/);
  });
  const used = offer('B-2', 12, 'SoldOut', `${at}/UsedCondition`);
  const both = product([offer('A-1', 10, 'InStock', `${at}/NewCondition`), used]);
  test('by its condition has its own availability', () => {
    expect(summary(extract(both, { site: { Condition: 'Used' } }))).toMatch(/^OutOfStock, 12 EUR/);
  });
  test('by its SKU goes before a new one', () => {
    expect(summary(extract(both, { sku: 'B-2' }))).toMatch(/^OutOfStock, 12 EUR/);
  });
});
