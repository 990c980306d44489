import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { situations } from '../../lambdas/pricing/decide/situations.ts';
import { type Explanation, explainOffer } from '../../lambdas/pricing/explain-offer.ts';
import type { ExtractionContext } from '../../lambdas/pricing/extraction-context.ts';
import { extract, jsonLd, page, pageUrl } from './page-fixture.ts';

const documents = readFileSync(join(import.meta.dirname, '../../docs/prices.md'), 'utf8');

const explain = (html: string, context: Partial<ExtractionContext> = {}): Explanation =>
  explainOffer(html, { url: pageUrl, ...context });

const offer = (price: string, more: object = {}): string =>
  jsonLd({ '@type': 'Product', name: 'Kettle', offers: { price, priceCurrency: 'EUR', ...more } });
const shop = (below: string, head = ''): string =>
  page(`<main><h1>Kettle</h1>${below}<button class="add-to-cart">Add to cart</button></main>`, head);
const shown = (price: string): string => `<p class="price">${price}</p>`;
const graph = (price: string): string =>
  `<meta property="product:price:amount" content="${price}"><meta property="product:price:currency" content="EUR">`;

/** A page for each rule that a page of a shop meets at all often. */
const pages: readonly (readonly [rule: string, html: string])[] = [
  ['ShownAlone', shop(shown('€49.00'))],
  ['SeveralShown', shop(`${shown('€45.00')}<p>Stainless</p>${shown('€49.00')}`)],
  ['NothingShown', shop('<p>Boils water.</p>')],
  ['StatedIsShown', shop(shown('€49.00'), offer('49.00'))],
  ['StatedAlone', shop('<p>Boils water.</p>', offer('49.00'))],
  ['StatedAlone', shop('<p>Boils water.</p>', offer('49.00') + graph('49.00'))],
  ['StatedIsOutdated', shop(`${shown('€45.00')}`, offer('49.00'))],
  [
    'MembersStatedOthersShown',
    shop(`${shown('€55.00')}<div>Members exclusive</div>${shown('€49.00')}`, offer('49.00')),
  ],
  ['ShownInOtherCurrency', shop(shown('$55.00 USD'), offer('49.00'))],
  ['OneOfDifferingIsMostProminent', shop(shown('€49.00'), offer('49.00') + graph('59.00'))],
  ['KindsDifferNoneShown', shop('<p>Boils water.</p>', offer('49.00') + graph('59.00'))],
  [
    'SeveralStated',
    shop(
      '<p>Boils water.</p>',
      jsonLd({
        '@type': 'Product',
        name: 'Kettle',
        offers: ['49.00', '45.00'].map((price) => ({ '@type': 'Offer', price, priceCurrency: 'EUR' })),
      }),
    ),
  ],
  ['FreeStatedAndShown', shop(shown('€0.00'), offer('0'))],
];

