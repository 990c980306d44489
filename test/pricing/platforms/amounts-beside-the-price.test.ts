// Amounts beside the price that are not the price: prices of others, of other things, before tax, of choices not taken. And
// what elements make of the texts in them.
import { describe, expect, test } from 'vitest';
import { extract, jsonLd, page, productPage, stated, summary } from '../page-fixture.ts';

const name = 'Birch stool';
const shop = (lang: string, block: string, head?: string): string => productPage(name, block, head, lang);

/** Pages that state nothing in data. */
const blocks: readonly (readonly [shows: string, lang: string, block: string, result: string])[] = [
  [
    'a point that is only read aloud',
    'en-US',
    '<div class="price"><span>$</span><span>398</span><span class="sr-only">.</span><span>97</span></div><button>Add to Cart</button>',
    'Priced, 398.97 USD',
  ],
  // The lowest price of thirty days.
  [
    'that is today’s as well',
    'fr',
    '<p>35,00 € <del>50,00 €</del> <small>Prix le plus bas sur 30 jours : 35,00 €</small></p><button>Ajouter au panier</button>',
    'Priced, 35.00 EUR, list 50.00',
  ],
  // Badges before the price.
  [
    'a badge in an element of its own',
    'pt-BR',
    '<span class="flag">Frete grátis</span><span class="sellingPrice">R$ 199,90</span><button>Adicionar ao carrinho</button>',
    'Priced, 199.90 BRL',
  ],
  [
    'a badge of known words before what is named the current price',
    'es',
    '<ul class="flags"><li>Ahorra más</li></ul><div class="current-price"><span>129,95 €</span></div><button>Añadir al carrito</button>',
    'Priced, 129.95 EUR',
  ],
  // Prices of some buyers.
  [
    'a table of what each of several costs',
    'de',
    '<p>13,90 €</p><p>27,80 € / 1 l</p><table><tr><td>ab 3 Stück</td><td>12,90 €</td></tr><tr><td>ab 6 Stück</td><td>11,90 €</td></tr></table><button>In den Warenkorb</button>',
    'Priced, 13.90 EUR',
  ],
  [
    'members’ price and regular price, each below its label',
    'en-GB',
    '<div><span>Member price</span><div>£39.00</div></div><div><span>Regular price</span><div>£49.00</div></div><button>Add to basket</button>',
    'Priced, 49.00 GBP',
  ],
  // With tax and without.
  [
    'the price with tax in brackets behind the one without',
    'en-GB',
    '<p>£7.25</p><p>ex. VAT (£8.70 inc. VAT)</p><button>Add to basket</button>',
    'Priced, 8.70 GBP',
  ],
  [
    'the price with tax in brackets below',
    'ja',
    '<p>価格 4,980円<br>(税込 5,378円)</p><p>送料 880円</p><button>カートに入れる</button>',
    'Priced, 5378 JPY',
  ],
  [
    'markers in lines of their own',
    'fr',
    '<div><p>41,65 €</p><p>HT</p></div><div><p>49,98 €</p><p>TTC</p></div><button>Ajouter au panier</button>',
    'Priced, 49.98 EUR',
  ],
  // Texts of neighbouring elements.
  [
    'two prices without white space between',
    'de-CH',
    "<p><s>CHF 1'290.00</s><span>CHF 1'032.00</span></p><button>In den Warenkorb</button>",
    'Priced, 1032.00 CHF, list 1290.00',
  ],
  [
    'a currency between an old price and its own',
    'de-CH',
    "<p><span>statt 1'290.–</span> <b>CHF 1'090.–</b></p><button>In den Warenkorb</button>",
    'Priced, 1090 CHF, list 1290',
  ],
  [
    'cents behind the sign, of the old price and of the new one',
    'fr',
    '<p><s>349<sup>€99</sup></s> <b>249<sup>€99</sup></b></p><button>Ajouter au panier</button>',
    'Priced, 249.99 EUR, list 349.99',
  ],
  [
    'whole units and cents hidden from screen readers',
    'es-AR',
    '<p><span aria-hidden="true">$54.999</span><span class="price__cents" aria-hidden="true">30</span></p><button>Comprar</button>',
    'Priced, 54999.30 ARS',
  ],
  // Choices.
  [
    'a side column with the button to buy',
    'de',
    '<aside><p>189,99 €</p><p><s>249,99 €</s></p><button>In den Warenkorb</button></aside>',
    'Priced, 189.99 EUR, list 249.99',
  ],
];
test.each(blocks)('%s', (_, lang, block, result) => expect(summary(extract(shop(lang, block)))).toBe(result));

