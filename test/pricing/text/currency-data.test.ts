import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  currencyCodes,
  digitsOfCurrency,
  regionCurrencies,
  settleCurrency,
} from '../../../lambdas/pricing/text/currency-lexicon.ts';

it('is what CLDR and this Node.js say now', () => {
  const script = join(import.meta.dirname, '../../../scripts/generate-currency-data.ts');
  expect(() => execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' })).not.toThrow();
});

it('knows the currencies that Intl knows and that are in use', () => {
  const known = new Set(currencyCodes);
  for (const code of ['EUR', 'USD', 'JPY', 'KWD', 'XOF', 'ZWG', 'XCG', 'SLE', 'VES'])
    expect(known).toContain(code);
  for (const code of new Set(Object.values(regionCurrencies))) expect(known).toContain(code);
});

it('knows how many decimals a currency has', () => {
  expect(['EUR', 'JPY', 'KWD', 'TND', 'CLP'].map(digitsOfCurrency)).toEqual([2, 0, 3, 3, 0]);
});

it('never guesses between currencies', () => {
  expect(settleCurrency({ codes: ['USD', 'CAD'] })).toBeNull();
  expect(settleCurrency({ codes: ['USD', 'CAD'] }, { pageCurrencies: ['USD', 'CAD'] })).toBeNull();
  expect(settleCurrency({ codes: ['USD', 'CAD'] }, { locale: 'nonsense', country: '??' })).toBeNull();
});
