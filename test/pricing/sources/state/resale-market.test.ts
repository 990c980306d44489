import { describe, expect, test } from 'vitest';
import { extract, page } from '../../page-fixture.ts';

const state = (product: object) =>
  page(
    '<h1>Air Runner 90</h1><p>Buy now for</p><h2>$142</h2><a href="/buy">Buy Now</a>',
    `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { product: { name: 'Air Runner 90', ...product } } })}</script>`,
  );

const inShort = ({ Variants }: ReturnType<typeof extract>) =>
  Variants.map(({ Size, SizeRegion, Sizes, Price, HighestBid, LastSale, OfferCount }) => [
    `${SizeRegion ?? '-'} ${Size}`,
    Sizes?.map((each) => `${each.Region} ${each.Size}`).join(', '),
    [Price, HighestBid, LastSale].map((money) => money && `${money.Amount} ${money.Currency}`).join(', '),
    OfferCount,
  ]);

describe('variants of resale markets', () => {
  const market = (lowestAsk: number, highestBid: number, numberOfAsks: number, lastSale: number) => ({
    currencyCode: 'USD',
    state: { lowestAsk: { amount: lowestAsk }, highestBid: { amount: highestBid }, numberOfAsks },
    salesInformation: { lastSale },
  });
  const charted = (us: string, eu: string, figures: object) => ({
    id: `v${us}`,
    sizeChart: {
      baseSize: us,
      baseType: 'us m',
      displayOptions: [
        { size: `US M ${us}`, type: 'us m' },
        { size: `EU ${eu}`, type: 'eu' },
      ],
    },
    market: figures,
  });
  const html = state({
    market: market(142, 120, 31, 131),
    variants: [charted('8', '41', market(155, 110, 9, 140)), charted('9', '42.5', market(142, 120, 22, 131))],
  });

  test('are wanted by a size in any of its systems', () => {
    const priceOf = (Size: string, SizeRegion: string) =>
      extract(html, { site: { Variant: { Size, SizeRegion } } }).Price?.Amount;
    const prices = [priceOf('41', 'EU'), priceOf('9', 'US'), priceOf('8', 'US M'), priceOf('41', 'UK')];
    expect(prices).toEqual(['155', '142', '155', undefined]);
  });

  test.each([
    ['an amount of null', { lowestAsk: { amount: null } }],
    ['an amount of 0', { lowestAsk: { amount: 0 } }],
  ])('have no price where the ask is %s, whatever the whole product is to be had for', (_, ask) => {
    const unasked = { currencyCode: 'USD', state: { ...ask, highestBid: { amount: 100 }, numberOfAsks: 0 } };
    const sizes = [
      charted('8', '41', market(142, 110, 9, 140)),
      charted('9', '42.5', market(155, 120, 22, 131)),
      charted('10', '44', unasked),
      { ...charted('11', '45', {}), market: null },
    ];
    const whole = market(142, 120, 31, 131);
    const all = state({ market: whole, variants: sizes });
    const alone = state({ market: whole, variants: [sizes[0], sizes[2]] });
    const wanted = (html: string, Size: string) =>
      extract(html, { site: { Variant: { Size, SizeRegion: 'US' } } });
    expect(extract(all).Variants.map(({ Size, Price }) => `${Size} ${Price?.Amount}`)).toEqual([
      '8 142',
      '9 155',
      '10 undefined',
      '11 undefined',
    ]);
    for (const html of [all, alone])
      expect(wanted(html, '10')).toMatchObject({ Price: null, Candidates: [] });
    expect([wanted(all, '11').Price, wanted(all, '9').Price?.Amount]).toEqual([null, '155']);
  });

  test('have the product’s price where a member is only named like an ask', () => {
    const sizes = ['8', '9'].map((size) => ({ id: `v${size}`, size, buyNow: `/checkout/${size}` }));
    expect(inShort(extract(state({ price: 142, currency: 'USD', variants: sizes })))).toEqual([
      ['- 8', undefined, '142 USD, , ', undefined],
      ['- 9', undefined, '142 USD, , ', undefined],
    ]);
  });

  test.each([
    ['members named after systems', { sizeUS: '9', sizeEU: 42.5 }],
    ['an object by system', { size: '9', sizeMap: { us: 9, eu: '42.5' } }],
  ])('have their sizes read from %s', (_, sizes) => {
    const variants = [
      { id: 1, price: 142, ...sizes },
      { id: 2, price: 150, ...sizes },
    ];
    expect(inShort(extract(state({ variants })))[0]![1]).toBe('US 9, EU 42.5');
  });
});
