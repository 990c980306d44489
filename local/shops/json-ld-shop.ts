import { isProductPath, machine, offerOf, page, product, productLd } from './markup.ts';
import type { Shop, ShopResponse } from './shop.ts';

const usualAmount = '1149.00';
const saleAmount = '999.00';

/** Paths that start and end a sale, so that a watch can be tried with a price that changes. No page links to them. */
const salePaths: ReadonlyMap<string, boolean> = new Map([
  ['/sale/begin', true],
  ['/sale/end', false],
]);
let isSale = false;

const answerSalePath = (path: string): ShopResponse | undefined => {
  const startsSale = salePaths.get(path);
  if (startsSale === undefined) return undefined;
  isSale = startsSale;
  const body = `${isSale ? 'A sale' : 'No sale'}: the ${product.title} is ${isSale ? saleAmount : usualAmount} GBP.\n`;
  return { body, headers: { 'Content-Type': 'text/plain' } };
};

const pageAt = (amount: string): string =>
  page({
    lang: 'en-GB',
    title: `${product.title} espresso machine | Kettle & Crown`,
    head: productLd(`${product.title} espresso machine`, {
      ...offerOf(amount, 'GBP'),
      itemCondition: 'https://schema.org/NewCondition',
      seller: { '@type': 'Organization', name: 'Kettle & Crown' },
    }),
    css: 'body{font-family:Georgia,serif;background:#f4f1ea;color:#22301f}header{padding:22px 6vw;background:#22301f;color:#f4f1ea;letter-spacing:.14em;text-transform:uppercase;font-size:14px}main{display:grid;grid-template-columns:1fr 1fr;gap:5vw;padding:5vw 6vw;max-width:1200px;margin:auto}figure{margin:0;background:#fff;padding:8%;border-radius:4px}.price{font-size:34px;margin:.3em 0}.stock{color:#3b7a3b}button{background:#22301f;color:#fff;border:0;padding:14px 34px;letter-spacing:.08em}@media(max-width:700px){main{grid-template-columns:1fr}}',
    body: `<header>Kettle &amp; Crown &middot; London</header><main><figure>${machine('#2f4a3a')}</figure><section><p>${product.brand}</p><h1>${product.title} espresso machine</h1><p>Dual boiler, rotary pump, and a lever that a barista will recognise in the dark.</p><p class="price">£${amount.replace(/\B(?=\d{3}\.)/, ',')}</p><p class="stock">In stock, dispatched today</p><button>Add to basket</button><p><small>Product code ${product.sku}. Price includes VAT.</small></p></section></main>`,
  });

export const jsonLdShop: Shop = {
  name: 'Kettle & Crown',
  shows: 'JSON-LD, and the same price in the text',
  path: '/espresso/{sku}',
  expected: {
    outcome: 'Priced',
    amount: usualAmount,
    currency: 'GBP',
    availability: 'InStock',
    renderMode: 'Http',
  },
  respond: ({ pathname }) =>
    answerSalePath(pathname) ??
    (isProductPath(pathname) ? { body: pageAt(isSale ? saleAmount : usualAmount) } : undefined),
};
