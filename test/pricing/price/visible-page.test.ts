import { describe, expect, test } from 'vitest';
import { extract, page, productPage, stated, summary } from '../page-fixture.ts';

const shop = (price: string, rest = '', lang = 'en-US') =>
  page(
    `<header><a href="/">Shop</a><div class="mini-cart">Cart: $0.00</div></header><main><h1>Walking boot</h1>${price}<button>Add to cart</button>${rest}</main><footer>Free shipping over $100</footer>`,
    '<title>Walking boot</title>',
    lang,
  );

const cases: readonly (readonly [string, string, string])[] = [
  [
    'a declared shadow root',
    shop('<price-tag><template shadowrootmode="open"><b class="price">$89.90</b></template></price-tag>'),
    'Priced, 89.90 USD',
  ],
  [
    'an old price that only a style crosses out',
    shop('<p><span style="text-decoration: line-through">$120.00</span> <span>$89.90</span></p>'),
    'Priced, 89.90 USD, list 120.00',
  ],
  [
    'a sign in a block of its own',
    shop('<div class="price"><div>€</div><div>89,90</div></div>', '', 'de'),
    'Priced, 89.90 EUR',
  ],
  [
    'whole units and cents in blocks, with the mark behind the units',
    shop('<div class="price"><div class="whole">9,</div><div class="cents">50</div> €</div>', '', 'nl'),
    'Priced, 9.50 EUR',
  ],
  [
    'a range whose dash is hidden from screen readers',
    shop(
      '<p class="price"><span aria-hidden="true">$62.00</span> <span aria-hidden="true">&ndash;</span> <span aria-hidden="true">$98.00</span></p>',
    ),
    'Priced, 62.00 USD',
  ],
  [
    'a range with a word that is not known',
    shop('<p class="price">14,50 € έως 52,00 €</p>', '', 'el'),
    'Priced, 14.50 EUR',
  ],
  [
    'prices of earlier months',
    shop(
      '<p class="price">1.149,00 TL</p>',
      '<div class="price-log"><table><tr><td>Eylül 2026</td><td>1.299,00 TL</td></tr><tr><td>Ağustos 2026</td><td>1.349,00 TL</td></tr></table></div>',
      'tr',
    ),
    'Priced, 1149.00 TRY, list 1299.00',
  ],
  [
    'a unit price named by its class',
    shop('<p class="price">€4.99</p><p class="unit-price">€9.98</p>'),
    'Priced, 4.99 EUR',
  ],
  [
    'only the basket has a price',
    page('<div class="mini-cart">$25.00</div><h1>Boot</h1><p>Ask us.</p>'),
    'Failed, NoPriceFound',
  ],
];

describe('the visible page', () => {
  test.each(cases)('%s', (_, html, expected) => expect(summary(extract(html))).toBe(expected));

  test('does not take the notice of a related product for its own', () => {
    const related = '<section><h2>Related products</h2><p>Out of stock</p></section>';
    expect(extract(shop(`<p class="price">$89.90</p>${related}`)).Availability).toBe('InStock');
  });

  test.each([
    ['the button is disabled', '<button disabled>Add to basket</button>'],
    ['the button asks to be told', '<button>Notify me when available</button>'],
  ])('is sold out as the data say, when %s', (_, button) => {
    const data = stated('Walking boot', '89.90', 'USD', { availability: 'https://schema.org/OutOfStock' });
    const block = `<p class="price">$89.90</p><form>${button}</form>`;
    expect(extract(productPage('Walking boot', block, data)).Availability).toBe('OutOfStock');
  });

  test('reads the SKU in an element that is named after it', () => {
    const sku = '<span class="product-code">83810610</span>';
    expect(extract(shop(`${sku}<p class="price">$89.90</p>`)).Sku).toBe('83810610');
  });

  test.each([
    ['stated as well', '79.00', 'High'],
    ['beside data that state another’s', '64.00', 'Low'],
  ])('takes the price of the choice that is taken, %s', (_, Price, confidence) => {
    const choice = (id: string, price: string, taken = '') =>
      `<input type="radio" name="size" id="${id}"${taken}><label for="${id}">${id} l <small>£${price}</small></label>`;
    const block = `<p class="price"><span class="sr-only">Regular price</span> <b>£79.00</b></p>
      <fieldset>${choice('3', '64.00')}${choice('5', '79.00', ' checked')}</fieldset><button>Add to cart</button>`;
    expect(extract(productPage('Pot', block, stated('Pot', Price, 'GBP'), 'en-GB'))).toMatchObject({
      Price: { Amount: '79.00' },
      Confidence: confidence,
    });
  });
});
