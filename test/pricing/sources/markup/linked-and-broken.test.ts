import { describe, expect, test } from 'vitest';
import type { ExtractionContext } from '../../../../lambdas/pricing/sources/extraction-context.ts';
import { dataPage, extract, jsonLd, page, pageUrl, productPage, summary } from '../../page-fixture.ts';

type Row = readonly [shows: string, html: string, result: string, context?: Partial<ExtractionContext>];
const check = (rows: readonly Row[]): void => {
  for (const [shows, html, expected, context] of rows)
    test(shows, () => {
      expect(summary(extract(html, context))).toBe(expected);
    });
};

const text = (json: string): string => dataPage(json);
const product = (offers: object, more: object = {}): string =>
  dataPage({ '@context': 'https://schema.org', '@type': 'Product', name: 'Anvil', ...more, offers });
const eur = { '@type': 'Offer', priceCurrency: 'EUR' };

describe('JSON-LD as it is found', () => {
  const offer = (price: string): string =>
    `{"@type":"Product","name":"Anvil","offers":{"@type":"Offer","price":${price},"priceCurrency":"EUR"}}`;
  check([
    ['a bare number with a comma', text(offer('29,95')), 'Priced, 29.95 EUR'],
    ['a bare number with groups and a comma', text(offer('1.299,95')), 'Priced, 1299.95 EUR'],
    ['a bare number as JSON has it', text(offer('1299.95')), 'Priced, 1299.95 EUR'],
    ['less than nothing', text(offer('"-1.00"')), 'Failed, NoPriceFound'],
    ['assigned to a variable', text(`var ld = ${offer('"12.90"')};`), 'Priced, 12.90 EUR'],
    ['a text that holds JSON', text(JSON.stringify(offer('"12.90"'))), 'Priced, 12.90 EUR'],
    ['typographer’s quotes', text(offer('"12.90"').replaceAll('"', '”')), 'Priced, 12.90 EUR'],
    ['escaped twice', text(offer('"12.90"').replaceAll('"', '&amp;quot;')), 'Priced, 12.90 EUR'],
    ['an editor’s line breaks', text(offer('"12.90"').replace(',', ',<br />\n')), 'Priced, 12.90 EUR'],
  ]);
});

describe('JSON-LD that links', () => {
  check([
    [
      'an offer in reverse of what it offers',
      dataPage({
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: 'Anvil',
        '@reverse': { itemOffered: { ...eur, price: 12.9 } },
      }),
      'Priced, 12.9 EUR',
    ],
    [
      'names of the document’s own',
      dataPage({
        '@context': {
          '@vocab': 'https://schema.org/',
          cost: 'price',
          money: { '@id': 'schema:priceCurrency' },
          sold: 'http://schema.org/offers',
        },
        '@type': 'Product',
        name: 'Anvil',
        sold: { '@type': 'Offer', price: '12.90', money: 'EUR' },
      }),
      'Priced, 12.90 EUR',
    ],
    [
      'an offer by its fragment, and by the whole address',
      page(
        jsonLd({ '@type': 'Product', name: 'Anvil', offers: { '@id': '#offer' } }) +
          jsonLd({ ...eur, '@id': `${pageUrl}#offer`, price: '12.90' }),
      ),
      'Priced, 12.90 EUR',
    ],
    [
      'an offer that names its product by a fragment',
      dataPage({
        '@graph': [
          { '@type': 'Product', '@id': '#p', name: 'Anvil' },
          { ...eur, itemOffered: { '@id': '#p' }, price: '12.90' },
        ],
      }),
      'Priced, 12.90 EUR',
    ],
    [
      'members of enumerations as things',
      product({ ...eur, price: '12.90', availability: { '@id': 'schema:OutOfStock' } }),
      'OutOfStock, 12.90 EUR',
    ],
    [
      'the type of a price as a thing',
      product({
        ...eur,
        priceSpecification: [
          {
            '@type': 'UnitPriceSpecification',
            price: 69,
            priceCurrency: 'EUR',
            priceType: { '@id': 'https://schema.org/ListPrice' },
          },
          { '@type': 'UnitPriceSpecification', price: 54, priceCurrency: 'EUR' },
        ],
      }),
      'Priced, 54 EUR, list 69',
    ],
    [
      'the page that is about it',
      dataPage([
        { '@type': 'Product', name: 'Anvil, large', offers: { ...eur, price: '20.00' } },
        {
          '@type': 'Product',
          name: 'Anvil, small',
          mainEntityOfPage: pageUrl,
          offers: { ...eur, price: '12.90' },
        },
      ]),
      'Priced, 12.90 EUR',
    ],
  ]);

  test('a condition of the product is its offers’', () => {
    const html = product({ ...eur, price: '12.90' }, { itemCondition: 'https://schema.org/UsedCondition' });
    expect(extract(html).Condition).toBe('Used');
  });
});

