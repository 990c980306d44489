import { describe, expect, test } from 'vitest';
import { extract, jsonLd, page, summary } from '../page-fixture.ts';

const at = 'https://schema.org';
const ld = (data: object): string => page(jsonLd({ '@context': at, ...data }));
const product = (offers: unknown, more: object = {}): string =>
  ld({ '@type': 'Product', name: 'Anvil', ...more, offers });
const offered = (more: object): string => product({ '@type': 'Offer', priceCurrency: 'USD', ...more });
const specified = (...specifications: object[]): string =>
  product({ '@type': 'Offer', availability: `${at}/InStock`, priceSpecification: specifications });
const unit = (more: object): object => ({
  '@type': 'UnitPriceSpecification',
  priceCurrency: 'EUR',
  ...more,
});
const tier = { '@type': 'MemberProgramTier', '@id': '#gold', name: 'Gold' };

/** What the example shows, its markup, the result in one line and its availability. */
type Example = readonly [shows: string, html: string, result: string, availability?: string];

/** In the structure of the examples of https://schema.org/Product, /Offer, /AggregateOffer and alike. */
const schemaOrg: readonly Example[] = [
  [
    'Product with a rating and an offer',
    ld({
      '@type': 'Product',
      aggregateRating: { '@type': 'AggregateRating', ratingValue: '3.5', reviewCount: '11' },
      description: '0.7 cubic feet countertop oven.',
      name: 'Compact oven',
      image: 'oven.jpg',
      offers: { '@type': 'Offer', availability: `${at}/InStock`, price: '55.00', priceCurrency: 'USD' },
      review: [{ '@type': 'Review', author: 'Ann', reviewRating: { '@type': 'Rating', ratingValue: '1' } }],
    }),
    'Priced, 55.00 USD',
    'InStock',
  ],
  [
    'AggregateOffer with nested offers',
    product({
      '@type': 'AggregateOffer',
      highPrice: '1495',
      lowPrice: '1250',
      offerCount: '8',
      offers: [
        { '@type': 'Offer', url: 'https://a.example/dealer', price: '1250' },
        { '@type': 'Offer', url: 'https://b.example/dealer', price: '1495' },
      ],
      priceCurrency: 'USD',
    }),
    'Priced, 1250 USD, 1250..1495',
  ],
  [
    'AggregateOffer with a low price alone',
    product({ '@type': 'AggregateOffer', lowPrice: '119.99', priceCurrency: 'USD' }),
    'Priced, 119.99 USD',
  ],
  [
    'AggregateOffer whose ends are one',
    product({ '@type': 'AggregateOffer', lowPrice: 19.9, highPrice: 19.9, priceCurrency: 'USD' }),
    'Priced, 19.9 USD',
  ],
  [
    'AggregateOffer without ends, but with offers',
    product({
      '@type': 'AggregateOffer',
      priceCurrency: 'EUR',
      offers: [{ '@type': 'Offer', price: 12.5, availability: 'InStock' }],
    }),
    'Priced, 12.5 EUR',
    'InStock',
  ],
  [
    'Offer at the top, with itemOffered',
    ld({
      '@type': 'Offer',
      itemOffered: { '@type': 'Product', name: 'Kettle', gtin13: '4006381333931' },
      price: '23.50',
      priceCurrency: 'GBP',
      availability: 'http://schema.org/OutOfStock',
    }),
    'OutOfStock, 23.50 GBP',
    'OutOfStock',
  ],
  [
    'currency in a CompoundPriceSpecification beside its total',
    product({
      '@type': 'Offer',
      priceSpecification: {
        '@type': 'CompoundPriceSpecification',
        price: 1000,
        priceCurrency: 'USD',
        priceComponent: [
          { '@type': 'UnitPriceSpecification', price: 850, priceCurrency: 'USD', name: 'device' },
          { '@type': 'UnitPriceSpecification', price: 150, priceCurrency: 'USD', name: 'activation' },
        ],
      },
    }),
    'Priced, 1000 USD',
  ],
  [
    'a car as IndividualProduct with mileage and price',
    ld({
      '@type': ['Car', 'Product'],
      name: 'Estate 1.6, 2012',
      mileageFromOdometer: { '@type': 'QuantitativeValue', value: 112000, unitCode: 'KMT' },
      itemCondition: `${at}/UsedCondition`,
      offers: { '@type': 'Offer', price: '7450', priceCurrency: 'EUR' },
    }),
    'Priced, 7450 EUR',
  ],
  [
    'Vehicle under a type list with a manufacturer',
    ld({
      '@type': 'Vehicle',
      name: 'Van',
      manufacturer: { '@type': 'Organization', name: 'Works' },
      offers: [{ '@type': 'Offer', price: 21000, priceCurrency: 'CHF' }],
    }),
    'Priced, 21000 CHF',
  ],
  [
    'a book whose edition carries the offer',
    ld({
      '@type': 'Book',
      name: 'Rye fields',
      isbn: '9780306406157',
      offers: { '@type': 'Offer', price: '6.99', priceCurrency: 'USD', availability: `${at}/InStock` },
    }),
    'Priced, 6.99 USD',
    'InStock',
  ],
  [
    'an event with a price range of tickets',
    ld({
      '@type': 'MusicEvent',
      name: 'Concert',
      startDate: '2026-12-01T19:30',
      location: { '@type': 'Place', name: 'Hall' },
      offers: { '@type': 'AggregateOffer', lowPrice: '35', highPrice: '90', priceCurrency: 'EUR' },
    }),
    'Priced, 35 EUR, 35..90',
  ],
  [
    'an application that costs nothing',
    ld({
      '@type': 'SoftwareApplication',
      name: 'Notes',
      offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
    }),
    'Priced, 0 USD',
  ],
  [
    'eligibleQuantity tells the single price from the dozen',
    specified(
      unit({
        price: 9,
        eligibleQuantity: { '@type': 'QuantitativeValue', minValue: 12, unitCode: 'C62' },
      }),
      unit({
        price: 10,
        eligibleQuantity: { '@type': 'QuantitativeValue', minValue: 1, maxValue: 11 },
      }),
    ),
    'Priced, 10 EUR',
  ],
  [
    'valueAddedTaxIncluded: the price with tax',
    specified(
      unit({ price: 100, valueAddedTaxIncluded: false }),
      unit({ price: 119, valueAddedTaxIncluded: true }),
    ),
    'Priced, 119 EUR',
  ],
  [
    'minPrice and maxPrice of a specification',
    specified({ '@type': 'PriceSpecification', priceCurrency: 'EUR', minPrice: 20, maxPrice: 45 }),
    'Priced, 20 EUR, 20..45',
  ],
  [
    'minPrice and maxPrice beside the price',
    specified({ '@type': 'PriceSpecification', priceCurrency: 'EUR', price: 25, minPrice: 20, maxPrice: 45 }),
    'Priced, 25 EUR',
  ],
  [
    'a delivery charge among the specifications',
    specified(
      { '@type': 'DeliveryChargeSpecification', price: 4.9, priceCurrency: 'EUR' },
      unit({ price: 30 }),
    ),
    'Priced, 30 EUR',
  ],
  [
    'an additional offer for a warranty',
    offered({
      price: '300',
      addOn: { '@type': 'Offer', name: 'Warranty', price: '49', priceCurrency: 'USD' },
    }),
    'Priced, 300 USD',
  ],
  [
    'priceCurrency on the product',
    product({ '@type': 'Offer', price: '12.30' }, { priceCurrency: 'SEK' }),
    'Priced, 12.30 SEK',
  ],
  ['a currency sign inside the price', product({ '@type': 'Offer', price: '€12,30' }), 'Priced, 12.30 EUR'],
  ['a sign and a code', offered({ price: '$1,299.00' }), 'Priced, 1299.00 USD'],
  [
    'a German number',
    product({ '@type': 'Offer', price: '1.299,00', priceCurrency: 'EUR' }),
    'Priced, 1299.00 EUR',
  ],
  [
    'an Indian number',
    product({ '@type': 'Offer', price: '1,29,900', priceCurrency: 'INR' }),
    'Priced, 129900 INR',
  ],
  [
    'a French number',
    product({ '@type': 'Offer', price: '1 299,50', priceCurrency: 'EUR' }),
    'Priced, 1299.50 EUR',
  ],
  [
    'a comma as the only separator',
    product({ '@type': 'Offer', price: '49,9', priceCurrency: 'PLN' }),
    'Priced, 49.9 PLN',
  ],
  [
    'a currency sign where the code belongs',
    product({ '@type': 'Offer', price: '49', priceCurrency: '€' }),
    'Priced, 49 EUR',
  ],
  [
    'a code in small letters',
    product({ '@type': 'Offer', price: '49', priceCurrency: 'eur' }),
    'Priced, 49 EUR',
  ],
  [
    'four decimals',
    product({ '@type': 'Offer', price: '49.0000', priceCurrency: 'EUR' }),
    'Priced, 49.0000 EUR',
  ],
  ['availability as a word', offered({ price: '5', availability: 'InStock' }), 'Priced, 5 USD', 'InStock'],
  ['availability in words', offered({ price: '5', availability: 'in stock' }), 'Priced, 5 USD', 'InStock'],
  [
    'availability with http',
    offered({ price: '5', availability: 'http://schema.org/PreOrder' }),
    'Priced, 5 USD',
    'PreOrder',
  ],
  [
    'availability with a prefix',
    offered({ price: '5', availability: 'schema:BackOrder' }),
    'Priced, 5 USD',
    'BackOrder',
  ],
  ['sold out', offered({ price: '5', availability: `${at}/SoldOut` }), 'OutOfStock, 5 USD', 'OutOfStock'],
  [
    'discontinued',
    offered({ price: '5', availability: `${at}/Discontinued` }),
    'OutOfStock, 5 USD',
    'Discontinued',
  ],
  [
    'limited',
    offered({ price: '5', availability: `${at}/LimitedAvailability` }),
    'Priced, 5 USD',
    'LimitedAvailability',
  ],
  ['in store only', offered({ price: '5', availability: `${at}/InStoreOnly` }), 'Priced, 5 USD', 'InStock'],
  ['online only', offered({ price: '5', availability: `${at}/OnlineOnly` }), 'Priced, 5 USD', 'InStock'],
  ['presale', offered({ price: '5', availability: `${at}/PreSale` }), 'Priced, 5 USD', 'PreOrder'],
  ['made to order', offered({ price: '5', availability: `${at}/MadeToOrder` }), 'Priced, 5 USD', 'BackOrder'],
  ['reserved', offered({ price: '5', availability: `${at}/Reserved` }), 'OutOfStock, 5 USD', 'OutOfStock'],
  [
    'the offer whose address is the page',
    product([
      { '@type': 'Offer', price: '10', priceCurrency: 'EUR', url: 'https://shop.example/p/other' },
      { '@type': 'Offer', price: '12', priceCurrency: 'EUR', url: 'https://shop.example/p/walking-boot' },
    ]),
    'Priced, 12 EUR, 10..12',
  ],
  [
    'a new offer before a used one',
    product([
      { '@type': 'Offer', price: '10', priceCurrency: 'EUR', itemCondition: `${at}/UsedCondition` },
      {
        '@type': 'Offer',
        price: '12',
        priceCurrency: 'EUR',
        itemCondition: 'http://schema.org/NewCondition',
      },
    ]),
    'Priced, 12 EUR, 10..12',
  ],
  [
    'similar products beside the product',
    product(
      { '@type': 'Offer', price: '12', priceCurrency: 'EUR' },
      {
        isSimilarTo: [
          {
            '@type': 'Product',
            name: 'Other',
            offers: { '@type': 'Offer', price: '3', priceCurrency: 'EUR' },
          },
        ],
        isAccessoryOrSparePartFor: {
          '@type': 'Product',
          name: 'Forge',
          offers: { '@type': 'Offer', price: '900', priceCurrency: 'EUR' },
        },
      },
    ),
    'Priced, 12 EUR',
  ],
  [
    'isVariantOf names the group',
    ld({
      '@type': 'Product',
      name: 'Anvil, 5 kg',
      isVariantOf: { '@type': 'ProductGroup', name: 'Anvil', productGroupID: 'A' },
      offers: { '@type': 'Offer', price: '70', priceCurrency: 'EUR' },
    }),
    'Priced, 70 EUR',
  ],
  ['a price without currency', product({ '@type': 'Offer', price: '12' }), 'Priced, 12 ?'],
  [
    'a price that is no number',
    product({ '@type': 'Offer', price: 'Call us', priceCurrency: 'EUR' }),
    'Failed, NoPriceFound',
  ],
];

