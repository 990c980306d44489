import { describe, expect, it } from 'vitest';
import { readPage } from '../../../lambdas/pricing/page/read-page.ts';
import { findHiddenPrice } from '../../../lambdas/pricing/page-kind/hidden-price.ts';
import { extract, jsonLd, page, pageUrl, summary } from '../page-fixture.ts';

const title = '<title>Ball valve DN50 | Pipes</title>';
const valve = (said: string, more = ''): string =>
  page(`<main><h1>Ball valve DN50</h1><p>SKU BV-50</p><p>${said}</p>${more}</main>`, title);
const reasonOf = (html: string) => findHiddenPrice(readPage(html, pageUrl))?.reason;

describe('a price for customers who log in', () => {
  it.each(['Đăng nhập để xem giá'])('"%s" is a login wall, whatever shipping costs', (said) => {
    expect(summary(extract(valve(said)))).toBe('Blocked, LoginRequired');
    expect(summary(extract(valve(said, '<p>Carriage £7.50 on all orders</p>')))).toBe(
      'Blocked, LoginRequired',
    );
  });

  it.each([
    ['the amount of a fee in a line of its own', '<dl><dt>Delivery</dt><dd>£4.95</dd></dl>'],
    [
      'a product in structured data without a price',
      jsonLd({ '@type': 'Product', name: 'Ball valve DN50', sku: 'BV-50' }),
    ],
  ])('is none of: %s', (_, more) => {
    expect(summary(extract(valve('Log in to see the price', more)))).toBe('Blocked, LoginRequired');
  });

  it('is told from the label beside the login', () => {
    expect(reasonOf(valve('Your price:', '<div><a href="/login">Log in</a></div>'))).toBe('Login');
  });

  it.each([['the trade price beside the price', '<p>Als Händler anmelden, um Händlerpreise zu sehen</p>']])(
    'does not hide the price that is shown: %s',
    (_, more) => {
      const html = valve('£89.00', `<button>Add to basket</button>${more}`);
      expect(summary(extract(html))).toBe('Priced, 89.00 GBP');
    },
  );

  it.each([
    [
      'for a better price, where a button sells to everybody',
      valve('Log in to see your price', '<button>Add to basket</button>'),
    ],
    [
      'in a long text',
      valve(`${'Our valves are known all over the world. '.repeat(5)} Log in to see prices.`),
    ],
  ])('does not take a login for one: %s', (_, html) => expect(reasonOf(html)).toBeUndefined());
});

describe('a price on request', () => {
  it.each(['Precio a consultar'])('is said by "%s", and is no wall', (said) => {
    expect(reasonOf(valve(said, '<p>Carriage £7.50 on all orders</p>'))).toBe('OnRequest');
    expect(summary(extract(valve(said)))).toBe('Failed, NoPriceFound');
  });
});
