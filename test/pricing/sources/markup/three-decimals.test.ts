import { describe, expect, test } from 'vitest';
import { extract, page, productPage, stated } from '../../page-fixture.ts';

const inJsonLd = (price: string, currency: string, shown: string, lang: string) => {
  const block = `${shown && `<p class="price">${shown}</p>`}<button>Add to cart</button>`;
  return productPage('Walking boot', block, stated('Walking boot', price, currency), lang);
};

/** The data's text, their currency, the page's text, its language, and the expected amount. */
const cases: readonly (readonly [string, string, string, string, string])[] = [
  // Currencies without decimals in use, as their shops print them.
  ['30.000', 'VND', '', 'vi', '30000'],
  // Currencies of three decimals, which the point parts, whatever the page prints.
  ['12.500', 'KWD', '', 'ar', '12.500'],
  ['129.000', 'TND', '129,000 DT', 'fr', '129.000'],
  ['1.299', 'MXN', '$1,299', 'es-MX', '1299'],
  ['12.3450', 'USD', '$12.345', 'en', '12.3450'],
];

describe('three decimals in data', () => {
  test.each(cases)('%s %s beside "%s" (%s) is %s', (price, currency, shown, lang, amount) => {
    const { Price, Warnings, Confidence } = extract(inJsonLd(price, currency, shown, lang));
    expect([Price?.Amount, Price?.Currency, Warnings]).toEqual([amount, currency, []]);
    expect(Confidence).not.toBe('Low');
  });

  test('are read in microdata as well', () => {
    const html = page(
      '<main itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Walking boot</h1><div itemprop="offers" itemscope><meta itemprop="priceCurrency" content="MXN"><meta itemprop="price" content="1.299"><p class="price">$1,299</p></div></main>',
      '',
      'es-MX',
    );
    expect(extract(html)).toMatchObject({ Price: { Amount: '1299' }, Warnings: [] });
  });

  test.each([
    // An amount payable in hundredths is read as the standard says.
    ['30.000', 'EUR', 'de', '30.000'],
    ['12.990', 'CZK', 'cs', '12990'],
  ])('%s %s is certain of nothing where the page shows no amount', (price, currency, lang, amount) => {
    const { Price, Confidence } = extract(inJsonLd(price, currency, '', lang));
    expect([Price?.Amount, Confidence]).toEqual([amount, 'Low']);
  });

  test('reads all amounts of a page as the one that is stated with its decimals', () => {
    const { Price, ListPrice } = extract(inJsonLd('12.3450', 'EUR', '<del>13,345 €</del> 12,345 €', 'de'));
    expect([Price?.Amount, ListPrice?.Amount]).toEqual(['12.3450', '13.345']);
  });
});
