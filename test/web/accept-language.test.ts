import { expect, it } from 'vitest';
import { countryCodes } from '../../lambdas/domain/site/iso-codes.ts';
import { acceptLanguage, languagesOf } from '../../lambdas/web/accept-language.ts';

it.each<[string | undefined, string | undefined, string]>([
  [undefined, undefined, 'en-US,en;q=0.9'],
  ['de-DE', undefined, 'de-DE,de;q=0.9,en;q=0.8'],
  ['de', 'AT', 'de-AT,de;q=0.9,en;q=0.8'],
  ['de', undefined, 'de,en;q=0.9'],
  ['zh-Hant-TW', undefined, 'zh-TW,zh;q=0.9,en;q=0.8'],
  ['und', 'JP', 'ja-JP,ja;q=0.9,en;q=0.8'],
  // A country alone: what most people there read.
  [undefined, 'DE', 'de-DE,de;q=0.9,en;q=0.8'],
  [undefined, 'JP', 'ja-JP,ja;q=0.9,en;q=0.8'],
  [undefined, 'GB', 'en-GB,en;q=0.9'],
])('of locale %s and country %s is %s', (locale, country, expected) => {
  expect(acceptLanguage(locale, country)).toBe(expected);
});

it('has languages known to Intl for every country', () => {
  for (const country of countryCodes) {
    const languages = languagesOf(undefined, country);
    expect(Intl.getCanonicalLocales(languages)).toEqual(languages);
    expect(languages[0]).toMatch(/^[a-z]{2,3}-[A-Z]{2}$/);
  }
});
