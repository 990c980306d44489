import { describe, expect, test } from 'vitest';
import { readPage } from '../../../lambdas/pricing/page/read-page.ts';
import { gatherPage } from '../../../lambdas/pricing/price/gather-page.ts';
import { pageFeatures } from '../../../lambdas/pricing/price/page-features.ts';
import model from '../../../lambdas/pricing/price/price-model.json' with { type: 'json' };
import { featureNames } from '../../../lambdas/pricing/price/rank-prices.ts';
import { extract, jsonLd, page, summary } from '../page-fixture.ts';

const menu = Array.from({ length: 12 }, (_, index) => `<li><a href="/c/${index}">Range ${index}</a></li>`);
const surroundings = (main: string, head = ''): string =>
  page(
    `<nav><ul>${menu.join('')}</ul></nav><main>${main}</main><footer><a href="/terms">Terms</a></footer>`,
    head,
  );

const hit = (name: string, amount: string): string =>
  `<div class="hit"><a href="/p/${name.toLowerCase()}"><img src="/${name}.jpg"><h3>${name}</h3></a><span class="price">${amount}</span></div>`;

/** Pages that show one price, or one more clearly than the others, and sell no product. */
const others: readonly (readonly [what: string, html: string, url: string])[] = [
  [
    'a search with one hit',
    surroundings(`<h1>Results for kettle</h1>${hit('Kettle', '€49.00')}`),
    'https://shop.example/search?q=kettle',
  ],
  [
    'a basket with one line',
    surroundings(
      '<h1>Cart</h1><table><tr><td><a href="/p/kettle"><img src="/k.jpg">Kettle</a></td><td class="price">€49.00</td></tr></table><p>Total €49.00</p>',
    ),
    'https://shop.example/cart',
  ],
  [
    'a list whose first product is dear',
    surroundings(
      `<h1>Kettles</h1>${hit('Kettle', '€49.00')}${hit('Pot', '€19.00')}${hit('Jug', '€9.00')}<nav class="pagination"><a href="?page=2" rel="next">2</a></nav>`,
    ),
    'https://shop.example/kettles',
  ],
  [
    'a list of one product whose address names a category',
    surroundings(
      '<div class="price">Kettle <span id="pricediv">$49.00</span></div><form><input name="quant" value="1"><button>Add to cart</button></form>',
    ),
    'https://shop.example/products.asp?cat=13',
  ],
  [
    'an article in a blog that names a goal',
    surroundings(
      '<h1>A new roof</h1><p class="price">$50,000</p>',
      '<meta property="og:type" content="article">',
    ),
    'https://shop.example/blog/a-new-roof',
  ],
];

describe('a page that does not sell one product', () => {
  test.each(others)('%s has no price', (_, html, url) => {
    const result = extract(html, { url });
    expect(result.Price).toBeNull();
    // Where several are as good as each other they are listed.
    expect(result.Error?.Code).toBe(result.Candidates.length > 1 ? 'AmbiguousPrice' : 'NoPriceFound');
  });

  test('says which of its features speak against it', () => {
    const [, html, url] = others[0]!;
    expect(extract(html, { url }).Error?.Message).toMatch(
      /does not seem to sell one product: it .*links elsewhere next to its best price/,
    );
  });

  test("gives the price that the caller's selector names", () => {
    const [, html, url] = others[0]!;
    const Selectors = { Price: [{ Type: 'Css' as const, Value: '.price' }] };
    expect(summary(extract(html, { url, site: { Selectors } }))).toBe('Priced, 49.00 EUR');
  });

  test('gives the price of the wanted SKU that its data state', () => {
    const offers = { price: '49.00', priceCurrency: 'EUR' };
    const data = jsonLd({ '@type': 'Product', name: 'Kettle', sku: 'KT-49', offers });
    const html = surroundings(`<h1>Results for kettle</h1>${hit('Kettle', '€49.00')}`, data);
    expect(summary(extract(html, { url: others[0]![2], sku: 'kt-49' }))).toBe('Priced, 49.00 EUR');
  });
});

test('a page that sells one product has a price that little but the page itself speaks for', () => {
  const html = surroundings(
    '<h1>Kettle KT 49</h1><p>1.2 l</p><div>49,00 € and worth it for whoever drinks tea all day</div><button class="add-to-cart">Add to cart</button>',
  );
  const url = 'https://shop.example/p/kettle-kt-49-10482';
  expect(summary(extract(html, { url }))).toBe('Priced, 49.00 EUR');
});

test('a page with nothing on it is not refused for what it lacks', () => {
  expect(summary(extract(page('<h1>Kettle</h1><p>€49.00</p>')))).toBe('Priced, 49.00 EUR');
});

test.each([
  ['a category’s one product', 'Самовары', 1],
  ['an offer of the page’s own product', 'Самовар угольный 5 л', 0],
])('%s is %s: sold below a link, %i', (_, title, expected) => {
  const url = 'https://shop.example/catalog';
  const card =
    '<a href="/catalog/41">Самовар угольный 5 л</a><p class="price">21 900 ₽</p><button>В корзину</button>';
  const html = surroundings(`<h1>${title}</h1><div>${card}</div>`);
  const { ranking } = gatherPage(readPage(html, url), { url });
  expect(ranking.page.find(({ name }) => name === 'topSoldByLink')?.value).toBe(expected);
});

describe('the tables of features', () => {
  const names = [...featureNames];

  test('have one weight for each name; a new feature gets its own by npm run fit', () => {
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(model.weights).sort()).toEqual(names.toSorted());
  });

  test.each(others)('give values between -1 and 1 on %s', (_, html, url) => {
    const { ranking } = gatherPage(readPage(html, url), { url });
    const parts = [...ranking.page, ...ranking.prices.flatMap((price) => price.parts)];
    expect(ranking.page).toHaveLength(pageFeatures.length);
    for (const { name, value } of parts) {
      expect(value, name).toBeGreaterThanOrEqual(-1);
      expect(value, name).toBeLessThanOrEqual(1);
    }
  });
});
