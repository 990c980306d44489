import { describe, expect, test } from 'vitest';
import { extract, page, summary } from '../page-fixture.ts';

const shop = (price: string, rest = '', lang = 'en-US') =>
  page(
    `<header><a href="/">Shop</a><div class="mini-cart">Cart: $0.00</div></header><main><h1>Walking boot</h1>${price}<button>Add to cart</button>${rest}</main><footer>Free shipping over $100</footer>`,
    '<title>Walking boot</title>',
    lang,
  );
const related = (amount: string) =>
  `<div class="item"><a href="/x"><img src="x.jpg"></a><span class="price">${amount}</span></div>`;

const cases: readonly (readonly [string, string, string])[] = [
  ['a price below the title', shop('<p class="price">$89.90</p>'), 'Priced, 89.90 USD'],
  [
    'a declared shadow root',
    shop('<price-tag><template shadowrootmode="open"><b class="price">$89.90</b></template></price-tag>'),
    'Priced, 89.90 USD',
  ],
  [
    'a crossed-out price beside the current one',
    shop('<p class="price"><del>$120.00</del> <ins>$89.90</ins></p>'),
    'Priced, 89.90 USD, list 120.00',
  ],
  [
    'an old price that only a style crosses out',
    shop('<p><span style="text-decoration: line-through">$120.00</span> <span>$89.90</span></p>'),
    'Priced, 89.90 USD, list 120.00',
  ],
  ['cents in superscript', shop('<p class="price">$89<sup>90</sup></p>'), 'Priced, 89.90 USD'],
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
    'a delivery charge',
    shop('<p class="price">£20.00</p><p class="delivery">Delivery £3.95</p>'),
    'Priced, 20.00 GBP',
  ],
  [
    'related products below a heading',
    shop(
      '<p class="price">$80.00</p>',
      `<section><h2>You may also like</h2>${related('$10.00')}${related('$20.00')}</section>`,
    ),
    'Priced, 80.00 USD',
  ],
  [
    'only the basket has a price',
    page('<div class="mini-cart">$25.00</div><h1>Boot</h1><p>Ask us.</p>'),
    'Failed, NoPriceFound',
  ],
  [
    'two prices as good as each other: nothing is guessed',
    page(
      '<h1>Boot</h1><div><p class="price">$80.00</p><p class="price">$95.00</p></div><button>Add to cart</button>',
    ),
    'Ambiguous, AmbiguousPrice',
  ],
  ['a price in yen', shop('<p class="price">¥12,800（税込）</p>', '', 'ja'), 'Priced, 12800 JPY'],
  [
    'a price in francs with an apostrophe',
    shop('<p class="price">CHF 1’299.00</p>', '', 'de-CH'),
    'Priced, 1299.00 CHF',
  ],
  [
    'a price and bids in neighbouring elements',
    shop('<p class="price"><span>$200</span><span>2 bids</span></p>'),
    'Priced, 200 USD',
  ],
  [
    'a lowest price of thirty days',
    shop('<div class="cena">129,00 zł</div><div>Najniższa cena z 30 dni: 119,00 zł</div>', '', 'pl'),
    'Priced, 129.00 PLN',
  ],
];

describe('the visible page', () => {
  test.each(cases)('%s', (_, html, expected) => expect(summary(extract(html))).toBe(expected));

  test('alone gives little confidence', () => {
    expect(extract(shop('<p class="price">$89.90</p>'))).toMatchObject({
      Confidence: 'Low',
      Evidence: expect.arrayContaining([
        expect.objectContaining({ Field: 'Price', Source: 'Visible', Raw: '$89.90' }),
      ]),
    });
  });

  test.each([
    ['an English notice of missing stock', '<p>Out of stock</p>', 'OutOfStock'],
    ['a German notice of missing stock', '<p>Nicht auf Lager</p>', 'OutOfStock'],
    ['a French notice of missing stock', '<p>Rupture de stock</p>', 'OutOfStock'],
    ['a pre-order', '<p>Pre-order now</p>', 'PreOrder'],
    ['a notice of stock', '<p>In stock</p>', 'InStock'],
    ['nothing but a price and a button', '', 'InStock'],
    [
      'a notice that belongs to a related product',
      '<section><h2>Related products</h2><p>Out of stock</p></section>',
      'InStock',
    ],
  ])('reads availability: %s', (_, rest, expected) => {
    expect(extract(shop(`<p class="price">$89.90</p>${rest}`)).Availability).toBe(expected);
  });

  const soldOutData = `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product",
    "name":"Walking boot","offers":{"@type":"Offer","price":"89.90","priceCurrency":"USD",
    "availability":"https://schema.org/OutOfStock"}}</script>`;
  const outOf = (button: string, rest = '') =>
    extract(
      page(
        `<main><h1>Walking boot</h1><p class="price">$89.90</p><form>${button}</form>${rest}</main>`,
        `<title>Walking boot</title>${soldOutData}`,
      ),
    );

  test('a working button to buy is believed before data that say the product is sold out', () => {
    const { Availability, Outcome, Warnings } = outOf('<button type="submit">Add to your basket</button>');
    expect({ Availability, Outcome }).toEqual({ Availability: 'InStock', Outcome: 'Priced' });
    expect(Warnings).toEqual([expect.stringMatching(/^AvailabilityDiffers: JsonLd states OutOfStock/)]);
  });

  test.each([
    ['the button is disabled', '<button disabled>Add to basket</button>', ''],
    ['the button asks to be told', '<button>Notify me when available</button>', ''],
    ['a text says so too', '<button>Add to basket</button>', '<p>Sold out</p>'],
    [
      'the button belongs to another product',
      '',
      '<section class="related"><h2>You may also like</h2><button>Add to basket</button></section>',
    ],
  ])('is sold out as the data say, when %s', (_, button, rest) => {
    expect(outOf(button, rest).Availability).toBe('OutOfStock');
  });

  test.each([
    ['behind a label', '<p>Product code: AB-1234</p>', 'AB-1234'],
    ['behind a German label', '<p>Artikel-Nr.: 4711</p>', '4711'],
    ['in the cell beside its label', '<table><tr><td>SKU</td><td>ZX-81</td></tr></table>', 'ZX-81'],
    ['in an element named after it', '<span class="product-code">83810610</span>', '83810610'],
    ['not where it is only a phone number', '<p>Call us: 555 123 456</p>', null],
  ])('reads the SKU that buyers see: %s', (_, rest, expected) => {
    expect(extract(shop(`${rest}<p class="price">$89.90</p>`)).Sku).toBe(expected);
  });
});
