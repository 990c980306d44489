import { machine, page, product, productPage } from './markup.ts';
import type { Shop } from './shop.ts';

export const japaneseShop: Shop = {
  name: 'Kōhī Dōgu Tsuki',
  shows: 'yen with tax and without, full-width signs',
  path: '/item/{sku}',
  site: { Country: 'JP', Locale: 'ja-JP' },
  expected: { outcome: 'Priced', amount: '189800', currency: 'JPY' },
  respond: productPage(() =>
    page({
      lang: 'ja',
      title: `${product.title} エスプレッソマシン｜珈琲道具 月`,
      css: 'body{font-family:"Hiragino Mincho ProN","Yu Mincho",serif;background:#faf9f6;color:#2b2b2b}header{padding:40px;text-align:center;letter-spacing:.4em;font-size:22px}main{max-width:860px;margin:auto;display:grid;grid-template-columns:1fr 1fr;gap:50px;padding:20px}.kakaku{font-size:34px;margin:.4em 0 0}.nuki{color:#888;font-size:14px}button{background:#7b1e1e;color:#fff;border:0;padding:14px 44px}',
      body: `<header>珈琲道具 月</header><main itemscope itemtype="https://schema.org/Product"><div>${machine('#7b1e1e')}</div><section><h1 itemprop="name">${product.title} エスプレッソマシン</h1><p>商品番号：<span itemprop="sku">${product.sku}</span></p><p class="kakaku price" itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="JPY"><span itemprop="price">￥189,800</span><small>（税込）</small></p><p class="nuki">税抜 ￥172,545</p><p>在庫あり</p><button>カートに入れる</button></section></main>`,
    }),
  ),
};
