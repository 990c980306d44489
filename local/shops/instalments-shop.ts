import { machine, page, product, productPage } from './markup.ts';
import type { Shop } from './shop.ts';

export const instalmentsShop: Shop = {
  name: 'Café do Porto',
  shows: 'instalments beside the price',
  path: '/produto/{sku}',
  site: { Country: 'BR' },
  expected: { outcome: 'Priced', amount: '7999.90', currency: 'BRL' },
  respond: productPage(() =>
    page({
      lang: 'pt-BR',
      title: `Máquina de espresso ${product.title} | Café do Porto`,
      css: 'body{font-family:Ubuntu,system-ui,sans-serif;background:#f2fbf5;color:#0b3d2e}header{background:#0b3d2e;color:#ffd23f;padding:20px 6vw;font-size:24px;font-weight:700}main{display:grid;grid-template-columns:1fr 1fr;gap:40px;padding:40px 6vw}.preco{font-size:40px;font-weight:700}.parcelas{color:#3f7a63}button{background:#ffd23f;color:#0b3d2e;border:0;border-radius:99px;padding:14px 40px;font-weight:700}',
      body: `<header>Café do Porto</header><main itemscope itemtype="https://schema.org/Product"><div>${machine('#ffd23f')}</div><section><h1 itemprop="name">Máquina de espresso ${product.title}</h1><p>Ref. <span itemprop="sku">${product.sku}</span></p><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="BRL"><p class="preco price" itemprop="price" content="7999.90">R$ 7.999,90</p></div><p class="parcelas">em até 12x de R$ 666,66 sem juros</p><p>Em estoque</p><button>Comprar</button></section></main>`,
    }),
  ),
};
