// Unit prices as shops of many countries print them beside the price of a pack, and the code of UN/CEFACT Recommendation 20 of its measure.
import { describe, expect, test } from 'vitest';
import { extract, page, productPage } from '../page-fixture.ts';

const read = (lang: string, price: string, line: string) =>
  extract(
    productPage(
      'Aurelia',
      `<div class="price">${price}</div><div>${line}</div><button>Add to cart</button>`,
      '',
      lang,
    ),
  );

describe('a price for a measure', () => {
  test.each([
    ['ja', '1,298円', '1298', '1mあたり 298円', '298', 'MTR'],
    ['en', '£39.90', '39.90', '£0.45 per piece', '0.45', 'H87'],
    ['de', '39,90 €', '39.90', 'Kilopreis 9,90 €', '9.90', 'KGM'],
    ['en', '$2.25', '2.25', '22.5¢/oz', '0.225', 'ONZ'],
  ])('in %s beside %s is not the price: %s', (lang, price, Amount, line, unitAmount, UnitCode) => {
    expect(read(lang, price, line)).toMatchObject({
      Price: { Amount },
      ListPrice: null,
      UnitPrice: { Amount: unitAmount, Per: { UnitCode } },
    });
  });

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
  const html = page(`<h1>Norma 3000</h1><p>${shown}</p>`, '<title>Norma 3000</title>', lang);
  expect(extract(html).Price?.Amount).toBe(amount);
});
