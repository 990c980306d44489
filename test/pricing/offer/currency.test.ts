import { describe, expect, test } from 'vitest';
import { extract, page } from '../page-fixture.ts';

const shop = (body: string, head = '', price = '$89.90'): string =>
  page(
    `<main><h1>Garden chair</h1><p class="price">${price}</p><button>Add to cart</button>${body}</main>`,
    `<title>Garden chair</title>${head}`,
  );
const currencyOf = (html: string) => extract(html).Price?.Currency;

describe('a sign of several currencies means the one that the page names once', () => {
  test.each([
    ['in escaped state', '<div data-state="{&quot;currencyCode&quot;:&quot;AUD&quot;}"></div>', '', 'AUD'],
    ['beside its choice of country', '<a href="/countries">UNITED STATES | USD</a>', '', 'USD'],
  ])('%s', (_where, body, head, expected) => {
    expect(currencyOf(shop(body, head))).toBe(expected);
  });

  test.each([['names one that has another sign', '<a data-currency="EUR"></a>']])(
    'and stays open where the page %s',
    (_what, body) => {
      expect(currencyOf(shop(body))).toBeNull();
    },
  );
});

describe('a bare "$" is the money of the one country that the page names as its place', () => {
  test.each([
    ['by a number to call', 'Call us: (650) 723-9300', 'USD'],
    ['several times over', 'Shipping to Canada and the USA', null],
  ])('%s: %s', (_how, line, expected) => {
    expect(currencyOf(shop(`<footer><p>${line}</p></footer>`))).toBe(expected);
  });
});
