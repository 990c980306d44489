import { jsonLd, machine, page, product, productPage } from './markup.ts';
import type { Shop } from './shop.ts';

export const arabicShop: Shop = {
  name: 'Bayt al-Qahwa',
  shows: 'Arabic digits, right to left',
  path: '/product/{sku}',
  site: { Country: 'SA', Locale: 'ar-SA' },
  expected: { outcome: 'Priced', amount: '5499.00', currency: 'SAR' },
  respond: productPage(() =>
    page({
      lang: 'ar',
      dir: 'rtl',
      title: `ماكينة إسبريسو ${product.title} | بيت القهوة`,
      head: jsonLd({
        '@type': 'Product',
        name: `ماكينة إسبريسو ${product.title}`,
        sku: product.sku,
        offers: {
          '@type': 'Offer',
          price: '5499.00',
          priceCurrency: 'SAR',
          availability: 'https://schema.org/InStock',
        },
      }),
      css: 'body{font-family:"Noto Naskh Arabic","Geeza Pro",Tahoma,serif;background:#f3efe6;color:#1d3b36}header{background:#1d3b36;color:#e7d3a1;padding:24px 6vw;font-size:28px}main{display:grid;grid-template-columns:1fr 1fr;gap:40px;padding:40px 6vw}.price{font-size:40px;color:#9a6b12}button{background:#9a6b12;color:#fff;border:0;border-radius:8px;padding:14px 40px}',
      body: `<header>بيت القهوة</header><main><section><h1>ماكينة إسبريسو ${product.title}</h1><p>رقم المنتج: ${product.sku}</p><p class="price">٥٬٤٩٩٫٠٠ ر.س</p><p>السعر شامل الضريبة، متوفر</p><button>أضف إلى السلة</button></section><div>${machine('#1d3b36')}</div></main>`,
    }),
  ),
};
