import { describe, expect, test } from 'vitest';
import type { ExplainedCandidate, Explanation } from '../../lambdas/pricing/explain-offer.ts';
import { explainOffer } from '../../lambdas/pricing/extract-offer.ts';
import model from '../../lambdas/pricing/price/price-model.json' with { type: 'json' };
import type { ExtractionContext } from '../../lambdas/pricing/sources/extraction-context.ts';
import { allEngines } from '../../lambdas/pricing/sources/selectors/all-engines.ts';
import { extract, jsonLd, page, pageUrl, productPage } from './page-fixture.ts';

const explain = (html: string, context: Partial<ExtractionContext> = {}): Explanation =>
  explainOffer(html, { url: pageUrl, engines: allEngines, ...context });

const offer = (price: string, more: object = {}): string =>
  jsonLd({ '@type': 'Product', name: 'Kettle', offers: { price, priceCurrency: 'EUR', ...more } });
const shop = (below: string, head = ''): string =>
  page(`<main><h1>Kettle</h1>${below}<button class="add-to-cart">Add to cart</button></main>`, head);
const shown = (price: string): string => `<p class="price">${price}</p>`;

describe('an explanation', () => {
  test('is of the same answer as the extraction', () => {
    const html = shop(`${shown('€49.00')}<p><del>€59.00</del></p>`, offer('49.00'));
    const { rule, confidence, candidates } = explain(html);
    const { Price, Confidence } = extract(html);
    expect([rule, confidence, candidates[0]!.amount]).toEqual(['Ranked', Confidence, '49']);
    expect(Price!.Amount).toBe('49.00');
  });

  test('gives for each amount where it is stated and shown', () => {
    const { candidates } = explain(shop(`${shown('€49.00')}<p><del>€59.00</del></p>`, offer('49.00')));
    expect(candidates).toMatchObject([
      { amount: '49', places: [{ source: 'JsonLd', prominence: null }, { source: 'Visible' }] },
      { amount: '59', places: [{ source: 'Visible', notes: ['called or struck out as old'] }] },
    ]);
  });

  test('adds up to the probability', () => {
    const { candidates, page: ofPage } = explain(shop(shown('€49.00'), offer('49.00')));
    const [{ probability, features }] = candidates as [ExplainedCandidate];
    const sum = [...features, ...ofPage].reduce((total, { adds }) => total + adds, model.bias);
    expect(1 / (1 + Math.exp(-sum))).toBeCloseTo(probability, 9);
  });

  test('names what goes before the ranking, and what against it', () => {
    expect(explain(shop(shown('€45.00') + shown('€49.00'))).rule).toBe('CloseRivals');
    expect(explain(shop('<p>Boils water.</p>')).rule).toBe('NoPrice');
    expect(explain(shop(shown('€0.00'), offer('0'))).rule).toBe('FreeStatedAndShown');
    const Selectors = { Price: [{ Type: 'Css' as const, Value: 'b' }] };
    expect(explain(shop('<b>€12.00</b>'), { site: { Selectors } }).rule).toBe('SelectedAndConfirmed');
  });

  test('names what stands in place of a page', () => {
    const wall = explain(page('<h1>404</h1><p>Page not found</p>', '<title>404 Not found</title>'));
    expect(wall).toMatchObject({ rule: 'PageOfAnotherKind', page: [], candidates: [] });
    expect(wall.wall).toContain('SoftNotFound');
  });
});

test('an explanation names the sellers whose price is taken, without those of other products', () => {
  const row = (title: string, seller: string, price: string): string =>
    `<li><h3>${title}</h3><span class="seller-name">${seller}</span> <b>€${price}</b></li>`;
  const rows =
    row('Walking boot', 'Shop A', '89.00') +
    row('Walking boot', 'Shop C', '94.00') +
    row('Laces for Walking boot', 'Shop B', '5.00');
  const { rule, offers } = explain(productPage('Walking boot', `<ul>${rows}</ul>`));
  expect(rule).toBe('LowestOffer');
  expect(offers).toMatchObject([
    { seller: 'Shop A', amount: '89.00', source: 'Visible', notes: ['its price is taken'] },
    { seller: 'Shop C', amount: '94.00', source: 'Visible', notes: [] },
  ]);
});
