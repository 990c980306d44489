import { jsonLd, machine, page, product, productPage } from './markup.ts';
import type { Shop } from './shop.ts';

export const indianShop: Shop = {
  name: 'Chikmagalur Direct',
  shows: 'rupees, grouped by lakh',
  path: '/p/{sku}',
  site: { Country: 'IN' },
  expected: { outcome: 'Priced', amount: '124999.00', currency: 'INR', listAmount: '139999.00' },
  respond: productPage(() =>
    page({
      lang: 'en-IN',
      title: `${product.title} Espresso Machine Online at Best Price in India`,
      head: jsonLd({
        '@type': 'Product',
        name: `${product.title} Espresso Machine`,
        sku: product.sku,
        brand: { '@type': 'Brand', name: product.brand },
        offers: {
          '@type': 'Offer',
          price: '124999.00',
          priceCurrency: 'INR',
          availability: 'https://schema.org/InStock',
        },
      }),
      css: 'body{font-family:Noto Sans,system-ui,sans-serif;background:#fff7fb;color:#33112b}header{background:linear-gradient(90deg,#8f0d5f,#e0662d);color:#fff;padding:20px 6vw;font-size:23px;font-weight:700}main{display:grid;grid-template-columns:1fr 1fr;gap:36px;padding:36px 6vw}.price{font-size:38px;font-weight:700}.mrp{color:#8a7484}button{background:#e0662d;color:#fff;border:0;border-radius:8px;padding:14px 34px}',
      body: `<header>Chikmagalur Direct</header><main><div>${machine('#8f0d5f')}</div><section><h1>${product.title} Espresso Machine</h1><p>Model ${product.sku}</p><p class="price">₹1,24,999.00</p><p class="mrp">M.R.P.: <s>₹1,39,999.00</s> inclusive of all taxes</p><p>In stock</p><button>Buy now</button></section></main>`,
    }),
  ),
};
