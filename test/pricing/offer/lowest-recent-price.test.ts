// Sentences by which shops of the European Union tell the lowest price of the last thirty days, which Directive 98/6/EC
// asks for in its Article 6a: one in each official language, and further forms in which its parts stand otherwise.
import { describe, expect, test } from 'vitest';
import { extract, productPage } from '../page-fixture.ts';

const sentences: readonly (readonly [lang: string, sentence: string])[] = [
  ['bg', 'Най-ниската цена през последните 30 дни преди намалението: {}'],
  ['cs', 'Nejnižší cena za 30 dní před slevou: {}'],
  ['da', 'Laveste pris de seneste 30 dage før nedsættelsen {}'],
  ['de', 'Niedrigster Preis der letzten 30 Tage: {}'],
  ['el', 'Η χαμηλότερη τιμή των τελευταίων 30 ημερών: {}'],
  ['en', 'Lowest price in 30 days prior to the discount: {}'],
  ['es', 'Precio más bajo de los últimos 30 días: {}'],
  ['et', 'Madalaim hind viimase 30 päeva jooksul: {}'],
  ['fi', 'Alin hinta edeltävän 30 pv aikana {}'],
  ['fr', 'Prix le plus bas pratiqué au cours des 30 derniers jours : {}'],
  ['ga', 'An praghas is ísle le 30 lá anuas: {}'],
  ['hr', 'Najniža cijena u 30 dana prije sniženja: {}'],
  ['hu', 'Az elmúlt 30 nap legalacsonyabb ára: {}'],
  ['it', 'Il prezzo più basso applicato nei 30 giorni precedenti: {}'],
  ['lt', 'Mažiausia kaina per paskutines 30 dienų: {}'],
  ['lv', 'Zemākā cena pēdējo 30 dienu laikā: {}'],
  ['mt', 'L-orħos prezz fl-aħħar 30 jum: {}'],
  ['nl', 'Laagste prijs in de afgelopen 30 dagen: {}'],
  ['pl', 'Najniższa cena z 30 dni przed obniżką: {}'],
  ['pt', 'Preço mais baixo dos últimos 30 dias: {}'],
  ['ro', 'Cel mai mic preț din ultimele 30 de zile: {}'],
  ['sk', 'Najnižšia cena za posledných 30 dní pred zľavou: {}'],
  ['sl', 'Najnižja cena v 30 dneh pred znižanjem: {}'],
  ['sv', 'Lägsta pris 30 dagar före nedsättningen: {}'],
  // No number of days.
  ['de', 'Bisher niedrigster Preis {}'],
  ['en', 'Lowest recent price: {}'],
  // The days in one word, abbreviated, before the price or in brackets.
  ['de', '30-Tage-Bestpreis: {}'],
  ['it', 'Prezzo più basso 30gg: {}'],
  ['lt', 'Mažiausia kaina per 30 d.: {}'],
  ['hu', '30 napos legalacsonyabb ár: {}'],
  ['sv', 'Tidigare lägsta pris (30 dgr): {}'],
  // Without accents.
  ['ro', 'Cel mai mic pret din ultimele 30 zile: {}'],
];

const read = (lang: string, price: string, sentence: string) =>
  extract(
    productPage(
      'Wolle 5',
      `<p class="price">${price}</p><p>${sentence}</p><button>Add to cart</button>`,
      '',
      lang,
    ),
  );

describe('the lowest price of the last thirty days', () => {
  test.each(sentences)('in %s, "%s", is neither the price nor a list price', (lang, sentence) => {
    // A price that was lower before may also have been higher.
    for (const lowest of ['29.99', '49.99']) {
      const found = read(lang, '€39.99', sentence.replace('{}', `€${lowest}`));
      expect(found).toMatchObject({
        Price: { Amount: '39.99' },
        LowestRecentPrice: { Amount: lowest },
        ListPrice: null,
      });
    }
  });

  test.each([
    [
      'cs',
      '<b>699 Kč</b> <i>Původní cena: 1 199 Kč</i> <i>Nejnižší cena za posledních 30 dní: 799 Kč</i>',
      '1199',
      '799',
    ],
    ['fr', '69,90 € Prix le plus bas des 30 derniers jours : 79,90 € <s>119,90 €</s>', '119.90', '79.90'],
  ])('stands in %s in one line with price and list price: %s', (lang, line, listPrice, lowest) => {
    const { ListPrice, LowestRecentPrice } = read(lang, line, '');
    expect([ListPrice?.Amount, LowestRecentPrice?.Amount]).toEqual([listPrice, lowest]);
  });

  test('is none of a regular price', () => {
    expect(read('sl', '39,99 €', 'Redna cena: 49,99 €').LowestRecentPrice).toBeNull();
  });
});
