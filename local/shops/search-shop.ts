import { machine, offerOf, page, product, productLd } from './markup.ts';
import type { Shop } from './shop.ts';

const css =
  'body{font-family:Verdana,sans-serif;background:#fff;color:#152238}header{background:#ff7a00;color:#fff;padding:18px 6vw;font-size:22px;font-weight:700}form{display:inline}main{padding:30px 6vw}.rooster{display:grid;grid-template-columns:repeat(auto-fit,minmax(210px,1fr));gap:20px}.kaart{border:1px solid #e4e8ee;border-radius:10px;padding:18px;text-decoration:none}.kaart b{font-size:20px;color:#ff7a00}.prijs{font-size:38px;color:#ff7a00;font-weight:700}button{background:#00a862;color:#fff;border:0;border-radius:8px;padding:14px 28px}';

/** The first hit is only an accessory of the product. */
const hits = [
  {
    sku: 'VELA-A3-BASKET',
    title: `Filterbakje voor ${product.title}`,
    price: '€ 39,95',
    amount: '39.95',
    paint: '#c8c8c8',
  },
  {
    sku: product.sku,
    title: `${product.title} espressomachine`,
    price: '€ 1.259,-',
    amount: '1259.00',
    paint: '#e8b04a',
  },
  {
    sku: 'VELA-B1',
    title: 'Vela Bruna 1 espressomachine',
    price: '€ 689,-',
    amount: '689.00',
    paint: '#7a5230',
  },
];

const searchPage = (query: string): string => {
  const found = query.toUpperCase().includes(product.sku) ? hits : [];
  return page({
    lang: 'nl',
    title: 'Zoekresultaten | Bonenbazaar',
    css,
    body: `<header>Bonenbazaar</header><main><h1>${found.length} resultaten</h1><div class="rooster">${found
      .map(
        (hit) =>
          `<a class="kaart" href="/product/${hit.sku}">${machine(hit.paint)}<h3>${hit.title}</h3><small>Artikelnummer ${hit.sku}</small><p><b>${hit.price}</b></p></a>`,
      )
      .join('')}</div></main>`,
  });
};

const productHtml = ({ sku, title, price, amount, paint }: (typeof hits)[number]): string =>
  page({
    lang: 'nl',
    title: `${title} | Bonenbazaar`,
    head: productLd(title, offerOf(amount, 'EUR'), sku),
    css,
    body: `<header>Bonenbazaar</header><main><div style="max-width:380px">${machine(paint)}</div><h1>${title}</h1><p>Artikelnummer ${sku}</p><p class="prijs">${price}</p><p>Op voorraad, morgen in huis</p><button>In winkelwagen</button></main>`,
  });

export const searchShop: Shop = {
  name: 'Bonenbazaar',
  shows: 'a search page that leads to the product',
  path: '/zoeken?q={sku}',
  isSearch: true,
  site: { Country: 'NL' },
  expected: { outcome: 'Priced', amount: '1259.00', currency: 'EUR', availability: 'InStock' },
  respond: (url) => {
    if (url.pathname === '/zoeken') return { body: searchPage(url.searchParams.get('q') ?? '') };
    const hit = hits.find(({ sku }) => url.pathname === `/product/${sku}`);
    if (hit) return { body: productHtml(hit) };
    if (url.pathname === '/') return { body: searchPage(product.sku) };
    return undefined;
  },
};
