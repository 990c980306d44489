// Lists as the templates of shop systems and common designs write them, in many languages, with a product or three; and
// buttons in the words of their translations. `lists.ndjson` and `order-words.ndjson` say where each is from.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSearchPage } from '../../../lambdas/pricing/search/search-hits.ts';

const linesOf = <Line>(name: string): Line[] =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

const sku = 'KX-4471-B';
const url = `https://shop.example/search?q=${sku}`;
const followed = (list: string): string[] =>
  readSearchPage(
    `<header><a href="/"><img src="/logo.svg"></a><nav><a href="/c/sale">Sale</a></nav></header><main><h1>${sku} (3)</h1><p>3 items, $0 - $20</p>${list}</main>`,
    { url, sku },
  )
    .hits.slice(0, 3)
    .map((hit) => new URL(hit.url).pathname);

const missed = new Set([
  // Only icons lead to their products: nobody can tell them from icons that order.
  'bs5-eye-icon',
  'svg-placeholder',
  'chevron-svg',
  'b2b-icon-link',
  'no-price-icon',
  // Only the count of reviews, or a question, leads there.
  'reviews-link',
  'request-price',
  // A brand's link beside the name is taken for a second product's.
  'price-above-brand-a',
  'brand-heading-link',
]);
const lists = linesOf<{ design: string; origin: string; language: string; found: string; html: string }>(
  'lists.ndjson',
);

it.each(lists.filter(({ design }) => !missed.has(design)))(
  'the product is among the first three of $design ($origin), $language',
  ({ html, found }) => expect(followed(html)).toContain(found),
);

/** The tables have learned the first; nobody tunes on those that are kept. */
const words = ['order-words.ndjson', 'kept-order-words.ndjson'].flatMap((name) =>
  linesOf<{ words: string; act: string; language: string }>(name),
);

it('no button behind name and price is followed, whatever its words are', () => {
  const kept = words.filter(({ words: text }) => {
    const button = `<a class="btn" href="/x/1">${text}</a>`;
    const lists = [
      `<div class="card"><h3>Blue Widget</h3><p>SKU: ${sku}</p><b>$14.99</b>${button}</div>`,
      `<div class="card"><p>Blue Widget</p><p>SKU: ${sku}</p>${button}</div>`,
      `<table><tr><td>${sku}<td>Blue Widget<td>$14.99<td>${button}</table>`,
    ];
    return lists.some((list) => followed(list).length > 0);
  });
  expect(kept).toEqual([]);
});
