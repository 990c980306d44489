// Words in the line of an amount, and in the lines around it.
import { describe, expect, test } from 'vitest';
import type { ExtractionContext } from '../../../lambdas/pricing/extraction-context.ts';
import { extract, jsonLd, page, pageUrl, summary } from '../page-fixture.ts';

const shop = (lang: string, block: string, head = ''): string =>
  page(`<main><h1>Birch stool</h1>${block}</main>`, `<title>Birch stool</title>${head}`, lang);
const stated = (price: string): string =>
  jsonLd({
    '@type': 'Product',
    name: 'Birch stool',
    offers: { '@type': 'Offer', price, priceCurrency: 'EUR' },
  });

describe('an amount among words that nobody knows', () => {
  test.each([['ro', '<p>Activează cuponul de 10,00 €</p>']])(
    'does not make stated data stale: %s %s',
    (lang, line) => {
      const result = extract(
        shop(lang, `<div class="_x1"></div>${line}<button>Add to cart</button>${stated('79.90')}`),
      );
      expect([result.Price?.Amount, result.Warnings]).toEqual(['79.90', []]);
    },
  );

  test.each([['th', '<p>ประกันสินค้า €9.90</p><p>€79.90</p>']])(
    'is no rival of one that stands alone: %s %s',
    (lang, block) => {
      expect(extract(shop(lang, `${block}<button>Add to cart</button>`)).Price?.Amount).toMatch(/^79[.,]90$/);
    },
  );

  test('does not make the price an old one by what lies between', () => {
    const html = shop(
      'nl',
      `<span>€ 79,90</span><p>Kortingsbon: € 10,00 korting</p><p>€ 69,90 met onze klantenkaart</p>${stated('79.90')}<button>In winkelwagen</button>`,
    );
    expect(summary(extract(html))).toBe('Priced, 79.90 EUR');
  });
});

describe('lines beside each other', () => {
  test.each<
    [shows: string, lang: string, block: string, result: string, context?: Partial<ExtractionContext>]
  >([
    [
      'tax and total',
      'et',
      '<div>Käibemaks 24% 28,80 EUR</div><div>Hind kokku 148,80 EUR</div>',
      'Priced, 148.80 EUR',
    ],
    [
      'prices for ten and a hundred',
      'uk',
      '<div>118.50 ₴/шт.</div><ul><li>110 ₴ від 10 шт.</li><li>99.90 ₴ від 100 шт.</li></ul>',
      'Priced, 118.50 UAH',
    ],
    [
      'whole units, cents and the sign apart',
      'lt',
      '<div><span>329<span>99</span> €</span></div>',
      'Priced, 329.99 EUR',
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
  ])('%s', (_, lang, block, expected, context) => {
    const html = shop(lang, `${block}<button>Add to cart</button>`);
    expect(summary(extract(html, context))).toBe(expected);
  });

  test('a used one where that is wanted', () => {
    const html = shop(
      'it',
      '<p>Nuovo: 429,00 €</p><button>Acquista</button><p>Usato: 199,00 €</p><button>Acquista</button>',
    );
    const context = { site: { Name: 'shop', Url: pageUrl, Condition: 'Used' } as never };
    expect(extract(html, context).Price?.Amount).toBe('199.00');
  });
});

describe('an amount in elements that are not read aloud', () => {
  const mute = (text: string) => `<span aria-hidden="true">${text}</span>`;
  test.each([['all of them mute', `${mute('$')}${mute('1,037')}${mute('.')}${mute('30')}`, '1037.30']])(
    '%s',
    (_what, price, expected) => {
      const html = page(
        `<main><h1>Booster seat</h1><p class="price">${price}</p><button>Add to cart</button></main>`,
        '<title>Booster seat</title>',
      );
      expect(extract(html).Price?.Amount).toBe(expected);
    },
  );
});

describe('words of stock', () => {
  test.each([['Availability', 'Out of stock']])('%s: %s, in elements that touch', (label, state) => {
    const html = shop(
      'en',
      `<p>€79.90</p><div><span>${label}</span><span>${state}</span></div><button>Notify me</button>`,
    );
    expect(extract(html).Availability).toBe('OutOfStock');
  });

  test.each(['Satıldı'])('%s', (word) => {
    expect(extract(shop('de', `<p>79,90 €</p><p>${word}</p>`)).Availability).toBe('OutOfStock');
  });
});

test('money of state in its smallest unit, by its precision', () => {
  const html = page(
    `<h1>Birch stool</h1><script>window.__STATE__ = ${JSON.stringify({ product: { name: 'Birch stool', price: { amount: 149900, precision: 2, currency: 'NOK' } } })}</script>`,
    '<title>Birch stool</title>',
  );
  expect(summary(extract(html))).toBe('Priced, 1499.00 NOK');
});

test('a selector of currencies says what "$" is', () => {
  const html = shop(
    'en',
    '<select name="currency"><option value="CAD">Canadian dollar</option><option value="USD" selected>US dollar</option></select><p>$79.90</p><button>Add to cart</button>',
  );
  expect(summary(extract(html))).toBe('Priced, 79.90 USD');
});

test.each([['what a label of another kind names', '<p>Battery life:</p><p>12.50</p>']])(
  'a number with two decimals that is %s is no amount',
  (_, block) => {
    expect(extract(shop('en', `${block}<button>Add to cart</button>`)).Price).toBeNull();
  },
);

describe('a number in the line above a price', () => {
  const above = (heading: string, line: string, aside = '£4.99 next day delivery'): string =>
    page(
      `<h1>${heading}</h1>${line}<div>£259.00</div><div>${aside}</div><button>Add to cart</button>`,
      `<title>${heading}</title>`,
      'en-GB',
    );

  test.each([['Oak table', '<div>Only 3 pieces left</div>']])(
    'of a name, of reviews or of stock counts no pieces: %s %s',
    (heading, line) => {
      expect(summary(extract(above(heading, line)))).toContain('259.00 GBP');
    },
  );
});

describe('who brings it, behind an amount', () => {
  test.each([['en-GB', '£259.00', '£4.99 courier', '259.00 GBP']])(
    'makes that no price: %s %s, %s',
    (lang, price, carriage, expected) => {
      const html = page(
        `<h1>Marlow 40</h1><div>${price}</div><div>${carriage}</div><button>Add to cart</button>`,
        '',
        lang,
      );
      expect(summary(extract(html))).toContain(expected);
    },
  );
});
