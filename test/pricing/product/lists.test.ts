// Lists as the templates of shop systems and common designs write them, in many languages, with a product or three
// (`lists.ndjson` says where each is from); and buttons.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { followed, sku } from './labelled-lists.ts';

const linesOf = <Line>(name: string): Line[] =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

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
  // A brand in a heading is taken for the name, and the name for a button or for a second product.
  'brand-heading',
  'brand-heading-link',
]);
const lists = linesOf<{ design: string; origin: string; language: string; found: string; html: string }>(
  'lists.ndjson',
);

it.each(lists.filter(({ design }) => !missed.has(design)))(
  'the product is among the first three of $design ($origin), $language',
  ({ html, found }) => expect(followed(html)).toContain(found),
);

/** Labels of buttons, half of them in languages that the lexicon does not have. */
const words = [
  'In den Einkaufskorb|Drop in basket|Agregar a la lista|Eliminer du panier|Fizetés most|Vota|Pievienoties gaidīšanas rindai',
  'Додати до порівняння|אחר כך|クリップ|나에게 알리기|เช่า|添加到愿望清单|Thêm vào lịch|थैले में जोड़ें',
  'አወዳድር|У кошык|পছন্দের তালিকা|Rhestr ddymuniadau|Ihambing|Saya yanzu|ទិញឥឡូវ|Tāpiri ki te kāta|ဖျက်သိမ်းပါ|Engeza ebhasikidini',
].flatMap((line) => line.split('|'));

/** Where buttons stand in cards; `own` is a link of the product's own. */
const own = '<a href="/product/12"><img src="/i.jpg"></a><h3><a href="/product/12">Blue Widget</a></h3>';
const cards: Record<string, (button: (attributes?: string) => string, words: string) => string> = {
  'behind name and price': (button) => `<h3>Blue Widget</h3><p>SKU: ${sku}</p><b>$14.99</b>${button()}`,
  'behind a plain name and the number': (button) => `<p>Blue Widget</p><p>SKU: ${sku}</p>${button()}`,
  'before the price': (button) => `<h3>Blue Widget</h3><p>SKU: ${sku}</p>${button()}<b>$14.99</b>`,
  first: (button) => `${button()}<img src="/i.jpg"><h3>Blue Widget</h3><p>SKU: ${sku}</p><b>$14.99</b>`,
  'before a name that only the picture has': (button) =>
    `<img src="/i.jpg" alt="Blue Widget">${button()}<p>SKU: ${sku}</p><b>$14.99</b>`,
  'in a list of buttons': (button) =>
    `<div class="title">Blue Widget</div><ul><li>${button()}</ul><p>SKU: ${sku}</p><b>$14.99</b>`,
  'in the heading': (button) => `<h3>Blue Widget ${button()}</h3><p>SKU: ${sku}</p><b>$14.99</b>`,
  'drawn before a plain name': (_, words) =>
    `<a href="/x/1"><img src="/b/x.png" alt="${words}"></a><p>Blue Widget</p><p>SKU: ${sku}</p><b>$14.99</b>`,
  'with the name as its label': (button, words) =>
    `<h3>Blue Widget</h3>${button(`aria-label="${words}: Blue Widget"`)}<p>SKU: ${sku}</p><b>$14.99</b>`,
  'beside the product’s own link, with its number': (button) =>
    `${own}<b>$14.99</b>${button(`data-sku="${sku}"`)}`,
  'beside the product’s own link, with its number in the text': (_, words) =>
    `${own}<b>$14.99</b><a href="/x/1">${words} ${sku}</a>`,
};

it.each(Object.entries(cards))('no button %s is followed, whatever its words are', (_, card) => {
  const kept = words.filter((text) => {
    const button = (attributes = ''): string =>
      `<a class="k-${attributes.length}" href="/x/1" ${attributes}>${attributes.startsWith('aria') ? '<i></i>' : text}</a>`;
    return followed(`<div class="card">${card(button, text)}</div>`).some((path) => path.startsWith('/x/'));
  });
  expect(kept).toEqual([]);
});

/** Buttons whose words and addresses say nothing, beside a link to the product; the number stands in plain text. */
const bare = '<a href="/x/1">Bellahi</a> <a href="/y?i=2">Tawgħ</a>';
it.each([
  ['a heading', `<div><h3><a href="/p?i=7">Blue Widget</a></h3> SKU: ${sku} <b>$14.99</b> ${bare}</div>`],
  [
    'its address',
    `<div>${bare} <a href="/p/blue-widget">Blue Widget</a> ${sku} <s>$19</s> <b>$14.99</b></div>`,
  ],
])('a product that its link shows by %s is found beside buttons that nobody knows', (_, card) => {
  const other = card.replaceAll(sku, 'ZZ-9').replaceAll(/href="([^"]+)"/g, 'href="$1-2"');
  for (const list of [card, card + other, other + card]) {
    const paths = followed(`<div class="r">${list}</div>`);
    expect(paths[0]).toMatch(/^\/p/);
    expect(paths.filter((path) => /^\/[xy]/.test(path))).toEqual([]);
  }
});

it('cards without an element of their own are told apart by rules', () => {
  const card = (name: string, number: string, link: string) =>
    `<b>${name}</b> <i>${number}</i> $14.99 ${link}<hr>`;
  const list = (link: (index: number) => string): string =>
    `<div>${card('Red Widget', 'ZZ-9', link(1))}${card('Blue Widget', sku, link(2))}</div>`;
  expect(followed(list((index) => `<a href="/p/7${index}">View details</a>`))[0]).toBe('/p/72');
  expect(followed(list((index) => `<a href="/p/7${index}">Bellahi ${index}</a>`))).toEqual([]);
});

it('a name that several products share is followed where nothing else names them', () => {
  const row = (index: number, number: string): string =>
    `<tr><td>${number}<td><a href="/p?i=${index}">Hexagon screw</a><td>$${index}.99`;
  expect(followed(`<table>${row(1, sku)}${row(2, 'KX-4472-A')}</table>`)).toEqual(['/p']);
});

it('no button is followed that other products have as well, whatever its words are', () => {
  const row = (index: number, number: string, text: string): string =>
    `<tr><td><a href="/x/${index}">${text}</a><td>${number}<td>Blue Widget ${index}<td>$14.99`;
  const kept = words.filter((text) => {
    const rows = [row(1, sku, text), row(2, 'KX-4472-A', text)];
    return followed(`<table>${rows.join('')}</table>`).length > 0;
  });
  expect(kept).toEqual([]);
});
