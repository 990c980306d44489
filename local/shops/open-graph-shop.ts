import { machine, page, product, productPage } from './markup.ts';
import type { Shop } from './shop.ts';

export const openGraphShop: Shop = {
  name: 'Fjordbønner',
  shows: 'OpenGraph only; the price in sight has no currency',
  path: '/butikk/{sku}',
  site: { Country: 'NO' },
  expected: { outcome: 'Priced', amount: '14990.00', currency: 'NOK', renderMode: 'Http' },
  respond: productPage(() =>
    page({
      lang: 'nb',
      title: `${product.title} espressomaskin`,
      head: `<meta property="og:type" content="product"><meta property="og:title" content="${product.title} espressomaskin"><meta property="og:site_name" content="Fjordbønner"><meta property="product:price:amount" content="14990.00"><meta property="product:price:currency" content="NOK"><meta property="product:availability" content="in stock"><meta property="product:retailer_item_id" content="${product.sku}">`,
      css: 'body{font-family:"Segoe UI",system-ui,sans-serif;background:linear-gradient(#dfe9ee,#fff 60%);color:#12303d;min-height:100vh}header{padding:26px 7vw;font-weight:300;font-size:26px}main{padding:10px 7vw 60px;display:grid;gap:28px;grid-template-columns:minmax(0,3fr) minmax(0,2fr)}.kort{background:#fff;border-radius:18px;padding:36px;box-shadow:0 12px 40px #12303d18}.pris{font-size:38px;font-weight:300}button{background:#12303d;color:#fff;border:0;border-radius:99px;padding:14px 36px}',
      body: `<header>fjordbønner</header><main><div class="kort">${machine('#5c8296')}</div><div class="kort"><h1>${product.title} espressomaskin</h1><p>${product.brand} &middot; varenummer ${product.sku}</p><p class="pris">14\u00a0990,-</p><p>På lager i Bergen</p><button>Legg i handlekurv</button></div></main>`,
    }),
  ),
};
