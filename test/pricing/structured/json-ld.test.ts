import { describe, expect, test } from 'vitest';
import { dataPage, extract, page, summary } from '../page-fixture.ts';

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
    const rate = (country: string, value: string) => ({
      '@type': 'OfferShippingDetails',
      shippingRate: { '@type': 'MonetaryAmount', value, currency: 'EUR' },
      shippingDestination: { '@type': 'DefinedRegion', addressCountry: country },
    });
    const html = withOffers({ ...offer, shippingDetails: [rate('FR', '9.90'), rate('DE', '4.90')] });
    expect(extract(html, { site: { Country: 'DE' } }).Shipping).toEqual({
      Amount: '4.90',
      Currency: 'EUR',
      Raw: '4.90',
    });
  });

  describe('a product group', () => {
    const variant = (size: string, color: string, price: string, sku: string) => ({
      '@type': 'Product',
      name: `Coat ${size} ${color}`,
      sku,
      size,
      color,
      url: `https://shop.example/p/walking-boot?v=${sku}`,
      offers: { '@type': 'Offer', price, priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
    });
    const group = {
      '@context': 'https://schema.org',
      '@type': 'ProductGroup',
      name: 'Coat',
      productGroupID: 'G1',
      variesBy: ['https://schema.org/size'],
      hasVariant: [variant('S', 'green', '39.99', 'C-S'), variant('M', 'green', '49.99', 'C-M')],
    };

    test('is priced by the variant that the address names', () => {
      expect(
        summary(extract(dataPage(group), { url: 'https://shop.example/p/walking-boot?v=C-M' })),
      ).toContain('49.99 USD');
    });

    test('gathers variants that name it from elsewhere', () => {
      const { hasVariant, ...rest } = group;
      const html = dataPage({
        '@graph': [
          { ...rest, '@id': '#g' },
          ...hasVariant.map((each) => ({ ...each, isVariantOf: { '@id': '#g' } })),
        ],
      });
      expect(extract(html).Variants).toHaveLength(2);
    });
  });
});
