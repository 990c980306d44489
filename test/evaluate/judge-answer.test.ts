import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Answer, judgeAnswer, plainAmount, type Verdict } from '../../scripts/evaluate/judge-answer.ts';
import type { Expected } from '../../scripts/evaluate/labelled-page.ts';

const money = (Amount: string, Currency: string | null = 'EUR') => ({ Amount, Currency, Raw: Amount });

const answer = (changes: Partial<Answer> = {}): Answer => ({
  Outcome: 'Priced',
  Price: money('12.90'),
  ListPrice: null,
  Availability: 'InStock',
  Sku: 'L-1',
  Confidence: 'High',
  Error: null,
  ...changes,
});

const noAnswer = answer({
  Outcome: 'Failed',
  Price: null,
  Availability: 'Unknown',
  Sku: null,
  Confidence: null,
  Error: { Code: 'NoPriceFound' },
});

describe('judging one answer', () => {
  test.each<[what: string, expected: Expected, given: Answer, price: Verdict]>([
    ['the expected price', { price: ['12.90'] }, answer(), 'right'],
    ['the same amount without its last zero', { price: ['12.9'] }, answer(), 'right'],
    ['one of several', { price: ['9.90', '12.90'] }, answer(), 'right'],
    ['another price', { price: ['12.09'] }, answer(), 'wrong'],
    ['no value where one is expected', { price: ['12.90'] }, noAnswer, 'missing'],
    ['a value where none is expected', { price: [] }, answer(), 'unwanted'],
    ['no value where none is expected', { price: [] }, noAnswer, 'silent'],
    ['no value where a person is unsure', { price: ['12.90'], mayHaveNoPrice: true }, noAnswer, 'unjudged'],
    ['a wrong value nevertheless', { price: ['1'], mayHaveNoPrice: true }, answer(), 'wrong'],
  ])('%s', (_what, expected, given, verdict) => {
    expect(judgeAnswer(expected, given).verdicts.price).toBe(verdict);
  });

  test('compares amounts by value, ignoring zeros', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.nat({ max: 99 }),
        fc.nat({ max: 4 }),
        fc.nat({ max: 4 }),
        (whole, cents, front, back) => {
          const text = `${whole}.${String(cents).padStart(2, '0')}`;
          expect(plainAmount(`${'0'.repeat(front)}${text}${'0'.repeat(back)}`)).toBe(plainAmount(text));
          expect(Number(plainAmount(text))).toBe(Number(text));
        },
      ),
    );
  });
});
