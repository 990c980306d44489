import { compareDecimals, decimalsOf, inUnits } from '../../domain/money/decimals.ts';
import type { MoneyClaim } from './claims.ts';

/** Normalizes `49`, `49.0` and `049.00` to one amount. */
export const canonicalAmount = (amount: string): string => {
  const [whole = '0', fraction = ''] = amount.split('.');
  const shortFraction = fraction.replace(/0+$/, '');
  const shortWhole = whole.replace(/^0+(?=\d)/, '');
  return shortFraction ? `${shortWhole}.${shortFraction}` : shortWhole;
};

/** The exact sum of two decimal strings, with the larger number of decimals. */
export const addAmounts = (first: string, second: string): string => {
  const decimals = Math.max(decimalsOf(first), decimalsOf(second));
  const sum = inUnits(first, decimals) + inUnits(second, decimals);
  const digits = String(sum).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
};

export const isZero = (amount: string): boolean => /^[0.]+$/.test(amount);

type Amount = Pick<MoneyClaim, 'amount' | 'currency'>;

/** True if amounts are equal and currencies do not contradict. */
export const samePrice = (first: Amount, second: Amount): boolean =>
  compareDecimals(first.amount, second.amount) === 0 &&
  (first.currency === null || second.currency === null || first.currency === second.currency);

/** ISO 4217 allows at most four decimals; more indicate a measure or an error. */
const maxDecimals = 4;

/**
 * Pads an amount to the decimals of another: `6` beside `19.00` becomes `6.00`.
 *
 * @param like - returned as is if both are equal, so that one amount is printed one way.
 */
export const printedLike = (amount: string, like: string): string => {
  if (canonicalAmount(amount) === canonicalAmount(like)) return like;
  const decimals = decimalsOf(like);
  const [whole, fraction = ''] = amount.split('.') as [string, string?];
  return fraction.length >= decimals || decimals > maxDecimals
    ? amount
    : `${whole}.${fraction.padEnd(decimals, '0')}`;
};