test.each(['£3&#0;.75', '£3&#0;75'])('%s is no amount, nor a part of it', (price) => {
  const html = shop('en-GB', `<p class="price">${price}</p><button>Add to basket</button>`);
  expect(extract(html).Price).toBeNull();
});

describe('data that state', () => {
  test('the price beside a number of pieces in a block that is named as a price', () => {
    const block =
      '<div class="product-price"><div class="input-quantity"><span>1</span></div></div><button>In den Warenkorb</button>';
    expect(summary(extract(shop('de', block, stated(name, '245.00', 'EUR'))))).toBe('Priced, 245.00 EUR');
  });

  test('what the page crosses out', () => {
    const block = '<p>Coupon available</p><p>$29.55 <span>$40.00</span></p><button>Add to cart</button>';
    expect(extract(shop('en', block, stated(name, '40.00', 'USD')))).toMatchObject({
      Price: { Amount: '29.55' },
      ListPrice: { Amount: '40.00' },
      Confidence: 'Low',
    });
  });

  test('what members pay, and a page that shows what everybody does', () => {
    const block =
      '<div class="price"><span>Regular price</span> <b>$159.00</b></div><p>Member price <b>$129.00</b></p><button>Add to cart</button>';
    const offer = extract(shop('en-US', block, stated(name, '129.00', 'USD')));
    expect(summary(offer)).toBe('Priced, 159.00 USD');
    expect(offer.Confidence).not.toBe('High');
  });

  test('what members pay, which is the price where no other one is shown', () => {
    const block = '<div>Members exclusive</div><div class="price">$129.00</div><button>Add to cart</button>';
    expect(summary(extract(shop('en', block, stated(name, '129.00', 'USD'))))).toBe('Priced, 129.00 USD');
  });

  test('the price without tax, and a page that shows both', () => {
    const net = stated(name, '99.16', 'EUR', {
      priceSpecification: { price: '99.16', valueAddedTaxIncluded: false },
    });
    const block = '<p class="price">118,00 €</p><p>Netto: 99,16 €</p><button>In den Warenkorb</button>';
    expect(summary(extract(shop('de', block, net)))).toBe('Priced, 118.00 EUR');
  });

  test('a product of another name and address, which is not the page’s', () => {
    const offers = { price: '19.00', priceCurrency: 'EUR' };
    const other = jsonLd({
      '@type': 'Product',
      name: 'Linen pouch',
      url: 'https://shop.example/p/linen-pouch',
      offers,
    });
    expect(summary(extract(shop('en', '', other)))).toBe('Failed, NoPriceFound');
  });

  test('a range over all conditions, which does not hide the new offer', () => {
    const of = (price: string, condition: string) => ({
      price,
      itemCondition: `https://schema.org/${condition}Condition`,
    });
    const aggregate = {
      '@type': 'AggregateOffer',
      lowPrice: '58.00',
      highPrice: '79.00',
      offers: [of('79.00', 'New'), of('58.00', 'Used')],
    };
    const block = '<p class="price">$79.00</p><p>Open box from $58.00</p><button>Add to cart</button>';
    expect(extract(shop('en-US', block, stated(name, '', 'USD', aggregate))).Price?.Amount).toBe('79.00');
  });
});

