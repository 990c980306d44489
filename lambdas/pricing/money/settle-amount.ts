import {
  decimalOfCountry,
  decimalOfCurrency,
  decimalOfLocale,
  digitsOfCurrency,
} from './currency-lexicon.ts';
import type { NumberToken } from './number-token.ts';
import type { PricePiece, PriceQualifier } from './parsed-price.ts';
import type { PriceHints } from './price-hints.ts';

/** Settles "1.299": grouped thousands or three decimals? */
const isGrouped = (
  token: NumberToken,
  currency: string | null,
  hasSign: boolean,
  qualifier: PriceQualifier | undefined,
  hints: PriceHints,
): boolean => {
  const separator = token.loneSeparator!;
  const local = decimalOfLocale(hints.locale) ?? decimalOfCountry(hints.country);
  const home = currency === null ? undefined : decimalOfCurrency(currency);
  if (currency !== null) {
    const digits = digitsOfCurrency(currency);
    if (digits === 0) return true;
    if (digits === 3) {
      // Tunisian shops print both "129,000" and "129.000" for 129 dinars.
      if (currency === 'TND' || separator === '.') return false;
      return (local ?? home) !== separator;
    }
  }
  // Fuel and cloth are priced to the tenth of a cent.
  if (qualifier === 'PerUnit') return (local ?? home) !== separator;
  if (hasSign) return true;
  if (local === undefined) return true;
  return local !== separator || (home !== undefined && home !== separator);
};

/** "1.29900 Lei": thousands, and raised cents that a text lost the place of. No price has five decimals. */
const holdsLostCents = (
  { whole, fraction }: NumberToken,
  currency: string | null,
  qualifier: PriceQualifier | undefined,
): boolean =>
  fraction?.length === 5 &&
  /^[1-9]\d{0,2}$/.test(whole) &&
  qualifier !== 'PerUnit' &&
  (currency === null || digitsOfCurrency(currency) === 2);

/** The amount as a decimal string, once the currency is known. */
export const amountOf = (
  { token, minor, qualifier, sign }: PricePiece,
  currency: string | null,
  hints: PriceHints,
): string => {
  if (minor) return `${minor.whole}.${minor.fraction}`;
  if (token.loneSeparator && isGrouped(token, currency, sign !== undefined, qualifier, hints))
    return `${token.whole}${token.fraction}`;
  if (sign && holdsLostCents(token, currency, qualifier))
    return `${token.whole}${token.fraction!.slice(0, 3)}.${token.fraction!.slice(3)}`;
  return token.fraction === undefined ? token.whole : `${token.whole}.${token.fraction}`;
};
