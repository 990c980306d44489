import { describe, expect, test } from 'vitest';
import { extract, jsonLd, page, summary } from '../page-fixture.ts';

const product = (offers: unknown, more: Record<string, unknown> = {}) =>
  jsonLd({ '@context': 'https://schema.org', '@type': 'Product', name: 'Walking boot', offers, ...more });
const shop = (shown: string, head = '', lang = 'en-US'): string =>
  page(`<main><h1>Walking boot</h1>${shown}<button>Add to cart</button></main>`, head, lang);
const range = { '@type': 'AggregateOffer', lowPrice: '79.00', highPrice: '119.00', priceCurrency: 'USD' };

describe('a stated range', () => {
  test.each([['and a shown price outside of it', '<p>or $19.00 a month</p>', 'Priced, 79.00 USD']])(
    '%s',
    (_name, shown, expected) => {
      expect(summary(extract(shop(shown, product(range))))).toContain(expected);
    },
  );
});

describe('a range that is shown alone', () => {
  test('does not cost its upper end, though the sign stands before the lower one alone', () => {
    const html = page(
      '<h1>Project co-ordinator</h1><dl><dt>Salary: (per annum)</dt><dd>£25,000 - 40,000</dd></dl>',
      '',
      'en-GB',
    );
    expect(extract(html).Price?.Amount).not.toBe('40000');
  });

  test('costs its lower end, though another language calls old prices so: "De … à …"', () => {
    const ends = '<p><span>De</span> <b>29,90 €</b></p><p><span>À</span> <b>39,90 €</b></p>';
    const html = page(`<main><h1>Oreiller</h1>${ends}<button>Ajouter au panier</button></main>`, '', 'fr');
    expect(summary(extract(html))).toContain('Priced, 29.90 EUR');
  });
});

describe('rows of tables', () => {
  test.each([
    [
      'a list of pairs, without tax first',
      '<dl><dt>Preis netto</dt><dd>100,00 €</dd><dt>Preis brutto</dt><dd>119,00 €</dd></dl>',
      'de',
      'Priced, 119.00 EUR',
    ],
  ])('%s', (_name, shown, lang, expected) => {
    expect(summary(extract(shop(shown, '', lang)))).toContain(expected);
  });

  const choice = (checked: string, name: string, amount: string) =>
    `<li><input type="radio" name="pack"${checked}> ${name} <b>${amount}</b></li>`;

  test.each([
    [
      'a subscription is taken',
      choice(' checked', 'Every month', '€17.90') + choice('', 'One-time purchase', '€19.90'),
      'Priced, 19.90 EUR',
    ],
  ])('of choices: %s', (_name, rows, expected) => {
    expect(summary(extract(shop(`<ul>${rows}</ul>`, '', 'en-IE')))).toContain(expected);
  });

  test('below a head that says how they are measured', () => {
    const table =
      '<table><tr><th>Pack</th><th>Price</th><th>€/l</th></tr><tr><td>Bottle</td><td>2,35 €</td><td>7,12 €</td></tr></table>';
    expect(summary(extract(shop(table, '', 'de')))).toContain('Priced, 2.35 EUR');
  });

  test('of articles: the wanted one', () => {
    const row = (sku: string, amount: string) =>
      `<tr><td>${sku}</td><td>M8</td><td>€ ${amount}</td><td><button>In den Warenkorb</button></td></tr>`;
    const html = page(
      `<main><h1>Schrauben DIN 933 A2</h1><table>${row('933-0616', '8,40')}${row('933-0620', '9,15')}${row('933-0820', '15,80')}</table></main>`,
      '',
      'de',
    );
    const result = extract(html, { sku: '933-0620' });
    expect(summary(result)).toContain('Priced, 9.15 EUR');
    expect(result.Sku).toBe('933-0620');
  });
});

describe('names and currencies', () => {
  test.each([['a model', 'Battery SR 44']])('%s in the title is no price', (_name, title) => {
    const html = page(`<main><h1>${title}</h1><p>€49.00</p><button>Add to cart</button></main>`, '', 'en-IE');
    expect(summary(extract(html))).toContain('Priced, 49.00 EUR');
  });

  test('a title that ends in a signed price states it', () => {
    const html = page('<main><h1>Bicycle, hardly used – €250</h1><p>Come and see it.</p></main>');
    expect(summary(extract(html))).toContain('Priced, 250 EUR');
  });

  test("a variant's SKU gives its price, whatever the page shows first", () => {
    const state = {
      title: 'Walking boot',
      price: 990,
      price_min: 990,
      price_varies: true,
      variants: [
        { id: 1, title: '250 g', sku: 'CF-250', price: 990, available: true, option1: '250 g' },
        { id: 2, title: '500 g', sku: 'CF-500', price: 1790, available: true, option1: '500 g' },
      ],
    };
    const html = shop(
      `<p class="price">€9.90</p><script type="application/json">${JSON.stringify(state)}</script>`,
    );
    expect(extract(html, { sku: 'CF-500' })).toMatchObject({ Sku: 'CF-500', Price: { Amount: '17.90' } });
  });
});

describe('a front page', () => {
  test('that sells its one product has', () => {
    const html = page(
      `<main><h1>The Lamp</h1><p class="price">€39.90</p><button>Add to cart</button></main>`,
    );
    expect(summary(extract(html, { url: 'https://lamp.example/' }))).toContain('Priced, 39.90 EUR');
  });
});

describe('what only seems to be the price of the page', () => {
  const card = (name: string, amount: string) =>
    `<li class="item"><a href="/p/${name}">${name}</a><span class="price">${amount}</span><button class="tocart">Add to cart</button></li>`;
  const cards = card('drill', '€119.00') + card('saw', '€89.00') + card('file', '€19.00');

  test('a list of products with a button each sells no single one', () => {
    const html = page(`<main><h1>Tools</h1><ul>${cards}</ul></main>`, '<title>Tools</title>', 'en-IE');
    expect(extract(html).Price).toBeNull();
  });

  test('a page that cannot be found stays so, whatever else it offers', () => {
    const html = page(
      `<main><h1>Oops, this page does not exist</h1><ul>${cards}</ul></main>`,
      '<title>Page not found</title>',
      'en-IE',
    );
    expect(extract(html)).toMatchObject({ Price: null, Error: { Code: 'NotFound' } });
  });

  test('the successor of a product that is gone', () => {
    const html = page(
      '<main><h1>Camera One</h1><p>This product is no longer available.</p><p>Its successor:</p><div><a href="/camera-two">Camera Two</a><p>€1,899.00</p></div><p>A full-frame camera with a body of magnesium, two slots for cards, and a shutter that was made for half a million pictures. It records films in every format that a cutter could want, hour after hour.</p></main>',
      '<title>Camera One</title>',
      'en-IE',
    );
    expect(extract(html)).toMatchObject({ Price: null, Availability: 'Discontinued' });
  });

  test.each([
    ['cents behind a raised sign', '<p><span>22<sup>€</sup>90</span><span>a bottle</span></p>', '22.90 EUR'],
    [
      'an arrow from the old price',
      '<p><span>€143.00</span> → <span>€99.00</span></p>',
      '99.00 EUR, list 143.00',
    ],
    [
      'a limit for free delivery in Czech',
      '<p>7 190 Kč</p><p>Doprava od 99 Kč, nad 2 500 Kč zdarma</p>',
      '7190 CZK',
    ],
  ])('%s', (_name, shown, expected) => {
    const lang = shown.includes('Kč') ? 'cs' : 'en-IE';
    expect(summary(extract(shop(shown, '', lang)))).toBe(`Priced, ${expected}`);
  });
});
