import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../lambdas/domain/timing.ts';
import { lowestInPast } from '../../../lambdas/domain/watch/lowest-price.ts';
import { lowestDays, type PastPrices, recordPrice } from '../../../lambdas/domain/watch/past-prices.ts';
import type { PriceChange } from '../../../lambdas/domain/watch/price-changes.ts';

const eur = (Amount: string) => ({ Amount, Currency: 'EUR' });
const to = (amount: string, Of: PriceChange['Of'] = [{}]): PriceChange => ({
  Kind: 'Price',
  From: eur('100.00'),
  To: eur(amount),
  Of,
});
const below = (amount: string): PriceChange => ({
  Kind: 'BelowTarget',
  Price: eur(amount),
  Target: eur('200'),
  Of: [{}],
});

/** Prices by day. */
const pastOf = (...known: [day: number, amount: string, currency?: string][]): PastPrices | undefined =>
  known.reduce<PastPrices | undefined>(
    (past, [day, Amount, Currency = 'EUR']) => recordPrice(past, { Amount, Currency }, day * dayMs),
    undefined,
  );

describe('the lowest price', () => {
  it.each<[string, PastPrices | undefined, number, PriceChange, number | null]>([
    ['nothing known before', undefined, 5, to('1'), null],
    ['lower than all of forty days', pastOf([0, '10'], [20, '9'], [39, '11']), 40, to('8'), 30],
    ['lower than all of four days', pastOf([0, '10'], [2, '9']), 4, to('8'), 4],
    ['lower within the first day', pastOf([0, '10']), 0.5, to('8'), 0],
    ['as low as once', pastOf([0, '8.0'], [2, '9']), 4, to('8'), null],
    ['higher than once', pastOf([0, '10'], [2, '7'], [3, '12']), 4, to('8'), null],
    ['higher than once, thirty-one days ago', pastOf([0, '7'], [2, '12'], [20, '12']), 31, to('8'), 30],
    ['nothing known for thirty days', pastOf([0, '12']), 31, to('8'), null],
    ['another currency before', pastOf([0, '7', 'USD'], [3, '12']), 4, to('8'), 1],
    ['of a variant', pastOf([0, '10']), 4, to('8', [{ Seller: { Name: 'A', Condition: null } }]), null],
    ['below a target', pastOf([0, '10']), 4, below('8'), 4],
    [
      'of availability',
      pastOf([0, '10']),
      4,
      { Kind: 'Availability', From: 'InStock', To: 'OutOfStock', Of: [{}] },
      null,
    ],
  ])('%s', (_case, past, day, change, expected) => {
    expect(lowestInPast(change, past, day * dayMs)).toBe(expected);
  });

  const observations = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 30 })), {
    minLength: 1,
    maxLength: 60,
  });

  it('is that of all that was known in thirty days', () => {
    fc.assert(
      fc.property(observations, fc.integer({ min: 1, max: 30 }), (steps, price) => {
        let hours = 0;
        let past: PastPrices | undefined;
        const all: { atMs: number; amount: number }[] = [];
        for (const [step, amount] of steps) {
          hours += step;
          all.push({ atMs: hours * 3_600_000, amount });
          past = recordPrice(past, eur(String(amount)), hours * 3_600_000);
        }
        const nowMs = (hours + 1) * 3_600_000;
        const recent = all.filter(({ atMs }) => atMs >= nowMs - lowestDays * dayMs);
        const isLowest = recent.every(({ amount }) => price < amount);
        expect(lowestInPast(to(String(price)), past, nowMs) !== null).toBe(isLowest);
      }),
    );
  });

  it('remembers little, and never calls a price the lowest for that', () => {
    let past: PastPrices | undefined;
    for (let step = 0; step < 2_000; step += 1)
      past = recordPrice(past, eur(String(100 + step)), step * 60_000);
    expect(past!.Lows.length).toBeLessThanOrEqual(40);
    expect(lowestInPast(to('100'), past, 2_000 * 60_000)).toBeNull();
    expect(lowestInPast(to('99'), past, 2_000 * 60_000)).toBe(1);
  });
});
