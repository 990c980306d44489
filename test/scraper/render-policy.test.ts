import { expect, it } from 'vitest';
import { emptyExtraction } from '../../lambdas/domain/result/empty-extraction.ts';
import type { Extraction } from '../../lambdas/domain/result/site-result.ts';
import { agree, betterOf } from '../../lambdas/scraper/render-policy.ts';

const priced = (Amount: string, Currency = 'EUR', changes: Partial<Extraction> = {}): Extraction => ({
  ...emptyExtraction,
  Outcome: 'Priced',
  Price: { Amount, Currency, Raw: Amount },
  Confidence: 'Medium',
  ...changes,
});
const soldOut = (changes: Partial<Extraction> = {}): Extraction => ({
  ...emptyExtraction,
  Outcome: 'OutOfStock',
  Confidence: 'Medium',
  ...changes,
});

it.each<[string, Extraction, Extraction, boolean]>([
  ['one amount with other decimals', priced('12.9'), priced('12.90'), true],
  [
    'amounts that are one number to floating point',
    priced('9007199254740993'),
    priced('9007199254740992'),
    false,
  ],
  ['other amounts', priced('12.90'), priced('12.91'), false],
  ['other currencies', priced('12.90'), priced('12.90', 'USD'), false],
  ['sold out, and no price', soldOut(), soldOut(), true],
  ['sold out, with and without a price', soldOut(), soldOut({ Price: priced('1.00').Price }), false],
  ['sold out and in stock', priced('1.00'), soldOut({ Price: priced('1.00').Price }), false],
])('compares what two readings mean to a buyer: %s', (_what, left, right, isSame) => {
  expect(agree(left, right)).toBe(isSame);
  expect(agree(right, left)).toBe(isSame);
});

it('prefers the rendered answer if both differ, otherwise the more informative one', () => {
  const better = (plain: Extraction, rendered: Extraction) =>
    betterOf({ extraction: plain }, { extraction: rendered }).extraction;
  const sure = priced('99.00', 'EUR', { Confidence: 'High' });
  const shown = priced('79.00', 'EUR', { Confidence: 'Low' });
  expect(better(sure, shown)).toBe(shown);
  expect(better(sure, emptyExtraction)).toBe(sure);
  const surelySoldOut = soldOut({ Confidence: 'High' });
  expect(better(surelySoldOut, soldOut({ Confidence: 'Low' }))).toBe(surelySoldOut);
});
