import type { Money } from '../client/index.ts';

/** Most decimals that `Intl` takes; more are shown as the service wrote them rather than cut. */
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
 * Money in the reader's own way of writing, with the currency's sign as readers of that language know it ("$" is
 * dollars of the reader's own country, others are "CA$" or "A$"). The amount stays a string all the way: `Intl` reads
 * decimal strings exactly, with the page's own number of decimals.
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
