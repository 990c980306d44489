import { describe, expect, test } from 'vitest';
import { extract, page, summary } from '../../page-fixture.ts';

const product = (inside: string, more = '') =>
  page(
    `<div itemscope itemtype="https://schema.org/Product"${more}><h1 itemprop="name">Walking boot</h1>${inside}</div>`,
  );
const offer = (inside: string) =>
  product(`<div itemprop="offers" itemscope itemtype="https://schema.org/Offer">${inside}</div>`);

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
  test.each([
    [
      'that refers by resource',
      '<div vocab="https://schema.org/"><div typeof="Product"><h1 property="name">Boot</h1><link property="offers" resource="#o"></div><div resource="#o" typeof="Offer"><meta property="price" content="6.00"><meta property="priceCurrency" content="EUR"></div></div>',
      'Priced, 6.00 EUR',
    ],
    [
      'of GoodRelations',
      '<div typeof="gr:Offering"><h1 property="gr:name">Boot</h1><div rel="gr:hasPriceSpecification"><div typeof="gr:UnitPriceSpecification"><span property="gr:hasCurrency" content="EUR"></span><span property="gr:hasCurrencyValue" content="99.00">99</span></div></div></div>',
      'Priced, 99.00 EUR',
    ],
  ])('%s', (_, body, expected) => {
    expect(summary(extract(page(body)))).toBe(expected);
  });
});

describe('OpenGraph and product meta tags', () => {
  const read = (properties: Record<string, string>) => {
    const metas = Object.entries({ 'product:price:currency': 'USD', ...properties });
    const head = metas.map(([name, content]) => `<meta property="${name}" content="${content}">`).join('');
    return extract(page('<h1>Boot</h1>', head));
  };

  test.each([
    ['a sale price beside the full one', { price: '49.00', sale_price: '39.00' }],
    ['an original price beside the one that holds', { price: '39.00', original_price: '49.00' }],
  ])('state %s', (_, amounts) => {
    const named = Object.entries(amounts).map(([name, amount]) => [`product:${name}:amount`, amount]);
    expect(summary(read(Object.fromEntries(named)))).toBe('Priced, 39.00 USD, list 49.00');
  });

  test('state availability and the retailer’s item id', () => {
    const found = read({
      'product:price:amount': '49.00',
      'product:availability': 'oos',
      'product:retailer_item_id': 'B-7',
    });
    expect(found).toMatchObject({ Outcome: 'OutOfStock', Sku: 'B-7' });
  });

  test('state a price as Twitter’s labelled data', () => {
    const head =
      '<meta name="twitter:label1" content="Price"><meta name="twitter:data1" content="$25.00 USD">';
    const title = '<meta property="og:title" content="Boot">';
    expect(summary(extract(page('<h1>Boot</h1>', title + head)))).toBe('Priced, 25.00 USD');
  });
});
