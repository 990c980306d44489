import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { createColors } from 'picocolors';
import { describe, expect, test } from 'vitest';
import { resultTable } from '../../cli/output/results.ts';
import type { RequestData, SiteResult } from '../../client/index.ts';
import { shownWidth, tableText, wrapText } from '../../terminal/table.ts';
import { siteResult } from '../fakes/site-results.ts';

const widthOf = (text: string): number => Math.max(...text.split('\n').map(shownWidth));
const lettersOf = (text: string): string => stripVTControlCharacters(text).replaceAll(/\s/g, '');

const dataOf = (...sites: SiteResult[]): RequestData =>
  ({
    Sku: '555088-105',
    Summary: {
      Total: sites.length,
      Priced: 1,
      OutOfStock: 0,
      Ambiguous: 1,
      NotFound: 0,
      Blocked: 0,
      Failed: 1,
    },
    Sites: sites,
  }) as RequestData;

const money = (Amount: string, Currency = 'EUR') => ({ Amount, Currency, Raw: Amount });
const hard = dataOf(
  siteResult({ Name: 'Shop A', ListPrice: money('1399.00') }),
  siteResult({
    Name: '楽天市場 スニーカー専門店 公式',
    Price: money('19800', 'JPY'),
    Availability: 'LimitedAvailability',
  }),
  siteResult({ Name: '👟👩‍👩‍👧‍👦 Sneaker🇩🇪Haus mit einem sehr langen Namen', Price: money('123456789.99') }),
  siteResult({ Name: 'متجر الأحذية الرياضية', Price: money('4599.00', 'SAR') }),
  siteResult({
    Name: `https://shop.example/${'long-path/'.repeat(12)}`,
    Outcome: 'Failed',
    Price: null,
    Confidence: null,
    Error: { Code: 'RateLimitedBySite', Message: '', Retryable: true },
  }),
);

describe('a table of results', () => {
  test.each([40, 80, 120, 200])('fits a terminal of %i columns without losing text', (width) => {
    const table = resultTable([hard], false, width);
    expect(widthOf(table)).toBeLessThanOrEqual(width);
    const letters = lettersOf(table);
    for (const word of [
      '1226.00 EUR',
      '1399.00 EUR',
      '123456789.99 EUR',
      '19800 JPY',
      'LimitedAvailability',
      'RateLimitedBySite (retryable)',
    ])
      for (const part of word.split(' ')) expect(letters).toContain(part);
    for (const { Price } of hard.Sites)
      if (Price) expect(table).toContain(`${Price.Amount} ${Price.Currency}`);
    for (const word of ['スニーカー専門店', '👩‍👩‍👧‍👦', '🇩🇪', 'الأحذية', 'shop.example'])
      expect(letters).toContain(word);
  });
});

describe('below a table', () => {
  const tableOf = (...sites: SiteResult[]): string =>
    resultTable([dataOf(...sites.slice(0, 1)), dataOf(...sites.slice(1))], false, 200);

  test('the cheapest trustworthy price is recommended, and cheaper doubtful ones apart', () => {
    const table = tableOf(
      siteResult({ Name: 'Shop A', Price: money('39.90') }),
      siteResult({ Name: 'Shop B', Price: money('39.90') }),
      siteResult({ Name: 'Shop C', Price: money('4.20'), Confidence: 'Low', Warnings: ['SkuDiffers: B'] }),
    );
    expect(table).toContain('cheapest trustworthy 39.90 EUR at Shop A, Shop B; cheaper, but check first');
    expect(table).toContain('4.20 EUR at Shop C (low confidence, SKU differs)');
    expect(table).toContain('3 sites, 3 Priced; 1 price to check');
  });

  test('nothing doubtful is called the cheapest', () => {
    const doubtful = (Name: string) => siteResult({ Name, Confidence: 'Low' });
    const table = tableOf(doubtful('Shop A'), doubtful('Shop B'));
    expect(table).toContain('no price in stock is trustworthy; check first');
    expect(table).not.toContain('cheapest');
  });

  test('prices of different products are not compared, and counted together', () => {
    const linked = (name: string, Price: SiteResult['Price']) =>
      siteResult({
        RequestedSku: `shop.example/p/${name}`,
        Url: `https://shop.example/p/${name}`,
        Title: Price && `The ${name}`,
        Price,
      });
    const table = tableOf(
      linked('kettle', money('39.90')),
      linked('pan', money('29.00')),
      linked('a-link-that-is-longer-than-its-column', null),
    );
    expect(table).not.toContain('cheapest');
    expect(table).toMatch(/^The kettle +/m);
    expect(table).toMatch(/^The pan +/m);
    expect(table).toMatch(/^…-longer-than-its-column +/m);
    expect(table).toContain('3 products: 3 sites');
  });
});

describe('any table', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', ' ', '界', '👍🏽', 'é', 'ש', '-'),
    maxLength: 60,
  });
  test('fits, and contains every letter', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(text, text, text), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 30, max: 120 }),
        (rows, width) => {
          const columns = [{ heading: 'One' }, { heading: 'Two' }, { heading: 'Three' }];
          const table = tableText(columns, rows, { width, paintHeading: createColors(true).bold });
          expect(widthOf(table)).toBeLessThanOrEqual(width);
          const count = (whole: string, letter: string): number => whole.split(letter).length - 1;
          for (const letter of ['界', '👍🏽', 'ש', '-'])
            expect(count(table, letter)).toBe(count(rows.flat().join(' '), letter));
        },
      ),
    );
  });

  test('wraps between words, and breaks only words longer than a line', () => {
    expect(wrapText('one two three', 8)).toEqual(['one two', 'three']);
    expect(wrapText('abcdefghij kl', 4)).toEqual(['abcd', 'efgh', 'ij', 'kl']);
    expect(wrapText('界界界', 4)).toEqual(['界界', '界']);
    expect(wrapText('', 4)).toEqual(['']);
  });
});
