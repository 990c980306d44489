import { describe, expect, test } from 'vitest';
import { extract, jsonLd, productPage } from '../page-fixture.ts';

const offer = { '@type': 'Offer', price: '12.90', priceCurrency: 'EUR' };
const read = (body: string, offers?: object) =>
  extract(
    productPage(
      'Olive oil',
      `<p class="price">12,90 €</p>${body}<button>In den Warenkorb</button>`,
      offers && jsonLd({ '@type': 'Product', name: 'Olive oil', offers }),
      'de',
    ),
  );

describe('carriage beside the price', () => {
  test('is nothing where it is called free', () => {
    expect(read('<p>Kostenloser Versand</p>')).toMatchObject({
      Price: { Amount: '12.90' },
      Shipping: { Amount: '0', Currency: 'EUR' },
    });
  });

  test('is open where there are several amounts', () => {
    expect(read('<p>Versand: 4,90 €</p><p>Versand nach Österreich: 9,90 €</p>').Shipping).toBeNull();
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
  test('is its unit price before it', () => {
    expect(read('<p>1 l = 25,80 €</p>').UnitPrice).toMatchObject({
      Amount: '25.80',
      Per: { Raw: '1 l', UnitCode: 'LTR' },
    });
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
