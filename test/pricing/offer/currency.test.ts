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
    ['in its settings', '', '<script>var settings = { currency : "CAD", lang: "en" };</script>', 'CAD'],
    ['in a statement', '', "<script>s.currencyCode='USD';</script>", 'USD'],
    ['in escaped state', '<div data-state="{&quot;currencyCode&quot;:&quot;AUD&quot;}"></div>', '', 'AUD'],
    ['in an attribute', '<a data-currency="USD" href="/us">US</a>', '', 'USD'],
    ['in a hidden field', '<input type="hidden" name="displayedCurrency" value="USD">', '', 'USD'],
    ['beside its choice of country', '<a href="/countries">UNITED STATES | USD</a>', '', 'USD'],
  ])('%s', (_where, body, head, expected) => {
    expect(currencyOf(shop(body, head))).toBe(expected);
  });

  test.each([
    ['names none', ''],
    ['names two that have the sign', '<a data-currency="USD"></a><a data-currency="CAD"></a>'],
    ['names one that has another sign', '<a data-currency="EUR"></a>'],
    ['has capitals that only look like a code', '<p>Quick delivery in 3 days, USDA tested</p>'],
  ])('and stays open where the page %s', (_what, body) => {
    expect(currencyOf(shop(body))).toBeNull();
  });

  test('not where the sign itself says another', () => {
    expect(currencyOf(shop('<a data-currency="USD"></a>', '', 'C$89.90'))).not.toBe('USD');
  });
});

describe('a bare "$" is the money of the one country that the page names as its place', () => {
  test.each([
    ['in an address', '12 Main Street, Portland, OR 97209', 'USD'],
    ['in an address, beside others by name', '12 Main Street, Portland, OR 97209. We ship to Canada.', 'USD'],
    ['in an address of Canada', 'King Street, Toronto, ON M5V 2T6', 'CAD'],
    ['by name', 'Free shipping in Canada', 'CAD'],
    ['by a number to call', 'Call us: (650) 723-9300', 'USD'],
    ['several times over', 'Shipping to Canada and the USA', null],
    ['as a part of a name', 'Pottery of New Mexico', null],
    ['by nothing', 'Order 650 723 pieces', null],
  ])('%s: %s', (_how, line, expected) => {
    expect(currencyOf(shop(`<footer><p>${line}</p></footer>`))).toBe(expected);
  });
});

test('an amount without a sign is in the one currency that the state names', () => {
  const html = shop('', '<script>window.shop = {"currencyCode":"PLN"};</script>', 'Price: 89.90');
  expect(currencyOf(html)).toBe('PLN');
});

test('Moldovan lei in Russian', () => {
  const html = page(
    '<main><h1>Стул</h1><p class="price">89 лей</p><button>В корзину</button></main>',
    '<title>Стул</title>',
    'ru',
  );
  expect(currencyOf(html)).toBe('MDL');
});
