import { expect, test } from 'vitest';
import { extract, productPage } from '../page-fixture.ts';

const currencyWith = (block: string) =>
  extract(productPage('Garden chair', `<p class="price">$89.90</p><button>Add to cart</button>${block}`))
    .Price?.Currency;

test.each([
  ['by its escaped state', '<div data-state="{&quot;currencyCode&quot;:&quot;AUD&quot;}"></div>', 'AUD'],
  ['beside its choice of country', '<a href="/countries">UNITED STATES | USD</a>', 'USD'],
  ['by a number to call', '<footer><p>Call us: (650) 723-9300</p></footer>', 'USD'],
  ['by a currency of another sign alone', '<a data-currency="EUR"></a>', null],
  ['by several countries', '<footer><p>Shipping to Canada and the USA</p></footer>', null],
])('"$" is the currency that the page names %s', (_how, block, expected) => {
  expect(currencyWith(block)).toBe(expected);
});
