import { jsonLd, machine, page, product, productPage } from './markup.ts';
import type { Shop } from './shop.ts';

const finishes = [
  { name: 'Steel', paint: '#aeb4ba', price: '1349.00', inStock: true },
  { name: 'Ivory', paint: '#e6ddc8', price: '1399.00', inStock: true },
  { name: 'Copper', paint: '#b46a3c', price: '1549.00', inStock: true },
  { name: 'Midnight', paint: '#26324d', price: '1449.00', inStock: false },
];

const dollars = (price: string): string =>
  `$${Number(price).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;

export const variantsShop: Shop = {
  name: 'Tamp & Tiger',
  shows: 'variants with a price each; copper is asked for',
  path: '/shop/{sku}',
  site: { Country: 'US', Variant: { Color: 'Copper' } },
  expected: { outcome: 'Priced', amount: '1549.00', currency: 'USD', availability: 'InStock', variants: 4 },
  respond: productPage(() =>
    page({
      lang: 'en-US',
      title: `${product.title} in four finishes | Tamp & Tiger`,
      head: jsonLd({
        '@type': 'ProductGroup',
        name: product.title,
        productGroupID: product.sku,
        brand: { '@type': 'Brand', name: product.brand },
        variesBy: ['https://schema.org/color'],
        hasVariant: finishes.map(({ name, price, inStock }) => ({
          '@type': 'Product',
          name: `${product.title}, ${name}`,
          sku: `${product.sku}-${name.toUpperCase()}`,
          color: name,
          offers: {
            '@type': 'Offer',
            price,
            priceCurrency: 'USD',
            availability: `https://schema.org/${inStock ? 'InStock' : 'OutOfStock'}`,
          },
        })),
      }),
      css: 'body{font-family:"Avenir Next",Avenir,system-ui,sans-serif;background:#fff;color:#222}header{padding:28px 6vw;font-size:22px;font-weight:800;color:#e2711d}main{padding:0 6vw 60px}.finishes{display:grid;grid-template-columns:repeat(auto-fit,minmax(200px,1fr));gap:20px;list-style:none;padding:0}.finishes li{border:2px solid #eee;border-radius:16px;padding:20px;text-align:center}.finishes b{display:block;font-size:22px}.out{opacity:.5}',
      body: `<header>TAMP &amp; TIGER</header><main><h1>${product.title}</h1><p>One machine, four finishes. SKU ${product.sku}.</p><ul class="finishes">${finishes
        .map(
          ({ name, paint, price, inStock }) =>
            `<li${inStock ? '' : ' class="out"'}>${machine(paint)}<span>${name}</span><b>${dollars(price)}</b><small>${inStock ? 'In stock' : 'Out of stock'}</small></li>`,
        )
        .join('')}</ul></main>`,
    }),
  ),
};
