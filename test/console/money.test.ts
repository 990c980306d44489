import { describe, expect, it } from 'vitest';
import { displayMoney } from '../../console/money.ts';

const plain = (text: string): string =>
  text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200e\u200f\u061c]/g, '');

describe('money in the reader’s locale', () => {
  // CLDR's patterns, the same in every browser.
  it.each([
    ['en-US', '1226.00', 'EUR', '€1,226.00'],
    ['en-US', '1899.00', 'CAD', 'CA$1,899.00'],
    ['en-CA', '1899.00', 'CAD', '$1,899.00'],
    ['de-DE', '1226.00', 'EUR', '1.226,00 €'],
    ['en-CH', '249', 'CHF', 'CHF 249'],
    ['fr-FR', '1226.00', 'EUR', '1 226,00 €'],
    ['ja-JP', '189800', 'JPY', '￥189,800'],
    ['en-IN', '124999.00', 'INR', '₹1,24,999.00'],
    ['pt-BR', '7999.90', 'BRL', 'R$ 7.999,90'],
    ['ar-EG', '5499.00', 'SAR', '٥٬٤٩٩٫٠٠ ر.س.'],
  ])('in %s: %s %s is %s', (locale, Amount, Currency, expected) => {
    expect(plain(displayMoney({ Amount, Currency }, locale))).toBe(expected);
  });

  it.each([
    ['an amount beyond float precision', '9007199254740993.01', '9,007,199,254,740,993.01'],
    ['a fraction beyond float precision', '0.12345678901234567890123', '0.12345678901234567890123'],
    ['forty digits', '9'.repeat(40), '9,999,999,999,999,999,999,999,999,999,999,999,999,999'],
    ['decimals of the page', '5.000', '5.000'],
    ['no decimals if the page has none', '5', '5'],
  ])('keeps every digit of %s', (_name, Amount, digits) => {
    expect(displayMoney({ Amount, Currency: 'EUR' }, 'en-US')).toBe(`€${digits}`);
    expect(displayMoney({ Amount, Currency: null }, 'en-US')).toBe(digits);
  });

  it('shows amounts that cannot be formatted unchanged', () => {
    const Amount = `0.${'1'.repeat(120)}`;
    expect(displayMoney({ Amount, Currency: 'EUR' }, 'en-US')).toBe(`${Amount} EUR`);
    expect(displayMoney({ Amount: '5', Currency: 'not a code' }, 'en-US')).toBe('5 not a code');
  });
});
