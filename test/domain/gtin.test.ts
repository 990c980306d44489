import { describe, expect, it } from 'vitest';
import { readNamedGtin, toGtin14 } from '../../lambdas/domain/gtin.ts';

describe('toGtin14', () => {
  it.each([
    ['4006381333931', '04006381333931', 'a GTIN-13'],
    ['04006381333931', '04006381333931', 'the same with its leading zero'],
    ['036000291452', '00036000291452', 'a UPC'],
    ['96385074', '00000096385074', 'a GTIN-8'],
    ['0-306-40615-2', '09780306406157', 'an ISBN of ten digits'],
    ['ISBN 978-0-306-40615-7', '09780306406157', 'its thirteen'],
    ['080442957X', '09780804429573', 'an ISBN that ends with X'],
    ['10614141000415', '10614141000415', 'a case, which is not its piece'],
  ])('reads %s as %s: %s', (text, expected) => {
    expect(toGtin14(text)).toBe(expected);
  });

  it.each(['4006381333932', '0-306-40615-3', '0000000000000', '12345', 'abc', ''])(
    'refuses %j, whose check digit or length is none',
    (text) => {
      expect(toGtin14(text)).toBeUndefined();
    },
  );
});

describe('readNamedGtin', () => {
  it.each([
    ['isbn', '316148410X', '9783161484100'],
    ['isbn', '3-16-148410-X', '9783161484100'],
    ['product:isbn', '0306406152', '9780306406157'],
    ['productID', 'isbn:316148410X', '9783161484100'],
    ['isbn', '978-3-16-148410-0', '9783161484100'],
    ['gtin12', '036000291452', '036000291452'],
    ['isbn', '3161484101', undefined],
    ['productID', '0306406152', undefined],
  ])('reads %s %s as %s', (name, text, gtin) => {
    expect(readNamedGtin(name, text)).toBe(gtin);
  });
});