/** In the structure of Google's examples for product snippets, merchant listings and product variants. */
const google: readonly Example[] = [
  [
    'a sale price beside a struck one',
    specified(unit({ price: 10 }), unit({ priceType: `${at}/StrikethroughPrice`, price: 15 })),
    'Priced, 10 EUR, list 15',
    'InStock',
  ],
  [
    'a struck price given first',
    specified(unit({ priceType: 'StrikethroughPrice', price: 15 }), unit({ price: 10 })),
    'Priced, 10 EUR, list 15',
  ],
  [
    'a price at the offer, a struck one in its specification',
    product({
      '@type': 'Offer',
      price: 10,
      priceCurrency: 'EUR',
      priceSpecification: unit({ priceType: `${at}/StrikethroughPrice`, price: 15 }),
    }),
    'Priced, 10 EUR, list 15',
  ],
  [
    'a list price by its old type',
    specified(unit({ price: 10 }), unit({ priceType: 'http://schema.org/ListPrice', price: 15 })),
    'Priced, 10 EUR, list 15',
  ],
  [
    'a sale price named so',
    specified(
      unit({ priceType: `${at}/ListPrice`, price: 15 }),
      unit({ priceType: `${at}/SalePrice`, price: 10 }),
    ),
    'Priced, 10 EUR, list 15',
  ],
  [
    'an SRP',
    specified(unit({ priceType: `${at}/SRP`, price: 15 }), unit({ price: 10 })),
    'Priced, 10 EUR, list 15',
  ],
  [
    'an MSRP',
    specified(unit({ priceType: `${at}/MSRP`, price: 15 }), unit({ price: 10 })),
    'Priced, 10 EUR, list 15',
  ],
  [
    'a suggested retail price in full',
    specified(unit({ priceType: 'SuggestedRetailPrice', price: 15 }), unit({ price: 10 })),
    'Priced, 10 EUR, list 15',
  ],
  [
    'a regular price named so',
    specified(
      unit({ priceType: `${at}/RegularPrice`, price: 15 }),
      unit({ priceType: `${at}/SalePrice`, price: 10 }),
    ),
    'Priced, 10 EUR, list 15',
  ],
  [
    'a regular price alone is the price',
    specified(unit({ priceType: `${at}/RegularPrice`, price: 15 })),
    'Priced, 15 EUR',
  ],
  [
    'an invoice price is nothing a buyer pays',
    specified(unit({ priceType: `${at}/InvoicePrice`, price: 7 }), unit({ price: 10 })),
    'Priced, 10 EUR',
  ],
  [
    'a minimum advertised price',
    specified(unit({ priceType: `${at}/MinimumAdvertisedPrice`, price: 7 }), unit({ price: 10 })),
    'Priced, 10 EUR',
  ],
  [
    'a member price after the price',
    specified(unit({ price: 10 }), unit({ price: 8, validForMemberTier: tier })),
    'Priced, 10 EUR',
  ],
  [
    'a member price before the price',
    specified(unit({ price: 8, validForMemberTier: { '@id': '#gold' } }), unit({ price: 10 })),
    'Priced, 10 EUR',
  ],
  [
    'a member price beside the offer’s own',
    product({
      '@type': 'Offer',
      price: 10,
      priceCurrency: 'EUR',
      priceSpecification: [unit({ price: 8, validForMemberTier: tier, membershipPointsEarned: 20 })],
    }),
    'Priced, 10 EUR',
  ],
  [
    'a member price alone is no price',
    specified(unit({ price: 8, validForMemberTier: tier })),
    'Failed, NoPriceFound',
  ],
  [
    'a price that earns members points',
    specified(unit({ price: 10, membershipPointsEarned: 20 })),
    'Priced, 10 EUR',
  ],
  [
    'a tier’s price with points, beside everybody’s',
    specified(unit({ price: 8, membershipPointsEarned: 20 }), unit({ price: 10 })),
    'Priced, 10 EUR',
  ],
  [
    'an offer for members alone, beside everybody’s',
    product([
      { '@type': 'Offer', price: 8, priceCurrency: 'EUR', validForMemberTier: tier },
      { '@type': 'Offer', price: 10, priceCurrency: 'EUR' },
    ]),
    'Priced, 10 EUR',
  ],
  [
    'a sale, a struck and a member price',
    specified(
      unit({ price: 10 }),
      unit({ priceType: `${at}/StrikethroughPrice`, price: 15 }),
      unit({ price: 9, validForMemberTier: tier }),
    ),
    'Priced, 10 EUR, list 15',
  ],
  [
    'a unit price with its measure',
    specified(
      unit({
        price: 81,
        referenceQuantity: {
          '@type': 'QuantitativeValue',
          value: '4.5',
          unitCode: 'LTR',
          valueReference: { '@type': 'QuantitativeValue', value: '1', unitCode: 'LTR' },
        },
      }),
    ),
    'Priced, 81 EUR',
  ],
  [
    'a price and a price per litre',
    specified(
      unit({ price: 18, referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode: 'LTR' } }),
      unit({ price: 81 }),
    ),
    'Priced, 81 EUR',
  ],
  [
    'a price per litre beside the offer’s',
    product({
      '@type': 'Offer',
      price: 81,
      priceCurrency: 'EUR',
      priceSpecification: unit({ price: 18, unitText: 'L' }),
    }),
    'Priced, 81 EUR',
  ],
  [
    'shipping and returns',
    product({
      '@type': 'Offer',
      price: 39.99,
      priceCurrency: 'USD',
      availability: `${at}/InStock`,
      shippingDetails: {
        '@type': 'OfferShippingDetails',
        shippingRate: { '@type': 'MonetaryAmount', value: 3.49, currency: 'USD' },
        shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'US' },
      },
      hasMerchantReturnPolicy: {
        '@type': 'MerchantReturnPolicy',
        returnFees: `${at}/FreeReturn`,
        restockingFee: { '@type': 'MonetaryAmount', value: 10, currency: 'USD' },
      },
    }),
    'Priced, 39.99 USD',
    'InStock',
  ],
  [
    'a car lease with a down payment',
    product({
      '@type': 'Offer',
      priceSpecification: [
        unit({ price: 24000 }),
        unit({ price: 299, priceComponentType: `${at}/Installment`, billingDuration: 48 }),
        unit({ price: 2000, priceComponentType: `${at}/Downpayment` }),
      ],
    }),
    'Priced, 24000 EUR',
  ],
  [
    'a product group with variants in it, the page’s own by address',
    ld({
      '@type': 'ProductGroup',
      name: 'Coat',
      productGroupID: '44E',
      variesBy: [`${at}/size`, `${at}/color`],
      hasVariant: [
        {
          '@type': 'Product',
          sku: '44E-S',
          name: 'Coat S',
          size: 'small',
          offers: {
            '@type': 'Offer',
            url: 'https://shop.example/p/walking-boot?size=small',
            price: 39.99,
            priceCurrency: 'USD',
          },
        },
        {
          '@type': 'Product',
          sku: '44E-M',
          name: 'Coat M',
          size: 'medium',
          offers: {
            '@type': 'Offer',
            url: 'https://shop.example/p/walking-boot?size=medium',
            price: 39.99,
            priceCurrency: 'USD',
          },
        },
      ],
    }),
    'Priced, 39.99 USD',
  ],
  [
    'a group whose variants cost differently, and nothing else',
    ld({
      '@type': 'ProductGroup',
      name: 'Coat',
      productGroupID: '44E',
      variesBy: `${at}/size`,
      hasVariant: [
        {
          '@type': 'Product',
          sku: 'S',
          size: 'S',
          offers: { '@type': 'Offer', price: 39, priceCurrency: 'USD' },
        },
        {
          '@type': 'Product',
          sku: 'M',
          size: 'M',
          offers: { '@type': 'Offer', price: 49, priceCurrency: 'USD' },
        },
      ],
    }),
    'Ambiguous, AmbiguousPrice',
  ],
  [
    'a vehicle listing',
    ld({
      '@type': 'Car',
      name: '2019 Wagon',
      vehicleIdentificationNumber: '1BXKE11DX7F000001',
      brand: { '@type': 'Brand', name: 'Works' },
      mileageFromOdometer: { '@type': 'QuantitativeValue', value: '20000', unitCode: 'SMI' },
      offers: {
        '@type': 'Offer',
        availability: `${at}/InStock`,
        price: '15000',
        priceCurrency: 'USD',
        itemCondition: `${at}/UsedCondition`,
      },
    }),
    'Priced, 15000 USD',
    'InStock',
  ],
  [
    'pros and cons of an editor’s review',
    ld({
      '@type': 'Product',
      name: 'Grater',
      review: {
        '@type': 'Review',
        name: 'Good',
        positiveNotes: {
          '@type': 'ItemList',
          itemListElement: [{ '@type': 'ListItem', position: 1, name: 'Cheap at $5' }],
        },
      },
      offers: { '@type': 'Offer', price: '9', priceCurrency: 'USD' },
    }),
    'Priced, 9 USD',
  ],
  ['a price valid until', offered({ price: '119.99', priceValidUntil: '2030-11-05' }), 'Priced, 119.99 USD'],
];

