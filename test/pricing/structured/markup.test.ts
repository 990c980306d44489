import { describe, expect, test } from 'vitest';
import { extract, page, pageUrl, summary } from '../page-fixture.ts';

type Case = readonly [string, string, string];
const product = (inside: string, more = '') =>
  page(
    `<div itemscope itemtype="https://schema.org/Product"${more}><h1 itemprop="name">Walking boot</h1>${inside}</div>`,
  );
const offer = (inside: string) =>
  product(`<div itemprop="offers" itemscope itemtype="https://schema.org/Offer">${inside}</div>`);

const rdfa: readonly Case[] = [
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
    'Twitter’s labelled data',
    page(
      '<h1>Boot</h1>',
      '<meta property="og:title" content="Boot"><meta name="twitter:label1" content="Price"><meta name="twitter:data1" content="$25.00 USD">',
    ),
    'Priced, 25.00 USD',
  ],
];

describe('microdata', () => {
  test('reads the value of a data element', () => {
    const html = offer(
      '<data itemprop="price" value="12.30">twelve</data><meta itemprop="priceCurrency" content="USD">',
    );
    expect(summary(extract(html))).toBe('Priced, 12.30 USD');
  });

  test('reads availability, condition and identifiers', () => {
    const html = product(
      '<meta itemprop="sku" content="WB-1"><span itemprop="brand" itemscope itemtype="https://schema.org/Brand"><meta itemprop="name" content="Trail"></span><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="5"><link itemprop="availability" href="https://schema.org/OutOfStock"><link itemprop="itemCondition" href="https://schema.org/NewCondition"></div>',
    );
    expect(extract(html)).toMatchObject({
      Outcome: 'OutOfStock',
      Sku: 'WB-1',
      Brand: 'Trail',
      Condition: 'New',
      Price: { Amount: '5' },
    });
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