describe('the rule that decides', () => {
  test.each(pages)('%s', (rule, html) => {
    const explanation = explain(html);
    expect(explanation.rule).toBe(rule);
    expect(explanation.confidence).toBe(extract(html).Confidence);
  });

  test('has a name of its own', () => {
    const names = situations.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test('is found whatever the page: the last row of the table always applies, and no other does', () => {
    const always = situations.filter(({ when }) => when.length === 0);
    expect(always).toEqual([situations.at(-1)]);
    expect(situations.at(-1)!.when({} as never)).toBe(true);
  });

  test.each(situations.map(({ name }) => name))('is told in the documents: %s', (name) => {
    expect(documents).toContain(`\`${name}\``);
  });

  test("is the caller's selector, where there is one", () => {
    const Selectors = { Price: [{ Type: 'Css' as const, Value: 'b' }] };
    expect(explain(shop('<b>€12.00</b>'), { site: { Selectors } }).rule).toBe('SelectedAndConfirmed');
  });
});

describe('an explanation', () => {
  test('tells every candidate with what is said of it', () => {
    const { candidates } = explain(shop(`${shown('€49.00')}<p><del>€59.00</del></p>`, offer('49.00')));
    expect(candidates).toMatchObject([
      { amount: '49.00', source: 'JsonLd', score: null },
      { amount: '49.00', source: 'Visible' },
      { amount: '59.00', source: 'Visible', notes: expect.arrayContaining(['called or struck out as old']) },
    ]);
  });

  test('adds up to the score of each shown amount', () => {
    const { candidates } = explain(
      shop(`${shown('€49.00')}<p>was <del>€59.00</del></p><p>Shipping €5.00</p>`),
    );
    const scored = candidates.filter(({ source }) => source === 'Visible');
    expect(scored).toHaveLength(3);
    for (const { score, evidence } of scored) {
      const sum = evidence.reduce((total, { weight }) => total + weight, 0);
      expect(Math.abs(sum - score!)).toBeLessThanOrEqual(0.05 * (evidence.length + 1));
    }
    expect(scored[0]!.evidence.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['withCurrency', 'zone.price', 'belowTitle', 'nearButton']),
    );
    expect(scored.find(({ amount }) => amount === '5.00')!.evidence).toContainEqual({
      name: 'aside',
      weight: -50,
    });
  });

  test('adds up to the score of the page', () => {
    const { page: judged } = explain(shop(shown('€49.00')));
    const sum = judged!.features.reduce((total, { adds }) => total + adds, judged!.bias);
    expect(sum).toBeCloseTo(judged!.score, 9);
  });

  test('says what would have had to be otherwise', () => {
    const alone = explain(shop(shown('€49.00'))).otherwise.join(' ');
    expect(alone).toContain('data that agree with the shown one would make it High');
    const tied = explain(shop(`${shown('€45.00')}<p>Stainless</p>${shown('€49.00')}`)).otherwise.join(' ');
    expect(tied).toMatch(/45.00 stands within \d+ of 49.00|49.00 stands within \d+ of 45.00/);
  });

  test('tells by which words an amount is no rival, and what it would score without them', () => {
    const { candidates, otherwise } = explain(shop('<p>€49.00</p><p>Shipping: €5.00</p>'));
    expect(candidates.find(({ amount }) => amount === '5.00')!.text).toContain('Shipping: €5.00');
    expect(otherwise.join(' ')).toMatch(
      /5\.00 is Shipping by "Shipping: €5\.00[^"]*" \(aside\); without that it would score [\d.]+, beside [\d.]+ of 49\.00/,
    );
  });

  test('tells what an amount that is struck out would score otherwise, and which relation calls one old', () => {
    const struck = explain(shop(`${shown('€49.00')}<p class="price"><del>€59.00</del></p>`)).otherwise.join(
      ' ',
    );
    expect(struck).toMatch(
      /59\.00 is Was by "[^"]*€59\.00[^"]*"; without that it would score [\d.]+, beside/,
    );
    const paired = explain(shop('<p class="price">€59.00 €49.00</p>')).otherwise.join(' ');
    expect(paired).toMatch(/59\.00 is Was by "[^"]*" \(higherOfPair\); without that it would score/);
  });

  test('tells what would have had the stated price believed', () => {
    const { otherwise } = explain(shop(shown('€45.00'), offer('49.00')));
    expect(otherwise).toContain(
      'JsonLd states 49.00, which the page does not show as its price; shown so, it would be the price.',
    );
  });

  test('names what stands in place of a page', () => {
    const wall = explain(page('<h1>404</h1><p>Page not found</p>', '<title>404 Not found</title>'));
    expect(wall).toMatchObject({ rule: 'PageOfAnotherKind', page: null });
    expect(wall.wall).toContain('SoftNotFound');
  });
});

describe('offers of sellers', () => {
  const row = (title: string, seller: string, price: string): string =>
    `<li><h3>${title}</h3><span class="seller-name">${seller}</span> <b>€${price}</b></li>`;

  test('are told with where they stand, whose price is taken, and which are of another product', () => {
    const rows = row('Walking boot', 'Shop A', '89.00') + row('Laces for Walking boot', 'Shop B', '5.00');
    const { rule, offers } = explainOffer(
      `<!doctype html><html lang="en"><title>Walking boot</title><body><main><h1>Walking boot</h1><ul>${rows}</ul></main></body></html>`,
      { url: 'https://shop.example/p/walking-boot' },
    );
    expect(rule).toBe('LowestOffer');
    expect(offers.map(({ seller, amount, source, notes }) => [seller, amount, source, notes])).toEqual([
      ['Shop A', '89.00', 'Visible', ['its price is taken']],
      ['Shop B', '5.00', 'Visible', ['of another product by its title: "Laces for Walking boot"']],
    ]);
  });
});