const name = '<h1>Anvil</h1>';
/** Microdata, RDFa, OpenGraph and GoodRelations in the structure of their own documentation. */
const markup: readonly Example[] = [
  [
    'microdata: Product, Offer, meta and link',
    page(
      `<div itemscope itemtype="https://schema.org/Product"><span itemprop="name">Anvil</span><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="priceCurrency" content="USD">$</span><span itemprop="price" content="1000.00">1,000.00</span><link itemprop="availability" href="https://schema.org/InStock">In stock</div></div>`,
    ),
    'Priced, 1000.00 USD',
    'InStock',
  ],
  [
    'microdata: AggregateOffer',
    page(
      `<div itemscope itemtype="http://schema.org/Product"><span itemprop="name">Anvil</span><div itemprop="offers" itemscope itemtype="http://schema.org/AggregateOffer">from <span itemprop="lowPrice">$1250</span> to <span itemprop="highPrice">$1495</span><meta itemprop="priceCurrency" content="USD"><span itemprop="offerCount">8</span> sellers</div></div>`,
    ),
    'Priced, 1250 USD, 1250..1495',
  ],
  [
    'microdata: text with a sign, no content',
    page(
      `<div itemscope itemtype="http://schema.org/Product">${name}<meta itemprop="name" content="Anvil"><p itemprop="offers" itemscope itemtype="http://schema.org/Offer"><span itemprop="price">€ 12,50</span></p></div>`,
    ),
    'Priced, 12.50 EUR',
  ],
  [
    'microdata: price specification',
    page(
      `<div itemscope itemtype="http://schema.org/Product"><meta itemprop="name" content="Anvil"><p itemprop="offers" itemscope itemtype="http://schema.org/Offer"><span itemprop="priceSpecification" itemscope itemtype="http://schema.org/UnitPriceSpecification"><meta itemprop="priceCurrency" content="EUR"><span itemprop="price">12,50</span><link itemprop="priceType" href="http://schema.org/SalePrice"></span></p></div>`,
    ),
    'Priced, 12.50 EUR',
  ],
  [
    'microdata: an offer of itemref',
    page(
      `<div itemscope itemtype="http://schema.org/Product" itemref="o"><meta itemprop="name" content="Anvil"></div><p id="o" itemprop="offers" itemscope itemtype="http://schema.org/Offer"><data itemprop="price" value="7.20">7,20</data><meta itemprop="priceCurrency" content="EUR"></p>`,
    ),
    'Priced, 7.20 EUR',
  ],
  [
    'microdata: itemOffered within an Offer',
    page(
      `<div itemscope itemtype="http://schema.org/Offer"><span itemprop="itemOffered" itemscope itemtype="http://schema.org/Product"><span itemprop="name">Anvil</span></span><meta itemprop="priceCurrency" content="GBP"><span itemprop="price">9.99</span></div>`,
    ),
    'Priced, 9.99 GBP',
  ],
  [
    'microdata: price on the product without offer',
    page(
      `<div itemscope itemtype="http://schema.org/Product"><span itemprop="name">Anvil</span><meta itemprop="price" content="8"><meta itemprop="priceCurrency" content="EUR"></div>`,
    ),
    'Priced, 8 EUR',
  ],
  [
    'RDFa Lite',
    page(
      `<div vocab="https://schema.org/" typeof="Product"><span property="name">Anvil</span><div property="offers" typeof="Offer"><span property="priceCurrency" content="USD">$</span><span property="price" content="1000.00">1,000.00</span><link property="availability" href="https://schema.org/InStock">In stock</div></div>`,
    ),
    'Priced, 1000.00 USD',
    'InStock',
  ],
  [
    'RDFa: AggregateOffer',
    page(
      `<div vocab="http://schema.org/" typeof="Product"><span property="name">Anvil</span><div property="offers" typeof="AggregateOffer"><span property="lowPrice">$1250</span><span property="highPrice">$1495</span><meta property="priceCurrency" content="USD"></div></div>`,
    ),
    'Priced, 1250 USD, 1250..1495',
  ],
  [
    'RDFa: prefixes',
    page(
      `<div prefix="s: http://schema.org/" typeof="s:Product"><span property="s:name">Anvil</span><div property="s:offers" typeof="s:Offer"><meta property="s:priceCurrency" content="JPY"><span property="s:price">5400</span></div></div>`,
    ),
    'Priced, 5400 JPY',
  ],
  [
    'GoodRelations in RDFa',
    page(
      `<div prefix="gr: http://purl.org/goodrelations/v1#" typeof="gr:Offering"><div property="gr:name">Anvil</div><div rel="gr:hasPriceSpecification"><div typeof="gr:UnitPriceSpecification"><span property="gr:hasCurrency" content="USD">$</span><span property="gr:hasCurrencyValue" datatype="xsd:float">42.50</span></div></div></div>`,
    ),
    'Priced, 42.50 USD',
  ],
  [
    'GoodRelations with xmlns',
    page(
      `<div xmlns:gr="http://purl.org/goodrelations/v1#"><div typeof="gr:Offering" about="#offering"><div property="gr:name" content="Anvil" xml:lang="en"></div><div rel="gr:hasBusinessFunction" resource="http://purl.org/goodrelations/v1#Sell"></div><div rel="gr:hasPriceSpecification"><div typeof="gr:UnitPriceSpecification"><div property="gr:hasCurrency" content="EUR" datatype="xsd:string"></div><div property="gr:hasCurrencyValue" content="9.99" datatype="xsd:float"></div><div property="gr:hasUnitOfMeasurement" content="C62"></div></div></div></div></div>`,
    ),
    'Priced, 9.99 EUR',
  ],
  [
    'OpenGraph product',
    page(
      '',
      '<meta property="og:type" content="product"><meta property="og:title" content="Anvil"><meta property="product:price:amount" content="15.00"><meta property="product:price:currency" content="USD"><meta property="product:availability" content="in stock">',
    ),
    'Priced, 15.00 USD',
    'InStock',
  ],
  [
    'OpenGraph product.item with a sale',
    page(
      '',
      '<meta property="og:type" content="product.item"><meta property="og:title" content="Anvil"><meta property="product:price:amount" content="15.00"><meta property="product:price:currency" content="USD"><meta property="product:sale_price:amount" content="12.00"><meta property="product:sale_price:currency" content="USD">',
    ),
    'Priced, 12.00 USD, list 15.00',
  ],
  [
    'OpenGraph with original_price',
    page(
      '',
      '<meta property="og:type" content="product"><meta property="og:title" content="Anvil"><meta property="product:original_price:amount" content="20.00"><meta property="product:original_price:currency" content="EUR"><meta property="product:price:amount" content="15.00"><meta property="product:price:currency" content="EUR">',
    ),
    'Priced, 15.00 EUR, list 20.00',
  ],
  [
    'og:price of a rich pin',
    page(
      '',
      '<meta property="og:type" content="product"><meta property="og:title" content="Anvil"><meta property="og:price:amount" content="15.00"><meta property="og:price:currency" content="USD"><meta property="og:availability" content="out of stock">',
    ),
    'OutOfStock, 15.00 USD',
    'OutOfStock',
  ],
  [
    'OpenGraph of several currencies',
    page(
      '',
      '<meta property="og:type" content="product"><meta property="og:title" content="Anvil"><meta property="product:price:amount" content="15.00"><meta property="product:price:currency" content="USD"><meta property="product:price:amount" content="13.00"><meta property="product:price:currency" content="EUR">',
    ),
    'Priced, 15.00 USD',
  ],
  [
    'data-vocabulary.org',
    page(
      `<div itemscope itemtype="http://data-vocabulary.org/Product"><span itemprop="name">Anvil</span><span itemprop="offerDetails" itemscope itemtype="http://data-vocabulary.org/Offer"><meta itemprop="currency" content="USD">$<span itemprop="price">119.99</span><span itemprop="availability" content="in_stock">In stock</span></span></div>`,
    ),
    'Priced, 119.99 USD',
    'InStock',
  ],
];

