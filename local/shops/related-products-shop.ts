import { jsonLd, machine, page, product, productPage } from './markup.ts';
import type { Shop } from './shop.ts';

const others = [
  { name: 'Vela Piccola', price: '8 990 Kč', amount: '8990', sku: 'VELA-P1' },
  { name: 'Mlýnek Vela Polvere', price: '5 490 Kč', amount: '5490', sku: 'VELA-M2' },
  { name: 'Tamper 58 mm', price: '890 Kč', amount: '890', sku: 'VELA-T58' },
];

export const relatedProductsShop: Shop = {
  name: 'Pražírna U Mostu',
  shows: 'cheaper products around, before and after its own',
  path: '/zbozi/{sku}',
  site: { Country: 'CZ' },
  expected: { outcome: 'Priced', amount: '29990', currency: 'CZK' },
  respond: productPage(() =>
    page({
      lang: 'cs',
      title: `Kávovar ${product.title} | Pražírna U Mostu`,
      head: [
        jsonLd({
          '@type': 'ItemList',
          name: 'Mohlo by se vám líbit',
          itemListElement: others.map(({ name, amount, sku }, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            item: {
              '@type': 'Product',
              name,
              sku,
              offers: { '@type': 'Offer', price: amount, priceCurrency: 'CZK' },
            },
          })),
        }),
        jsonLd({
          '@type': 'Product',
          name: `Kávovar ${product.title}`,
          sku: product.sku,
          offers: {
            '@type': 'Offer',
            price: '29990',
            priceCurrency: 'CZK',
            availability: 'https://schema.org/InStock',
          },
        }),
      ].join('\n'),
      css: 'body{font-family:"Gill Sans",Calibri,sans-serif;background:#eef1ea;color:#26312a}header{padding:20px 6vw;font-size:24px;background:#26312a;color:#eef1ea}.pas{background:#d6e0cf;padding:12px 6vw}main{display:grid;grid-template-columns:1fr 1fr;gap:36px;padding:36px 6vw;background:#fff}.cena{font-size:42px;font-weight:700}aside{padding:30px 6vw}.rada{display:grid;grid-template-columns:repeat(3,1fr);gap:18px}.rada article{background:#fff;padding:18px;border-radius:8px}button{background:#5a7d4d;color:#fff;border:0;padding:14px 32px;border-radius:6px}',
      body: `<header>Pražírna U Mostu</header><p class="pas">Doprava zdarma od 1 500 Kč</p><main><div>${machine('#5a7d4d')}</div><section class="product-detail"><h1>Kávovar ${product.title}</h1><p>Kód: ${product.sku}</p><p class="cena product-price">29 990 Kč</p><p>Skladem</p><button>Do košíku</button></section></main><aside class="related-products"><h2>Mohlo by se vám líbit</h2><div class="rada">${others
        .map(({ name, price }) => `<article><h3>${name}</h3><p class="price">${price}</p></article>`)
        .join('')}</div></aside>`,
    }),
  ),
};