describe('offers that are not for everybody', () => {
  const tiers = [
    { ...eur, price: '54.00', eligibleQuantity: { '@type': 'QuantitativeValue', minValue: 1, maxValue: 4 } },
    { ...eur, price: '44.00', eligibleQuantity: { '@type': 'QuantitativeValue', minValue: 5 } },
  ];
  check([
    [
      'who buys five, in an aggregate',
      product({ '@type': 'AggregateOffer', lowPrice: '44.00', priceCurrency: 'EUR', offers: tiers }),
      'Priced, 54.00 EUR',
    ],
    [
      'firms',
      product([
        { ...eur, price: '40.00', eligibleCustomerType: 'http://purl.org/goodrelations/v1#Business' },
        { ...eur, price: '54.00', eligibleCustomerType: 'http://purl.org/goodrelations/v1#Enduser' },
      ]),
      'Priced, 54.00 EUR',
    ],
    [
      'another country',
      product([
        { ...eur, price: '40.00', eligibleRegion: 'PL' },
        { ...eur, price: '54.00', eligibleRegion: 'DE' },
      ]),
      'Priced, 54.00 EUR',
      { site: { Name: 'shop', Url: pageUrl, Country: 'DE' } as never },
    ],
    [
      'a measure of it, without a reference',
      product({
        ...eur,
        priceSpecification: [
          { '@type': 'UnitPriceSpecification', price: 10.8, priceCurrency: 'EUR', unitCode: 'KGM' },
          { '@type': 'UnitPriceSpecification', price: 54, priceCurrency: 'EUR', unitCode: 'C62' },
        ],
      }),
      'Priced, 54 EUR',
    ],
  ]);
});

describe('a variant that has a page of its own', () => {
  const group = (...hasVariant: object[]): object => ({
    '@type': 'ProductGroup',
    '@id': 'https://shop.example/winter_coat',
    name: 'Wool winter coat',
    hasVariant,
  });
  const variant = {
    '@type': 'Product',
    '@id': '#small_green',
    isVariantOf: { '@id': 'https://shop.example/winter_coat' },
    name: 'Small green coat',
    sku: '44E01-M11000',
    offers: { ...eur, price: 39.99 },
  };
  const large = { '@type': 'Product', name: 'Large coat', offers: { ...eur, price: 44.99 } };
  test.each([
    ['named by a fragment', [group({ '@id': '#small_green' }), variant]],
    ['that its group does not list', [group({ url: 'https://shop.example/coat/large' }), variant]],
    ['around its group', [{ ...variant, isVariantOf: group({ '@id': '#small_green' }, large) }]],
  ])('%s', (_, graph) => {
    const result = extract(productPage('Small green coat', '', jsonLd({ '@graph': graph })));
    expect(result).toMatchObject({ Price: { Amount: '39.99' }, Sku: '44E01-M11000' });
  });
});

describe('RDFa that links', () => {
  const eur1290 = '<i property="price" content="12.90"></i><i property="priceCurrency" content="EUR"></i>';
  const rdfa = (inside: string, behind = ''): string =>
    page(
      `<h1>Anvil</h1><div vocab="https://schema.org/" typeof="Product"><b property="name">Anvil</b>${inside}</div>${behind}`,
    );
  check([
    [
      'the old vocabulary by xmlns',
      page(
        '<h1>Anvil</h1><div xmlns:v="http://rdf.data-vocabulary.org/#" typeof="v:Product"><b property="v:name">Anvil</b><span rel="v:offerDetails"><span typeof="v:Offer"><i property="v:currency" content="EUR"></i>€<i property="v:price">12.90</i></span></span></div>',
      ),
      'Priced, 12.90 EUR',
    ],
    [
      'an offer by its address',
      rdfa(
        '<link property="offers" href="#o">',
        `<div vocab="https://schema.org/" typeof="Offer" resource="#o">${eur1290}</div>`,
      ),
      'Priced, 12.90 EUR',
    ],
    [
      'an offer in a relation around it',
      rdfa(`<div rel="offers"><div about="#o" typeof="Offer">${eur1290}</div></div>`),
      'Priced, 12.90 EUR',
    ],
    [
      'an offer in reverse',
      rdfa(`<div rev="itemOffered" typeof="Offer">${eur1290}</div>`),
      'Priced, 12.90 EUR',
    ],
  ]);
});
