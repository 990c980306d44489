// What stands beside the product's own price, and what it is printed as: each page shows one thing that was once taken
// for the price, or hid it.
import { describe, expect, test } from 'vitest';
import { extract, jsonLd, page, summary } from '../page-fixture.ts';

const title = '<title>Marlow 40 | Shop</title>';
const stated = (price: number, priceCurrency = 'EUR', more: object = {}): string =>
  title + jsonLd({ '@type': 'Product', name: 'Marlow 40', offers: { price, priceCurrency }, ...more });
const buy = '<form><button>Add to cart</button></form>';

type Shown = readonly [shows: string, body: string, result: string, head?: string, lang?: string];

const read = ([, body, , head = title, lang = 'en']: Shown): string =>
  summary(extract(page(`<h1>Marlow 40</h1>${body}`, head, lang)));

const box = (line: string): string =>
  `<div class="price"><span class="price-item price-item--regular">$79.95</span><p>${line}</p></div>${buy}`;

const lines: readonly Shown[] = [
  [
    'the number of payments',
    box('4 interest-free payments of $19.99'),
    'Priced, 79.95 USD',
    stated(79.95, 'USD'),
  ],
  ['a voucher', box('$5.00 voucher for your next order'), 'Priced, 79.95 USD', stated(79.95, 'USD')],
  ['words that nobody knows', box('Zmurf quux $5.00'), 'Priced, 79.95 USD', stated(79.95, 'USD')],
  ['payments, without data', box('4 interest-free payments of $19.99'), 'Priced, 79.95 ?'],
  [
    'what is spent to save',
    '<div>Ordinarie pris <span>499 kr</span></div><div>Handla för 1.100 kr och spara 220 kr</div><button>Lägg i varukorgen</button>',
    'Priced, 499 SEK',
    title,
    'sv',
  ],
  [
    'rewards',
    `<div class="price-info">$99.00</div><div class="price-info">Earn $5.00 in rewards</div>${buy}`,
    'Priced, 99.00 ?',
  ],
  [
    'a price of members, named behind it',
    '<div class="price">3,980円</div><div class="price">3,580円 会員価格</div><button>カートに入れる</button>',
    'Priced, 3980 JPY',
    title,
    'ja',
  ],
  [
    'cash back in a box of prices',
    '<div class="prices"><span class="origin-price">52,900원</span><span class="total"><b>35,990<span>원</span></b></span><div>34,190원 <span>회원 할인가</span></div><div>최대 1,800원 캐시 적립</div></div><button>장바구니 담기</button>',
    'Priced, 35990 KRW, list 52900',
    title,
    'ko',
  ],
  [
    'a price per piece of what is sold in packs',
    `<div>0,12 € / Perle</div><div>Packung mit 50 Stück: 5,95 €</div>${buy}`,
    'Priced, 5.95 EUR',
  ],
  ['a price per bottle', `<p>4,00 € / Flasche</p><p>24,00 €</p>${buy}`, 'Priced, 24.00 EUR'],
  [
    'a price each beside one per pack',
    `<div>£12.60 per pack of 6</div><div>£2.10 each</div>${buy}`,
    'Priced, 12.60 GBP',
  ],
  [
    'two at once',
    `<div><span>45,00 €</span> <span>Lot de 2 : 80,00 €</span></div>${buy}`,
    'Priced, 45.00 EUR',
  ],
  [
    'a badge in front of it',
    `<div><b>25% OFF</b><span>$9.37</span></div><div>Warranty $19.90</div>${buy}`,
    'Priced, 9.37 ?',
  ],
  [
    'a badge and the regular price',
    `<div><span>25% off</span> <span>$9.37</span> <span>Regular price: $12.49</span></div>${buy}`,
    'Priced, 9.37 ?, list 12.49',
  ],
  [
    'the number of offers behind it',
    `<ul><li><span>$329.99</span></li><li>$<strong>279</strong><sup>.99</sup> <a>(6 Offers)</a></li><li>Save: $50.00 (15%)</li></ul>${buy}`,
    'Priced, 279.99 ?, list 329.99',
  ],
  [
    'a subscription of which none is chosen',
    `<div><label><input type=radio name=a>Autoship: <b class="price">$40.61</b> (35% off first order)</label></div><div><label><input type=radio name=a>Buy once: <span>$62.48</span></label></div>${buy}`,
    'Priced, 62.48 ?',
  ],
  [
    'carriage to several countries',
    `<p>18,50 €</p><details><summary>Shipping costs by country</summary><table><tr><td>DE</td><td>4,95 €</td></tr><tr><td>FR</td><td>14,50 €</td></tr></table></details>${buy}`,
    'Priced, 18.50 EUR',
  ],
  [
    'the rate of a loan that a script computes',
    '<p>189,50 €</p><h4>Calcula tu financiación</h4><input type=range><output>8,50 €</output><button>Añadir al carrito</button>',
    'Priced, 189.50 EUR',
    title,
    'es',
  ],
  [
    'the same amount as the lowest of thirty days',
    '<ol><li>$ 299.990 <img alt="card"></li><li data-internet-price="329.990">$ 329.990</li></ol><p>Precio más bajo de los últimos 30 días: $ 329.990</p><button>Agregar al carrito</button>',
    'Priced, 329990 CLP',
    title,
    'es-CL',
  ],
  [
    'a normal and an internet price in lists of pairs',
    '<div><dt>Normal</dt><dd>S/ 2,899</dd></div><div><dt>Internet</dt><dd>S/ 2,199</dd></div><button>Agregar</button>',
    'Priced, 2199 PEN, list 2899',
    title,
    'es-PE',
  ],
];

