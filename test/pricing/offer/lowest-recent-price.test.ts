// Sentences by which shops of the European Union tell the lowest price of the last thirty days, which Directive 98/6/EC
// asks for in its Article 6a: the words of the directive in each official language, and what shops make of them.
import { describe, expect, test } from 'vitest';
import { extractOffer } from '../../../lambdas/pricing/extract-offer.ts';

const sentences: readonly (readonly [string, price: string, lowest: string, string[]])[] = [
  [
    'bg',
    '39,99 €',
    '29,99 €',
    [
      'Най-ниска цена за последните 30 дни: {}',
      'Най-ниската цена през последните 30 дни преди намалението: {}',
      'Най-ниска цена от последните 30 дни {}',
      'Най-ниска цена за 30 дни преди намалението: {}',
    ],
  ],
  [
    'hr',
    '39,99 €',
    '29,99 €',
    [
      'Najniža cijena u zadnjih 30 dana: {}',
      'Najniža cijena u posljednjih 30 dana {}',
      'Najniža cijena u 30 dana prije sniženja: {}',
    ],
  ],
  [
    'cs',
    '499 Kč',
    '449 Kč',
    [
      'Nejnižší cena za posledních 30 dní: {}',
      'Nejnižší cena za 30 dní před slevou: {}',
      'Nejnižší cena za 30 dnů: {}',
    ],
  ],
  [
    'da',
    '199 kr.',
    '149 kr.',
    [
      'Laveste pris de seneste 30 dage: {}',
      'Laveste pris i de sidste 30 dage: {}',
      'Laveste pris de seneste 30 dage før nedsættelsen {}',
      'Laveste pris inden for 30 dage: {}',
    ],
  ],
  [
    'nl',
    '39,99 €',
    '29,99 €',
    [
      'Laagste prijs in de afgelopen 30 dagen: {}',
      'Laagste prijs laatste 30 dagen: {}',
      'Laagste prijs van de laatste 30 dagen: {}',
      '30-dagen laagste prijs: {}',
    ],
  ],
  [
    'en',
    '€39.99',
    '€29.99',
    [
      'Lowest price in the last 30 days: {}',
      'Lowest price in 30 days prior to the discount: {}',
      '30-day lowest price: {}',
      'Lowest recent price: {}',
    ],
  ],
  [
    'et',
    '39,99 €',
    '29,99 €',
    [
      '30 päeva madalaim hind: {}',
      'Viimase 30 päeva madalaim hind: {}',
      'Viimase 30 päeva soodsaim hind {}',
      'Madalaim hind viimase 30 päeva jooksul: {}',
    ],
  ],
  [
    'fi',
    '39,99 €',
    '29,99 €',
    [
      'Alin hinta 30 päivän aikana {}',
      '30 päivän alin hinta: {}',
      'Alin hinta viimeisen 30 päivän aikana: {}',
      'Alin hinta edeltävän 30 pv aikana {}',
      '30 pv alin hinta {}',
    ],
  ],
  [
    'fr',
    '39,99 €',
    '29,99 €',
    [
      'Prix le plus bas des 30 derniers jours : {}',
      'Prix le plus bas pratiqué au cours des 30 derniers jours : {}',
      'Prix le plus bas sur 30 jours : {}',
      'Meilleur prix des 30 derniers jours : {}',
    ],
  ],
  [
    'de',
    '39,99 €',
    '29,99 €',
    [
      'Niedrigster Preis der letzten 30 Tage: {}',
      '30-Tage-Bestpreis: {}',
      'Bisher niedrigster Preis {}',
      'Letzter niedrigster Preis: {}',
      'Günstigster Preis der letzten 30 Tage: {}',
      'Tiefstpreis der letzten 30 Tage: {}',
      'Bester Preis der letzten 30 Tage: {}',
    ],
  ],
  [
    'el',
    '39,99 €',
    '29,99 €',
    [
      'Χαμηλότερη τιμή 30 ημερών: {}',
      'Χαμηλότερη τιμή τελευταίων 30 ημερών: {}',
      'Η χαμηλότερη τιμή των τελευταίων 30 ημερών: {}',
      'Χαμηλότερη τιμή τις τελευταίες 30 ημέρες {}',
    ],
  ],
  [
    'hu',
    '4 990 Ft',
    '3 990 Ft',
    [
      'Az elmúlt 30 nap legalacsonyabb ára: {}',
      'Előző 30 nap legalacsonyabb ára: {}',
      'A legalacsonyabb ár az elmúlt 30 napban: {}',
      '30 napos legalacsonyabb ár: {}',
    ],
  ],
  [
    'ga',
    '€39.99',
    '€29.99',
    ['An praghas is ísle le 30 lá anuas: {}', 'Praghas is ísle sna 30 lá roimhe seo: {}'],
  ],
  [
    'it',
    '39,99 €',
    '29,99 €',
    [
      'Prezzo più basso degli ultimi 30 giorni: {}',
      'Prezzo più basso negli ultimi 30 giorni {}',
      'Prezzo più basso 30gg: {}',
      'Il prezzo più basso applicato nei 30 giorni precedenti: {}',
    ],
  ],
  [
    'lv',
    '39,99 €',
    '29,99 €',
    [
      'Zemākā cena pēdējo 30 dienu laikā: {}',
      'Zemākā cena pēdējās 30 dienās: {}',
      '30 dienu zemākā cena: {}',
      'Zemākā 30 dienu cena: {}',
    ],
  ],
  [
    'lt',
    '39,99 €',
    '29,99 €',
    [
      'Mažiausia kaina per 30 d.: {}',
      'Mažiausia kaina per paskutines 30 dienų: {}',
      'Žemiausia kaina per pastarąsias 30 dienų: {}',
      'Mažiausia 30 dienų kaina: {}',
      'Geriausia kaina per 30 dienų: {}',
    ],
  ],
  [
    'mt',
    '€39.99',
    '€29.99',
    [
      'L-orħos prezz fl-aħħar 30 jum: {}',
      'L-inqas prezz fl-aħħar 30 ġurnata: {}',
      'L-aktar prezz baxx fl-aħħar 30 jum: {}',
    ],
  ],
  [
    'pl',
    '79,99 zł',
    '69,99 zł',
    [
      'Najniższa cena z 30 dni przed obniżką: {}',
      'Najniższa cena z ostatnich 30 dni: {}',
      'Najniższa cena w ciągu 30 dni: {}',
    ],
  ],
  [
    'pt',
    '39,99 €',
    '29,99 €',
    [
      'Preço mais baixo dos últimos 30 dias: {}',
      'Preço mais baixo nos últimos 30 dias: {}',
      'Preço mínimo dos últimos 30 dias: {}',
      'Menor preço dos últimos 30 dias: {}',
    ],
  ],
  [
    'ro',
    '99,99 lei',
    '89,99 lei',
    [
      'Cel mai mic preț din ultimele 30 de zile: {}',
      'Cel mai mic pret din ultimele 30 zile: {}',
      'Cel mai scăzut preț din ultimele 30 de zile: {}',
      'Cel mai mic preț în ultimele 30 de zile {}',
      'Prețul cel mai mic din ultimele 30 de zile: {}',
    ],
  ],
  [
    'sk',
    '39,99 €',
    '29,99 €',
    [
      'Najnižšia cena za 30 dní: {}',
      'Najnižšia cena za posledných 30 dní: {}',
      'Najnižšia cena za posledných 30 dní pred zľavou: {}',
    ],
  ],
  [
    'sl',
    '39,99 €',
    '29,99 €',
    [
      'Najnižja cena v zadnjih 30 dneh: {}',
      'Najnižja cena zadnjih 30 dni: {}',
      'Najnižja cena v 30 dneh pred znižanjem: {}',
    ],
  ],
  [
    'es',
    '39,99 €',
    '29,99 €',
    [
      'Precio más bajo de los últimos 30 días: {}',
      'Precio mínimo en los últimos 30 días: {}',
      'Precio mínimo últimos 30 días: {}',
      'El precio más bajo en 30 días: {}',
    ],
  ],
  [
    'sv',
    '199 kr',
    '149 kr',
    [
      'Lägsta pris senaste 30 dagarna: {}',
      'Lägsta priset de senaste 30 dagarna: {}',
      'Tidigare lägsta pris (30 dgr): {}',
      'Lägsta pris 30 dagar före nedsättningen: {}',
    ],
  ],
];

