import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDecimals, decimalsOf, inUnits } from '../../../lambdas/domain/money/decimals.ts';

describe('compareDecimals', () => {
  it.each([
    ['49', '49.0', 0],
    ['049.00', '49', 0],
    ['0', '0.00', 0],
    ['0.5', '00.50', 0],
    ['9.99', '10', -1],
    ['1049.00', '24.95', 1],
    ['12', '12.5', -1],
    ['12.05', '12.5', -1],
    ['12.500', '12.5', 0],
    ['0.5', '0.05', 1],
    ['99999999999999999999.01', '99999999999999999999.02', -1],
  ])('%s to %s: %i', (first, second, expected) => {
    expect(compareDecimals(first, second)).toBe(expected);
    expect(compareDecimals(second, first)).toBe(expected === 0 ? 0 : -expected);
  });

  it('orders decimals like whole numbers of their smallest unit', () => {
    const digits = (least: number): fc.Arbitrary<string> =>
      fc.string({ unit: fc.constantFrom('0', '1', '5', '9'), minLength: least, maxLength: 5 });
    const amount = fc
      .tuple(digits(1), digits(0))
      .map(([integer, fraction]) => (fraction === '' ? integer : `${integer}.${fraction}`));
    fc.assert(
      fc.property(amount, amount, (first, second) => {
        const decimals = Math.max(decimalsOf(first), decimalsOf(second));
        const [left, right] = [inUnits(first, decimals), inUnits(second, decimals)];
        expect(compareDecimals(first, second)).toBe(left < right ? -1 : left > right ? 1 : 0);
      }),
      { numRuns: 2_000 },
    );
  });
});
