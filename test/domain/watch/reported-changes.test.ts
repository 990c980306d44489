import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isReportedWhen } from '../../../lambdas/domain/watch/conclude.ts';
import type { PriceChange } from '../../../lambdas/domain/watch/price-changes.ts';
import { scheduleNameOf, uuidOf } from '../../../lambdas/domain/watch/watch.ts';
import { fromCursor, historyKey, inParts, toCursor } from '../../../lambdas/domain/watch/watch-history.ts';

const price = (from: string, to: string): PriceChange => ({
  Kind: 'Price',
  From: { Amount: from, Currency: 'EUR' },
  To: { Amount: to, Currency: 'EUR' },
  Of: [{}],
});
const target = { Amount: '9', Currency: 'EUR' };
const below: PriceChange = {
  Kind: 'BelowTarget',
  Price: { Amount: '8', Currency: 'EUR' },
  Target: target,
  Of: [{}],
};
const back: PriceChange = { Kind: 'BackInStock', From: 'OutOfStock', To: 'InStock', Of: [{}] };
const gone: PriceChange = { Kind: 'Availability', From: 'InStock', To: 'OutOfStock', Of: [{}] };
const currency: PriceChange = { ...price('1', '2'), Kind: 'Currency' } as PriceChange;

describe('reported changes', () => {
  it('is everything without a condition', () => {
    for (const change of [price('1', '2'), below, back, gone, currency])
      expect(isReportedWhen(change, undefined)).toBe(true);
  });

  it.each<[string, string, number, boolean]>([
    ['100.00', '95.00', 5, true],
    ['100.00', '95.01', 5, false],
    ['100.00', '105', 5, true],
    ['0.3', '0.27', 10, true],
    // As floats 1.1 - 1.0 is more than a tenth of 1.0, and 4.35 * 100 is less than 435.
    ['1.0', '1.1', 10, true],
    ['1.0', '1.0999', 10, false],
    ['4.35', '4.4587', 2.5, false],
    ['4.36', '4.469', 2.5, true],
    ['0', '0.01', 1_000, true],
    ['9007199254740993', '9007199254740994', 0.01, false],
  ])('%s to %s with ChangePercent %d: %s', (from, to, ChangePercent, isReported) => {
    expect(isReportedWhen(price(from, to), { ChangePercent })).toBe(isReported);
  });

  it('is what any one of the conditions names', () => {
    const when = { Below: target, BackInStock: true as const };
    expect(
      [below, back, gone, currency, price('10', '1')].map((change) => isReportedWhen(change, when)),
    ).toEqual([true, true, false, false, false]);
    expect(isReportedWhen(back, { ChangePercent: 1 })).toBe(false);
    expect(isReportedWhen(currency, { ChangePercent: 0.01 })).toBe(false);
  });
});

it('many or large changes go out in parts, all of them, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(60_000), { maxLength: 250 }), (sizes) => {
      const changes = sizes.map((size, index) => ({ index, text: 'x'.repeat(size) }));
      const parts = inParts(changes);
      expect(parts.flat()).toEqual(changes);
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(100);
        if (part.length > 1) expect(JSON.stringify(part).length).toBeLessThan(151_000);
      }
    }),
    { numRuns: 20 },
  );
});

it('a cursor is one of this service, and no other text is', () => {
  const key = historyKey({ scheduledAtMs: 1_795_255_202_000, step: 'Second' }, 3);
  expect(fromCursor(toCursor(key))).toBe(key);
  fc.assert(fc.property(fc.string(), (text) => fromCursor(text) === undefined));
});

it('schedules of two watches have two names, whatever UID and name hold', () => {
  expect(scheduleNameOf('a', 'b.c')).not.toBe(scheduleNameOf('a.b', 'c'));
  expect(scheduleNameOf('acme', 'x')).toMatch(/^watch-[0-9a-f]{40}$/);
  expect(uuidOf('x')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
