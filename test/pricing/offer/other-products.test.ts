import { describe, expect, test } from 'vitest';
import { extract, jsonLd, page, pageUrl, summary } from '../page-fixture.ts';

const own = (more: object = {}): string =>
  jsonLd({
    '@type': 'Product',
    name: 'Hose reel',
    url: pageUrl,
    offers: { '@type': 'Offer', price: '219.00', priceCurrency: 'EUR' },
    ...more,
  });
const shown = '<h1>Hose reel</h1><p class="price">€219.00</p>';
const card = (property = ''): string =>
  `<div ${property} itemscope itemtype="https://schema.org/Product"><span itemprop="name">Footprint</span><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="EUR"><span itemprop="price" content="39.00">€39.00</span></div></div>`;
const title = '<title>Hose reel</title>';

describe('recommended products that are called alike', () => {
  test('are not the page’s own, though it has no heading', () => {
    const other = (name: string, amount: string): string =>
      `<li><h3 class="product-name"><a href="/${name.length}">${name}</a></h3><span class="price">${amount}</span></li>`;
    const html = page(
      `<div><b>Aurora</b><p>Eighteen stones.</p><span class="price">€990.00</span><form><button>Add to cart</button></form></div>
      <ul id="upsell-product-table">${other('Gold ring with diamonds', '€499.00')}${other('Gold ring with diamonds, large', '€599.00')}</ul>`,
      '<title>Gold engagement ring with diamonds</title>',
    );
    expect(summary(extract(html))).toBe('Priced, 990.00 EUR');
  });
});

describe('another product that the page describes', () => {
  test.each<readonly [string, string]>([
    ['in microdata beside JSON-LD', page(`<h1>Hose reel</h1>${own()}${card()}`, title)],
    ['in microdata beside JSON-LD and the price', page(`${shown}${own()}${card()}`, title)],
    [
      'in RDFa',
      page(
        `${shown}${own()}<div vocab="https://schema.org/" typeof="Product"><b property="name">Footprint</b><div property="offers" typeof="Offer"><b property="price" content="39.00">€39.00</b></div></div>`,
        title,
      ),
    ],
    [
      'beside OpenGraph',
      page(
        `<h1>Hose reel</h1>${card()}`,
        `${title}<meta property="og:title" content="Hose reel"><meta property="product:price:amount" content="219.00"><meta property="product:price:currency" content="EUR">`,
      ),
    ],
    [
      'as a related one within the product',
      page(
        `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Hose reel</h1><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="219.00"><meta itemprop="priceCurrency" content="EUR"></div>${card('itemprop="isRelatedTo"')}</div>`,
        title,
      ),
    ],
  ])('%s does not lend its price', (_, html) => {
    expect(summary(extract(html))).toBe('Priced, 219.00 EUR');
  });

  test('what members pay is no newer price', () => {
    const member = { price: '199.00', priceCurrency: 'EUR', validForMemberTier: { '@id': '#gold' } };
    const offers = { price: '219.00', priceCurrency: 'EUR', priceSpecification: [member] };
    const result = extract(page(`<h1>Hose reel</h1><p class="price">€199.00</p>${own({ offers })}`, title));
    expect([result.Price?.Amount, result.Warnings]).toEqual(['219.00', []]);
  });

  test('whose name is nearly that of the page’s own is another', () => {
    const oil = (name: string, price: string) =>
      own({ name, url: undefined, offers: { price, priceCurrency: 'EUR' } });
    const html = page(
      `<h1>Oil 1 l</h1>${oil('Oil 5 l', '39.00')}${oil('Oil 1 l', '219.00')}`,
      '<title>Oil 1 l</title>',
    );
    expect(summary(extract(html))).toBe('Priced, 219.00 EUR');
  });
});

test('a number in a name is no amount', () => {
  const line =
    '<a class="name">Router AX3000</a> <span class="price"><span class="currency">€</span><span class="value">99.00</span></span>';
  expect(summary(extract(page(`<h1>Phones</h1>${line}<button>Add to cart</button>`)))).toBe(
    'Priced, 99.00 EUR',
  );
});
