import { describe, expect, it } from 'vitest';
import { extract, productPage } from '../page-fixture.ts';

/** Words that no language of the lexicon has, beside sentences in its own: the service is not to guess at them. */
const unknown = ['Belak', 'Цэнавік', 'Ηλπόν', 'ราขาย', 'Kulmest hõne'];
const languages = ['en', 'de', 'ru', 'ar', 'ja', 'th'];

const read = (language: string, block: string): string => {
  const html = productPage('Ilmatar 3', `${block}<button class="add-to-cart">+</button>`, '', language);
  const { Outcome, Price } = extract(html);
  return Price ? `${Outcome} ${Price.Amount}` : Outcome;
};

describe('a label in words that the service does not know', () => {
  const rows = languages.flatMap((language) => unknown.map((label) => [language, label] as const));

  it.each(rows)('makes an amount neither winner nor loser: %s, %s', (language, label) => {
    for (const [first, second] of [
      [`${label}: 20,00 €`, '25,00 €'],
      ['25,00 €', `${label}: 20,00 €`],
    ])
      expect(read(language, `<p>${first}</p><p>${second}</p>`)).toBe('Ambiguous');
  });

  it('leaves the price to a label that is known', () => {
    expect(read('ca', '<p>Preu: 20,00 €</p><p>Abans: 25,00 €</p>')).toBe('Priced 20.00');
  });
});