/** What a standard allows, and shops seldom write. */
const seldom: readonly Example[] = [
  [
    'a sale price beside an offer price that is the list price',
    offered({
      price: 150,
      priceSpecification: [
        { priceType: `${at}/ListPrice`, price: 150, priceCurrency: 'USD' },
        { priceType: `${at}/SalePrice`, price: 119, priceCurrency: 'USD' },
      ],
    }),
    'Priced, 119 USD, list 150',
  ],
  [
    'a sale price below the offer price',
    offered({
      price: 45,
      priceSpecification: { priceType: `${at}/SalePrice`, price: 40, priceCurrency: 'USD' },
    }),
    'Priced, 40 USD, list 45',
  ],
  [
    'a price per measure below the offer price',
    offered({
      price: 45,
      priceSpecification: unit({
        price: 4.5,
        priceCurrency: 'USD',
        referenceQuantity: { value: 1, unitCode: 'KGM' },
      }),
    }),
    'Priced, 45 USD',
  ],
  [
    'offers that let and mend beside the one that sells',
    product([
      {
        '@type': 'Offer',
        businessFunction: 'http://purl.org/goodrelations/v1#LeaseOut',
        price: 25,
        priceCurrency: 'EUR',
      },
      {
        '@type': 'Offer',
        businessFunction: 'http://purl.org/goodrelations/v1#Sell',
        price: 480,
        priceCurrency: 'EUR',
      },
      { '@type': 'OfferForLease', price: 39, priceCurrency: 'EUR' },
    ]),
    'Priced, 480 EUR',
  ],
  [
    'a model that is offered in place of its product',
    product(undefined, {
      model: { '@type': 'ProductModel', sku: 'M1', offers: { price: 14.5, priceCurrency: 'EUR' } },
    }),
    'Priced, 14.5 EUR',
  ],
  [
    'a number with an exponent',
    page(
      jsonLd(
        '{"@context":"https://schema.org","@type":"Product","name":"Anvil","offers":{"price":1.25E7,"priceCurrency":"IDR"}}',
      ),
    ),
    'Priced, 12500000 IDR',
  ],
  [
    'an order that somebody has placed',
    ld({
      '@type': 'Order',
      acceptedOffer: {
        '@type': 'Offer',
        price: 29.99,
        priceCurrency: 'USD',
        itemOffered: { '@type': 'Product', name: 'Anvil' },
      },
    }),
    'Failed, NoPriceFound',
  ],
  [
    'several offers that a firm makes',
    page(
      `<h1>Bike rental</h1>${jsonLd({
        '@context': at,
        '@type': 'LocalBusiness',
        name: 'Wheels',
        makesOffer: [
          {
            '@type': 'Offer',
            price: 12,
            priceCurrency: 'EUR',
            itemOffered: { '@type': 'Service', name: 'City bike' },
          },
          {
            '@type': 'Offer',
            price: 25,
            priceCurrency: 'EUR',
            itemOffered: { '@type': 'Service', name: 'E-bike' },
          },
        ],
      })}`,
    ),
    'Failed, NoPriceFound',
  ],
];

