import type { Money } from '../client/index.ts';

/** Limit of `Intl`; amounts with more decimals are shown unformatted rather than truncated. */
const maxDecimals = 100;

const formatters = new Map<string, Intl.NumberFormat>();

const formatterFor = (currency: string | null, decimals: number, locale: string | undefined) => {
  const key = `${locale} ${currency} ${decimals}`;
  const known = formatters.get(key);
  if (known) return known;
  const formatter = new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    ...(currency === null ? {} : { style: 'currency', currency }),
  });
  formatters.set(key, formatter);
  return formatter;
};

/**
 * Formats money for the reader's locale: "$" is the reader's own dollar, others are "CA$" or "A$". The amount stays a
 * string, which `Intl` formats exactly, with the page's number of decimals.
 *
 * @param locale - BCP 47 tag; absent: the browser's.
 */
export const displayMoney = ({ Amount, Currency }: Omit<Money, 'Raw'>, locale?: string): string => {
  const decimals = Amount.split('.')[1]?.length ?? 0;
  try {
    if (decimals > maxDecimals) throw new RangeError('More decimals than can be formatted.');
    return formatterFor(Currency, decimals, locale).format(Amount as `${number}`);
  } catch {
    return Currency === null ? Amount : `${Amount} ${Currency}`;
  }
};
