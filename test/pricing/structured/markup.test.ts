import { describe, expect, test } from 'vitest';
import { extract, page, pageUrl, summary } from '../page-fixture.ts';

type Case = readonly [string, string, string];
const product = (inside: string, more = '') =>
  page(
    `<div itemscope itemtype="https://schema.org/Product"${more}><h1 itemprop="name">Walking boot</h1>${inside}</div>`,
  );
const offer = (inside: string) =>
  product(`<div itemprop="offers" itemscope itemtype="https://schema.org/Offer">${inside}</div>`);

const microdata: readonly Case[] = [
  [
    'a price in content, a currency in meta',
    offer(
      '<span itemprop="price" content="1226.00">1.226,00</span><meta itemprop="priceCurrency" content="EUR">',
    ),
    'Priced, 1226.00 EUR',
  ],
  ['a price as printed', offer('<span itemprop="price">€ 59,90</span>'), 'Priced, 59.90 EUR'],
  [
    'a value of a data element',
    offer('<data itemprop="price" value="12.30">twelve</data><meta itemprop="priceCurrency" content="USD">'),
    'Priced, 12.30 USD',
  ],
  [
    'a price that itemref brings in',
    page(
      '<div itemscope itemtype="https://schema.org/Product" itemref="o"><h1 itemprop="name">Walking boot</h1></div><div id="o" itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="9.99"><meta itemprop="priceCurrency" content="EUR"></div>',
    ),
    'Priced, 9.99 EUR',
  ],
  [
    'an aggregate offer',
    product(
      '<div itemprop="offers" itemscope itemtype="https://schema.org/AggregateOffer"><meta itemprop="lowPrice" content="5"><meta itemprop="highPrice" content="9"><meta itemprop="priceCurrency" content="EUR"></div>',
    ),
    'Priced, 5 EUR, 5..9',
  ],
  [
    'the review’s scope does not take the price',
    product(
      '<div itemprop="review" itemscope itemtype="https://schema.org/Review"><span itemprop="name">Good</span></div><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="5.50"><meta itemprop="priceCurrency" content="EUR"></div>',
    ),
    'Priced, 5.50 EUR',
  ],
];

const rdfa: readonly Case[] = [
  [
    'RDFa Lite with vocab',
    page(
      '<div vocab="https://schema.org/" typeof="Product"><h1 property="name">Boot</h1><div property="offers" typeof="Offer"><span property="priceCurrency" content="USD">$</span><span property="price" content="55.00">55.00</span></div></div>',
    ),
    'Priced, 55.00 USD',
  ],
  [
    'RDFa with a prefix',
    page(
      '<div prefix="schema: https://schema.org/" typeof="schema:Product"><h1 property="schema:name">Boot</h1><div property="schema:offers" typeof="schema:Offer"><meta property="schema:priceCurrency" content="EUR"><span property="schema:price">55,00</span></div></div>',
    ),
    'Priced, 55.00 EUR',
  ],
  [
    'RDFa that relates by rel',
    page(
      '<div typeof="schema:Product"><h1 property="schema:name">Boot</h1><div rel="schema:offers"><div typeof="schema:Offer"><span property="schema:price" content="5.00"></span><span property="schema:priceCurrency" content="EUR"></span></div></div></div>',
    ),
    'Priced, 5.00 EUR',
  ],
  [
    'RDFa that refers by resource',
    page(
      '<div vocab="https://schema.org/"><div typeof="Product"><h1 property="name">Boot</h1><link property="offers" resource="#o"></div><div resource="#o" typeof="Offer"><meta property="price" content="6.00"><meta property="priceCurrency" content="EUR"></div></div>',
    ),
    'Priced, 6.00 EUR',
  ],
  [
    'GoodRelations',
    page(
      '<div typeof="gr:Offering"><h1 property="gr:name">Boot</h1><div rel="gr:hasPriceSpecification"><div typeof="gr:UnitPriceSpecification"><span property="gr:hasCurrency" content="EUR"></span><span property="gr:hasCurrencyValue" content="99.00">99</span></div></div></div>',
    ),
    'Priced, 99.00 EUR',
  ],
];