const origins: readonly (readonly [string, readonly Example[]])[] = [
  ['schema.org', schemaOrg],
  ['Google', google],
  ['microdata, RDFa, OpenGraph, GoodRelations', markup],
  ['few shops', seldom],
];
for (const [origin, examples] of origins)
  describe(`reads examples as ${origin} gives them`, () => {
    for (const [shows, html, expected, availability] of examples)
      test(shows, () => {
        const result = extract(html);
        expect(summary(result)).toBe(expected);
        if (availability !== undefined) expect(result.Availability).toBe(availability);
      });
  });

describe('prices that hold for a time', () => {
  const sale = (dates: object): string =>
    specified(unit({ price: 40 }), unit({ priceType: `${at}/SalePrice`, price: 30, ...dates }));
  const noon = Date.UTC(2026, 10, 28, 12);
  test.each([
    ['ended', { validThrough: '2026-11-26' }, '40'],
    ['ended at a time of a zone', { validThrough: '2026-11-28T11:59:59Z' }, '40'],
    ['has not begun', { validFrom: '2026-12-01T00:00:00+01:00' }, '40'],
    ['may go on somewhere on Earth', { validThrough: '2026-11-27' }, '30'],
    ['goes on', { validFrom: '2026-11-01', validThrough: '2026-12-24' }, '30'],
    ['has a date that nobody can read', { validThrough: 'Black Friday' }, '30'],
  ])('a sale price that %s', (_what, dates, amount) => {
    expect(extract(sale(dates), { fetchedAtMs: noon }).Price?.Amount).toBe(amount);
  });

  test('all hold where it is not known when the page was fetched', () => {
    expect(extract(sale({ validThrough: '2020-01-01' })).Price?.Amount).toBe('30');
  });

  test('one that ended stays where there is no other', () => {
    const html = specified(unit({ price: 40, validThrough: '2020-01-01' }));
    expect(extract(html, { fetchedAtMs: noon }).Price?.Amount).toBe('40');
  });

  test('offers as well', () => {
    const html = product([
      { price: 40, priceCurrency: 'EUR' },
      { price: 30, priceCurrency: 'EUR', availabilityEnds: '2026-11-01' },
    ]);
    expect(summary(extract(html, { fetchedAtMs: noon }))).toBe('Priced, 40 EUR');
  });
});

describe('the one of several offers that was asked for', () => {
  const offers = [
    { sku: 'A-1', price: 10, priceCurrency: 'EUR', availability: `${at}/InStock` },
    {
      sku: 'B-2',
      price: 12,
      priceCurrency: 'EUR',
      availability: `${at}/SoldOut`,
    },
  ];
  const [first, second] = offers;
  const made = [
    { ...first, itemCondition: `${at}/NewCondition` },
    { ...second, itemCondition: `${at}/UsedCondition` },
  ];
  test.each([
    ['its SKU', offers, { sku: 'B-2' }],
    ['its condition', made, { site: { Condition: 'Used' as const } }],
  ])('by %s has its own availability', (_by, stated, wish) => {
    expect(summary(extract(product(stated), wish))).toMatch(/^OutOfStock, 12 EUR/);
  });
});
