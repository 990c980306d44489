import { describe, expect, test } from 'vitest';
import { extract, page } from '../page-fixture.ts';

const buy = '<form><button type="submit">Add to cart</button></form>';
const shop = (body: string, lang = 'en'): string =>
  page(`<main><h1>Knitting pattern</h1>${body}${buy}</main>`, '<title>Knitting pattern</title>', lang);
const priceOf = (html: string) => extract(html).Price;

describe('what the shop gives away', () => {
  test.each([
    ['nought and a sign', 'de', '<div class="price">0,00 €</div>', { Amount: '0.00', Currency: 'EUR' }],
    ['nought without decimals', 'hu', '<span class="price">0 Ft</span>', { Amount: '0', Currency: 'HUF' }],
    ['a word for it', 'en', '<p class="price">Free</p>', { Amount: '0' }],
    ['a word with a mark', 'en', '<p class="price">Free!</p>', { Amount: '0' }],
    ['a word of another language', 'hi', '<p class="price">मुफ़्त</p>', { Amount: '0' }],
  ])('is priced nought: %s', (_what, lang, line, price) => {
    expect(extract(shop(line, lang))).toMatchObject({ Outcome: 'Priced', Price: price, Confidence: 'Low' });
  });

  test('is priced nought in a box that is named after its shipping as a whole', () => {
    const box = `<div class="product shipping-taxable"><h1>Knitting pattern</h1><p class="price">$0.00</p>${buy}</div>`;
    expect(priceOf(page(box, '<title>Knitting pattern</title>'))?.Amount).toBe('0.00');
  });

  test.each([
    ['nought of a basket', '<div class="cart-total price">$0.00</div>'],
    ['free shipping', '<p class="shipping price">Free</p>'],
    ['a bare word that is no price', '<p>Free</p>'],
    ['a price on request', '<p class="price">$0.00</p><p>Call for price</p>'],
    ['a number without a sign', '<p class="price">0</p>'],
  ])('but not %s', (_what, line) => {
    expect(priceOf(shop(line))).toBeNull();
  });

  test('nor where nothing can be bought', () => {
    expect(priceOf(page('<h1>Knitting pattern</h1><p class="price">$0.00</p>'))).toBeNull();
  });

  test('nor beside an amount that is asked', () => {
    expect(priceOf(shop('<p class="price">$0.00</p><p class="price">$12.00</p>'))?.Amount).not.toBe('0.00');
  });
});

describe('a price that only an attribute holds', () => {
  const held = (rest = '') =>
    shop(
      `<div class="price-wrap" data-price="75.90" data-currency="EUR"><span aria-busy="true"></span></div>${rest}`,
    );

  test('is taken where it stands between title and button', () => {
    expect(extract(held())).toMatchObject({
      Price: { Amount: '75.90', Currency: 'EUR' },
      Confidence: 'Low',
      Evidence: expect.arrayContaining([
        expect.objectContaining({ Field: 'Price', Source: 'EmbeddedState' }),
      ]),
    });
  });

  test('is not where several differ', () => {
    expect(priceOf(held('<div data-price="12.00"></div>'))).toBeNull();
  });

  test('is not where another product has it', () => {
    const html = page(
      `<main><h1>Knitting pattern</h1>${buy}<div class="related"><div data-price="12.00"></div></div></main>`,
      '<title>Knitting pattern</title>',
    );
    expect(priceOf(html)).toBeNull();
  });
});
