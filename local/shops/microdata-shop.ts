import { machine, page, product, productPage } from './markup.ts';
import type { Shop } from './shop.ts';

export const microdataShop: Shop = {
  name: 'Brühwerk',
  shows: 'microdata, German number format',
  path: '/produkt/{sku}',
  site: { Country: 'DE', Locale: 'de-DE' },
  expected: {
    outcome: 'Priced',
    amount: '1299.00',
    currency: 'EUR',
    availability: 'InStock',
    renderMode: 'Http',
  },
  respond: productPage(() =>
    page({
      lang: 'de',
      title: `${product.title} Siebträgermaschine kaufen | Brühwerk`,
      css: 'body{font-family:system-ui,sans-serif;background:#fff;color:#191919}header{display:flex;justify-content:space-between;padding:18px 5vw;border-bottom:4px solid #e2001a;font-weight:800;font-size:22px}main{display:flex;flex-wrap:wrap;gap:40px;padding:40px 5vw}figure{flex:1 1 380px;margin:0;background:#efefef;padding:40px}section{flex:1 1 340px}.preis{font-size:40px;font-weight:800;color:#e2001a;margin:0}.auf{display:inline-block;background:#e7f5e7;color:#145214;padding:2px 10px;border-radius:99px}button{background:#e2001a;color:#fff;border:0;border-radius:6px;padding:14px 28px;font-weight:700;width:100%}',
      body: `<header><span>BRÜHWERK</span><nav>Warenkorb (0)</nav></header><main itemscope itemtype="https://schema.org/Product"><figure>${machine('#b9bcc0')}</figure><section><h1 itemprop="name">${product.title} Siebträgermaschine</h1><p>Art.-Nr. <span itemprop="sku">${product.sku}</span> von <span itemprop="brand" itemscope itemtype="https://schema.org/Brand"><span itemprop="name">${product.brand}</span></span></p><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="EUR"><link itemprop="itemCondition" href="https://schema.org/NewCondition"><p class="preis" itemprop="price" content="1299.00">1.299,00 €</p><p><small>inkl. 19 % MwSt., versandkostenfrei</small></p><p class="auf"><link itemprop="availability" href="https://schema.org/InStock">Auf Lager</p></div><button>In den Warenkorb</button><ul><li>Zweikreiser mit Rotationspumpe</li><li>58-mm-Siebträger</li><li>5 Jahre Garantie</li></ul></section></main>`,
    }),
  ),
};
