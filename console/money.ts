import type { Money } from '../client/index.ts';

/**
 * Money in the reader's own way of writing. The amount stays a string all the way: `Intl` reads decimal strings
 * exactly, with the page's own number of decimals.
 */
export const displayMoney = ({ Amount, Currency }: Money): string => {
  const decimals = Amount.split('.')[1]?.length ?? 0;
  try {
    const options: Intl.NumberFormatOptions = {
      minimumFractionDigits: Math.min(decimals, 20),
      maximumFractionDigits: Math.min(decimals, 20),
      ...(Currency === null ? {} : { style: 'currency', currency: Currency, currencyDisplay: 'code' }),
    };
    return new Intl.NumberFormat(undefined, options).format(Amount as `${number}`);
  } catch {
    return `${Amount} ${Currency ?? ''}`;
  }
};
