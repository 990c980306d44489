// Words in the line of an amount, and in the lines around it.
import { describe, expect, test } from 'vitest';
import { extract, productPage, stated, summary } from '../page-fixture.ts';

const shop = (lang: string, block: string, head?: string): string =>
  productPage('Birch stool', block, head, lang);
const data = stated('Birch stool', '79.90', 'EUR');

describe('an amount among words that nobody knows', () => {
  test('does not make stated data stale', () => {
    const line = '<div class="_x1"></div><p>Activează cuponul de 10,00 €</p><button>Add to cart</button>';
    const result = extract(shop('ro', line, data));
    expect([result.Price?.Amount, result.Warnings]).toEqual(['79.90', []]);
  });

  test('is no rival of one that stands alone', () => {
    const block = '<p>ประกันสินค้า €9.90</p><p>€79.90</p><button>Add to cart</button>';
    expect(extract(shop('th', block)).Price?.Amount).toBe('79.90');
  });

  test('does not make the price an old one by what lies between', () => {
    const block =
      '<span>€ 79,90</span><p>Kortingsbon: € 10,00 korting</p><p>€ 69,90 met onze klantenkaart</p><button>In winkelwagen</button>';
    expect(summary(extract(shop('nl', block, data)))).toBe('Priced, 79.90 EUR');
  });
});

describe('lines beside each other', () => {
  test.each<[shows: string, lang: string, block: string, result: string]>([
    [
      'tax and total',
      'et',
      '<div>Käibemaks 24% 28,80 EUR</div><div>Hind kokku 148,80 EUR</div>',
      'Priced, 148.80 EUR',
    ],
    [
      'what is said of a price behind its sign',
      'ar',
      '<span>٣٤٩٫٠٠ د.إ</span><s>٤٩٩٫٠٠ د.إ</s><span>خصم ٣٠٪</span>',
      'Priced, 349.00 AED, list 499.00',
    ],
    [
      'a name between the old price and the new',
      'fr',
      '<div><span>6,90€</span><span>Prix promotionnel</span><span>5,52€</span></div>',
      'Priced, 5.52 EUR, list 6.90',
    ],
    [
      'two in a line, as far apart as tax',
      'en-GB',
      '<div><span>£54.99</span><span>£45.83</span></div>',
      'Ambiguous, AmbiguousPrice',
    ],
    [
      'both words of tax between two amounts',
      'ja',
      '<p>7,700円(税込)<span>税抜 7,000円</span></p>',
      'Priced, 7700 JPY',
    ],
    [
      'a rate of tax that is what lies between',
      'de',
      '<table><tr><td>Preis:</td><td>100,00 €</td></tr><tr><td>ab 6 Stück:</td><td>80,00 €</td></tr><tr><td>Info:</td><td>inkl. 20 % USt.</td></tr></table>',
      'Priced, 100.00 EUR',
    ],
    [
      'carriers with their prices in one line',
      'da',
      '<div><span>Før 2.499,00 kr.</span> <span>1.874,25 kr.</span> <span>Spar 624,75 kr.</span></div><p>GLS pakkeshop 39,00 kr. · Hjemmelevering 59,00 kr.</p>',
      'Priced, 1874.25 DKK, list 2499.00',
    ],
    [
      'what is left in stock, above the price',
      'en-GB',
      '<div>Only 3 pieces left</div><div>£259.00</div><div>£4.99 next day delivery</div>',
      'Priced, 259.00 GBP',
    ],
    [
      'what a label of another kind names, with two decimals',
      'en',
      '<p>Battery life:</p><p>12.50</p>',
      'Failed, NoPriceFound',
    ],
    [
      'a selector of currencies, which says what "$" is',
      'en',
      '<select name="currency"><option value="CAD">Canadian dollar</option><option value="USD" selected>US dollar</option></select><p>$79.90</p>',
      'Priced, 79.90 USD',
    ],
  ])('%s', (_, lang, block, expected) => {
    expect(summary(extract(shop(lang, `${block}<button>Add to cart</button>`)))).toBe(expected);
  });

  test('a used one where that is wanted', () => {
    const html = shop(
      'it',
      '<p>Nuovo: 429,00 €</p><button>Acquista</button><p>Usato: 199,00 €</p><button>Acquista</button>',
    );
    expect(extract(html, { site: { Condition: 'Used' } }).Price?.Amount).toBe('199.00');
  });
});
describe('words of stock', () => {
  test.each([
    ['in elements that touch', '<div><span>Availability</span><span>Out of stock</span></div>'],
    ['of another language than the page', '<p>Satıldı</p>'],
  ])('%s', (_, line) => {
    const html = shop('en', `<p>€79.90</p>${line}<button>Notify me</button>`);
    expect(extract(html).Availability).toBe('OutOfStock');
  });
});

test('money of state in its smallest unit, by its precision', () => {
  const price = { amount: 149900, precision: 2, currency: 'NOK' };
  const state = JSON.stringify({ product: { name: 'Birch stool', price } });
  expect(summary(extract(shop('en', `<script>window.__STATE__ = ${state}</script>`)))).toBe(
    'Priced, 1499.00 NOK',
  );
});
