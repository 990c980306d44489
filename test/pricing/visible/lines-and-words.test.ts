// What a line of a page says beside an amount, and what neighbouring lines make of each other.
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
  test.each([
    ['en', '<p>Rush dispatch €9.90</p>'],
    ['de', '<p>Geräteschutz 2 Jahre für 14,90 €</p>'],
    ['en', '<p>€69.90 when the moon is full</p>'],
    ['fr', '<p>Reprise : il ne vous reste que 54,90 €</p>'],
    ['ro', '<p>Activează cuponul de 10,00 €</p>'],
  ])('does not make stated data stale: %s %s', (lang, line) => {
    const result = extract(
      shop(lang, `<div class="_x1"></div>${line}<button>Add to cart</button>${stated('79.90')}`),
    );
    expect([result.Price?.Amount, result.Warnings]).toEqual(['79.90', []]);
  });

  test.each([
    ['en', '<p>€79.90</p><p>Rush dispatch €9.90</p>'],
    ['en', '<p>Rush dispatch €9.90</p><p>€79.90</p>'],
    ['de', '<span>79,90 €</span><p>Avec notre carte maison 69,90 €</p>'],
    ['th', '<p>ประกันสินค้า €9.90</p><p>€79.90</p>'],
  ])('is no rival of one that stands alone: %s %s', (lang, block) => {
    expect(extract(shop(lang, `${block}<button>Add to cart</button>`)).Price?.Amount).toMatch(/^79[.,]90$/);
  });

  test('does not make the price an old one by what lies between', () => {
    const html = shop(
      'nl',
      `<span>€ 79,90</span><p>Kortingsbon: € 10,00 korting</p><p>€ 69,90 met onze klantenkaart</p>${stated('79.90')}<button>In winkelwagen</button>`,
    );
    expect(summary(extract(html))).toBe('Priced, 79.90 EUR');
  });

  test('is in no sentence where it has a span of its own', () => {
    const html = shop(
      'pl',
      '<div><span>129,99 zł</span> <span>Cena regularna: 249,99 zł</span> <span>Najniższa cena z 30 dni przed obniżką: 159,99 zł</span></div><button>Do koszyka</button>',
    );
    const { Price, LowestRecentPrice } = extract(html);
    expect([Price?.Amount, LowestRecentPrice?.Amount]).toEqual(['129.99', '159.99']);
  });

  test('speaks as the price where its element is named so', () => {
    const html = shop(
      'cs',
      `<div class="price">Teď už za krásných 1 790 Kč</div><button>Do košíku</button>${stated('2290').replace('EUR', 'CZK')}`,
    );
    expect(extract(html).Price?.Amount).toBe('1790');
  });
});

