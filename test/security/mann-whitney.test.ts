import { describe, expect, it } from 'vitest';
import { mannWhitney } from '../../bench/mann-whitney.ts';

describe('mannWhitney', () => {
  // From SciPy's documentation of scipy.stats.mannwhitneyu, with use_continuity=False.
  it('gives the published value for the published samples', () => {
    const { p, superiority } = mannWhitney([19, 22, 16, 29, 24], [20, 11, 17, 12]);
    expect(p).toBeCloseTo(0.0864107329737, 6);
    expect(superiority).toBeCloseTo(17 / 20, 10);
  });

  it('tells a shifted sample from the other, and a sample not from itself', () => {
    const sample = Array.from({ length: 200 }, (_, index) => (index * 7_919) % 1_000);
    expect(mannWhitney(sample, sample)).toEqual({ p: expect.closeTo(1, 6), superiority: 0.5 });
    expect(
      mannWhitney(
        sample,
        sample.map((value) => value + 200),
      ).p,
    ).toBeLessThan(1e-6);
    expect(mannWhitney([5, 5, 5], [5, 5, 5])).toEqual({ p: 1, superiority: 0.5 });
  });
});
