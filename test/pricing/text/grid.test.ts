import { describe, expect, it } from 'vitest';
import { readPage } from '../../../lambdas/pricing/page/read-page.ts';
import { hintsOf } from '../../../lambdas/pricing/price/gather-page.ts';
import { scorePrices } from '../../../lambdas/pricing/price/score-prices.ts';
import { findVisiblePrices } from '../../../lambdas/pricing/price/visible-prices.ts';
import * as files from '../../../lambdas/pricing/words/languages.ts';
import type { LanguageFile } from '../../../lambdas/pricing/words/phrases.ts';
import type { Role } from '../../../lambdas/pricing/words/term.ts';
import { page as pageOf } from '../page-fixture.ts';
import { roleOfAmount } from '../words/term-faults.ts';
import { termsOf } from '../words/terms.ts';

const languages: Readonly<Record<string, LanguageFile>> = files;

/** The places in which a shop writes a label, each with an amount whose own words say nothing. */
const places: Readonly<Record<string, (label: string) => string>> = {
  'in front, in its line': (label) => `<p>${label} 12,00 €</p>`,
  'in front, behind a colon': (label) => `<p>${label}: 12,00 €</p>`,
  'above it': (label) => `<div><p>${label}</p><p>12,00 €</p></div>`,
  'above it, with a colon': (label) => `<div><p>${label}:</p><p>12,00 €</p></div>`,
  'at the head of its row': (label) => `<table><tr><th>${label}</th><td>12,00 €</td></tr></table>`,
  'before it in a list of pairs': (label) => `<dl><dt>${label}</dt><dd>12,00 €</dd></dl>`,
  'at the head of its column': (label) =>
    `<table><tr><th>${label}</th><th>SKU</th></tr><tr><td>12,00 €</td><td>A-1</td></tr></table>`,
  'as the caption of its table': (label) =>
    `<table><caption>${label}</caption><tr><td>12,00 €</td></tr></table>`,
};

/** The places behind an amount. */
const placesBehind: typeof places = {
  'behind it, in its line': (label) => `<p>12,00 € ${label}</p>`,
  'behind it, in brackets': (label) => `<p>12,00 € (${label})</p>`,
  'below it': (label) => `<div><p>12,00 €</p><p>${label}</p></div>`,
  'below it, in one paragraph': (label) => `<p><span>12,00 €</span><br><small>${label}</small></p>`,
};

const readRole = (label: string, place: (label: string) => string, language: string): string => {
  const url = 'https://shop.example/ilmatar';
  const page = readPage(pageOf(`<h1>Ilmatar</h1>${place(label)}`, '', language), url);
  const prices = scorePrices(page, findVisiblePrices(page, hintsOf(page, { url } as never, [])));
  const price = prices.find(({ amount }) => amount === '12.00');
  if (!price) return 'not found';
  return price.isOld ? 'Was' : (price.qualifier ?? 'none');
};

/** Each role's first plain phrase of each language: a label as a shop writes it. What is rented out may be said of a page. */
const labelsOf = (side: 'before' | 'behind'): { language: string; role: string; label: string }[] =>
  Object.entries(languages).flatMap(([language, file]) =>
    (Object.keys(roleOfAmount) as Role[]).flatMap((role) => {
      const term = [...termsOf(file)].find(
        ({ phrase, position, role: ofTerm }) =>
          ofTerm === role &&
          (position === undefined || (position === 'behind') === (side === 'behind')) &&
          // A line above an amount that holds a number is none of its labels.
          /^[^*#…(|\d]+$/.test(phrase),
      );
      return term && role !== 'Rent' ? [{ language, role, label: term.phrase }] : [];
    }),
  );
const labels = labelsOf('before');

describe('a label says the same in every place', () => {
  it('has labels of most languages and roles', () => {
    expect(new Set(labels.map(({ language }) => language)).size).toBeGreaterThanOrEqual(27);
    expect(new Set(labels.map(({ role }) => role)).size).toBeGreaterThanOrEqual(17);
  });

  const expectOneAnswer = (where: typeof places, label: string, language: string): void => {
    const answers = Object.entries(where).map(([place, html]) => [place, readRole(label, html, language)]);
    const [, first] = answers[0]!;
    expect(answers).toEqual(answers.map(([place]) => [place, first]));
  };
  it.each(labels)('$language: $label ($role)', ({ language, label }) => {
    expectOneAnswer(places, label, language);
  });

  // "12,00 € (was)" speaks of its amount; without brackets the word begins what follows.
  const behind = labelsOf('behind').filter(({ role }) => role !== 'Was');
  it.each(behind)('$language: $label ($role), behind it', ({ language, label }) => {
    expectOneAnswer(placesBehind, label, language);
  });
});
