import type { Availability, Confidence, Extraction, Money } from '../../lambdas/domain/site-result.ts';
import type { Expected } from './labelled-page.ts';

/** The members of an extraction that are judged or shown; what another version printed as JSON will do. */
export type Answer = Pick<
  Extraction,
  'Outcome' | 'Price' | 'ListPrice' | 'Availability' | 'Sku' | 'Confidence'
> & { Error: { Code: string } | null };

export const attributes = ['price', 'currency', 'availability', 'sku', 'listPrice'] as const;
export type Attribute = (typeof attributes)[number];

/**
 * `wrong`: another value than expected; `missing`: none where one is expected; `unwanted`: one where none is;
 * `silent`: rightly none; `unjudged`: the label does not say.
 */
export type Verdict = 'right' | 'wrong' | 'missing' | 'unwanted' | 'silent' | 'unjudged';

export interface Judgement {
  verdicts: Record<Attribute, Verdict>;
  confidence: Confidence | null;
}

/** @returns the amount without what does not change it: zeros in front, and at the end of a fraction. */
export const plainAmount = (amount: string): string => {
  const [whole = '', fraction = ''] = amount.split('.');
  const shortened = fraction.replace(/0+$/, '');
  return `${whole.replace(/^0+(?=\d)/, '')}${shortened === '' ? '' : `.${shortened}`}`;
};

/** Few pieces left is in stock, for a reader who asks whether one can buy. */
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

/** @returns the values of an answer in the form in which they are compared; `undefined` where it gives none. */
export const valuesOf = (answer: Answer): Record<Attribute, string | undefined> => ({
  price: amountOf(answer.Price),
  currency: answer.Price?.Currency ?? undefined,
  availability: plainAvailability(answer.Availability),
  sku: answer.Sku ?? undefined,
  listPrice: amountOf(answer.ListPrice),
});

/** Judges one answer by what a person read on the page. */
export const judgeAnswer = (expected: Expected, answer: Answer): Judgement => {
  const values = valuesOf(answer);
  const price = verdictOf(expected.price.map(plainAmount), values.price);
  return {
    confidence: answer.Price === null ? null : answer.Confidence,
    verdicts: {
      price: price === 'missing' && expected.mayHaveNoPrice ? 'unjudged' : price,
      // Of a price that the page may lack, the currency and the list price go the same way.
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
