import { describe, expect, test } from 'vitest';
import { extract, jsonLd, page, summary } from '../page-fixture.ts';

const offer = { '@type': 'Offer', price: '89.90', priceCurrency: 'EUR' };
const boot = {
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Walking boot',
  sku: 'WB-1',
  offers: offer,
};
const withOffers = (offers: unknown) => page(jsonLd({ ...boot, offers }));

/** Name of what the page shows, its markup, and the result in one line. */
const cases: readonly (readonly [string, string, string])[] = [
  ['an offer nested in its product', page(jsonLd(boot)), 'Priced, 89.90 EUR'],
  [
    'a price printed for people inside the data',
    withOffers({ ...offer, price: '1.299,00 €' }),
    'Priced, 1299.00 EUR',
  ],
  [
    'a product inside a list',
    page(jsonLd([{ '@type': 'Organization', name: 'Shop' }, boot])),
    'Priced, 89.90 EUR',
  ],
  [
    'references that turn in a circle',
    page(
      jsonLd({
        '@graph': [
          {
            ...boot,
            '@id': '#p',
            isRelatedTo: { '@id': '#p' },
            offers: { ...offer, itemOffered: { '@id': '#p' } },
          },
        ],
      }),
    ),
    'Priced, 89.90 EUR',
  ],
  ['value objects', withOffers({ ...offer, price: { '@value': '12.50' } }), 'Priced, 12.50 EUR'],
  [
    'a book, which is a product too',
    page(jsonLd({ '@type': 'Book', name: 'Walks', isbn: '9780306406157', offers: offer })),
    'Priced, 89.90 EUR',
  ],
  [
    'a sale price with a strikethrough price',
    withOffers({
      ...offer,
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        priceType: 'https://schema.org/StrikethroughPrice',
        price: '120.00',
        priceCurrency: 'EUR',
      },
    }),
    'Priced, 89.90 EUR, list 120.00',
  ],
  [
    'a specification that alone has the price',
    withOffers({
      '@type': 'Offer',
      priceSpecification: { '@type': 'PriceSpecification', price: '7.00', priceCurrency: 'CHF' },
    }),
    'Priced, 7.00 CHF',
  ],
  [
    'prices with and without tax',
    withOffers({
      '@type': 'Offer',
      priceSpecification: [
        { price: '100.00', priceCurrency: 'EUR', valueAddedTaxIncluded: false },
        { price: '119.00', priceCurrency: 'EUR', valueAddedTaxIncluded: true },
      ],
    }),
    'Priced, 119.00 EUR',
  ],
  [
    'the related product is not the page’s',
    page(
      jsonLd({
        ...boot,
        isRelatedTo: { '@type': 'Product', name: 'Laces', offers: { ...offer, price: '3.00' } },
      }),
    ),
    'Priced, 89.90 EUR',
  ],
  [
    'several products and none the page’s own: nothing is guessed',
    page(
      jsonLd([
        { '@type': 'Product', name: 'Sandal', offers: { ...offer, price: '20.00' } },
        { '@type': 'Product', name: 'Clog', offers: { ...offer, price: '30.00' } },
      ]),
    ),
    'Ambiguous, AmbiguousPrice',
  ],
  [
    'CDATA marks',
    page(
      jsonLd(
        '//<![CDATA[\n{"@type":"Product","name":"Boot","offers":{"@type":"Offer","price":"4.20","priceCurrency":"EUR"}}\n//]]>',
      ),
    ),
    'Priced, 4.20 EUR',
  ],
  [
    'quotes as entities',
    page(
      jsonLd(
        '{&quot;@type&quot;:&quot;Product&quot;,&quot;name&quot;:&quot;Boot&quot;,&quot;offers&quot;:{&quot;@type&quot;:&quot;Offer&quot;,&quot;price&quot;:&quot;4.20&quot;,&quot;priceCurrency&quot;:&quot;EUR&quot;}}',
      ),
    ),
    'Priced, 4.20 EUR',
  ],
  [
    'single quotes',
    page(
      jsonLd(
        "{'@type':'Product','name':'Boot','offers':{'@type':'Offer','price':'4.20','priceCurrency':'EUR'}}",
      ),
    ),
    'Priced, 4.20 EUR',
  ],
  ['a negative price is none', withOffers({ ...offer, price: -1 }), 'Failed, NoPriceFound'],
];

