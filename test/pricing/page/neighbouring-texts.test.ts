import { describe, expect, test } from 'vitest';
import { areApart } from '../../../lambdas/pricing/page/element-text.ts';

describe('texts of neighbouring elements', () => {
  test.each([
    ['$200', '2 bids'],
    ['12 kr', '9 kr exkl. moms'],
    ['₦ 18,450', '₦ 27,000'],
    ['Push Mower 30', '£79.00'],
    ['Approximately', 'US $196.02'],
    ['25 % İndirim', '449,99 TL'],
  ])('%j and %j are two', (left, right) => expect(areApart(left, left, right, false)).toBe(true));

  test.each([
    ['12', '€'],
    ['€', '12'],
    ['US', '$24'],
    ['62', '€45'],
    ['Birch', 'stool'],
    ['Mac', 'Book'],
  ])('%j and %j are one', (left, right) => expect(areApart(left, left, right, false)).toBe(false));

  test('an element for each digit is one number', () => {
    expect(areApart('1', '1', '3', true)).toBe(false);
    expect(areApart('1', '1', '3', false)).toBe(true);
  });

  test('what stands before in the line counts', () => {
    expect(areApart('599,', ',', '90', false)).toBe(false);
    expect(areApart('12 €', '€', '99', false)).toBe(true);
    expect(areApart('41,65 € HT', 'HT', 'économisez', false)).toBe(true);
  });
});
