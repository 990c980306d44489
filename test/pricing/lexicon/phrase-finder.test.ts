import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phraseFinder } from '../../../lambdas/pricing/lexicon/phrase-finder.ts';
import lists from '../../../lambdas/pricing/lexicon/word-lists.json' with { type: 'json' };
import { anyOf, oneOf } from '../../../lambdas/pricing/lexicon/word-lists.ts';

const phrases = ['drill', 'drill bit', 'bit', 'cordless drill', 'é', 'ab', 'a b', '充電器', '電'];
const { in: find, replace } = phraseFinder(() => phrases, /[\p{L}-]{2,30}(?:schrauber)(?![\p{L}\p{N}])/uy);

/** One expression for all phrases: what the finder stands for. */
const oracle =
  /(?<![\p{L}\p{N}])(?:cordless drill|drill bit|drill|bit|a b|ab|é|[\p{L}-]{2,30}schrauber)(?![\p{L}\p{N}])|充電器|電/gu;

describe('phraseFinder', () => {
  it.each([['usb充電器 電', ['充電器', '電']]])('finds whole words, the longest first: %s', (text, found) => {
    expect(find(text)).toEqual(found);
  });

  it('finds what one expression of all phrases does', () => {
    const piece = fc.constantFrom(...phrases, 'schrauber', ' ', '-', '1', 'x', 'é', '器');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        expect(find(text)).toEqual([...text.matchAll(oracle)].map(([phrase]) => phrase));
        expect(replace(text, () => '_')).toBe(text.replace(oracle, '_'));
      }),
      { numRuns: 2_000 },
    );
  });

  it('asks for its phrases with the first text, and once', () => {
    let asked = 0;
    const finder = phraseFinder(() => {
      asked += 1;
      return ['a'];
    });
    expect(asked).toBe(0);
    finder.in('a');
    finder.in('b a');
    expect(asked).toBe(1);
  });
});

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
