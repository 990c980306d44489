import { describe, expect, test } from 'vitest';
import { extract, page, stated, summary } from '../page-fixture.ts';

const data = (price: string, offer?: object): string => stated('Pattern', price, 'EUR', offer);
const button = '<button class="add-to-cart">Add to cart</button>';
const others =
  '<section class="related"><h2>You may also like</h2><div class="card"><a href="/p/wool"><img src="/w.jpg">Wool</a><span class="price">€12.00</span></div></section>';
const product = (below: string, head = ''): string =>
  page(`<main><h1>Pattern</h1>${below}</main>${others}`, head);

describe('what a shop gives away', () => {
  test.each([
    ['stated and shown without a button', product('<p class="price">€0.00</p>', data('0')), 'Low'],
    ['stated, in words on the page', product(`<p class="price">Free!</p>${button}`, data('0')), 'Low'],
    [
      'stated and said of a product whose add-on has a price',
      product(
        `<p class="price">Free</p>${button}<div class="addon"><h4>Film Pack</h4><span class="price">€4.99</span>${button}</div>`,
        data('0'),
      ),
      'Low',
    ],
    ['shown alone beside a button', product(`<p class="price">€0.00</p>${button}`), 'Low'],
  ])('%s costs nothing', (_, html, confidence) => {
    const result = extract(html);
    expect(summary(result)).toMatch(/^Priced, 0(?:\.00)? EUR$/);
    expect(result.Confidence).toBe(confidence);
  });

  const nought = '<p class="price">€0.00</p>';
  test.each([
    ['a field left empty, where nothing can be bought', product('<p>Ask us.</p>', data('0'))],
    ['a nought that the page does not show, where a button sells', product(button, data('0.00'))],
    ['a nought that no program has filled yet, where nothing can be bought', product(nought)],
    [
      'a nought beside which the page says that it is sold out',
      product(`<p>Out of stock</p>${nought}${button}`),
    ],
    ['what comes soon', product(`${nought}<p>Coming soon</p>`, data('0.00'))],
    ['a price on request', product(`<p class="price">Price on request</p>${button}`, data('0.00'))],
    ...['OutOfStock', 'PreOrder', 'BackOrder', 'SoldOut', 'Discontinued'].map((availability) => [
      `a nought that data state of what is ${availability}`,
      product(nought, data('0.00', { availability: `https://schema.org/${availability}` })),
    ]),
  ])('%s is not free, nor does it cost what the next product does', (_, html) => {
    expect(extract(html).Price).toBeNull();
  });
});

test('an amount that is not prominent is no price among words', () => {
  const far = '<p>Hand-made.</p>'.repeat(50);
  const told = '<p>Spare lids can be had for ten years at €8.00 and are sent by post.</p>';
  expect(extract(page(`<h1>Clay pot</h1>${far}${told}`)).Price).toBeNull();
});
