import { isProductPath, machine, page, product } from './markup.ts';
import type { Shop } from './shop.ts';

/** The price is fetched, and shown half a second later, as text and as JSON-LD. */
const script = `
const root = document.getElementById('offer');
fetch('/api/offer?sku=' + encodeURIComponent(root.dataset.sku)).then((response) => response.json()).then((offer) => {
  setTimeout(() => {
    root.innerHTML = '<p class="price" data-testid="price"></p><p class="stock"></p><button>Add to cart</button>';
    root.querySelector('.price').textContent = new Intl.NumberFormat('en-US', { style: 'currency', currency: offer.currency }).format(offer.cents / 100);
    root.querySelector('.stock').textContent = offer.stock > 0 ? 'In stock' : 'Sold out';
    const data = document.createElement('script');
    data.type = 'application/ld+json';
    data.textContent = JSON.stringify({ '@context': 'https://schema.org', '@type': 'Product', name: document.title, sku: offer.sku, offers: { '@type': 'Offer', price: (offer.cents / 100).toFixed(2), priceCurrency: offer.currency, availability: 'https://schema.org/' + (offer.stock > 0 ? 'InStock' : 'OutOfStock') } });
    document.head.append(data);
  }, 500);
});`;

export const clientRenderedShop: Shop = {
  name: 'Crema Lab',
  shows: 'a price that only a browser sees',
  path: '/products/{sku}',
  site: { Country: 'US' },
  expected: { outcome: 'Priced', amount: '1399.00', currency: 'USD', renderMode: 'Browser' },
  respond: (url) => {
    if (url.pathname === '/api/offer') {
      return {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ sku: product.sku, cents: 139_900, currency: 'USD', stock: 4 }),
      };
    }
    if (!isProductPath(url.pathname)) return undefined;
    return {
      body: page({
        lang: 'en-US',
        title: `${product.title} | Crema Lab`,
        css: 'body{font-family:Inter,system-ui,sans-serif;background:#0f1115;color:#e8eaf0}header{padding:24px 6vw;color:#8ab4ff;font-weight:700}main{padding:3vw 6vw;display:grid;gap:40px;grid-template-columns:1fr 1fr;align-items:center}.price{font-size:44px;font-weight:700;margin:0}.skeleton{height:48px;width:220px;border-radius:10px;background:linear-gradient(90deg,#1b1f29,#2a3040,#1b1f29)}.stock{color:#7ee2a8}button{background:#8ab4ff;color:#0f1115;border:0;border-radius:12px;padding:14px 30px;font-weight:700}',
        body: `<header>crema/lab</header><main><div>${machine('#39415a')}</div><section><h1>${product.title}</h1><p>SKU ${product.sku}</p><div id="offer" data-sku="${product.sku}"><div class="skeleton"></div></div></section></main><script>${script}</script>`,
      }),
    };
  },
};