describe('lines beside each other', () => {
  test.each<
    [shows: string, lang: string, block: string, result: string, context?: Partial<ExtractionContext>]
  >([
    ['as far apart as tax', 'de', '<div>119,00 €</div><div>100,00 €</div>', 'Ambiguous, AmbiguousPrice'],
    [
      'tax and total',
      'et',
      '<div>Käibemaks 24% 28,80 EUR</div><div>Hind kokku 148,80 EUR</div>',
      'Priced, 148.80 EUR',
    ],
    ['another currency in brackets', 'bg', '<div>22,40 лв. (11,45 €)</div>', 'Priced, 22.40 BGN'],
    [
      'prices for ten and a hundred',
      'uk',
      '<div>118.50 ₴/шт.</div><ul><li>110 ₴ від 10 шт.</li><li>99.90 ₴ від 100 шт.</li></ul>',
      'Priced, 118.50 UAH',
    ],
    [
      'cards of a bank',
      'es-UY',
      '<div><s>USD 699</s> <strong>USD 519</strong></div><p>15% extra con tarjetas Banco Sur: USD 441</p>',
      'Priced, 519 USD, list 699',
    ],
    ['a measure before the amount', 'nl', '<div>€ 7,99</div><p>Per 100 ml € 2,00</p>', 'Priced, 7.99 EUR'],
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
    [
      'rows for rising numbers beside the price of one',
      'de',
      '<p>€ 18,90</p><table><tr><td>ab 6 Flaschen</td><td>€ 17,90</td></tr><tr><td>ab 12 Flaschen</td><td>€ 16,90</td></tr></table>',
      'Priced, 18.90 EUR',
    ],
    [
      'pairs that head net and gross with a number',
      'de',
      '<dl><dt>Preis pro 100 Stück (netto)</dt><dd>8,40 €</dd><dt>Preis pro 100 Stück (brutto)</dt><dd>10,00 €</dd></dl>',
      'Priced, 10.00 EUR',
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

  test('a rating with two decimals is no amount', () => {
    const html = shop('en', '<div>4.75</div><p>128 reviews</p><button>Add to cart</button>');
    expect(extract(html).Price).toBeNull();
  });
});

describe('an amount in elements that are not read aloud', () => {
  const mute = (text: string) => `<span aria-hidden="true">${text}</span>`;
  test.each([
    ['sign, units, separator and cents', `<span>$</span>${mute('37')}${mute('.')}${mute('30')}`, '37.30'],
    ['all of them mute', `${mute('$')}${mute('1,037')}${mute('.')}${mute('30')}`, '1037.30'],
    ['a whole amount said twice', '<span>$37.30</span><span aria-hidden="true">$37.30</span>', '37.30'],
  ])('%s', (_what, price, expected) => {
    const html = page(
      `<main><h1>Booster seat</h1><p class="price">${price}</p><button>Add to cart</button></main>`,
      '<title>Booster seat</title>',
    );
    expect(extract(html).Price?.Amount).toBe(expected);
  });
});

test('a page whose back is hidden is seen', () => {
  const html = page(
    '<main style="backface-visibility:hidden"><h1>Seat</h1><p class="price">$37.30</p><button>Add to cart</button></main>',
    '<title>Seat</title>',
  );
  expect(extract(html).Price?.Amount).toBe('37.30');
});

describe('words of stock', () => {
  test.each([
    ['Stok Durumu', 'Stokta Yok'],
    ['Availability', 'Out of stock'],
  ])('%s: %s, in elements that touch', (label, state) => {
    const html = shop(
      'en',
      `<p>€79.90</p><div><span>${label}</span><span>${state}</span></div><button>Notify me</button>`,
    );
    expect(extract(html).Availability).toBe('OutOfStock');
  });

  test.each(['Verkauft', 'Vendu', 'Venduto', 'Sprzedane', 'Prodáno', 'Satıldı'])('%s', (word) => {
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

test.each([
  ['a measure', '<dl><dt>Weight</dt><dd>12.50</dd></dl>'],
  ['a measure with its unit behind', '<p>12.50</p><p>kg</p>'],
  ['what a label of another kind names', '<p>Battery life:</p><p>12.50</p>'],
])('a number with two decimals that is %s is no amount', (_, block) => {
  expect(extract(shop('en', `${block}<button>Add to cart</button>`)).Price).toBeNull();
});

test('a part of the price in the next line makes it no old one', () => {
  const html = shop('en', '<div>€120.00</div><div>€30.00</div><button>Add to cart</button>');
  expect(summary(extract(html))).toBe('Ambiguous, AmbiguousPrice');
});

describe('a number in the line above a price', () => {
  const above = (heading: string, line: string, aside = '£4.99 next day delivery'): string =>
    page(
      `<h1>${heading}</h1>${line}<div>£259.00</div><div>${aside}</div><button>Add to cart</button>`,
      `<title>${heading}</title>`,
      'en-GB',
    );

  test.each([
    ['Dyson V15 Detect Absolute', ''],
    ['Canon EOS R6 Body Only Kit', ''],
    ['AA batteries 4-pack', ''],
    ['Set of 6 glasses', ''],
    ['Oak table', '<div>12 reviews</div>'],
    ['Oak table', '<div>Only 3 pieces left</div>'],
    ['Oak table', '<div>25 people look at it</div>'],
  ])('of a name, of reviews or of stock counts no pieces: %s %s', (heading, line) => {
    expect(summary(extract(above(heading, line)))).toContain('259.00 GBP');
  });
});

describe('who brings it, behind an amount', () => {
  test.each([
    ['pl', '2 599,00 zł', '9,99 zł do paczkomatu', '2599.00 PLN'],
    ['pl', '2 599,00 zł', '14,99 zł kurier', '2599.00 PLN'],
    ['ru', '25 990 ₽', '490 ₽ курьером', '25990 RUB'],
    ['cs', '2 599 Kč', '99 Kč kurýrem', '2599 CZK'],
    ['ja', '25,990円', '550円 宅配便', '25990 JPY'],
    ['en-GB', '£259.00', '£4.99 courier', '259.00 GBP'],
  ])('makes that no price: %s %s, %s', (lang, price, carriage, expected) => {
    const html = page(
      `<h1>Marlow 40</h1><div>${price}</div><div>${carriage}</div><button>Add to cart</button>`,
      '',
      lang,
    );
    expect(summary(extract(html))).toContain(expected);
  });
});