const others: readonly Shown[] = [
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
    'markup of another product behind it',
    `<div class="price">$16.00</div>${buy}<div itemscope itemtype="http://schema.org/Product"><h3 itemprop="name">Grinder Pro</h3><span itemprop="price" content="129.00">$129.00</span></div>`,
    'Priced, 16.00 ?',
  ],
  [
    'what takes its place, when it is gone',
    '<p>nicht mehr lieferbar</p><p><b>Nachfolger:</b> <a href="/a42">Marlow 42</a> <span>329,00 €</span></p>',
    'OutOfStock',
    title,
    'de',
  ],
  [
    'a table of others under a title in its first row',
    '<p>Availability: <b>In stock</b></p><table><tr><td><b>You may also like</b></td></tr><tr><td><a href="i0.htm">Coupling</a><br><b>€3.49</b></td><td><a href="i1.htm">Sprinkler</a><br><font color="red">€9.99</font></td></tr></table>',
    'Failed, NoPriceFound',
  ],
  [
    'a dialog about another product',
    '<div role="dialog" aria-hidden="true"><h2>Linen Cushion</h2><div class="price">59,90 €</div><button>Add to cart</button></div>',
    'Priced, 89.9 EUR',
    stated(89.9),
  ],
  [
    'a dialog about another product, on a sold-out page',
    '<p>Sold out</p><div role="dialog"><h2>Linen Cushion</h2><div class="price">59,90 €</div><button>Add to cart</button></div>',
    'OutOfStock',
  ],
  [
    'alternatives on the page of what is no longer made',
    '<p>This product has been discontinued.</p><h3>Alternatives</h3><ul><li><a href="/p/1">A</a><span class="price">$10.00</span></li><li><a href="/p/2">B</a><span class="price">$12.00</span></li></ul>',
    'OutOfStock',
  ],
];

