import { describe, expect, test } from 'vitest';
import { readPage } from '../../../lambdas/pricing/page/read-page.ts';
import { type AmountOwner, findOwners } from '../../../lambdas/pricing/price/amount-owner.ts';
import { findVisiblePrices } from '../../../lambdas/pricing/price/visible-prices.ts';

const url = 'https://shop.example/p/oak-stool';

const ownersOf = (main: string, title = 'Oak Stool | Shop'): Record<string, AmountOwner> => {
  const page = readPage(
    `<html><head><title>${title}</title></head><body><header><a href="/">Shop</a></header>${main}</body></html>`,
    url,
  );
  const prices = findVisiblePrices(page, {});
  const owners = findOwners(page, prices);
  return Object.fromEntries(prices.map(({ amount, element }) => [amount, owners.get(element)!]));
};

const kinds = (main: string, title?: string): Record<string, string> =>
  Object.fromEntries(Object.entries(ownersOf(main, title)).map(([amount, { kind }]) => [amount, kind]));

const card = (name: string, amount: string, href = `/p/${name.toLowerCase().replaceAll(' ', '-')}`): string =>
  `<li class="item"><a href="${href}"><img src="/1.jpg" alt="${name}"></a><a href="${href}">${name}</a><b>${amount}</b></li>`;

describe('whose an amount is', () => {
  test('the product owns the area that its title heads', () => {
    const owners = ownersOf(
      '<main><div><h1>Oak Stool</h1><p>Solid.</p><p class="price">€64.00</p></div></main>',
    );
    expect(owners['64.00']).toMatchObject({ kind: 'title', name: 'Oak Stool' });
  });

  test('cards belong to the products to which they link', () => {
    const owners = ownersOf(
      `<aside><ul>${card('Pine Bench', '€12.00')}${card('Ash Chair', '€13.00')}</ul></aside><main><h1>Oak Stool</h1><p>€64.00</p></main>`,
    );
    for (const amount of ['12.00', '13.00'])
      expect(owners[amount]).toMatchObject({ kind: 'unlike', leadsAway: true, repeats: true });
    expect(owners['12.00']?.name).toBe('Pine Bench');
    expect(owners['64.00']).toMatchObject({ kind: 'title' });
  });

  test.each([
    [
      'headings',
      (name: string, amount: string) =>
        `<div class="buy"><h2>${name}</h2><p>${amount}</p><button>Add to cart</button></div>`,
    ],
    ['rows', (name: string, amount: string) => `<tr><td>${name}</td><td>${amount}</td></tr>`],
    [
      'named elements',
      (name: string, amount: string) =>
        `<div class="o"><span class="offer-title">${name}</span> <i>${amount}</i></div>`,
    ],
    ['labels', (name: string, amount: string) => `<section aria-label="${name}"><i>${amount}</i></section>`],
  ])('of boxes with %s, the one with the same name is the product’s', (what, box) => {
    const boxes = `${box('Cushion for Oak Stool', '€12.00')}${box('Oak Stool', '€64.00')}${box('Oak Stool and Pine Bench Set', '€99.00')}`;
    const owners = ownersOf(
      `<main><h1>Oak Stool</h1><div>${what === 'rows' ? `<table>${boxes}</table>` : boxes}</div></main>`,
    );
    expect(owners['12.00']).toMatchObject({ kind: 'extended', isBest: false, isWorse: true });
    expect(owners['64.00']).toMatchObject({ kind: 'named', isBest: true, isWorse: false });
    expect(owners['99.00']).toMatchObject({ kind: 'extended', isBest: false });
  });

  test('the likest name is the best, whatever else it says', () => {
    const boxes = ['Oak Stool', 'Oak Stool and Pine Bench']
      .map((name, at) => `<div class="box"><h2>Get ${name}</h2><b>€${at + 3}.50</b></div>`)
      .join('');
    const owners = ownersOf(`<main><h1>Oak Stool</h1>${boxes}</main>`);
    expect(owners['3.50']).toMatchObject({ isBest: true, isWorse: false });
    expect(owners['4.50']).toMatchObject({ isBest: false, isWorse: true });
  });

  test('a link to the page itself names the product', () => {
    const bar =
      '<div class="bar"><a href="/p/oak-stool#top" class="title">The stool of the year</a> <b>€64.00</b></div>';
    expect(kinds(`${bar}<main><h1>Oak Stool</h1></main>`)).toEqual({ '64.00': 'named' });
  });

  test('badges, sellers, means of payment and delivery links name nothing', () => {
    const offer = (seller: string, amount: string): string =>
      `<li class="offer"><a href="/fast"><img src="/fast.png" alt="Fast and tracked"></a><a href="/delivery/terms"><img src="/d.png" alt="Free delivery over all"></a><h4>${seller}</h4><h5>Cash on delivery</h5><b>${amount}</b></li>`;
    const owners = ownersOf(
      `<main><h1>Oak Stool</h1><ul>${offer('Anna’s Attic', '€61.00')}${offer('Bert’s Barn', '€62.00')}${offer('Carl’s Cave', '€63.00')}</ul></main>`,
    );
    for (const amount of ['61.00', '62.00', '63.00']) {
      expect(owners[amount]?.leadsAway).toBe(false);
      expect(owners[amount]?.name).not.toMatch(/tracked|delivery/i);
    }
  });

  test('several links beside one amount are choices, no name', () => {
    const colours = ['red', 'blue', 'green']
      .map((name) => `<a href="/p/stool-${name}"><img src="/${name}.jpg" alt="Stool in ${name}"></a>`)
      .join('');
    expect(kinds(`<main><h1>Oak Stool</h1><div><p>${colours}</p><p>€64.00</p></div></main>`)['64.00']).toBe(
      'title',
    );
  });

  test('reads a page of many nested boxes in linear time', () => {
    const depth = 300;
    const nested = `${'<div class="box"><h3>Pine Bench</h3><a href="/p/a"><img alt="Pine Bench"></a>'.repeat(depth)}€5.00${'</div>'.repeat(depth)}`;
    const many = Array.from({ length: 800 }, (_, at) => card(`Bench ${at}`, `€${at + 10}.00`)).join('');
    const owners = ownersOf(`<main><h1>Oak Stool</h1>${nested}<ul>${many}</ul></main>`);
    expect(Object.keys(owners).length).toBeGreaterThan(700);
  });
});
