// What shops of many countries print beside the price of a pack, and the code of UN/CEFACT Recommendation 20 of its measure.
import { describe, expect, test } from 'vitest';
import { extractOffer } from '../../../lambdas/pricing/extract-offer.ts';

const lines: readonly (readonly [
  lang: string,
  price: string,
  line: string,
  amount: string,
  unitCode: string,
])[] = [
  ['ja', '1,298円', '100gあたり 298円', '298', 'GRM'],
  ['ja', '1,298円', '298円/100g', '298', 'GRM'],
  ['ja', '1,298円', '1mあたり 298円', '298', 'MTR'],
  ['ko', '12,900원', '100g당 980원', '980', 'GRM'],
  ['de', '39,90 €', '(= 15,80 €/m²)', '15.80', 'MTK'],
  ['de', '39,90 €', '0,12 €/WL', '0.12', 'C62'],
  ['de', '39,90 €', '3,80 € pro Meter', '3.80', 'MTR'],
  ['de', '39,90 €', '0,45 € / Stk.', '0.45', 'H87'],
  ['de', '39,90 €', '15,80 €/m³', '15.80', 'MTQ'],
  ['en', '£39.90', '£15.80/sq ft', '15.80', 'FTK'],
  ['en', '£39.90', '£0.45 per piece', '0.45', 'H87'],
  ['en', '£39.90', '£0.45 / item', '0.45', 'H87'],
  ['fr', '39,90 €', '15,80 € le m²', '15.80', 'MTK'],
  ['es', '39,90 €', '0,45 €/ud', '0.45', 'H87'],
  ['es', '39,90 €', '0,12 €/lavado', '0.12', 'C62'],
  ['it', '39,90 €', '0,45 € al pezzo', '0.45', 'H87'],
  ['pt', '39,90 €', '0,45 €/un', '0.45', 'H87'],
  ['nl', '39,90 €', '€ 0,45 / st.', '0.45', 'H87'],
  ['nl', '39,90 €', '€ 3,80 per meter', '3.80', 'MTR'],
  ['cs', '449 Kč', '158 Kč/m²', '158', 'MTK'],
  ['pl', '79,90 zł', '0,45 zł/szt.', '0.45', 'H87'],
  ['pl', '79,90 zł', '0,45 zł za sztukę', '0.45', 'H87'],
  ['ro', '99,90 lei', '0,45 lei/buc', '0.45', 'H87'],
  ['sl', '39,90 €', '0,45 €/kos', '0.45', 'H87'],
  ['sv', '199 kr', '4,50 kr/tvätt', '4.50', 'C62'],
  ['nb', '199 kr', '4,50 kr/stk', '4.50', 'H87'],
  ['et', '39,90 €', '0,45 €/tk', '0.45', 'H87'],
  ['el', '39,90 €', '0,45 €/τεμ.', '0.45', 'H87'],
  ['ru', '1 990 ₽', '158 ₽/м²', '158', 'MTK'],
  ['de', '39,90 €', 'Kilopreis 9,90 €', '9.90', 'KGM'],
  ['da', '199 kr.', 'Literpris 45,00 kr.', '45.00', 'LTR'],
  ['hr', '39,90 €', '0,12 €/pranje', '0.12', 'C62'],
  ['he', '39.90 ₪', '9.90 ₪ ל-100 גרם', '9.90', 'GRM'],
  ['el', '39,90 €', '9,90 €/κιλό', '9.90', 'KGM'],
  ['th', '฿399', '฿39.90/100 ก.', '39.90', 'GRM'],
  ['ar', '25 ر.س', '50 ر.س / كيلو', '50', 'KGM'],
  ['en', '£2.25', '22.5p/100g', '0.225', 'GRM'],
  ['en', '$2.25', '22.5¢/oz', '0.225', 'ONZ'],
];

const read = (lang: string, price: string, line: string) =>
  extractOffer(
    `<!doctype html><html lang="${lang}"><head><title>Aurelia</title></head><body><h1>Aurelia</h1>
     <div class="price">${price}</div><div>${line}</div><button>Add to cart</button></body></html>`,
    { url: 'https://shop.example/p/1' },
  );
const amountIn = (lang: string, text: string): string => {
  const amount = text.replace(/[^\d,.]/g, '').replace(/\.$/, '');
  return lang === 'ja' || lang === 'ko' ? amount.replace(',', '') : amount.replace(',', '.');
};

describe('a price for a measure', () => {
  test.each(lines)(
    'in %s beside %s, "%s", is told and is not the price',
    (lang, price, line, amount, unitCode) => {
      const { Price, UnitPrice, ListPrice } = read(lang, price, line);
      expect([Price?.Amount, ListPrice]).toEqual([amountIn(lang, price), null]);
      expect(UnitPrice).toMatchObject({ Amount: amount, Per: { UnitCode: unitCode } });
    },
  );

  test.each([
    ['de', '39,90 €', '3,80 €/Monat'],
    ['de', '39,90 €', '3,80 €/m'],
    ['de', '3,90 €', '39,90 € / Stück'],
    ['de', '39,90 €', '39,90 € / Stück'],
    ['en', '£39.90', '£3.99 per month'],
    ['en', '£39.90', '12 m² £3.99'],
    ['en', '$59.00', '$63.65/ea'],
  ])('is none in %s beside %s: "%s"', (lang, price, line) => {
    expect(read(lang, price, line).UnitPrice).toBeNull();
  });

  test.each(['39,90 € pro 100 g: 1,58 €', '39,90 € (je 100 g: 1,58 €)', '39,90 € pro 100 g = 1,58 €'])(
    'is said by its colon to be of the amount behind it: "%s"',
    (line) => {
      const { Price, UnitPrice } = read('de', line, '');
      expect([Price?.Amount, UnitPrice?.Amount]).toEqual(['39.90', '1.58']);
    },
  );

  test.each([
    ['de', '12,90 € / Stück', '12.90'],
    ['cs', '449 Kč/ks', '449'],
    ['pl', '79,90 zł/szt.', '79.90'],
    ['en', '£12.90 each', '12.90'],
  ])('alone is the price where it is for one piece, in %s: %s', (lang, price, amount) => {
    expect(read(lang, price, '').Price?.Amount).toBe(amount);
  });
});

// As supermarkets print it: raised or small digits behind an amount are its cents only where it has none.
test.each(['Tent 22.5p', '£4 22.5p', 'up 22.5p today'])('parts of pence alone are no amount: %s', (line) => {
  expect(read('en', '£8.99', line)).toMatchObject({ Price: { Amount: '8.99' }, UnitPrice: null });
});

test.each([
  ['en', '<b>£8.99</b> <small>22p per wash</small>', '8.99'],
  ['en', '<b>£8.99</b> <small>22p/100g</small>', '8.99'],
  ['de', '<b>199,00 €</b> <small>79,60 €/lfd. m</small>', '199.00'],
  ['de', '<b>12</b><small>99</small> €', '12.99'],
])('small digits beside an amount in %s: %s', (lang, shown, amount) => {
  const html = `<html lang="${lang}"><title>Norma 3000</title><h1>Norma 3000</h1><p>${shown}</p>`;
  const url = lang === 'en' ? 'https://shop.co.uk/p/1' : 'https://shop.de/p/1';
  expect(extractOffer(html, { url }).Price?.Amount).toBe(amount);
});
