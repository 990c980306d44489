import { describe, expect, it } from 'vitest';
import { judgeIdentity } from '../../../lambdas/pricing/identity/judge-identity.ts';
import { haveConflictingMarks } from '../../../lambdas/pricing/identity/number-marks.ts';

const apart: readonly [string, string][] = [['DF-0215-12', 'DF-021-512']];
const alike: readonly [string, string][] = [
  ['1.987.432.097', '1987432097'],
  ['0 601 9H5 204', '0601 9H5204'],
];
const verdict = (wanted: string, stated: string): string =>
  judgeIdentity(
    { Mpn: wanted },
    { Sku: null, Gtin: null, Mpn: stated, Brand: null, Title: 'Filter', Content: undefined },
  ).Verdict;

describe('marks in numbers of makers', () => {
  it.each(apart)('leave open whether "%s" is "%s"', (first, second) => {
    expect([haveConflictingMarks(first, second), haveConflictingMarks(second, first)]).toEqual([true, true]);
    expect([verdict(first, second), verdict(second, first)]).toEqual(['Unknown', 'Unknown']);
  });

  it.each(alike)('make no other number of "%s" and "%s"', (first, second) => {
    expect([haveConflictingMarks(first, second), haveConflictingMarks(second, first)]).toEqual([
      false,
      false,
    ]);
    expect([verdict(first, second), verdict(second, first)]).toEqual(['Same', 'Same']);
  });

  it('leave it open in a title, too', () => {
    const title = (number: string) =>
      judgeIdentity(
        { Mpn: '1.5KE6.8A' },
        { Sku: null, Gtin: null, Mpn: null, Brand: null, Title: `Diode ${number}` },
      ).Verdict;
    expect(title('1.5KE68A')).toBe('Unknown');
  });
});
