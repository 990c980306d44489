import { describe, expect, test } from 'vitest';
import { extractOffer } from '../../../lambdas/pricing/extract-offer.ts';

const url = 'https://shop.example/p/oil-1';
const read = (body: string, offer?: object) => {
  const data = offer && {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Olive oil',
    offers: offer,
  };
  return extractOffer(
    `<html lang="de"><head><title>Olive oil</title>${
      data ? `<script type="application/ld+json">${JSON.stringify(data)}</script>` : ''
    }</head><body><main><h1>Olive oil</h1><p class="price">12,90 €</p>${body}<button>In den Warenkorb</button></main></body></html>`,
    { url },
  );
};
const offer = { '@type': 'Offer', price: '12.90', priceCurrency: 'EUR' };

describe('carriage beside the price', () => {
  test.each<[string, string, object | null]>([
    ['nothing', '<p>Kostenloser Versand</p>', { Amount: '0', Currency: 'EUR' }],
    ['several amounts', '<p>Versand: 4,90 €</p><p>Versand nach Österreich: 9,90 €</p>', null],
  ])('is %s', (_name, body, expected) => {
    const { Shipping, Price } = read(body);
    expect(Price?.Amount).toBe('12.90');
    expect(Shipping).toEqual(expected && expect.objectContaining(expected));
  });

  test('is free where the price reaches what must be bought', () => {
    expect(read('<p>Versandkostenfrei ab 10 €</p>').Shipping).toMatchObject({ Amount: '0', FreeFrom: '10' });
    expect(read('<p>Versandkostenfrei ab 40 €</p>').Shipping).toBeNull();
    expect(read('<p>Versand: 4,90 €</p><p>Versandkostenfrei ab 40 €</p>').Shipping).toMatchObject({
      Amount: '4.90',
      FreeFrom: '40',
    });
  });
});

describe('what stands beside a price', () => {
  test.each<[string, string, object]>([
    ['before it', '<p>1 l = 25,80 €</p>', { Amount: '25.80', Per: { Raw: '1 l', UnitCode: 'LTR' } }],
  ])('is its unit price %s', (_name, body, expected) => {
    expect(read(body).UnitPrice).toMatchObject(expected);
  });

  test('is stated by the data, with until when the price holds', () => {
    const result = read('', {
      ...offer,
      priceValidUntil: '2027-01-31',
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: '25.80',
        priceCurrency: 'EUR',
        referenceQuantity: { '@type': 'QuantitativeValue', value: '1', unitCode: 'LTR' },
      },
    });
    expect(result.UnitPrice).toMatchObject({ Amount: '25.80', Currency: 'EUR', Per: { UnitCode: 'LTR' } });
    expect(result.ValidUntil).toBe('2027-01-31');
    expect(read('', { ...offer, priceValidUntil: 'soon' }).ValidUntil).toBeNull();
  });
});
