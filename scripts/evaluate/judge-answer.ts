import type { Availability, Confidence, Extraction, Money } from '../../lambdas/domain/result/site-result.ts';
import type { Expected } from './labelled-page.ts';

/** The judged or printed members of an extraction; may come from another version's JSON. */
export type Answer = Pick<
  Extraction,
  'Outcome' | 'Price' | 'ListPrice' | 'Availability' | 'Sku' | 'Confidence'
> & { Error: { Code: string } | null };

export const attributes = ['price', 'currency', 'availability', 'sku', 'listPrice'] as const;
export type Attribute = (typeof attributes)[number];

/**
 * `wrong`: another value than expected; `missing`: no value although one is expected; `unwanted`: a value although none
 * is expected; `silent`: rightly no value; `unjudged`: not labelled.
 */
export type Verdict = 'right' | 'wrong' | 'missing' | 'unwanted' | 'silent' | 'unjudged';

export interface Judgement {
  verdicts: Record<Attribute, Verdict>;
  confidence: Confidence | null;
}

/** Removes leading zeros and trailing zeros of the fraction. */
export const plainAmount = (amount: string): string => {
  const [whole = '', fraction = ''] = amount.split('.');
  const shortened = fraction.replace(/0+$/, '');
  return `${whole.replace(/^0+(?=\d)/, '')}${shortened === '' ? '' : `.${shortened}`}`;
};

/** Counts limited availability as in stock. */
const plainAvailability = (availability: Availability): string | undefined =>
  ({ Unknown: undefined, LimitedAvailability: 'InStock' })[availability as string] ??
  (availability === 'Unknown' ? undefined : availability);

const amountOf = (money: Money | null): string | undefined => money?.Amount && plainAmount(money.Amount);

const verdictOf = (
  expected: readonly (string | undefined)[] | undefined,
  value: string | undefined,
): Verdict => {
  if (expected === undefined) return 'unjudged';
  if (expected.length === 0) return value === undefined ? 'silent' : 'unwanted';
  if (value === undefined) return 'missing';
  return expected.includes(value) ? 'right' : 'wrong';
};

/** Normalizes the values of an answer for comparison. */
export const valuesOf = (answer: Answer): Record<Attribute, string | undefined> => ({
  price: amountOf(answer.Price),
  currency: answer.Price?.Currency ?? undefined,
  availability: plainAvailability(answer.Availability),
  sku: answer.Sku ?? undefined,
  listPrice: amountOf(answer.ListPrice),
});

/** Judges an answer by the page's label. */
export const judgeAnswer = (expected: Expected, answer: Answer): Judgement => {
  const values = valuesOf(answer);
  const price = verdictOf(expected.price.map(plainAmount), values.price);
  return {
    confidence: answer.Price === null ? null : answer.Confidence,
    verdicts: {
      price: price === 'missing' && expected.mayHaveNoPrice ? 'unjudged' : price,
      // The same applies to its currency and list price.
      currency:
        values.price === undefined && expected.mayHaveNoPrice
          ? 'unjudged'
          : verdictOf(expected.currency, values.currency),
      availability: verdictOf(expected.availability?.map(plainAvailability), values.availability),
      sku: verdictOf(expected.sku, values.sku),
      listPrice: verdictOf(expected.listPrice?.map(plainAmount), values.listPrice),
    },
  };
};
