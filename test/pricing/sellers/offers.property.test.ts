import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractOffer } from '../../../lambdas/pricing/extract-offer.ts';
import { addAmounts, canonicalAmount } from '../../../lambdas/pricing/sources/amounts.ts';
import { jsonLd, productPage } from '../page-fixture.ts';

const url = 'https://market.example/p/kettle-1';
const amount = fc
  .tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: 99 }))
  .map(([whole, cents]) => `${whole}.${String(cents).padStart(2, '0')}`);

interface Asked {
  seller: string;
  price: string;
  shipping: string | undefined;
  isUsed: boolean;
}

const asked: fc.Arbitrary<Asked> = fc.record({
  seller: fc.constantFrom('Alpha Goods', 'Beta Trade', 'Gamma', 'Delta & Sons'),
  price: amount,
  shipping: fc.option(amount, { nil: undefined }),
  isUsed: fc.boolean(),
});

const stated = ({ seller, price, shipping, isUsed }: Asked) => ({
  '@type': 'Offer',
  price,
  priceCurrency: 'EUR',
  itemCondition: `https://schema.org/${isUsed ? 'Used' : 'New'}Condition`,
  seller: { '@type': 'Organization', name: seller },
  ...(shipping !== undefined && {
    shippingDetails: {
      '@type': 'OfferShippingDetails',
      shippingRate: { '@type': 'MonetaryAmount', value: shipping, currency: 'EUR' },
    },
  }),
});

const shown = ({ seller, price, shipping, isUsed }: Asked) =>
  `<li><span class="seller">${seller}</span> <b class="price">€${price}</b> <i>${isUsed ? 'Used' : 'New'}</i> ${
    shipping === undefined ? '' : `<small>+ €${shipping} shipping</small>`
  }<button>Add to cart</button></li>`;

const market = fc.record({
  offers: fc.array(asked, { maxLength: 8 }),
  own: fc.option(amount, { nil: undefined }),
  inData: fc.boolean(),
  inList: fc.boolean(),
  isAggregate: fc.boolean(),
});

const pageOf = (given: typeof market extends fc.Arbitrary<infer T> ? T : never) => {
  const list = given.offers.map(stated);
  const offers = given.isAggregate ? { '@type': 'AggregateOffer', priceCurrency: 'EUR', offers: list } : list;
  const own = given.own && `<p class="price">€${given.own}</p><button>Add to cart</button>`;
  const rows = given.inList && `<ul class="offers">${given.offers.map(shown).join('')}</ul>`;
  const data = given.inData && jsonLd({ '@type': 'Product', name: 'Kettle One', offers });
  return productPage('Kettle One', `${own || ''}${rows || ''}`, data || '');
};

describe('whatever offers a page has', () => {
  test('the price is one of them or stands on the page, and each sum is exact', () => {
    fc.assert(
      fc.property(market, fc.constantFrom(undefined, 'Gamma', 'Nobody'), (given, Seller) => {
        const html = pageOf(given);
        const site = Seller === undefined ? {} : { Seller };
        const { Price, Offers, Confidence, Error: error } = extractOffer(html, { url, site });
        const prices = Offers.map((offer) => canonicalAmount(offer.Price.Amount));
        const onPage = [...given.offers.map(({ price }) => price), ...(given.own ? [given.own] : [])];
        if (Price) {
          const found = canonicalAmount(Price.Amount);
          expect([...prices, ...onPage.map(canonicalAmount)]).toContain(found);
          const featured = Offers.find(({ IsFeatured }) => IsFeatured);
          if (Seller !== undefined) expect(error).toBeNull();
          else if (Offers.length > 0 && !featured) expect(Confidence).not.toBe('High');
        }
        for (const { Price: own, Shipping, Total } of Offers) {
          expect(onPage.map(canonicalAmount)).toContain(canonicalAmount(own.Amount));
          expect(Total?.Amount).toBe(Shipping ? addAmounts(own.Amount, Shipping.Amount) : undefined);
        }
        expect(Offers.filter(({ IsFeatured }) => IsFeatured).length).toBeLessThanOrEqual(1);
        if (Seller === 'Nobody') expect(Price).toBeNull();
      }),
      { numRuns: 60 },
    );
  });

  test('sums of decimal strings are those of whole cents', () => {
    fc.assert(
      fc.property(fc.nat(10 ** 12), fc.nat(10 ** 12), (first, second) => {
        const inMajor = (cents: number) =>
          `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
        expect(addAmounts(inMajor(first), inMajor(second))).toBe(inMajor(first + second));
      }),
    );
    expect(['0.1', '0.25', '7'].map((one) => addAmounts(one, '0.2'))).toEqual(['0.3', '0.45', '7.2']);
  });
});
