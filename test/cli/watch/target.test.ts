import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../cli/exit-codes.ts';
import { readTarget } from '../../../cli/watch/target.ts';

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

  test.each([
    ['1.099', /"1\.099" may be 1099 or 1\.0990/],
    ['1,099', /may be 1099/],
    ['1,099.00', /expected an amount without marks between thousands/],
    ['1.099,00 EUR', /is no target/],
    ['10%', /is no target/],
    ['-5', /is no target/],
    ['1e3', /is no target/],
    ['$5', /"\$" may be several currencies \(ARS, AUD, .*; write the code/],
    ['kr 5', /"kr" may be several currencies \(SEK, NOK, DKK, ISK/],
    ['5 € each', /"€ each" is no currency in use/],
    ['€5 €', /is no target/],
    ['5 XXZ', /"XXZ" is no currency in use/],
    ['EUR 5 EUR', /is no target/],
  ])('is not read from %j', async (text, message) => {
    const reading = readTarget(text, undefined, 'row 2');
    await expect(reading).rejects.toThrow(UsageError);
    await expect(reading).rejects.toThrow(message);
  });
});
