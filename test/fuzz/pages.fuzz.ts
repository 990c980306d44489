import fc from 'fast-check';
import { extractOffer } from '../../lambdas/pricing/extract-offer.ts';
import { readPage } from '../../lambdas/pricing/page/read-page.ts';
import { readSearchPage } from '../../lambdas/pricing/product/search-hits.ts';
import { pageCarriesSku } from '../../lambdas/pricing/product/sku-on-page.ts';
import { canonicalAmount } from '../../lambdas/pricing/sources/amounts.ts';
import { allEngines } from '../../lambdas/pricing/sources/selectors/all-engines.ts';
import { atMostCalls } from './budget.ts';
import { digitsOn } from './page-digits.ts';

const amount = fc.oneof(
  fc.nat(99_999).map(String),
  fc.tuple(fc.nat(9_999), fc.nat(99)).map(([whole, cents]) => `${whole}.${String(cents).padStart(2, '0')}`),
  fc.tuple(fc.nat(9_999), fc.nat(99)).map(([whole, cents]) => `${whole},${String(cents).padStart(2, '0')}`),
  fc.constantFrom(
    '1.299,00',
    '1,299.00',
    '1.299',
    '0',
    '-5',
    '1e3',
    '',
    'free',
    'NaN',
    '٩٩',
    '12.990000',
    '1299.5',
  ),
);
const price = fc
  .tuple(
    fc.constantFrom('', '$', '€ ', 'EUR ', 'was '),
    amount,
    fc.constantFrom('', ' €', ' kr', ' zł', '/kg', ' x 3'),
  )
  .map((parts) => parts.join(''));
const name = fc.constantFrom(
  'price',
  'old-price',
  'product-price',
  'related',
  'cart',
  'shipping',
  'current',
  'sku',
  'title',
  'x',
);

const json = fc
  .record(
    {
      '@context': fc.constant('https://schema.org'),
      '@type': fc.constantFrom('Product', 'ProductGroup', 'Offer', ['Product', 'Thing'], 'Thing'),
      '@id': fc.constantFrom('#a', '#b'),
      name: fc.constantFrom('Lamp', '', null),
      sku: fc.constantFrom('A-1', 7, null),
      offers: fc.oneof(
        fc.record(
          {
            '@type': fc.constantFrom('Offer', 'AggregateOffer'),
            price: fc.oneof(amount, fc.double(), fc.nat()),
            lowPrice: amount,
            highPrice: amount,
            priceCurrency: fc.constantFrom('EUR', '$', '', null, 'USD'),
            availability: fc.constantFrom('InStock', 'https://schema.org/OutOfStock', 3),
          },
          { requiredKeys: [] },
        ),
        fc.array(
          fc.record(
            {
              price: amount,
              priceSpecification: fc.record({
                price: amount,
                priceType: fc.constantFrom('ListPrice', 'SalePrice'),
              }),
            },
            { requiredKeys: [] },
          ),
          { maxLength: 3 },
        ),
        fc.constantFrom({ '@id': '#a' }, null, 'x', []),
      ),
      hasVariant: fc.constantFrom(
        [],
        [{ '@id': '#a' }],
        [{ '@type': 'Product', size: '42', offers: { price: '5' } }],
      ),
    },
    { requiredKeys: [] },
  )
  .map((value) => JSON.stringify(value));
const broken = fc
  .tuple(json, fc.nat(60), fc.constantFrom('', ',', '}', '/*', '\n', '"', '<!--', '&quot;'))
  .map(([text, at, piece]) => text.slice(0, at) + piece + text.slice(at));

