import type { SiteResult } from '../../lambdas/domain/result/site-result.ts';
import type { Expectation } from './shop.ts';

type Seen = Pick<SiteResult, 'Outcome' | 'Price' | 'ListPrice' | 'Availability' | 'Variants' | 'Error'> &
  Partial<Pick<SiteResult, 'RenderMode'>>;

/** Lists the differences from a shop's expected result, e.g. `amount is 1349.00 instead of 1099.00`. */
export const differencesFrom = (expected: Expectation, result: Seen): string[] => {
  const compared: [what: string, actual: unknown, expected: unknown][] = [
    ['outcome', result.Outcome, expected.outcome],
    ['amount', result.Price?.Amount, expected.amount],
    ['currency', result.Price?.Currency, expected.currency],
    ['list price', result.ListPrice?.Amount, expected.listAmount],
    ['availability', result.Availability, expected.availability],
    ['error', result.Error?.Code, expected.errorCode],
    ['tier', result.RenderMode, expected.renderMode],
  ];
  const differences = compared
    .filter(([, actual, value]) => value !== undefined && actual !== value)
    .map(([what, actual, value]) => `${what} is ${String(actual ?? 'missing')} instead of ${String(value)}`);
  if (expected.amount === undefined && result.Price) {
    differences.push(`amount is ${result.Price.Amount} instead of none`);
  }
  if (expected.variants !== undefined && result.Variants.length < expected.variants) {
    differences.push(`${result.Variants.length} variants instead of ${expected.variants}`);
  }
  return differences;
};
