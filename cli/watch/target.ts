import { currencyCodesInUse } from '../../lambdas/domain/iso-codes.ts';
import type { Price } from '../../lambdas/domain/price-changes.ts';
import { UsageError } from '../exit-codes.ts';

/** Digits, and at most one point or comma before the decimals. */
const form = /^(?:([A-Z]{3})\s*)?(\d{1,30})(?:([.,])(\d{1,8}))?(?:\s*([A-Z]{3}))?$/;

/**
 * Reads the price below which somebody wants to hear of a product: `1099`, `1099.00`, `1099,5` or `1099 EUR`.
 *
 * @param currency - of the row, where the target names none.
 * @param place - for people.
 * @throws UsageError for what can be read in two ways, or in none.
 */
export const readTarget = (text: string, currency: string | undefined, place: string): Price => {
  const [, before, whole, separator, decimals = '', behind] = form.exec(text) ?? [];
  const expected = 'expected an amount without marks between thousands, such as "1099.00" or "1099 EUR"';
  if (whole === undefined || (before && behind)) {
    throw new UsageError(`${place}: ${JSON.stringify(text.slice(0, 40))} is no target; ${expected}.`);
  }
  if (separator !== undefined && decimals.length === 3) {
    throw new UsageError(
      `${place}: "${text}" may be ${whole}${decimals} or ${whole}.${decimals}0; write the one that is meant.`,
    );
  }
  const named = before ?? behind;
  if (named !== undefined && !currencyCodesInUse.has(named)) {
    throw new UsageError(`${place}: "${named}" is no currency in use; ${expected}.`);
  }
  return { Amount: decimals === '' ? whole : `${whole}.${decimals}`, Currency: named ?? currency ?? null };
};
