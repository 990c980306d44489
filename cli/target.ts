import type { Price } from '../lambdas/domain/result/site-result.ts';
import { currencyCodesInUse } from '../lambdas/domain/site/iso-codes.ts';
import { UsageError } from './exit-codes.ts';

/** Digits with at most one decimal point or comma, and a currency on either side. */
const form =
  /^(?:([^\s\d.,%+-][^\d,%+-]{0,20}?)\s*)?(\d{1,30})(?:([.,])(\d{1,8}))?(?:\s*([^\s\d.,%+-][^\d,%+-]{0,20}))?$/u;

const expected = 'expected an amount without thousands separators, such as "1099.00" or "1099 EUR"';

/**
 * Code of a printed currency. Currency signs are loaded only if needed, since they load slowly.
 *
 * @param likely - resolves a sign shared by several currencies.
 */
const codeOf = async (printed: string, likely: string | undefined, place: string): Promise<string> => {
  if (currencyCodesInUse.has(printed)) return printed;
  const { findCurrency, normalizeCurrency } = await import('../lambdas/pricing/text/currency-lexicon.ts');
  const found = findCurrency(printed);
  const isWhole = found?.start === 0 && found.end === printed.length;
  const code = isWhole ? normalizeCurrency(printed, { currency: likely }) : null;
  if (code !== null && currencyCodesInUse.has(code)) return code;
  if (isWhole && found.codes.length > 1) {
    throw new UsageError(
      `${place}: "${printed}" may be several currencies (${found.codes.slice(0, 4).join(', ')}, …); write its code instead.`,
    );
  }
  throw new UsageError(`${place}: "${printed}" is not a currency in use; ${expected}.`);
};

/**
 * Reads a target price: `1099`, `1099.00`, `1099,5`, `1099 EUR` or `1099 €`.
 *
 * @param currency - the row's currency, for a target without one or with an ambiguous sign.
 * @param place - for messages.
 * @throws UsageError if the text is ambiguous or not a price.
 */
export const readTarget = async (
  text: string,
  currency: string | undefined,
  place: string,
): Promise<Price> => {
  const [, before, whole, separator, decimals = '', behind] = form.exec(text.trim()) ?? [];
  if (whole === undefined || (before && behind)) {
    throw new UsageError(
      `${place}: ${JSON.stringify(text.slice(0, 40))} is not a target price; ${expected}.`,
    );
  }
  if (separator !== undefined && decimals.length === 3) {
    throw new UsageError(
      `${place}: "${text}" may be ${whole}${decimals} or ${whole}.${decimals}0; write it unambiguously.`,
    );
  }
  const printed = before ?? behind;
  const named = printed === undefined ? undefined : await codeOf(printed, currency, place);
  return { Amount: decimals === '' ? whole : `${whole}.${decimals}`, Currency: named ?? currency ?? null };
};