const prints: readonly Shown[] = [
  [
    'cents raised behind thousands that a blank groups',
    '<span class="price">1 149<sup>€99</sup></span><button>Ajouter au panier</button>',
    'Priced, 1149.99 EUR',
    title,
    'fr',
  ],
  [
    'a comment between sign and number',
    '<div><del>$ <!-- -->2.890.000</del>$ <!-- -->2.190.000</div><button>Agregar al carrito</button>',
    'Priced, 2190000 COP, list 2890000',
    title,
    'es-CO',
  ],
  [
    'a sign in an element of its own before each of two amounts',
    `<div><span>€</span><span>64.00</span><span><span>€</span><span>51.20</span></span></div>${buy}`,
    'Priced, 51.20 EUR, list 64.00',
  ],
  [
    'an element named after a unit price, without any measure',
    `<span id="unitPrice">$21.78</span><p>Warranty $9.00</p>${buy}`,
    'Priced, 21.78 ?',
  ],
  [
    'a column beside the page that sells',
    '<aside class="sidebar"><div><div class="price">$44.00</div><button>Add to cart</button></div></aside>',
    'Priced, 44.00 ?',
  ],
  [
    'a price named after the column that it stands in',
    '<div class="pdp_sidebar-price"><span>R 4,499</span><span class="strike">R 5,999</span></div><div>Pay R 4 049 with member voucher</div><button>Add to Cart</button>',
    'Priced, 4499 ZAR, list 5999',
    title,
    'en-ZA',
  ],
  [
    'a lower bound, beside the stated price of the variant that the address names',
    `<span class="price-item">À partir de 19,00 €</span>${buy}`,
    'Priced, 32 EUR',
    stated(32),
    'fr',
  ],
  [
    'the price of what is chosen, below a range',
    `<p class="price">18,90 € – 41,50 €</p><p>50 ml</p><div><del>29,00 €</del> <ins class="amount">24,65 €</ins></div>${buy}`,
    'Priced, 24.65 EUR, list 29.00',
  ],
  [
    'a name that means the list price only beside another',
    '<p class="precio">PVP: <span class="pvp">27,99 €</span> IVA incl.</p><button>Añadir al carrito</button>',
    'Priced, 27.99 EUR',
    title,
    'es',
  ],
  [
    'the price for resellers before it',
    '<p>VPC: 22,39 € | MPC: <b>27,99 €</b></p><form><input type="submit" value="Dodaj u košaricu"></form>',
    'Priced, 27.99 EUR',
    title,
    'hr',
  ],
  [
    'what a new one costs, beside a stated used one',
    `<div class="hero-price">$379.99</div><div>Open-Box: from $312.99</div>${buy}`,
    'Priced, 379.99 USD',
    stated(0, 'USD', {
      offers: { price: 312.99, priceCurrency: 'USD', itemCondition: 'https://schema.org/UsedCondition' },
    }),
  ],
  [
    'a colon before the hundredths',
    '<p>129:50 kr</p><button>Köp</button>',
    'Priced, 129.50 SEK',
    title,
    'sv',
  ],
  ['euros and what they were', `<div>53,09 €</div><div>400,00 kn</div>${buy}`, 'Priced, 53.09 EUR'],
  [
    'names in a row above amounts',
    `<table><tr><th>RRP</th><th>Our price</th><th>You save</th></tr><tr><td>£39.99</td><td>£29.99</td><td>£10.00</td></tr></table>${buy}`,
    'Priced, 29.99 GBP, list 39.99',
  ],
  [
    'a cell for the colon between name and amount',
    `<table><tr><td>MRP</td><td>:</td><td>Rs. 2,490.00</td></tr><tr><td>Offer Price</td><td>:</td><td>Rs. 1,990.00</td></tr></table>${buy}`,
    'Priced, 1990.00 INR, list 2490.00',
    title,
    'en-IN',
  ],
  [
    'names behind amounts',
    '<p>$29.990 <em>Internet</em></p><p>$39.990 <em>Normal</em></p><button>Agregar al carro</button>',
    'Priced, 29990 CLP, list 39990',
    title,
    'es-CL',
  ],
  [
    'only an old price, beside a lower stated one',
    `<span class="old-price">119,90 €</span>${buy}`,
    'Priced, 89.9 EUR',
    stated(89.9),
  ],
  [
    'only a net price, beside a stated one with tax',
    `<p>excl. VAT: 74,92 €</p>${buy}`,
    'Priced, 89.9 EUR',
    stated(89.9),
  ],
];

