// Amounts beside the product's own price, and the ways to print it: each page shows one thing that was once taken
// for the price, or hid it.
import { expect, test } from 'vitest';
import { extract, jsonLd, page, summary } from '../page-fixture.ts';

const title = '<title>Marlow 40 | Shop</title>';
const stated = (price: number, priceCurrency = 'EUR', more: object = {}): string =>
  title + jsonLd({ '@type': 'Product', name: 'Marlow 40', offers: { price, priceCurrency }, ...more });
const buy = '<form><button>Add to cart</button></form>';

/** What stands there and is not the price, or how the price is printed. */
const pages: readonly (readonly [
  shows: string,
  body: string,
  result: string,
  head?: string,
  lang?: string,
])[] = [
  [
    'rewards',
    `<div class="price-info">$99.00</div><div class="price-info">Earn $5.00 in rewards</div>${buy}`,
    'Priced, 99.00 ?',
  ],
  [
    'the number of offers behind it',
    `<ul><li><span>$329.99</span></li><li>$<strong>279</strong><sup>.99</sup> <a>(6 Offers)</a></li><li>Save: $50.00 (15%)</li></ul>${buy}`,
    'Priced, 279.99 ?, list 329.99',
  ],
  [
    'the rate of a loan that a script computes',
    '<p>189,50 €</p><h4>Calcula tu financiación</h4><input type=range><output>8,50 €</output><button>Añadir al carrito</button>',
    'Priced, 189.50 EUR',
    title,
    'es',
  ],
  [
    'a card of another product, where its own price is only stated',
    '<div><div class="block-title">Recently viewed</div><div class="item"><a href="/p/9000"><img></a><a href="/p/9000">Linen Cushion</a><div class="product-price">59,90 €</div><button>Add to cart</button></div></div>',
    'Priced, 89.9 EUR',
    stated(89.9),
  ],
  [
    'a card on sale between price and button',
    '<p>$10,499</p><div><p>También te puede gustar</p><div><a href="/p/9">Cojín</a><div class="price"><s>$8,325</s> <span class="sale">$6,404</span></div></div></div><button>Agregar al carrito</button>',
    'Priced, 10499 MXN',
    title,
    'es-MX',
  ],
  [
    'a table of others under a title in its first row',
    '<p>Availability: <b>In stock</b></p><table><tr><td><b>You may also like</b></td></tr><tr><td><a href="i0.htm">Coupling</a><br><b>€3.49</b></td><td><a href="i1.htm">Sprinkler</a><br><font color="red">€9.99</font></td></tr></table>',
    'Failed, NoPriceFound',
  ],
  [
    'a dialog about another product, on a sold-out page',
    '<p>Sold out</p><div role="dialog"><h2>Linen Cushion</h2><div class="price">59,90 €</div><button>Add to cart</button></div>',
    'OutOfStock',
  ],
  [
    'an element named after a unit price, without any measure',
    `<span id="unitPrice">$21.78</span><p>Warranty $9.00</p>${buy}`,
    'Priced, 21.78 ?',
  ],
  [
    'a lower bound, beside the stated price of the variant that the address names',
    `<span class="price-item">À partir de 19,00 €</span>${buy}`,
    'Priced, 32 EUR',
    stated(32),
    'fr',
  ],
  [
    'the price for resellers before it',
    '<p>VPC: 22,39 € | MPC: <b>27,99 €</b></p><form><input type="submit" value="Dodaj u košaricu"></form>',
    'Priced, 27.99 EUR',
    title,
    'hr',
  ],
  [
    'cash back',
    '<div class="price-box">bis zu 18,00 € Cashback</div><button>In den Warenkorb</button>',
    'Failed, NoPriceFound',
    title,
    'de',
  ],
  [
    'a newsletter beside a login that prices wait for',
    '<p>Please log in to see prices</p><p>Shipping 6,90 €, 10,00 € below 50,00 €</p><div><h3>Get 10,00 € off your first order</h3><input type="email"></div>',
    'Blocked, LoginRequired',
  ],
  ['a sum in a sentence', '<p>The first model sold for $850 in 1908.</p>', 'Failed, NoPriceFound'],
];

test.each(pages)('%s', (_, body, result, head = title, lang = 'en') => {
  expect(summary(extract(page(`<h1>Marlow 40</h1>${body}`, head, lang)))).toBe(result);
});

test.each([
  [
    'labels',
    '<label>9 <span>sold out</span></label><label>9.5</label><label>10</label><button>Add to cart</button>',
  ],
  ['a list', '<ul><li>40 <span>Sold out</span></li><li>41</li><li>42</li></ul><button>Add to cart</button>'],
  [
    'a swatch',
    '<button aria-pressed="true">Natural</button><button disabled>Black <span>Sold out</span></button><button>Add to cart</button>',
  ],
])('one size, or one way to get it, that is out of stock says nothing of the product: %s', (_where, body) => {
  const { Availability } = extract(page(`<h1>Marlow 40</h1><p class="price">$99.00</p>${body}`, title));
  expect(Availability).toBe('InStock');
});

test.each([
  ['a code that makes it cheaper is no SKU', '<p>Con el código SAVE10: 80,91 €</p>', null, title],
  ['nor is one in a line of its own', '<p>Código: VERANO10</p>', null, title],
  [
    "the maker's number gives way to the seller's",
    '<div class="ModelNumber_m">Model Number: SM-R630NZ</div>',
    'N70106183V',
    stated(89.9, 'EUR', { sku: 'N70106183V' }),
  ],
])('%s', (_what, body, sku, head) => {
  expect(extract(page(`<h1>Marlow 40</h1><p class="price">89,90 €</p>${body}${buy}`, head)).Sku).toBe(sku);
});

test.each([
  ['a member of the currency', '{"price":{"amount":12900,"currency":{"code":"EUR","exponent":2}}'],
  [
    'the name of a shop programme',
    '{"prices":{"price":"12900","currency_code":"EUR","currency_minor_unit":2}',
  ],
])('how many decimals an amount in application state has may be %s', (_where, product) => {
  const state = `<script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{"product":${product},"name":"Marlow 40","sku":"M40"}}}}</script>`;
  expect(summary(extract(page(`<h1>Marlow 40</h1>${state}`, title)))).toBe('Priced, 129.00 EUR');
});

test('a price that is shown in another currency than it is stated in is told, and taken where its country is named', () => {
  const html = page(`<h1>Marlow 40</h1><div class="price">£395.00</div>${buy}`, stated(495, 'USD'));
  const result = extract(html);
  expect(summary(result)).toBe('Priced, 495 USD');
  expect(result.Warnings.join()).toMatch(/^SourcesDiffer: JsonLd states 495 USD, the page shows 395.00 GBP/);
  expect(summary(extract(html, { site: { Country: 'GB' } }))).toBe('Priced, 395.00 GBP');
});
