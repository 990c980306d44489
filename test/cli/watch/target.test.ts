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
  ])('is read from %j, in a row of %s', (text, currency, Amount, Currency) => {
    expect(readTarget(text, currency, 'row 2')).toEqual({ Amount, Currency });
  });

  test.each([
    ['1.099', /"1\.099" may be 1099 or 1\.0990/],
    ['1,099', /may be 1099/],
    ['1,099.00', /expected an amount without marks between thousands/],
    ['1.099,00 EUR', /is no target/],
    ['10%', /is no target/],
    ['-5', /is no target/],
    ['1e3', /is no target/],
    ['5 €', /is no target/],
    ['5 XXZ', /"XXZ" is no currency in use/],
    ['EUR 5 EUR', /is no target/],
  ])('is not read from %j', (text, message) => {
    expect(() => readTarget(text, undefined, 'row 2')).toThrow(UsageError);
    expect(() => readTarget(text, undefined, 'row 2')).toThrow(message);
  });
});
