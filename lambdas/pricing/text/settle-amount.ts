import {
  currencyOfCountry,
  decimalInUse,
  decimalOfCountry,
  decimalOfLocale,
  digitsOfCurrency,
} from './currency-lexicon.ts';
import type { NumberToken } from './number-token.ts';
import type { PricePiece, PriceQualifier } from './parsed-price.ts';
import type { PriceHints } from './price-hints.ts';

/** The decimal separator in the currency's countries; if they differ, that of the issuing one. */
export const decimalAtHome = (currency: string, hints: PriceHints = {}): string | undefined => {
  const issuer = currency.slice(0, 2);
  const issued = currencyOfCountry(issuer) === currency ? decimalOfCountry(issuer) : undefined;
  return decimalInUse(currency, hints) ?? issued;
};

/** True if "1.299" is grouped thousands rather than three decimals. */
const isGrouped = (
  { token, sign, qualifier }: PricePiece,
  currency: string | null,
  hints: PriceHints,
): boolean => {
  const digits = currency === null ? 2 : digitsOfCurrency(currency);
  if (digits === 0) return true;
  const separator = token.loneSeparator;
  const local = decimalOfLocale(hints.locale) ?? decimalOfCountry(hints.country);
  const home = currency === null ? undefined : decimalAtHome(currency, hints);
  const isForeign = (local ?? home) !== separator;
  // "$1,599.000": both group only where neither splits, as in Colombia.
  if (token.whole.length > 3)
    return digits !== 3 && home !== undefined && home !== separator && separator === '.';
  // Tunisian shops print both "129,000" and "129.000" for 129 dinars.
  if (digits === 3) return currency !== 'TND' && separator !== '.' && isForeign;
  // Fuel and fabric are priced to a tenth of a cent.
  if (qualifier === 'PerUnit') return isForeign;
  if (home !== undefined && home !== separator) return true;
  // Shops group by points even in dollars if their language does; almost all group by commas, in any
  // language.
  if (sign !== undefined) return separator === ',' || home === undefined || isForeign;
  return local !== separator;
};

/** "1.29900 Lei": thousands with raised cents whose markup was lost, since no price has five decimals. */
const holdsLostCents = (
  { whole, fraction }: NumberToken,
  currency: string | null,
  qualifier: PriceQualifier | undefined,
): boolean =>
  fraction?.length === 5 &&
  /^[1-9]\d{0,2}$/.test(whole) &&
  qualifier !== 'PerUnit' &&
  (currency === null || digitsOfCurrency(currency) === 2);

/** The amount as a decimal string, given the currency. */
export const amountOf = (piece: PricePiece, currency: string | null, hints: PriceHints): string => {
  const { token, minor, qualifier, sign } = piece;
  if (minor) return `${minor.whole}.${minor.fraction}`;
  if (token.loneSeparator && isGrouped(piece, currency, hints)) return `${token.whole}${token.fraction}`;
  if (sign && holdsLostCents(token, currency, qualifier))
    return `${token.whole}${token.fraction!.slice(0, 3)}.${token.fraction!.slice(3)}`;
  return token.fraction === undefined ? token.whole : `${token.whole}.${token.fraction}`;
};
