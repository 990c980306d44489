import { describe, expect, it } from 'vitest';
import lists from '../../../lambdas/pricing/words/word-lists.json' with { type: 'json' };
import { anyOf, oneOf } from '../../../lambdas/pricing/words/word-lists.ts';

describe('words of lists', () => {
  it.each(Object.keys(lists) as (keyof typeof lists)[])(
    '%s share the class of letters of their ends',
    (list) => {
      expect(anyOf(list).match(/\\p\{L\}\*(?=[|)])/g) ?? []).toSatisfy((all: string[]) => all.length <= 1);
    },
  );

  it('match whatever their order', () => {
    const pattern = new RegExp(`^${oneOf(['day\\p{L}*', 'd', 'jour\\p{L}*', 'mo\\.?'])}$`, 'u');
    expect(['day', 'days', 'jours', 'd', 'mo', 'mo.'].every((word) => pattern.test(word))).toBe(true);
    expect(['da', 'month', 'jou', ''].some((word) => pattern.test(word))).toBe(false);
  });
});
