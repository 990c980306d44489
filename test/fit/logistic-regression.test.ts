import { describe, expect, test } from 'vitest';
import { type Example, fitLogistic, scoreOf } from '../../scripts/fit/logistic-regression.ts';

describe('logistic regression', () => {
  test('finds the odds of a table with two groups', () => {
    // 30 of 40 with the feature and 10 of 40 without: odds of 3 and of 1/3.
    const examples: Example[] = [1, 0].flatMap((value) => [
      { values: [value], isPositive: true, weight: value === 1 ? 30 : 10 },
      { values: [value], isPositive: false, weight: value === 1 ? 10 : 30 },
    ]);
    const { bias, weights } = fitLogistic(examples, 0);
    expect(bias).toBeCloseTo(-Math.log(3), 4);
    expect(weights[0]).toBeCloseTo(2 * Math.log(3), 4);
    expect(scoreOf({ bias, weights }, [1])).toBeCloseTo(Math.log(3), 4);
  });

  test('finds the same from a start elsewhere', () => {
    const examples: Example[] = Array.from({ length: 60 }, (_, index) => ({
      values: [index / 60, (index * 7) % 5],
      isPositive: (index * 13) % 60 < index,
      weight: 1,
    }));
    const cold = fitLogistic(examples, 1);
    const warm = fitLogistic(examples, 1, { bias: 1, weights: [-1, 0.5] });
    expect(warm.bias).toBeCloseTo(cold.bias, 3);
    for (const [index, weight] of cold.weights.entries()) expect(warm.weights[index]).toBeCloseTo(weight, 3);
  });

  test('keeps the weight of a feature that separates all of them finite', () => {
    const examples: Example[] = [0, 1].map((value) => ({
      values: [value],
      isPositive: value === 1,
      weight: 5,
    }));
    expect(Number.isFinite(fitLogistic(examples, 1).weights[0])).toBe(true);
  });
});
