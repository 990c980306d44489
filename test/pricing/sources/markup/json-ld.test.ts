import { describe, expect, test } from 'vitest';
import { dataPage, extract, summary } from '../../page-fixture.ts';

const offer = { '@type': 'Offer', price: '89.90', priceCurrency: 'EUR' };
const boot = {
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Walking boot',
  sku: 'WB-1',
  offers: offer,
};
const withOffers = (offers: unknown) => dataPage({ ...boot, offers });

/** Name of what the page shows, its markup, and the result in one line. */
const cases: readonly (readonly [string, string, string])[] = [
  [
    'references that turn in a circle',
    dataPage({
      '@graph': [
        {
          ...boot,
          '@id': '#p',
          isRelatedTo: { '@id': '#p' },
          offers: { ...offer, itemOffered: { '@id': '#p' } },
        },
      ],
    }),
    'Priced, 89.90 EUR',
  ],
  ['value objects', withOffers({ ...offer, price: { '@value': '12.50' } }), 'Priced, 12.50 EUR'],
  [
    'several products and none the page’s own: nothing is guessed',
    dataPage([
      { '@type': 'Product', name: 'Sandal', offers: { ...offer, price: '20.00' } },
      { '@type': 'Product', name: 'Clog', offers: { ...offer, price: '30.00' } },
    ]),
    'Ambiguous, AmbiguousPrice',
  ],
  [
    'single quotes',
    dataPage(
      "{'@type':'Product','name':'Boot','offers':{'@type':'Offer','price':'4.20','priceCurrency':'EUR'}}",
    ),
    'Priced, 4.20 EUR',
  ],
];

describe('JSON-LD', () => {
  test.each(cases)('%s', (_, html, expected) => {
    expect(summary(extract(html))).toBe(expected);
  });

  test('reads the shipping rate of the page’s country', () => {
    const rate = (addressCountry: string, value: string) => ({
      shippingRate: { '@type': 'MonetaryAmount', value, currency: 'EUR' },
      shippingDestination: { '@type': 'DefinedRegion', addressCountry },
    });
    const html = withOffers({ ...offer, shippingDetails: [rate('FR', '9.90'), rate('DE', '4.90')] });
    expect(extract(html, { site: { Country: 'DE' } }).Shipping).toMatchObject({
      Amount: '4.90',
      Currency: 'EUR',
    });
  });

  describe('a product group', () => {
    const variant = (size: string, price: string) => ({
      '@type': 'Product',
      name: `Coat ${size}`,
      size,
      url: `https://shop.example/p/walking-boot?v=${size}`,
      offers: { '@type': 'Offer', price, priceCurrency: 'USD' },
    });
    const hasVariant = [variant('S', '39.99'), variant('M', '49.99')];
    const group = {
      '@type': 'ProductGroup',
      '@id': '#g',
      name: 'Coat',
      variesBy: ['https://schema.org/size'],
    };

    test('is priced by the variant that the address names', () => {
      const html = dataPage({ ...group, hasVariant });
      expect(summary(extract(html, { url: 'https://shop.example/p/walking-boot?v=M' }))).toContain(
        '49.99 USD',
      );
    });

    test('gathers variants that name it from elsewhere', () => {
      const variants = hasVariant.map((each) => ({ ...each, isVariantOf: { '@id': '#g' } }));
      expect(extract(dataPage({ '@graph': [group, ...variants] })).Variants).toHaveLength(2);
    });
  });
});
