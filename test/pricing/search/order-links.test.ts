// Links of a search's list that say that they order, though their addresses say nothing.
import { describe, expect, it } from 'vitest';
import { findSearchHits } from '../../../lambdas/pricing/search/search-hits.ts';

const sku = 'CAM-1801';
const url = `https://shop.example/search?q=${sku}`;
const followed = (link: string): string[] =>
  findSearchHits(
    `<main><h1>Results for ${sku}</h1><table><tr><td>Camera<td>SKU: ${sku}<td>€199.00<td>${link}</table></main>`,
    { url, sku },
  ).map((hit) => new URL(hit.url).pathname);

describe('a link of a list', () => {
  it.each(
    [
      'Order|Add|Add to cart|Add Camera to your cart|Add to cart: Camera One, black|+ Add to basket (1)|Notify me|Bid|Subscribe',
      'In den Korb|Bestellen|Commander|Ajouter|Añadir|Agregar|Aggiungi|Adicionar|Kup|Vložit do košíku|Satın al|Køb',
      'Lägg i varukorg|Kjøp|Osta|Lisää ostoskoriin|Bestel|Купи|Αγορά|Στο καλάθι|購入|立即购买|구매|Mua|Thêm vào giỏ|Beli|ซื้อ',
      'أضف إلى السلة|شراء|הוסף לסל|خرید|Pirkti|Pirkt|Lisa korvi|Kupi|Dodaj u korpu|Afegir|Gehitu saskira|Setja í körfu',
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
    'class="btn-addtocart"',
    'class="js-addToBasket"',
    'id="add-to-cart-7"',
    'name="add-to-cart"',
    'data-action="add-to-cart"',
    'data-action="click->cart#add"',
    'data-add-to-cart',
    'data-cart-add="7"',
    'data-remote="true"',
    'data-method="post"',
    'wire:click="addToCart(7)"',
    'x-on:click.prevent="$store.cart.add(7)"',
    '@click.stop.prevent="addToCart(7)"',
    'hx-get="/cart/add/7"',
    'formaction="/cart/add"',
    'ping="/cart/add/7"',
    'target="cart"',
    'download',
    'rel="nofollow" class="add_to_cart_button"',
  ])('is not followed where its attributes say so: %s', (attributes) => {
    expect(followed(`<a href="/x/1" ${attributes}>Camera</a>`)).toEqual([]);
  });

  it.each([
    '<a href="/x/1">Details</a>',
    '<a href="/x/1">View</a>',
    '<a href="/x/1">Zum Produkt</a>',
    '<a href="/x/1">Szczegóły</a>',
    '<a href="/x/1"><img src="/i.jpg" alt="Camera"></a>',
    '<a href="/x/1"><img src="/i.jpg" alt=""></a>',
    '<a href="/x/1"></a>',
    '<a href="/x/1">Camera</a>',
    '<a href="/x/1">Cart cover</a>',
    '<a href="/x/1">Order of the Phoenix</a>',
    '<a href="/x/1">Golf bag</a>',
    '<a href="/x/1">Kup-Kup puzzle</a>',
    '<a href="/x/1" title="Buy Camera One online">Camera One</a>',
    '<a href="/x/1" rel="nofollow">Camera</a>',
    '<a href="/x/1" class="product-card-link" data-event="select_item" data-action="view">Camera</a>',
    '<a href="/x/1" data-add-to-cart-url="/cart/add/7">Camera</a>',
    '<a href="/x/1" hx-get="/x/1" ping="/seen">Camera</a>',
    '<a href="/x/1" target="_blank">Camera</a>',
    '<a href="/x/1"><img src="/i.jpg" alt=""><h3>Camera</h3><span class="button">Add to cart</span></a>',
  ])('is followed where it names or shows a product, or reads on: %s', (link) => {
    expect(followed(link)).toEqual(['/x/1']);
  });
});
