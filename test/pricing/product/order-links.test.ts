// Links of a search's list that say that they order, though their addresses say nothing.
import { describe, expect, it } from 'vitest';
import { readPage } from '../../../lambdas/pricing/page/read-page.ts';
import { readSearchPage } from '../../../lambdas/pricing/product/search-hits.ts';

const sku = 'CAM-1801';
const url = `https://shop.example/search?q=${sku}`;
const followedOn = (list: string): string[] =>
  readSearchPage(readPage(`<main><h1>Results for ${sku}</h1>${list}</main>`, url), { sku }).hits.map(
    (hit) => new URL(hit.url).pathname,
  );
const followed = (link: string): string[] =>
  followedOn(`<table><tr><td>Camera<td>SKU: ${sku}<td>€199.00<td>${link}</table>`);
/** A row that has no other name than the link's. */
const followedAsName = (link: string): string[] =>
  followedOn(`<table><tr><td>SKU: ${sku}<td>${link}<td>€199.00</table>`);

describe('a link of a list', () => {
  it.each(
    [
      'Order|Add|Add Camera to your cart|Add to cart: Camera One, black|+ Add to basket (1)|Notify me|Bid|Subscribe',
      'In den Korb|Ajouter|Vložit do košíku|Satın al|Lägg i varukorg|Купи|Στο καλάθι|購入|立即购买|구매|ซื้อ|أضف إلى السلة',
    ].flatMap((line) => line.split('|')),
  )('is not followed where it says "%s", as text, title, label or picture', (words) => {
    for (const link of [
      `<a href="/x/1">${words}</a>`,
      `<a href="/x/1" title="${words}"><i class="icon"></i></a>`,
      `<a href="/x/1" aria-label="${words}">Camera</a>`,
      `<a href="/x/1"><img src="/i.gif" alt="${words}"></a>`,
    ])
      expect([link, followed(link)]).toEqual([link, []]);
  });

  it.each([
    'class="ajax_add_to_cart"',
    'class="js-addToBasket"',
    'data-action="add-to-cart"',
    'wire:click="addToCart(7)"',
    'hx-get="/cart/add/7"',
    'target="cart"',
  ])('is not followed where its attributes say so: %s', (attributes) => {
    expect(followed(`<a href="/x/1" ${attributes}>Camera</a>`)).toEqual([]);
  });

  it.each([
    '<a href="/x/1">Details</a>',
    '<a href="/x/1">Szczegóły</a>',
    '<a href="/x/1"><img src="/i/bag.jpg?v=2"></a>',
    '<a href="/x/1" class="block-link"></a>',
    '<a href="/x/1" rel="nofollow">Camera</a>',
    '<a href="/x/1" hx-get="/x/1" ping="/seen">Camera</a>',
  ])('is followed where it names or shows a product, or reads on: %s', (link) => {
    expect(followed(link)).toEqual(['/x/1']);
  });

  it.each(['Cart cover', 'Order of the Phoenix', 'Kup-Kup puzzle'])(
    'is followed where it is the only name in its row, though it sounds like an order: %s',
    (name) => expect(followedAsName(`<a href="/x/1">${name}</a>`)).toEqual(['/x/1']),
  );

  // Swahili, Amharic, Khmer: languages that no table of orders has.
  it.each(['Weka kikapuni', 'ወደ ጋሪ', 'បន្ថែមទៅកន្ត្រក'])(
    'is not followed as a button behind name and price whose words nobody knows: %s',
    (words) => {
      for (const list of [
        `<table><tr><td>Camera<td>SKU: ${sku}<td>€199.00<td><a href="/x/1">${words}</a></table>`,
        `<li data-sku="${sku}"><h3>Camera</h3><img src="/c.jpg"><p>€199</p><a href="/x/1">${words}</a></li>`,
        `<li><b>Camera</b> <i>${sku}</i> <a href="/x/1">${words}</a></li>`,
        `<li data-sku="${sku}"><b>Camera</b> <s>$</s><b>199</b> <a href="/x/1?do=1">${words}</a></li>`,
      ])
        expect([list, followedOn(list)]).toEqual([list, []]);
    },
  );

  it.each([
    '<a href="/x/1"></a>',
    '<a href="/x/1" class="ion-bag"></a>',
    '<a href="/x/1">♥</a>',
    '<a href="/x/1"><i class="ion-bag"></i></a>',
    '<a href="/x/1"><img src="/i/btn.gif" alt=""></a>',
    '<a href="/x/1"><img src="/i/k.png" width="24"></a>',
  ])('is not followed as an icon that says nothing: %s', (link) => expect(followed(link)).toEqual([]));

  it('is not followed as an icon beside the picture of the product', () => {
    const link = '<a href="/x/1"><img src="/i/k.svg"></a>';
    expect(followedOn(`<li data-sku="${sku}"><img src="/c.jpg"> Camera €199 ${link}</li>`)).toEqual([]);
  });

  it.each([
    [`<li data-sku="${sku}"><b>Camera X7</b> €199 <a href="/camera-x7"></a></li>`, '/camera-x7'],
    [`<li><b>Camera X7</b> €199 <a href="/x/${sku}"></a></li>`, `/x/${sku}`],
    [`<li data-sku="${sku}"><b>Camera X7</b> €199 <a href="/p/camera-x7">Batafsil</a></li>`, '/p/camera-x7'],
    [`<tr><td>Sony<td>${sku}<td><a href="/x/1">Alpha</a><td>€199</tr>`, '/x/1'],
    [`<li>Sony <a href="/x/1">Alpha</a> <i>${sku}</i> €199</li>`, '/x/1'],
    [`<li><h3><a href="/x/1">Alpha</a></h3><p>New</p><p>€199</p><i>${sku}</i></li>`, '/x/1'],
    [`<li data-sku="${sku}"><p>New</p><p>€199</p><a href="/x/1"><img src="/p.jpg"></a></li>`, '/x/1'],
  ])('is followed where the address or the place says that it is the product’s: %s', (list, path) => {
    expect(followedOn(list)).toEqual([path]);
  });
});
