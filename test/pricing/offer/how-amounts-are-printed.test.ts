import { describe, expect, test } from 'vitest';
import { extract, productPage, stated, summary } from '../page-fixture.ts';

const buy = '<button>Add to cart</button>';
const read = (block: string, head = '', lang = 'en-US'): string =>
  summary(extract(productPage('Vela Kettle', `${block}${buy}`, head, lang)));

describe('how amounts are printed', () => {
  test.each([
    ['cents in an element of an unknown name', '<p class="price">$64<span class="x9a">99</span></p>'],
    ['cents in another element than the units', '<p class="price"><b>64</b><i>99</i> $</p>'],
    [
      'a label for digits that are drawn apart',
      '<div class="price" aria-label="$64.99"><span aria-hidden="true">$64</span><span aria-hidden="true">99</span></div>',
    ],
    ['a label for a picture of the price', '<span role="img" aria-label="$64.99" class="price"></span>'],
  ])('reads %s', (_, block) => {
    expect(read(block)).toBe('Priced, 64.99 USD');
  });

  test.each([
    ['a floating point number', '$199.00', 198.99996, 'USD', '199.00 USD'],
    ['thousands that look like decimals', '$1,599.000', '1599.000', 'COP', '1599000 COP'],
  ])('reads %s in the data as printed', (_, shown, amount, currency, price) => {
    const lang = currency === 'COP' ? 'es-CO' : 'en-US';
    expect(read(`<p class="price">${shown}</p>`, stated('Vela Kettle', amount, currency), lang)).toBe(
      `Priced, ${price}`,
    );
  });

  test('takes a price without tax if there is none with it', () => {
    expect(read('<p class="price">$64.00 excl. tax</p>')).toBe('Priced, 64.00 USD');
    expect(read('<p class="price">£64.00 ex VAT</p><p class="price">£76.80 inc VAT</p>', '', 'en-GB')).toBe(
      'Priced, 76.80 GBP',
    );
  });

  test('takes no list price beyond reason', () => {
    const block = '<p class="price"><del>$8000.00</del> <ins>$64.00</ins></p>';
    expect(read(block, stated('Vela Kettle', '64', 'USD'))).toBe('Priced, 64 USD');
  });

  test('takes no accessory for the product, whatever the data state', () => {
    const box =
      '<div><h3>Base for Vela Kettle</h3><p class="price">$12.00</p><button>Add to cart</button></div>';
    expect(
      summary(extract(productPage('Vela Kettle', box, stated('Vela Kettle', '64.00', 'USD')))),
    ).not.toContain('12.00');
  });

  test('takes the origin of goods for no evidence of the currency', () => {
    const currencyOf = (words: string) => read(`<p class="price">$64.00</p><p>${words}</p>`, '', 'en');
    expect(currencyOf('Made in USA')).toBe('Priced, 64.00 ?');
    expect(currencyOf('Country of origin: Canada')).toBe('Priced, 64.00 ?');
    expect(currencyOf('12 King St, Toronto, Ontario')).toBe('Priced, 64.00 CAD');
    expect(currencyOf('Call us: Laval, H7T 2S9')).toBe('Priced, 64.00 CAD');
  });
});
