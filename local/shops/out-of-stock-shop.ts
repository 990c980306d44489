import { jsonLd, machine, page, product, productPage } from './markup.ts';
import type { Shop } from './shop.ts';

export const outOfStockShop: Shop = {
  name: 'Maple Roasters',
  shows: 'sold out, with its price',
  path: '/collections/espresso/{sku}',
  site: { Country: 'CA' },
  expected: { outcome: 'OutOfStock', amount: '1899.00', currency: 'CAD', availability: 'OutOfStock' },
  respond: productPage(() =>
    page({
      lang: 'en-CA',
      title: `${product.title} (sold out) | Maple Roasters`,
      head: jsonLd({
        '@type': 'Product',
        name: product.title,
        sku: product.sku,
        brand: { '@type': 'Brand', name: product.brand },
        offers: {
          '@type': 'Offer',
          price: '1899.00',
          priceCurrency: 'CAD',
          availability: 'https://schema.org/OutOfStock',
        },
      }),
      css: 'body{font-family:Rockwell,"Courier New",serif;background:#f7ede2;color:#432818}header{padding:24px 6vw;border-bottom:6px double #bb4d00;font-size:24px}main{display:grid;grid-template-columns:1fr 1fr;gap:36px;padding:36px 6vw}.price{font-size:34px}.sold{background:#432818;color:#f7ede2;display:inline-block;padding:4px 14px}button{border:2px solid #999;background:#ddd;color:#777;padding:12px 30px}',
      body: `<header>Maple Roasters</header><main><div>${machine('#6f4518')}</div><section><h1>${product.title}</h1><p>SKU: ${product.sku}</p><p class="price">$1,899.00 CAD</p><p class="sold">Sold out</p><p>Leave your address and we will write when it is back.</p><button disabled>Sold out</button></section></main>`,
    }),
  ),
};
