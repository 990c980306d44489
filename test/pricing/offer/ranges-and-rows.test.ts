import { describe, expect, test } from 'vitest';
import { extract, page, stated, summary } from '../page-fixture.ts';

const shop = (shown: string, head = '', lang = 'en-US'): string =>
  page(`<main><h1>Walking boot</h1>${shown}<button>Add to cart</button></main>`, head, lang);

describe('what the page shows', () => {
  const choice = (checked: string, name: string, amount: string) =>
    `<li><input type="radio" name="pack"${checked}> ${name} <b>${amount}</b></li>`;
  const range = { '@type': 'AggregateOffer', lowPrice: '79.00', highPrice: '119.00' };

  test.each<[shows: string, lang: string, shown: string, result: string, head?: string]>([
    [
      'a price outside of the stated range',
      'en-US',
      '<p>or $19.00 a month</p>',
      'Priced, 79.00 USD',
      stated('Walking boot', undefined, 'USD', range),
    ],
    [
      'a range in the words by which another language calls old prices: "De … à …"',
      'fr',
      '<p><span>De</span> <b>29,90 €</b></p><p><span>À</span> <b>39,90 €</b></p>',
      'Priced, 29.90 EUR',
    ],
    [
      'a list of pairs, without tax first',
      'de',
      '<dl><dt>Preis netto</dt><dd>100,00 €</dd><dt>Preis brutto</dt><dd>119,00 €</dd></dl>',
      'Priced, 119.00 EUR',
    ],
    [
      'a choice of which a subscription is taken',
      'en-IE',
      `<ul>${choice(' checked', 'Every month', '€17.90')}${choice('', 'One-time purchase', '€19.90')}</ul>`,
      'Priced, 19.90 EUR',
    ],
    [
      'a column whose head says how it is measured',
      'de',
      '<table><tr><th>Pack</th><th>Price</th><th>€/l</th></tr><tr><td>Bottle</td><td>2,35 €</td><td>7,12 €</td></tr></table>',
      'Priced, 2.35 EUR',
    ],
    [
      'cents behind a raised sign',
      'en-IE',
      '<p><span>22<sup>€</sup>90</span><span>a bottle</span></p>',
      'Priced, 22.90 EUR',
    ],
    [
      'an arrow from the old price',
      'en-IE',
      '<p><span>€143.00</span> → <span>€99.00</span></p>',
      'Priced, 99.00 EUR, list 143.00',
    ],
    [
      'a limit for free delivery',
      'cs',
      '<p>7 190 Kč</p><p>Doprava od 99 Kč, nad 2 500 Kč zdarma</p>',
      'Priced, 7190 CZK',
    ],
  ])('%s', (_, lang, shown, result, head) => {
    expect(summary(extract(shop(shown, head, lang)))).toContain(result);
  });

  test('a range whose sign stands before the lower end alone does not cost its upper end', () => {
    const html = page('<h1>Co-ordinator</h1><dl><dt>Salary:</dt><dd>£25,000 - 40,000</dd></dl>', '', 'en-GB');
    expect(extract(html).Price?.Amount).not.toBe('40000');
  });

  test('a table of articles, of which one is wanted', () => {
    const row = (sku: string, amount: string) =>
      `<tr><td>${sku}</td><td>M8</td><td>€ ${amount}</td><td><button>In den Warenkorb</button></td></tr>`;
    const rows = row('933-0616', '8,40') + row('933-0620', '9,15') + row('933-0820', '15,80');
    const html = page(`<main><h1>Schrauben DIN 933 A2</h1><table>${rows}</table></main>`, '', 'de');
    const result = extract(html, { sku: '933-0620' });
    expect([summary(result), result.Sku]).toEqual([expect.stringContaining('Priced, 9.15 EUR'), '933-0620']);
  });
});

describe('names and currencies', () => {
  test('a model in the title is no price', () => {
    const html = page('<main><h1>Battery SR 44</h1><p>€49.00</p><button>Add to cart</button></main>');
    expect(summary(extract(html))).toContain('Priced, 49.00 EUR');
  });

  test('a title that ends in a signed price states it', () => {
    const html = page('<main><h1>Bicycle, hardly used – €250</h1><p>Come and see it.</p></main>');
    expect(summary(extract(html))).toContain('Priced, 250 EUR');
  });

  test("a variant's SKU gives its price, whatever the page shows first", () => {
    const variant = (title: string, sku: string, price: number) => ({
      title,
      sku,
      price,
      available: true,
      option1: title,
    });
    const state = {
      title: 'Walking boot',
      price: 990,
      price_min: 990,
      variants: [variant('250 g', 'CF-250', 990), variant('500 g', 'CF-500', 1790)],
    };
    const data = `<script type="application/json">${JSON.stringify(state)}</script>`;
    const html = shop(`<p class="price">€9.90</p>${data}`);
    expect(extract(html, { sku: 'CF-500' })).toMatchObject({ Sku: 'CF-500', Price: { Amount: '17.90' } });
  });
});

test('a front page that sells its one product has a price', () => {
  const html = page('<main><h1>The Lamp</h1><p class="price">€39.90</p><button>Add to cart</button></main>');
  expect(summary(extract(html, { url: 'https://lamp.example/' }))).toContain('Priced, 39.90 EUR');
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
});