const block: fc.Arbitrary<string> = fc.letrec<{ block: string }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 4 },
    price,
    fc.tuple(name, price).map(([className, text]) => `<span class="${className}">${text}</span>`),
    fc
      .tuple(
        fc.constantFrom(
          'del',
          's',
          'ins',
          'b',
          'sup',
          'h1',
          'button',
          'a',
          'td',
          'option',
          'template',
          'noscript',
        ),
        price,
      )
      .map(([tag, text]) => `<${tag}>${text}</${tag}>`),
    fc.tuple(name, amount).map(([property, text]) => `<meta itemprop="${property}" content="${text}">`),
    amount.map(
      (text) =>
        `<meta property="product:price:amount" content="${text}"><meta property="og:title" content="Lamp">`,
    ),
    fc.oneof(json, broken).map((text) => `<script type="application/ld+json">${text}</script>`),
    fc
      .oneof(json, broken)
      .map((text) => `<script>window.__INITIAL_STATE__ = ${text};dataLayer.push(${text})</script>`),
    fc
      .oneof(json, broken)
      .map((text) => `<script id="__NEXT_DATA__" type="application/json">${text}</script>`),
    fc.constantFrom(
      '<button>Add to cart</button>',
      '<h1>Lamp</h1>',
      '<title>Lamp</title>',
      'In stock',
      'Sold out',
      '<!-- ',
      '-->',
      '<div',
      '</div></div>',
      '<p>',
      '<script>',
      '</script>',
      '<![CDATA[',
      '\u0000',
      '<table>',
      '<base href="//x">',
      '<html lang="de">',
      '<link rel="canonical" href="/p/1">',
    ),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc
      .tuple(name, fc.array(tie('block'), { maxLength: 4 }))
      .map(
        ([className, inner]) =>
          `<div class="${className}" itemscope itemtype="https://schema.org/Product">${inner.join('')}</div>`,
      ),
    fc
      .tuple(name, fc.array(tie('block'), { maxLength: 4 }))
      .map(([className, inner]) => `<div id="${className}">${inner.join('\n')}</div>`),
  ),
})).block;
const page = fc.array(block, { maxLength: 8 }).map((blocks) => blocks.join(''));

const site = fc.record(
  {
    Currency: fc.constantFrom('EUR', 'USD'),
    Locale: fc.constantFrom('de-DE', 'en-US'),
    Country: fc.constantFrom('DE', 'US'),
    Condition: fc.constantFrom('New', 'Used'),
    Variant: fc.constantFrom({ Size: '42' }, { Color: 'red' }, { Id: '1' }),
    Selectors: fc.constantFrom(
      { Price: [{ Type: 'Css', Value: '.price' }] },
      { Price: [{ Type: 'Regex', Value: '(' }] },
      { Price: [{ Type: 'XPath', Value: '//*[' }] },
      { Price: [{ Type: 'JsonPath', Value: '$..price' }] },
    ),
  },
  { requiredKeys: [] },
);

const budget = atMostCalls(100);

/** Whole pages: never throws, never hangs, and never returns an amount whose digits are not on the page. */
export const run = (runs: number, seed: number): void => {
  fc.assert(
    fc.property(page, site, fc.constantFrom(undefined, 'A-1', '7'), (html, wishes, sku) => {
      budget(html.length, () => {
        const url = 'https://shop.example/p/1';
        const result = extractOffer(html, { url, site: wishes as never, sku, engines: allEngines });
        const shown = digitsOn(html) + digitsOn(html.replaceAll('<', ' '));
        const amounts = [
          result.Price,
          result.ListPrice,
          result.PriceRange?.Low,
          result.PriceRange?.High,
          result.Shipping,
          ...result.Variants.map(({ Price }) => Price),
          ...result.Candidates.map(({ Price }) => Price),
        ];
        for (const each of amounts) {
          if (!each) continue;
          if (!/^\d+(?:\.\d+)?$/.test(each.Amount)) throw new Error(`${each.Amount} is no decimal string.`);
          // Amounts of one result are printed alike: 5 beside 19.00 is 5.00.
          const digits = canonicalAmount(each.Amount).replace('.', '').replace(/^0+/, '');
          if (!html.replace(/\D/g, '').includes(digits) && !shown.includes(digits))
            throw new Error(`${each.Amount} is not on the page.`);
        }
        if (sku) {
          const page = readPage(html, url);
          readSearchPage(page, { sku });
          pageCarriesSku(page, sku);
        }
      });
    }),
    { numRuns: runs, seed },
  );
};
