import { describe, expect, test } from 'vitest';
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
  test('go before everything that the page states', () => {
    const result = extract(html, { site: { Selectors: { Price: [{ Type: 'Css', Value: '#club' }] } } });
    expect(result).toMatchObject({ Price: { Amount: '79.90', Currency: 'EUR' } });
    expect(result.Evidence).toContainEqual(
      expect.objectContaining({ Field: 'Price', Source: 'Selector', Path: 'Css #club' }),
    );
  });

  test('are trusted most where another source agrees', () => {
    const Price = [{ Type: 'JsonPath' as const, Value: '$.offers.price' }];
    expect(extract(html, { site: { Selectors: { Price } } })).toMatchObject({
      Price: { Amount: '89.90' },
      Confidence: 'High',
    });
  });

  test('are tried in order', () => {
    const Price = [
      { Type: 'Css' as const, Value: '#none' },
      { Type: 'XPath' as const, Value: '//b[@id="club"]' },
    ];
    expect(extract(html, { site: { Selectors: { Price } } }).Price?.Amount).toBe('79.90');
  });

  test('that match nothing leave the automatic ways, and say so', () => {
    const result = extract(html, { site: { Selectors: { Price: [{ Type: 'Css', Value: '#none' }] } } });
    expect(result.Price?.Amount).toBe('89.90');
    expect(result.Warnings).toContainEqual(expect.stringMatching(/^SelectorNotMatched: /));
  });

  test('that match nothing on a page without a price are the error', () => {
    const Selectors = { Price: [{ Type: 'Css' as const, Value: '#none' }] };
    expect(summary(extract(page('<h1>Boot</h1>'), { site: { Selectors } }))).toBe(
      'Failed, SelectorNotMatched',
    );
  });

  test('that are no valid expression are named', () => {
    const result = extract(html, { site: { Selectors: { Price: [{ Type: 'Css', Value: '##' }] } } });
    expect(result.Warnings).toContainEqual(expect.stringMatching(/^SelectorInvalid: /));
  });

  test('may name list price, availability and title too', () => {
    const css = (Value: string) => [{ Type: 'Css' as const, Value }];
    const Selectors = {
      Price: css('#club'),
      ListPrice: css('#old'),
      Availability: css('#stock'),
      Title: css('h1'),
    };
    expect(extract(html, { site: { Selectors } })).toMatchObject({
      Outcome: 'OutOfStock',
      ListPrice: { Amount: '99.00' },
      Availability: 'OutOfStock',
      Title: 'Walking boot',
    });
  });
});

describe('pages that are no product', () => {
  test.each([
    [
      'a challenge',
      '<title>Just a moment...</title><h1>Checking your browser</h1><script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script>',
      'Blocked, BotChallenge',
    ],
    [
      'a soft 404',
      '<title>Page not found</title><h1>404 - Page not found</h1><p>The page you are looking for does not exist.</p>',
      'NotFound, NotFound',
    ],
  ])('%s never gives a price', (_, markup, expected) => {
    expect(summary(extract(markup))).toBe(expected);
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
