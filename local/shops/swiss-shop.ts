import { machine, page, product, productPage } from './markup.ts';
import type { Shop } from './shop.ts';

export const swissShop: Shop = {
  name: 'Rösterei Bergluft',
  shows: 'francs with an apostrophe and a dash for the cents',
  path: '/artikel/{sku}',
  site: { Country: 'CH', Locale: 'de-CH' },
  expected: { outcome: 'Priced', amount: '1249', currency: 'CHF' },
  respond: productPage(() =>
    page({
      lang: 'de-CH',
      title: `${product.title} | Rösterei Bergluft`,
      head: '<meta property="og:type" content="product"><meta property="product:price:amount" content="1249"><meta property="product:price:currency" content="CHF">',
      css: 'body{font-family:Helvetica,Arial,sans-serif;background:#fff;color:#111}header{padding:30px 8vw;font-size:30px;font-weight:700;letter-spacing:-.03em}header::before{content:"";display:inline-block;width:22px;height:22px;background:#d52b1e;margin-inline-end:12px}main{display:grid;grid-template-columns:7fr 5fr;gap:60px;padding:10px 8vw 70px}.price{font-size:52px;font-weight:700;letter-spacing:-.04em}button{background:#d52b1e;color:#fff;border:0;padding:16px 40px;font-weight:700}',
      body: `<header>Rösterei Bergluft</header><main><div>${machine('#d52b1e')}</div><section><h1>${product.title} Espressomaschine</h1><p>Artikel ${product.sku}</p><p class="price">CHF 1’249.–</p><p>Sofort lieferbar. Inkl. MWST und vRG.</p><button>In den Warenkorb</button></section></main>`,
    }),
  ),
};