describe('JSON-LD', () => {
  test.each(cases)('%s', (_, html, expected) => {
    expect(summary(extract(html))).toBe(expected);
  });

  test('gives each field with its place and its text', () => {
    const { Evidence } = extract(page(jsonLd(boot)));
    expect(Evidence).toContainEqual({
      Field: 'Price',
      Source: 'JsonLd',
      Path: '$.offers.price',
      Raw: '89.90',
      Agrees: [],
    });
  });

  test('reads what identifies the product', () => {
    const html = page(
      jsonLd({
        ...boot,
        gtin13: '4006381333931',
        brand: { '@type': 'Brand', name: 'Trail' },
        offers: {
          ...offer,
          seller: { '@type': 'Organization', name: 'Boots Ltd' },
          itemCondition: 'https://schema.org/NewCondition',
          availability: 'https://schema.org/PreOrder',
        },
      }),
    );
    expect(extract(html)).toMatchObject({
      Title: 'Walking boot',
      Sku: 'WB-1',
      Gtin: '4006381333931',
      Brand: 'Trail',
      Seller: { Name: 'Boots Ltd' },
      Condition: 'New',
      Availability: 'PreOrder',
    });
  });

  test('takes no GTIN whose check digit is wrong', () => {
    expect(extract(page(jsonLd({ ...boot, gtin13: '4006381333930' }))).Gtin).toBeNull();
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

    test('lists its variants, and guesses no price among different ones', () => {
      const result = extract(page(jsonLd(group)));
      expect(summary(result)).toBe('Ambiguous, AmbiguousPrice');
      expect(result.Variants.map(({ Id, Size, Price }) => [Id, Size, Price?.Amount])).toEqual([
        ['C-S', 'S', '39.99'],
        ['C-M', 'M', '49.99'],
      ]);
    });

    test('is priced by the variant that the address names', () => {
      expect(
        summary(extract(page(jsonLd(group)), { url: 'https://shop.example/p/walking-boot?v=C-M' })),
      ).toContain('49.99 USD');
    });

    test('is priced by the wanted variant', () => {
      expect(summary(extract(page(jsonLd(group)), { site: { Variant: { Size: 'M' } } }))).toBe(
        'Priced, 49.99 USD',
      );
    });

    test('is priced by the wanted SKU', () => {
      expect(extract(page(jsonLd(group)), { sku: 'C-S' })).toMatchObject({
        Price: { Amount: '39.99' },
        Sku: 'C-S',
      });
    });

    test('gathers variants that name it from elsewhere', () => {
      const { hasVariant, ...rest } = group;
      const html = page(
        jsonLd({
          '@graph': [
            { ...rest, '@id': '#g' },
            ...hasVariant.map((each) => ({ ...each, isVariantOf: { '@id': '#g' } })),
          ],
        }),
      );
      expect(extract(html).Variants).toHaveLength(2);
    });

    test('that stands inside its variant leaves the variant to be the product', () => {
      const html = page(
        jsonLd({
          ...variant('S', 'green', '39.99', 'C-S'),
          isVariantOf: { '@type': 'ProductGroup', name: 'Coat', productGroupID: 'G1' },
        }),
      );
      expect(extract(html)).toMatchObject({ Sku: 'C-S', Price: { Amount: '39.99' } });
    });

    test('has one price when all variants cost the same', () => {
      const html = page(
        jsonLd({
          ...group,
          hasVariant: [variant('S', 'green', '39.99', 'C-S'), variant('M', 'green', '39.99', 'C-M')],
        }),
      );
      expect(summary(extract(html))).toBe('Priced, 39.99 USD');
    });
  });
});
