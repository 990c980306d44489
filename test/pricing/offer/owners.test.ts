import { describe, expect, test } from 'vitest';
import { extract, jsonLd, page, summary } from '../page-fixture.ts';

const title = '<title>Alder Desk | Fern &amp; Sons</title>';
const url = 'https://shop.example/index.php?main_page=product_info&cPath=1_4&products_id=77';

type Box = (name: string, price: string) => string;

const layouts: readonly (readonly [what: string, box: Box, around?: readonly [string, string]])[] = [
  [
    'panels',
    (name, price) =>
      `<div class="panel"><h2>${name}</h2><div class="cost">${price}</div><button>Add to cart</button></div>`,
  ],
  [
    'cards of a list',
    (name, price) => `<li><h4>${name}</h4><em>${price}</em> <button>Add to cart</button></li>`,
    ['<ul>', '</ul>'],
  ],
  [
    'forms',
    (name, price) =>
      `<form method="post"><b class="kit-name">${name}</b> <i>${price}</i><button name="add">Add to cart</button></form>`,
  ],
  [
    'rows',
    (name, price) => `<tr><td>${name}</td><td>${price}</td><td><button>Buy</button></td></tr>`,
    ['<table>', '</table>'],
  ],
  [
    'labelled articles',
    (name, price) => `<article aria-label="${name}"><p>${price}</p><button>Add to cart</button></article>`,
  ],
];

const others = ['Drawer for Alder Desk', 'Alder Desk with Chair, complete set', 'Beech Stool'] as const;

describe('the price of a page whose boxes sell several products', () => {
  const cases = layouts.flatMap(([what, box, around = ['', '']]) =>
    others.map((other) => [what, other, box, around] as const),
  );
  test.each(cases)('is in the box of its product: %s beside %s', (_, other, box, [start, end]) => {
    const boxes = `${start}${box(other, '€28.00')}${box('Alder Desk', '€164.00')}${end}`;
    const html = page(`<main><div class="detail"><h1>Alder Desk</h1>${boxes}</div></main>`, title);
    expect(summary(extract(html))).toBe('Priced, 164.00 EUR');
  });

  test('is that of its data, though another box comes first', () => {
    const data = jsonLd({
      '@type': 'Product',
      name: 'Alder Desk',
      offers: { price: '164.00', priceCurrency: 'EUR' },
    });
    const box = layouts[0]![1];
    const html = page(
      `<main><div class="detail"><h1>Alder Desk</h1>${box(others[1], '€228.00')}${box('Alder Desk', '€164.00')}</div></main>`,
      title + data,
    );
    expect(extract(html)).toMatchObject({ Price: { Amount: '164.00' }, Confidence: 'High', Warnings: [] });
  });
});

describe('side boxes that link to other products', () => {
  const item = (at: number, price: string, sale: boolean): string =>
    `<div class="sideBoxContentItem"><a href="index.php?main_page=product_info&amp;cPath=2&amp;products_id=${at}"><img src="${at}.jpg" alt="Lamp ${at}"><br>Lamp ${at}</a><div>${sale ? `<span class="normalprice">$99.00 </span>&nbsp;<span class="productSpecialPrice">${price}</span>` : price}</div></div>`;
  const column = (sale: boolean): string =>
    `<h3 class="leftBoxHeading"><a href="index.php?main_page=specials">Specials [more]</a></h3><div class="sideBoxContent">${item(5, '$12.95', sale)}${item(6, '$31.50', sale)}</div>`;
  const detail =
    '<form action="index.php?action=add_product" method="post"><h1 id="productName">Alder Desk</h1><h2 id="productPrices">$164.00</h2><p>Made to last.</p><div id="cartAdd"><input name="cart_quantity" value="1"><input type="submit" value="Add to Cart"></div></form>';

  test.each([
    [
      'a table, list prices',
      (side: string) => `<table><tr><td class="columnLeft">${side}</td><td>${detail}</td></tr></table>`,
      false,
    ],
    [
      'a table, reduced prices',
      (side: string) => `<table><tr><td class="columnLeft">${side}</td><td>${detail}</td></tr></table>`,
      true,
    ],
    [
      'columns',
      (side: string) => `<div id="a"><div id="col1">${side}</div><div id="col2">${detail}</div></div>`,
      true,
    ],
    [
      'boxes below',
      (side: string) => `<div id="a"><div id="col1">${detail}</div><div id="col2">${side}</div></div>`,
      true,
    ],
  ])('do not lend their prices: %s', (_, layout, sale) => {
    const html = page(layout(column(sale)), '<title>Alder Desk : Fern &amp; Sons</title>', 'en-US');
    expect(summary(extract(html, { url }))).toBe('Priced, 164.00 USD');
  });
});