describe('a wanted variant', () => {
  test.each<[shows: string, wish: object, block: string, result: string]>([
    [
      'a price in each option',
      { Size: '90x200' },
      '<select name="size"><option value="80x200" data-price="199.00">80x200</option><option value="90x200" data-price="219.00">90x200</option></select>',
      'Priced, 219.00 EUR',
    ],
    [
      'options that cost the same',
      { Size: 'L' },
      '<select name="size"><option>M</option><option>L</option></select>',
      'Priced, 18.00 EUR',
    ],
    [
      'a sold-out option',
      { Size: 'L' },
      '<select name="size"><option>M</option><option disabled>L</option></select>',
      'OutOfStock, 18.00 EUR',
    ],
    [
      'no such option',
      { Size: 'XS' },
      '<select name="size"><option>M</option><option>L</option></select>',
      'Failed, VariantNotFound',
    ],
  ])('among the page’s choices: %s', (_, Variant, choice, result) => {
    const block = `<p class="price">€18.00</p>${choice}<button>Add to cart</button>`;
    expect(summary(extract(shop('en-IE', block), { site: { Variant } }))).toBe(result);
  });

  const variant = (sku: string, color: string, price: string, availability: string) => ({
    '@type': 'Product',
    name: `Birch stool, ${color}`,
    sku,
    color,
    offers: { price, priceCurrency: 'GBP', availability },
  });
  const group = jsonLd({
    '@type': 'ProductGroup',
    name: 'Birch stool',
    hasVariant: [variant('A', 'Red', '18.00', 'InStock'), variant('B', 'Blue', '22.00', 'OutOfStock')],
  });
  const openGraph =
    '<meta property="og:title" content="Birch stool"><meta property="product:price:amount" content="18.00"><meta property="product:price:currency" content="GBP"><meta property="product:availability" content="instock">';
  const html = shop('en', '<p class="price">£18.00</p><button>Add to cart</button>', group + openGraph);

  test.each([
    [
      'that costs otherwise has its own price and stock',
      { sku: 'B' },
      'OutOfStock, 22.00 GBP',
      'B',
      'Medium',
    ],
    [
      'that is the shown one is confirmed by it',
      { site: { Variant: { Color: 'Red' } } },
      'Priced, 18.00 GBP',
      'A',
      'High',
    ],
  ])('%s', (_, context, result, sku, confidence) => {
    const found = extract(html, context);
    expect([summary(found), found.Sku, found.Confidence]).toEqual([result, sku, confidence]);
  });
});

test('the wanted currency goes before its conversions', () => {
  const html = shop('en', '<p>GBP 148.50</p><p>US $196.02</p><button>Buy it now</button>');
  expect(summary(extract(html, { site: { Currency: 'GBP' } }))).toBe('Priced, 148.50 GBP');
});

describe('pages of other times and trades', () => {
  const plain = (lang: string, title: string, body: string): string =>
    page(body, `<title>${title}</title>`, lang);

  test.each<[shows: string, html: string, result: string]>([
    [
      'no heading: the line that the document’s title repeats is the title',
      plain(
        'cs',
        'Saturn – Jan Novák (1954) | Antikvariát',
        '<table><tr><td><font size="4"><b>Saturn</b></font><br>Jan Novák<br>Prodejní cena: <b>280 Kč</b><br><form><input type="image" alt="Koupit"></form></td></tr><tr><td>Ostatní koupili</td></tr><tr><td><a href="/p/2">Pluto</a><br><b>120 Kč</b></td><td><a href="/p/3">Mars</a><br><b>95 Kč</b></td></tr></table>',
      ),
      'Priced, 280 CZK',
    ],
    [
      'cents in an element of their own, without a separator',
      plain(
        'da',
        'Smør',
        '<h1>Smør</h1><p class="pris"><span class="kr">24</span><span class="oere">95</span></p><p>99,80 kr./kg</p><button>Læg i kurv</button>',
      ),
      'Priced, 24.95 DKK',
    ],
    [
      'a cell that says that the price follows, among cells of other products',
      plain(
        'ru',
        'Паяльник 40 Вт',
        '<table><tr><td><b>Хиты</b><br><a href="/p/2">Мультиметр</a><br><b>650 руб.</b></td><td><h1>Паяльник 40 Вт</h1><table><tr><td>Цена:</td><td><b>4 350 руб.</b></td></tr></table><form><input type="submit" value="В корзину"></form></td><td><b>Новинки</b><br><a href="/p/3">Флюс</a><br><b>120 руб.</b></td></tr></table>',
      ),
      'Priced, 4350 RUB',
    ],
  ])('%s', (_, html, result) => expect(summary(extract(html))).toBe(result));
});

test('the maker’s number is not the seller’s', () => {
  const html = shop(
    'pl',
    '<table><tr><td>Kod producenta</td><td>ECAM22.110</td></tr></table><p class="price">840,00 zł</p><meta itemprop="sku" content="14872233911">',
  );
  expect(extract(html).Sku).toBeNull();
});
