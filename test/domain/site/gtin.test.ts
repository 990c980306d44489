import { describe, expect, it } from 'vitest';
import { readNamedGtin, toGtin14 } from '../../../lambdas/domain/site/gtin.ts';

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
    // GS1 General Specifications, sections 3.3.2 and 7.8; GS1 Digital Link URI Syntax, section 1.
    ['(01)09506000134352', '09506000134352', 'an element string'],
    ['(01) 0950 6000 1343 52', '09506000134352', 'the same in groups'],
    ['(01)09506000134352(17)201225(10)ABC123', '09506000134352', 'one with a date and a lot'],
    ['（01）09506000134352', '09506000134352', 'brackets of full width'],
    ['0109506000134352', '09506000134352', 'what a scanner gives'],
    ['010950600013435217261231', '09506000134352', 'the same with a date'],
    [']C1010950600013435210LOT7', '09506000134352', 'the same with a lot'],
    ['https://id.gs1.org/01/09506000134352/10/LOT7', '09506000134352', 'a Digital Link with a lot'],
    [']d2(01)09506000134352', '09506000134352', 'the same with the mark of its symbol'],
    ['GTIN: (01)09506000134352', '09506000134352', 'one behind its name'],
    ['https://id.gs1.org/01/09506000134352/10/ABC', '09506000134352', 'a Digital Link'],
    ['4-006381-333931', '04006381333931', 'hyphens'],
    ['4 006381\u00a0333931', '04006381333931', 'blanks'],
    ['4\u2013006381\u2013333931', '04006381333931', 'dashes'],
    ['EAN-13: 4006381333931', '04006381333931', 'a name with the length'],
    ['EAN 12345670', '00000012345670', 'a name before a number that begins with a length'],
    ['EAN4006381333931', '04006381333931', 'a name without a blank'],
  ])('reads %s as %s: %s', (text, expected) => {
    expect(toGtin14(text)).toBe(expected);
  });

  it.each([
    '4006381333932',
    '0-306-40615-3',
    '0000000000000',
    '12345',
    'abc',
    '',
    // A wrong check digit, contents of a case, a serial number, too few digits, no application identifier.
    '(01)09506000134353',
    '(02)09506000134352(37)12',
    '(21)09506000134352',
    '(01)9506000134352',
    '(01)09506000134352xyz',
    '0109506000134352xyz',
    '010950600013435317261231',
    'https://shop.example/p/09506000134352',
  ])('refuses %j, with an invalid check digit or length', (text) => {
    expect(toGtin14(text)).toBeUndefined();
  });
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
