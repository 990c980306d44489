import { describe, expect, it } from 'vitest';
import { extractOffer } from '../../../lambdas/pricing/extract-offer.ts';

/** Words that no language of the lexicon has, beside sentences in its own: the service is not to guess at them. */
const unknown = ['Belak', 'Zorgin', 'Prysun', 'Цэнавік', 'Ηλπόν', 'ราขาย', 'Kulmest hõne'];
const languages = [
  ...['ar', 'bg', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'fi', 'fr', 'he', 'hr', 'hu', 'id', 'it'],
  ...[
    'ja',
    'ko',
    'lt',
    'lv',
    'nl',
    'no',
    'pl',
    'pt',
    'ro',
    'ru',
    'sk',
    'sl',
    'sv',
    'th',
    'tr',
    'uk',
    'vi',
    'zh',
  ],
];

const read = (language: string, block: string): string => {
  const html = `<!doctype html><html lang="${language}"><head><title>Ilmatar 3</title></head><body>
    <h1>Ilmatar 3</h1>${block}<button class="add-to-cart">+</button></body></html>`;
  const { Outcome, Price } = extractOffer(html, { url: 'https://shop.example/p/ilmatar-3' } as never);
  return Price ? `${Outcome} ${Price.Amount}` : Outcome;
};

describe('a label in words that the service does not know', () => {
  const rows = languages.flatMap((language) => unknown.map((label) => [language, label] as const));

  it.each(rows)('makes an amount neither winner nor loser: %s, %s', (language, label) => {
    expect(read(language, `<p>${label}: 20,00 €</p><p>25,00 €</p>`)).toBe('Ambiguous');
    expect(read(language, `<p>25,00 €</p><p>${label}: 20,00 €</p>`)).toBe('Ambiguous');
  });

  it('leaves the price to a label that is known', () => {
    expect(read('ca', '<p>Preu: 20,00 €</p><p>Abans: 25,00 €</p>')).toBe('Priced 20.00');
  });
});