const none: readonly Shown[] = [
  [
    'cash back',
    '<div class="price-box">bis zu 18,00 € Cashback</div><button>In den Warenkorb</button>',
    'Failed, NoPriceFound',
    title,
    'de',
  ],
  [
    'a gift card',
    `<div class="price-box">Spend $100, get a $30 eGift Card w/ code GIFT</div>${buy}`,
    'Failed, NoPriceFound',
  ],
  [
    'a newsletter beside a login that prices wait for',
    '<p>Please log in to see prices</p><p>Shipping 6,90 €, 10,00 € below 50,00 €</p><div><h3>Get 10,00 € off your first order</h3><input type="email"></div>',
    'Blocked, LoginRequired',
  ],
  ['a sum in a sentence', '<p>The first model sold for $850 in 1908.</p>', 'Failed, NoPriceFound'],
  [
    'a placeholder where the price is told on request',
    '<p>Price on request</p>',
    'Failed, NoPriceFound',
    stated(99999.99),
  ],
];

const groups: readonly (readonly [string, readonly Shown[]])[] = [
  ['the price is not', lines],
  ['other products:', others],
  ['the price is printed with', prints],
  ['there is no price but', none],
];
for (const [group, shown] of groups)
  describe(group, () => {
    for (const one of shown)
      test(one[0], () => {
        expect(read(one)).toBe(one[2]);
      });
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
  ['fetching it', '<p>Pickup: out of stock at Seattle</p><p>Ships in 3 days</p><button>Add to cart</button>'],
])('one size, or one way to get it, that is out of stock says nothing of the product: %s', (_where, body) => {
  const { Availability } = extract(page(`<h1>Marlow 40</h1><p class="price">$99.00</p>${body}`, title));
  expect(Availability).toBe('InStock');
});

test.each([
  ['a code that makes it cheaper is no SKU', '<p>Con el código SAVE10: 80,91 €</p>', null, title],
  ['nor is one in a line of its own', '<p>Código: VERANO10</p>', null, title],
  ['a number called so is', '<p>Código: 83810610</p>', '83810610', title],
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
  ['in sections of their own are two prices', 'section', 'Ambiguous'],
  ['in articles of their own too', 'article', 'Ambiguous'],
  ['in one block are what was and what is asked', 'div', 'Priced'],
])('two lines with an amount each, the higher first, %s', (_what, name, outcome) => {
  const line = (amount: string): string => `<${name}><p class="price">${amount}</p></${name}>`;
  const { Outcome } = extract(page(`<h1>Marlow 40</h1>${line('80.00 €')}${line('60.00 €')}`, title));
  expect(Outcome).toBe(outcome);
});

test('a disabled button that says the product is sold out is believed before data that say otherwise', () => {
  const inStock = { price: 99, priceCurrency: 'USD', availability: 'https://schema.org/InStock' };
  const result = extract(
    page(
      '<h1>Marlow 40</h1><p class="price">$99.00</p><form><button disabled>Sold out</button></form>',
      stated(99, 'USD', { offers: inStock }),
    ),
  );
  expect(summary(result)).toBe('OutOfStock, 99 USD');
  expect(result.Warnings.join()).toMatch(/^AvailabilityDiffers: JsonLd states InStock/);
});

test.each([
  ['a sibling of the amount', '{"price":{"amount":12900,"currency":"EUR","exponent":2}'],
  ['a sibling with another name', '{"price":{"value":12900,"currency":"EUR","minorUnits":2}'],
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
