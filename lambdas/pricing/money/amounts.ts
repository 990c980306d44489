import { decimalsOf, inUnits } from '../../domain/decimals.ts';
import type { MoneyClaim } from '../claims.ts';

/** `49`, `49.0` and `049.00` are one amount. */
export const canonicalAmount = (amount: string): string => {
  const [whole = '0', fraction = ''] = amount.split('.');
  const shortFraction = fraction.replace(/0+$/, '');
  const shortWhole = whole.replace(/^0+(?=\d)/, '');
  return shortFraction ? `${shortWhole}.${shortFraction}` : shortWhole;
};

/** Compares decimal strings without floating point: negative, zero or positive. */
export const compareAmounts = (first: string, second: string): number => {
  // Most are written alike: of as many digits before and behind the point, their texts are in the order of their values.
  if (first.length === second.length && first.indexOf('.') === second.indexOf('.'))
    return first === second ? 0 : first < second ? -1 : 1;
  const [firstWhole = '0', firstFraction = ''] = canonicalAmount(first).split('.');
  const [secondWhole = '0', secondFraction = ''] = canonicalAmount(second).split('.');
  if (firstWhole.length !== secondWhole.length) return firstWhole.length - secondWhole.length;
  if (firstWhole !== secondWhole) return firstWhole < secondWhole ? -1 : 1;
  const length = Math.max(firstFraction.length, secondFraction.length);
  const [a, b] = [firstFraction.padEnd(length, '0'), secondFraction.padEnd(length, '0')];
  return a === b ? 0 : a < b ? -1 : 1;
};

/** The exact sum of two decimal strings, with the decimals of the one that has more. */
export const addAmounts = (first: string, second: string): string => {
  const decimals = Math.max(decimalsOf(first), decimalsOf(second));
  const sum = inUnits(first, decimals) + inUnits(second, decimals);
  const digits = String(sum).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
};

export const isZero = (amount: string): boolean => /^[0.]+$/.test(amount);

type Amount = Pick<MoneyClaim, 'amount' | 'currency'>;

/** Same amount, and currencies that do not contradict each other. */
export const samePrice = (first: Amount, second: Amount): boolean =>
  compareAmounts(first.amount, second.amount) === 0 &&
  (first.currency === null || second.currency === null || first.currency === second.currency);

/** No currency of ISO 4217 has more decimals; more than these are a measure or a mistake, and no way to print. */
const mostDecimals = 4;

/**
 * An amount with at least the decimals of another: `6` beside `19.00` is `6.00`, which is the same amount.
 *
 * @param like - where both are equal, it is the answer: one amount is printed in one way.
 */
export const printedLike = (amount: string, like: string): string => {
  if (canonicalAmount(amount) === canonicalAmount(like)) return like;
  const decimals = decimalsOf(like);
  const [whole, fraction = ''] = amount.split('.') as [string, string?];
  return fraction.length >= decimals || decimals > mostDecimals
    ? amount
    : `${whole}.${fraction.padEnd(decimals, '0')}`;
};
