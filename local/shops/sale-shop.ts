import { jsonLd, machine, page, product, productPage } from './markup.ts';
import type { Shop } from './shop.ts';

export const saleShop: Shop = {
  name: 'Dolce Macchina',
  shows: 'a sale, with the old price still in JSON-LD',
  path: '/p/{sku}',
  site: { Country: 'IT' },
  expected: { outcome: 'Priced', amount: '1099.00', currency: 'EUR', listAmount: '1349.00' },
  respond: productPage(() =>
    page({
      lang: 'it',
      title: `${product.title} in offerta | Dolce Macchina`,
      head: jsonLd({
        '@type': 'Product',
        name: `Macchina espresso ${product.title}`,
        sku: product.sku,
        brand: { '@type': 'Brand', name: product.brand },
        offers: {
          '@type': 'Offer',
          price: '1349.00',
          priceCurrency: 'EUR',
          availability: 'https://schema.org/InStock',
        },
      }),
      css: 'body{font-family:"Trebuchet MS",sans-serif;background:#fff8e7;color:#2b1a10}header{background:#c8102e;color:#fff;padding:14px 6vw;font-size:24px;font-weight:700}main{display:grid;grid-template-columns:1fr 1fr;gap:40px;padding:40px 6vw}figure{margin:0;position:relative}.sconto{position:absolute;top:0;inset-inline-end:0;background:#c8102e;color:#fff;border-radius:50%;width:86px;height:86px;display:grid;place-items:center;font-weight:700;font-size:22px;transform:rotate(8deg)}del{display:block;color:#8b7a6b;font-size:22px}.ora{white-space:nowrap;font-size:42px;font-weight:700;color:#c8102e}button{background:#2b1a10;color:#fff;border:0;padding:14px 30px;border-radius:4px}',
      body: `<header>Dolce Macchina</header><main><figure>${machine('#c8102e')}<span class="sconto">−18%</span></figure><section><h1>Macchina espresso ${product.title}</h1><p>Codice ${product.sku}</p><p class="product-price"><del class="price-old">1.349,00 €</del> <span class="price-current ora">1.099,00 €</span></p><p>Disponibile</p><button>Aggiungi al carrello</button></section></main>`,
    }),
  ),
};