const meta = (name: string, content: string) => `<meta property="${name}" content="${content}">`;
const openGraph: readonly Case[] = [
  [
    'product:price:amount',
    page('<h1>Boot</h1>', meta('product:price:amount', '49.00') + meta('product:price:currency', 'SEK')),
    'Priced, 49.00 SEK',
  ],
  [
    'og:price:amount',
    page('<h1>Boot</h1>', meta('og:price:amount', '49.00') + meta('og:price:currency', 'USD')),
    'Priced, 49.00 USD',
  ],
  [
    'a sale price beside the full one',
    page(
      '<h1>Boot</h1>',
      meta('product:price:amount', '49.00') +
        meta('product:price:currency', 'USD') +
        meta('product:sale_price:amount', '39.00') +
        meta('product:sale_price:currency', 'USD'),
    ),
    'Priced, 39.00 USD, list 49.00',
  ],
  [
    'an original price beside the one that holds',
    page(
      '<h1>Boot</h1>',
      meta('product:price:amount', '39.00') +
        meta('product:original_price:amount', '49.00') +
        meta('product:price:currency', 'USD'),
    ),
    'Priced, 39.00 USD, list 49.00',
  ],
  [
    'names in the wrong attribute',
    page(
      '<h1>Boot</h1>',
      '<meta name="product:price:amount" content="49.00"><meta name="product:price:currency" content="EUR">',
    ),
    'Priced, 49.00 EUR',
  ],
  [
    'an amount printed for people',
    page(
      '<h1>Stiefel</h1>',
      meta('product:price:amount', '1.049,00') + meta('product:price:currency', 'EUR'),
      'de',
    ),
    'Priced, 1049.00 EUR',
  ],
  [
    'Twitter’s labelled data',
    page(
      '<h1>Boot</h1>',
      '<meta property="og:title" content="Boot"><meta name="twitter:label1" content="Price"><meta name="twitter:data1" content="$25.00 USD">',
    ),
    'Priced, 25.00 USD',
  ],
];

describe('microdata', () => {
  test.each(microdata)('%s', (_, html, expected) => expect(summary(extract(html))).toBe(expected));

  test('reads availability, condition and identifiers', () => {
    const html = product(
      '<meta itemprop="sku" content="WB-1"><span itemprop="brand" itemscope itemtype="https://schema.org/Brand"><meta itemprop="name" content="Trail"></span><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="5"><meta itemprop="priceCurrency" content="EUR"><link itemprop="availability" href="https://schema.org/OutOfStock"><link itemprop="itemCondition" href="https://schema.org/NewCondition"></div>',
    );
    expect(extract(html)).toMatchObject({
      Outcome: 'OutOfStock',
      Sku: 'WB-1',
      Brand: 'Trail',
      Condition: 'New',
      Availability: 'OutOfStock',
      Price: { Amount: '5' },
    });
  });

  test('names the element of the price', () => {
    expect(
      extract(offer('<meta itemprop="price" content="7.00"><meta itemprop="priceCurrency" content="EUR">'))
        .Evidence,
    ).toContainEqual(
      expect.objectContaining({
        Field: 'Price',
        Source: 'Microdata',
        Path: expect.stringContaining('[itemprop="price"]'),
      }),
    );
  });
});

describe('RDFa', () => {
  test.each(rdfa)('%s', (_, html, expected) => expect(summary(extract(html))).toBe(expected));
});

describe('OpenGraph and product meta tags', () => {
  test.each(openGraph)('%s', (_, html, expected) => expect(summary(extract(html))).toBe(expected));

  test('reads availability and the retailer’s item id', () => {
    const head =
      meta('product:price:amount', '49.00') +
      meta('product:price:currency', 'USD') +
      meta('product:availability', 'oos') +
      meta('product:retailer_item_id', 'B-7');
    expect(extract(page('<h1>Boot</h1>', head), { url: pageUrl })).toMatchObject({
      Outcome: 'OutOfStock',
      Sku: 'B-7',
    });
  });
});
