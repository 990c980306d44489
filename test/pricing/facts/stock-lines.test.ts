import { describe, expect, test } from 'vitest';
import { extract, page, productPage, stated } from '../page-fixture.ts';

const shop = (body: string, head?: string, lang?: string): string =>
  productPage('Garden chair', `<p class="price">$89.90</p>${body}`, head, lang);
const buy = '<form><button type="submit">Add to cart</button></form>';
const stockOf = (body: string, head?: string, lang?: string) => extract(shop(body, head, lang)).Availability;

describe('words that speak of something else', () => {
  test.each([
    ['a Portuguese picture', 'pt', '<h4>Imagem não disponível</h4>'],
    ['one colour', 'fr', '<p>Coloris rouge épuisé</p>'],
    ['one colour in a sentence', 'en', '<p>The blue one is sold out</p>'],
    ['one size', 'en', '<p>XL out of stock</p>'],
    ['one variant', 'en', '<p>This variant is sold out</p>'],
    ['one store', 'en', '<p>Not available in our Leeds shop</p>'],
    ['another way of ordering', 'en', '<p>Please pre-order if you want to collect it in the shop today</p>'],
    ['a state that is denied', 'en', '<p>Backorder: no</p>'],
    ['a state that is denied in the next cell', 'de', '<dl><dt>Ausverkauft</dt><dd>Nein</dd></dl>'],
  ])('of %s', (_what, lang, line) => {
    expect(stockOf(`${line}${buy}`, '', lang)).toBe('InStock');
  });

  test('spare parts that are to be had do not sell a product that is missing', () => {
    const lines = '<p>Spare parts available for ten years.</p><p>This product is currently unavailable.</p>';
    expect(stockOf(lines)).toBe('OutOfStock');
  });

  test.each([
    ['a line that also offers a reminder', '<p>Currently unavailable. Email me when it is back.</p>'],
    ['a button that is an input', '<input type="button" value="Notify me when available">'],
  ])('but %s says that it is missing', (_what, line) => {
    expect(stockOf(line)).toBe('OutOfStock');
  });

  test.each([
    ['of a name', 'Last One Standing poster', 'InStock'],
    ['but not a clause beside it', '[SOLD OUT] Blue vase', 'OutOfStock'],
  ])('%s: %s', (_, title, expected) => {
    const html = productPage(title, `<p class="price">$20.00</p><p>${title}</p>${buy}`);
    expect(extract(html).Availability).toBe(expected);
  });
});

describe("the page's own line about stock", () => {
  test('is heard in a list', () => {
    const list = '<ul><li>Brand: Fern</li><li>Code: GC-2002</li><li>Availability: Out Of Stock</li></ul>';
    expect(stockOf(`${list}${buy}`)).toBe('OutOfStock');
  });

  test.each([
    ['may be a number', 'en', 'Stock: 0', 'OutOfStock'],
    ['may be a state with its number', 'en', 'In stock: 0', 'OutOfStock'],
    ['may be a state with its answer', 'sv', 'I lager: Nej', 'OutOfStock'],
    ['may be a number of pieces', 'de', 'Lagerbestand: 3 Stück', 'InStock'],
    ['may be a sentence', 'pl', 'Ten produkt jest chwilowo niedostępny.', 'OutOfStock'],
  ])('%s', (_, lang, line, expected) => {
    expect(stockOf(`<p>${line}</p>`, '', lang)).toBe(expected);
  });
});

test('the form that sells the product is no card of another one', () => {
  const form = (link: string) =>
    `<form class="product-card" action="/cart/add"><a href="${link}"><img src="/a.jpg"></a><p>Sold out</p></form>`;
  expect(stockOf(form('/p/walking-boot'))).toBe('OutOfStock');
  expect(stockOf(form('/p/other'))).toBe('InStock');
});

describe('data and page differ', () => {
  const openGraph =
    '<meta property="og:type" content="product"><meta property="og:availability" content="instock"><meta property="product:price:amount" content="89.90"><meta property="product:price:currency" content="USD">';

  test('data are believed where a button sells, with a warning', () => {
    const result = extract(shop(`<p>Out of stock</p>${buy}`, openGraph));
    expect(result.Availability).toBe('InStock');
    expect(result.Warnings.join()).toContain('AvailabilityDiffers');
  });
});

describe('a control in place of the button to buy', () => {
  test.each([
    ['<button class="add-to-cart">Join the waitlist</button>', 'OutOfStock'],
    ['<button>Notify me of a lower price</button>', 'InStock'],
    ['<button>Notify me of new reviews</button>', 'InStock'],
  ])('%s', (control, expected) => {
    expect(stockOf(control)).toBe(expected);
  });

  test('that only looks like one to buy does not stand against a line', () => {
    const head = stated('Garden chair', '89.90', 'USD', { availability: 'InStock' });
    expect(stockOf('<p>Sold out</p><button class="add-to-cart">Sold out</button>', head)).toBe('OutOfStock');
  });
});

describe('data that say in stock', () => {
  const head = stated('Garden chair', '89.90', 'USD', { availability: 'https://schema.org/InStock' });
  test.each([
    ['the name of a line', '<p class="stock available-on-backorder">Disponible</p>', 'BackOrder'],
    ['the name of a line in unknown words', '<p class="stock unavailable">Ekki núna</p>', 'InStock'],
    ['a badge that a style sheet may hide', '<span class="badge badge-sold-out">Sold out</span>', 'InStock'],
  ])('beside %s: a warning', (_what, line, expected) => {
    const result = extract(shop(`${line}${buy}`, head));
    expect(result.Availability).toBe(expected);
    expect(result.Warnings.join()).toContain('AvailabilityDiffers');
  });
});

test('offers of one price that stand in elements alike keep their own stock', () => {
  const offer = (state: string, sku: string) =>
    `<div itemprop="offers" itemscope itemtype="http://schema.org/Offer"><meta itemprop="availability" content="${state}"><meta itemprop="price" content="89.90"><meta itemprop="priceCurrency" content="USD"><meta itemprop="sku" content="${sku}"></div>`;
  const html = page(
    `<main itemscope itemtype="http://schema.org/Product"><h1 itemprop="name">Garden chair</h1><p>$89.90</p>${offer('OutOfStock', 'A1')}${offer('InStock', 'A2')}</main>`,
    '<title>Garden chair</title>',
  );
  expect(extract(html).Availability).toBe('InStock');
});
