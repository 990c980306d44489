import { describe, expect, it } from 'vitest';
import { numberLabelsEnding } from '../../../lambdas/pricing/words/lexicon.ts';
import { numberCases, readNumber, wantedOfNumber, waysOfPrinting } from '../product/labelled-numbers.ts';

describe('labels of numbers', () => {
  it.each(numberCases)('$lang: $label is $field', (each) => {
    for (const [way, name] of waysOfPrinting.entries())
      expect(readNumber(each, way), name).toBe(wantedOfNumber[each.field]);
  });

  it('are none where the label is of another product', () => {
    expect(numberLabelsEnding('SKU of the case that it replaces: ')).toEqual([]);
  });
});
