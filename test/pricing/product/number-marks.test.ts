import { describe, expect, it } from 'vitest';
import { judgeIdentity } from '../../../lambdas/pricing/product/judge-identity.ts';
import { haveConflictingMarks } from '../../../lambdas/pricing/product/signed-numbers.ts';

const stated = { Sku: null, Gtin: null, Mpn: null, Brand: null };

describe('marks in numbers of makers', () => {
  it.each([
    ['elsewhere leave it open', 'DF-0215-12', 'DF-021-512', true],
    ['make no other number', '1.987.432.097', '1987432097', false],
    ['make no other number, in other places', '0 601 9H5 204', '0601 9H5204', false],
  ])('%s: %s | %s', (_, first, second, isOpen) => {
    for (const [wanted, Mpn] of [
      [first, second],
      [second, first],
    ] as const) {
      expect(haveConflictingMarks(wanted, Mpn)).toBe(isOpen);
      const { Verdict } = judgeIdentity({ Mpn: wanted }, { ...stated, Mpn, Title: 'Filter' });
      expect(Verdict).toBe(isOpen ? 'Unknown' : 'Same');
    }
  });

  it('leave it open in a title, too', () => {
    const { Verdict } = judgeIdentity({ Mpn: '1.5KE6.8A' }, { ...stated, Title: 'Diode 1.5KE68A' });
    expect(Verdict).toBe('Unknown');
  });
});
