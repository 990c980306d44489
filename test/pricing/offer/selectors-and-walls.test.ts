import { describe, expect, test } from 'vitest';
import type { SellingSite } from '../../../lambdas/domain/site/selling-site.ts';
import { extract, jsonLd, page, summary } from '../page-fixture.ts';

const data = jsonLd({
  '@type': 'Product',
  name: 'Walking boot',
  offers: { '@type': 'Offer', price: '89.90', priceCurrency: 'EUR' },
});
const html = page(
  `<h1>Walking boot</h1><b id="club">€79.90</b><i id="old">€99.00</i><p id="stock">Sold out</p>${data}`,
);

describe('the caller’s selectors', () => {
  const css = (Value: string) => [{ Type: 'Css' as const, Value }];
  const read = (Selectors: SellingSite['Selectors']) => extract(html, { site: { Selectors } });

  test('go before everything that the page states', () => {
    expect(read({ Price: css('#club') })).toMatchObject({
      Price: { Amount: '79.90', Currency: 'EUR' },
      Evidence: expect.arrayContaining([
        expect.objectContaining({ Field: 'Price', Source: 'Selector', Path: 'Css #club' }),
      ]),
    });
  });

  test('are trusted most where another source agrees', () => {
    expect(read({ Price: [{ Type: 'JsonPath', Value: '$.offers.price' }] })).toMatchObject({
      Price: { Amount: '89.90' },
      Confidence: 'High',
    });
  });

  test('are tried in order', () => {
    const Price = [...css('#none'), { Type: 'XPath' as const, Value: '//b[@id="club"]' }];
    expect(read({ Price }).Price?.Amount).toBe('79.90');
  });

  test('that match nothing leave the automatic ways, and say so', () => {
    const result = read({ Price: css('#none') });
    expect(result.Price?.Amount).toBe('89.90');
    expect(result.Warnings).toContainEqual(expect.stringMatching(/^SelectorNotMatched: /));
  });

  test('that match nothing on a page without a price are the error', () => {
    const Selectors = { Price: css('#none') };
    expect(summary(extract(page('<h1>Boot</h1>'), { site: { Selectors } }))).toBe(
      'Failed, SelectorNotMatched',
    );
  });

  test('that are no valid expression are named', () => {
    expect(read({ Price: css('##') }).Warnings).toContainEqual(expect.stringMatching(/^SelectorInvalid: /));
  });

  test('may name list price, availability and title too', () => {
    const fields = {
      Price: css('#club'),
      ListPrice: css('#old'),
      Availability: css('#stock'),
      Title: css('h1'),
    };
    expect(read(fields)).toMatchObject({
      Outcome: 'OutOfStock',
      ListPrice: { Amount: '99.00' },
      Availability: 'OutOfStock',
      Title: 'Walking boot',
    });
  });
});

describe('a page that is no product', () => {
  test('is a wall rather than a price', () => {
    const markup =
      '<title>Just a moment...</title><h1>Checking your browser</h1><script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script>';
    expect(summary(extract(markup))).toBe('Blocked, BotChallenge');
  });

  test('a list of products has no price of its own', () => {
    const item = (name: string, price: string) => ({
      '@type': 'ListItem',
      item: { '@type': 'Product', name, offers: { price, priceCurrency: 'EUR' } },
    });
    const list = jsonLd({
      '@type': 'ItemList',
      itemListElement: [item('Boot', '10.00'), item('Clog', '20.00')],
    });
    expect(extract(page(`<h1>All shoes</h1>${list}`)).Price).toBeNull();
  });
});

describe('availability without a word about it', () => {
  test('is in stock where a price is seen', () => {
    expect(
      extract(page('<h1>Boot</h1><p class="price">€10.00</p><button>Add to cart</button>')).Availability,
    ).toBe('InStock');
  });

  test('is unknown where only data states a price', () => {
    expect(extract(page('<h1>Walking boot</h1>', data)).Availability).toBe('Unknown');
  });
});
