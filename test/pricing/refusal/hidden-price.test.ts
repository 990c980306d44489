import { describe, expect, it } from 'vitest';
import { readPage } from '../../../lambdas/pricing/page/read-page.ts';
import { findHiddenPrice } from '../../../lambdas/pricing/refusal/hidden-price.ts';
import { extract, pageUrl, productPage, stated, summary } from '../page-fixture.ts';

const valve = (said: string, more = ''): string =>
  productPage('Ball valve DN50', `<p>SKU BV-50</p><p>${said}</p>${more}`);
const reasonOf = (html: string) => findHiddenPrice(readPage(html, pageUrl))?.reason;

const carriage = '<p>Carriage £7.50 on all orders</p>';

describe('a price for customers who log in', () => {
  it.each([
    ['in whatever language', valve('Đăng nhập để xem giá')],
    ['whatever shipping costs', valve('Log in to see the price', carriage)],
    [
      'whatever a fee in a line of its own costs',
      valve('Log in to see the price', '<dl><dt>Delivery</dt><dd>£4.95</dd></dl>'),
    ],
    [
      'whose product is stated without a price',
      valve('Log in to see the price', stated('Ball valve DN50', undefined, 'GBP')),
    ],
  ])('is a login wall, %s', (_, html) => {
    expect(summary(extract(html))).toBe('Blocked, LoginRequired');
  });

  it.each([
    ['log in', 'Bitte melden Sie sich an, um Preise zu sehen', 'Blocked, LoginRequired'],
    ['ask', 'Prix sur demande', 'Failed, NoPriceFound'],
    ['ask, in one word', 'POA', 'Failed, NoPriceFound'],
  ])('is not what data state where one has to %s', (_, said, expected) => {
    const result = extract(
      valve('', `<p class="price">${said}</p>${stated('Ball valve DN50', '89.00', 'EUR')}`),
    );
    expect(summary(result)).toBe(expected);
    expect(result.Candidates).toMatchObject([{ Price: { Amount: '89.00' }, Source: 'JsonLd' }]);
  });

  it('may be printed by a script where a button sells', () => {
    const more = `<button>Add to basket</button>${stated('Ball valve DN50', '89.00', 'EUR')}`;
    expect(summary(extract(valve('Price on request for 100 or more', more)))).toBe('Priced, 89.00 EUR');
  });

  it('is told from the label beside the login', () => {
    expect(reasonOf(valve('Your price:', '<div><a href="/login">Log in</a></div>'))).toBe('Login');
  });

  it('does not hide the price that is shown beside a trade price', () => {
    const more = '<button>Add to basket</button><p>Als Händler anmelden, um Händlerpreise zu sehen</p>';
    expect(summary(extract(valve('£89.00', more)))).toBe('Priced, 89.00 GBP');
  });

  it.each([
    [
      'where a button sells to everybody',
      valve('Log in to see your price', '<button>Add to basket</button>'),
    ],
    [
      'in a long text',
      valve(`${'Our valves are known all over the world. '.repeat(5)} Log in to see prices.`),
    ],
  ])('is not meant by a login %s', (_, html) => {
    expect(reasonOf(html)).toBeUndefined();
  });
});

it('a price on request is no wall', () => {
  expect(reasonOf(valve('Precio a consultar', carriage))).toBe('OnRequest');
  expect(summary(extract(valve('Precio a consultar')))).toBe('Failed, NoPriceFound');
});
