import { machine, page, product, productPage } from './markup.ts';
import type { Shop } from './shop.ts';

export const rdfaShop: Shop = {
  name: 'Comptoir du Café',
  shows: 'RDFa, French number format',
  path: '/machines/{sku}',
  site: { Country: 'FR' },
  expected: {
    outcome: 'Priced',
    amount: '1279.90',
    currency: 'EUR',
    availability: 'InStock',
    renderMode: 'Http',
  },
  respond: productPage(() =>
    page({
      lang: 'fr',
      title: `Machine expresso ${product.title} – Comptoir du Café`,
      css: 'body{font-family:"Palatino Linotype",Palatino,serif;background:#fdf6f0;color:#3b2417}header{text-align:center;padding:34px;font-size:30px;font-style:italic}main{max-width:960px;margin:auto;padding:0 24px 60px;text-align:center}figure{max-width:420px;margin:0 auto 24px}.prix{font-size:36px}hr{border:0;border-top:1px solid #d9bfa9;width:90px;margin:22px auto}button{background:none;border:1px solid #3b2417;padding:12px 40px}',
      body: `<header>Comptoir du Café</header><main vocab="https://schema.org/" typeof="Product"><figure>${machine('#8c3b2a')}</figure><h1 property="name">Machine expresso ${product.title}</h1><p>Réf. <span property="sku">${product.sku}</span>, <span property="brand" typeof="Brand"><span property="name">${product.brand}</span></span></p><hr><div property="offers" typeof="Offer"><meta property="priceCurrency" content="EUR"><p class="prix"><span property="price" content="1279.90">1\u202f279,90\u00a0€</span></p><p><link property="availability" href="https://schema.org/InStock">En stock, expédié sous 24 h</p></div><button>Ajouter au panier</button></main>`,
    }),
  ),
};
