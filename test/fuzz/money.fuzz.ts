import fc from 'fast-check';
import { readAvailabilityText } from '../../lambdas/pricing/text/availability-text.ts';
import {
  amountReadings,
  findPrices,
  normalizeCurrency,
  parsePriceText,
} from '../../lambdas/pricing/text/parse-price-text.ts';
import { atMostCalls } from './budget.ts';
import { digitsOn } from './page-digits.ts';

const pieces = fc.constantFrom(
  '€',
  '$',
  '£',
  '¥',
  'kr',
  'kr.',
  'zł',
  'Kč',
  'R$',
  'руб.',
  '₽',
  'EUR',
  'USD',
  'KWD',
  'CHF',
  '円',
  '元',
  'د.إ',
  '¢',
  'коп.',
  'p',
  ' ',
  '  ',
  '\u00a0',
  '\u202f',
  '\u2009',
  '\u200f',
  '\n',
  ',',
  '.',
  "'",
  '’',
  '·',
  '٫',
  '٬',
  ',-',
  '.–',
  ':-',
  '-',
  '–',
  '~',
  '/',
  '(',
  ')',
  '+',
  '%',
  '*',
  'x',
  '×',
  '#',
  ':',
  '&nbsp;',
  '&euro;',
  '&#8364;',
  '&',
  '<sup>',
  '</sup>',
  '<b>',
  '</b>',
  '<',
  '¹',
  '³',
  '⁹⁹',
  '٩',
  '१',
  '９',
  '𝟙',
  'from ',
  'ab ',
  'was ',
  'now ',
  'statt ',
  'per ',
  'kg',
  'month',
  'save ',
  'off',
  'free',
  'versand ',
  'и',
  'k',
  'M',
  '万',
  'stars',
  'a',
  'İ',
  'ß',
);
const number = fc.oneof(
  fc.nat(9).map(String),
  fc.nat(999).map(String),
  fc.nat(9_999_999).map(String),
  fc.constantFrom('00', '000', '99', '0', '1299', '1.299', '1,299', '1.299,00'),
);
const text = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.array(fc.oneof(pieces, number), { maxLength: 16 }).map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) },
  // Long and repeated: where a backtracking expression would hang.
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.oneof(pieces, number), fc.oneof(pieces, number), fc.integer({ min: 50, max: 1_500 }))
      .map(([left, right, count]) => (left + right).repeat(count)),
  },
);
const hints = fc.record(
  {
    currency: fc.constantFrom('EUR', 'USD', 'KWD', 'JPY', '€', 'kr', '', 'nonsense'),
    locale: fc.constantFrom('de-DE', 'en-US', 'fr', 'ar-KW', 'x', 'en_GB', '-', 'de-1-2-3'),
    country: fc.constantFrom('DE', 'US', 'ZA', 'GB', 'XX', '1', 'deu'),
    pageCurrencies: fc.constantFrom([], ['EUR'], ['USD', 'CAD']),
  },
  { requiredKeys: [] },
);

const budget = atMostCalls(1_000);

/** Money from any text: never throws, never hangs, and every digit of an amount is in the text. */
export const run = (runs: number, seed: number): void => {
  fc.assert(
    fc.property(text, hints, (given, known) => {
      budget(given.length, () => {
        for (const price of findPrices(given, known)) {
          if (!/^\d+(?:\.\d+)?$/.test(price.amount)) throw new Error(`${price.amount} is no decimal string.`);
          if (price.currency !== null && !/^[A-Z]{3}$/.test(price.currency))
            throw new Error(`${price.currency} is no code.`);
          if (!(price.start >= 0 && price.start < price.end && price.end <= given.length))
            throw new Error(`${price.start} to ${price.end} is no place in the text.`);
          const digits = price.amount.replace('.', '').replace(/^0+/, '');
          if (!digitsOn(given.slice(price.start, price.end)).includes(digits))
            throw new Error(`${price.amount} is not in ${JSON.stringify(price.raw)}.`);
        }
        parsePriceText(given, known);
        normalizeCurrency(given, known);
        readAvailabilityText(given);
        for (const amount of amountReadings(given, known)) {
          if (!/^\d+(?:\.\d+)?$/.test(amount)) throw new Error(`${amount} is no decimal string.`);
        }
      });
    }),
    { numRuns: runs, seed },
  );
};
