import { describe, expect, test } from 'vitest';
import { fitPlaces } from '../../scripts/fit/fit-models.ts';
import { fitLogistic } from '../../scripts/fit/logistic-regression.ts';
import { madePages } from '../../scripts/fit/made-pages.ts';
import { examplePageOf, placesOf, shopOf } from '../../scripts/fit/price-examples.ts';
import prior from '../../scripts/fit/prior.json' with { type: 'json' };

test('weights without examples keep their prior', () => {
  const examples = [1, 0, 1, 0].map((value, index) => ({
    values: [value, 0],
    isPositive: index < 2,
    weight: 1,
  }));
  const { weights } = fitLogistic(examples, { ridge: [1e6, 3], centre: [0.7, -2] });
  expect(weights[0]).toBeCloseTo(0.7, 2);
  expect(weights[1]).toBeCloseTo(-2, 6);
});

test('a page without a host belongs to the shop of its name', () => {
  expect(shopOf({ id: 'us-oakley-glasses', url: 'https:///' })).toBe('us-oakley');
  expect(shopOf({ id: 'x-1', url: 'https://www.shop.co.uk/p' })).toBe('shop.co.uk');
});

describe('places', () => {
  const made = madePages().filter(({ id }) => id.includes('-en-'));
  const places = made.flatMap((page) => placesOf(examplePageOf(page)!));

  test('of made pages have one right amount each', () => {
    expect(places.filter(({ isPositive }) => isPositive)).toHaveLength(made.length);
    expect(places.length).toBeGreaterThan(2 * made.length);
  });

  test('teach whose boxes have the price, and keep the points of the prior', () => {
    const ofSaved = [1, 0].flatMap((near) =>
      Array.from({ length: 200 }, () => ({
        values: new Map([
          ['belowTitle', near],
          ['withCurrency', 1],
          ['zone.review', 1 - near],
        ]),
        isPositive: near === 1,
      })),
    );
    const weights = fitPlaces([...places, ...ofSaved]);
    expect(weights['own.named']! + weights['own.best']!).toBeGreaterThan(weights['own.extended']! + 10);
    expect(weights).toMatchObject(prior.place);
  });
});
