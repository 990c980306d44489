import { machine, page, product, productPage } from './markup.ts';
import type { Shop } from './shop.ts';

export const soft404Shop: Shop = {
  name: 'Kawiarnia Mała',
  shows: 'a missing product, answered with status 200 and offers of others',
  path: '/produkt/{sku}',
  site: { Country: 'PL' },
  expected: { outcome: 'NotFound' },
  respond: productPage(() =>
    page({
      lang: 'pl',
      title: 'Nie znaleziono strony | Kawiarnia Mała',
      css: 'body{font-family:"Century Gothic",system-ui,sans-serif;background:#fffdf8;color:#283618;text-align:center}header{padding:26px;font-size:24px}h1{font-size:88px;margin:0;color:#bc6c25}.inne{display:flex;gap:20px;justify-content:center;flex-wrap:wrap;padding:24px}.inne article{width:190px;border:1px solid #e9e2d0;border-radius:12px;padding:16px}',
      body: `<header>Kawiarnia Mała</header><main><h1>404</h1><h2>Nie znaleziono strony</h2><p>Przepraszamy, produkt ${product.sku} nie istnieje lub został usunięty.</p><p><a href="/">Wróć na stronę główną</a></p><h3>Może Cię zainteresuje</h3><div class="inne"><article>${machine('#606c38')}<p>Vela Bruna 1</p><p>2 899,00 zł</p></article><article>${machine('#dda15e')}<p>Vela Piccola</p><p>1 749,00 zł</p></article></div></main>`,
    }),
  ),
};
