import { structuredData } from '../product-page.ts';

/**
 * Generates a product page of about `bytes` bytes with hundreds of reviews and other products, with more prices per KB
 * than any known page. Deterministic.
 */
export const generateListPage = (bytes: number): string => {
  const related = (index: number): string =>
    `<li class="product-card"><a href="/p/item-${index}"><img src="/img/${index}.jpg" alt="Item ${index}"><span class="name">Item ${index}</span></a><div class="price-box"><span class="old-price">${(index % 90) + 20},90 €</span> <span class="price">${(index % 90) + 10},90 €</span></div><button class="add">Details</button></li>`;
  const review = (index: number): string =>
    `<div class="review"><div class="stars" aria-label="${(index % 5) + 1} of 5"></div><p>Bought it ${index} days ago, it was worth the money. Arrived within 2 days, 10 of 10 again.</p></div>`;
  const navigation = Array.from(
    { length: 40 },
    (_, index) => `<li><a href="/c/${index}">Category ${index}</a></li>`,
  ).join('');
  const head = `<!doctype html><html lang="de"><head><title>Desk lamp Norma 3000</title><link rel="canonical" href="https://shop.example/p/norma-3000"><meta property="og:type" content="product"><script type="application/ld+json">${JSON.stringify(structuredData)}</script><style>.price{color:red}</style></head><body><header><nav><ul>${navigation}</ul></nav></header><main class="product-detail"><h1>Desk lamp Norma 3000</h1><div class="product-price"><span class="price">129,90 €</span> <del>149,90 €</del><small>inkl. MwSt. zzgl. 4,90 € Versand</small></div><p class="stock">Auf Lager, Lieferzeit 1-3 Tage</p><button class="add-to-cart">In den Warenkorb</button><div class="description"><p>${'A lamp of brushed steel for desks of any size. '.repeat(20)}</p></div></main>`;
  const parts = [head];
  let size = head.length;
  for (let index = 0; size < bytes; index += 1) {
    const piece = index % 3 === 0 ? review(index) : related(index);
    parts.push(piece);
    size += piece.length;
  }
  parts.push('<footer><a href="/imprint">Imprint</a></footer></body></html>');
  return parts.join('');
};