const read = (lang: string, price: string, sentence: string) =>
  extractOffer(
    `<!doctype html><html lang="${lang}"><head><title>Wolle 5</title></head><body><h1>Wolle 5</h1>
     <div class="price">${price}</div><div>${sentence}</div><button>Add to cart</button></body></html>`,
    { url: 'https://shop.example/p/1' },
  );
const amountIn = (text: string): string =>
  text
    .replace(/[^\d,.]/g, '')
    .replace(/\.$/, '')
    .replace(',', '.');
/** A price that was lower before may also have been higher. */
const higher = (price: string): string => price.replace(/\d/, (digit) => String(Number(digit) + 1));

const cases = sentences.flatMap(([lang, price, lowest, of]) =>
  of.flatMap((sentence) => [lowest, higher(price)].map((told) => [lang, sentence, price, told] as const)),
);

describe('the lowest price of the last thirty days', () => {
  test('is told in every official language of the Union', () => {
    expect(sentences).toHaveLength(24);
  });

  test.each(cases)('in %s, "%s" beside %s: %s', (lang, sentence, price, told) => {
    const { Price, LowestRecentPrice, ListPrice } = read(lang, price, sentence.replace('{}', told));
    expect([Price?.Amount, LowestRecentPrice?.Amount, ListPrice]).toEqual([
      amountIn(price),
      amountIn(told),
      null,
    ]);
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

  test.each([['sl', '39,99 €', 'Redna cena: 49,99 €']])(
    'is none in %s beside %s: "%s"',
    (lang, price, sentence) => {
      expect(read(lang, price, sentence).LowestRecentPrice).toBeNull();
    },
  );
});
