// Unit prices as shops of many countries print them beside the price of a pack, and the code of UN/CEFACT Recommendation 20 of its measure.
import { describe, expect, test } from 'vitest';
import { extractOffer } from '../../../lambdas/pricing/extract-offer.ts';

const lines: readonly (readonly [
  lang: string,
  price: string,
  line: string,
  amount: string,
  unitCode: string,
])[] = [
  ['ja', '1,298円', '1mあたり 298円', '298', 'MTR'],
  ['en', '£39.90', '£0.45 per piece', '0.45', 'H87'],
  ['de', '39,90 €', 'Kilopreis 9,90 €', '9.90', 'KGM'],
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

  test('is none of a pack of that measure', () => {
    expect(read('en', '£39.90', '12 m² £3.99').UnitPrice).toBeNull();
  });

  test('is said by a colon or an equals sign to be of the amount behind it', () => {
    const { Price, UnitPrice } = read('de', '39,90 € pro 100 g = 1,58 €', '');
    expect([Price?.Amount, UnitPrice?.Amount]).toEqual(['39.90', '1.58']);
  });

  test('is the price where it is for one piece and stands alone', () => {
    expect(read('en', '£12.90 each', '').Price?.Amount).toBe('12.90');
  });
});

test('parts of pence alone are no amount', () => {
  expect(read('en', '£8.99', 'Tent 22.5p')).toMatchObject({ Price: { Amount: '8.99' }, UnitPrice: null });
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
