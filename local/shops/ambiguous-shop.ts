import { machine, page, product, productPage } from './markup.ts';
import type { Shop } from './shop.ts';

/** Two prices side by side, alike in every respect, and no word on which one is for whom. */
export const ambiguousShop: Shop = {
  name: 'Coin Toss Coffee',
  shows: 'two prices and nothing that decides',
  path: '/buy/{sku}',
  site: { Country: 'AU' },
  expected: { outcome: 'Ambiguous', errorCode: 'AmbiguousPrice' },
  respond: productPage(() =>
    page({
      lang: 'en-AU',
      title: `${product.title} | Coin Toss Coffee`,
      css: 'body{font-family:"Comic Neue","Marker Felt",sans-serif;background:#eaf4ff;color:#1c2541}header{padding:26px 6vw;font-size:26px;font-weight:700}main{max-width:700px;margin:auto;text-align:center;padding:20px}.offers{display:grid;grid-template-columns:1fr 1fr;gap:22px}.offer{background:#fff;border-radius:20px;padding:26px}.price{font-size:32px;margin:0 0 14px}button{background:#3a506b;color:#fff;border:0;border-radius:99px;padding:12px 34px}',
      body: `<header>Coin Toss Coffee</header><main><div style="max-width:300px;margin:auto">${machine('#3a506b')}</div><h1>${product.title}</h1><p>${product.sku}</p><div class="offers"><div class="offer"><p class="price">A$1,799.00</p><button>Add to cart</button></div><div class="offer"><p class="price">A$1,949.00</p><button>Add to cart</button></div></div></main>`,
    }),
  ),
};
