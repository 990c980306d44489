import { describe, expect, test } from 'vitest';
import { readTarget } from '../../cli/target.ts';

describe('a target', () => {
  test.each<[string, string | undefined, string, string | null]>([
    ['1099', undefined, '1099', null],
    ['1099', 'EUR', '1099', 'EUR'],
    ['1099.00', 'EUR', '1099.00', 'EUR'],
    // As a spreadsheet writes in most of Europe.
    ['1099,5', undefined, '1099.5', null],
    ['1099 CHF', 'EUR', '1099', 'CHF'],
    ['JPY 120000', undefined, '120000', 'JPY'],
    ['0.00000001', undefined, '0.00000001', null],
    ['10,99 EUR', undefined, '10.99', 'EUR'],
    ['120,50 €', undefined, '120.50', 'EUR'],
    ['120,50\u00a0€', undefined, '120.50', 'EUR'],
    ['€120', undefined, '120', 'EUR'],
    ['499 zł', undefined, '499', 'PLN'],
    ['1299 Kč', undefined, '1299', 'CZK'],
    ['5 eur', undefined, '5', 'EUR'],
    // Several have the sign; the row says which.
    ['$120', 'CAD', '120', 'CAD'],
    ['120 kr', 'NOK', '120', 'NOK'],
  ])('is read from %j, in a row of %s', async (text, currency, Amount, Currency) => {
    expect(await readTarget(text, currency, 'row 2')).toEqual({ Amount, Currency });
  });
});
