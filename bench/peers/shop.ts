// A shop with several loopback hosts in its own process: a page with 700 cards of other products, a style sheet, 200 KB
// of script and twelve images. Every answer takes 30 ms. Under /rendered/ the price is fetched 100 ms after the page.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { originOf, shopHosts } from './hosts.ts';

const answerDelayMs = 30;
const cards = 700;
const offer = { '@type': 'Offer', price: '129.90', priceCurrency: 'EUR' };
const data = JSON.stringify({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Desk lamp',
  offers: offer,
});
const card = (index: number): string =>
  `<li class="product-card"><a href="/p/item-${index}"><span class="name">Item ${index}</span></a>` +
  `<span class="price">${(index % 90) + 10},90 €</span></li>`;
const page = (head: string, price: string, behind: string): string =>
  '<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Desk lamp | Lamps</title>' +
  `<link rel="stylesheet" href="/style.css">${head}</head><body><main><h1>Desk lamp</h1>` +
  `${Array.from({ length: 12 }, (_, index) => `<img src="/image-${index}.jpg" alt="">`).join('')}` +
  `<p class="price" id="price">${price}</p><button>In den Warenkorb</button></main>` +
  `<section class="related"><h2>Ähnliche Artikel</h2><ul>${Array.from({ length: cards }, (_, index) => card(index)).join('')}</ul>` +
  `</section><script src="/app.js"></script>${behind}</body></html>`;

const pages: Readonly<Record<string, string>> = {
  plain: page(`<script type="application/ld+json">${data}</script>`, '129,90 €', ''),
  rendered: page(
    '',
    '',
    "<script>setTimeout(()=>fetch('/price.json').then((r)=>r.json()).then(({price})=>{document.getElementById('price').textContent=price}),100)</script>",
  ),
};
const parts: Readonly<Record<string, { type: string; body: string }>> = {
  '/style.css': { type: 'text/css', body: '.product-card{display:flex}'.repeat(200) },
  '/app.js': {
    type: 'text/javascript',
    body: `(()=>{${'const n=()=>[1,2,3].map((i)=>i*2);n();'.replace('n', 'n0')}})();/*${'x'.repeat(200_000)}*/`,
  },
  '/price.json': { type: 'application/json', body: '{"price":"129,90 €"}' },
};

const answer: RequestListener = (request, response) => {
  const path = request.url ?? '/';
  const part = parts[path] ?? (path.startsWith('/image-') ? { type: 'image/jpeg', body: '' } : undefined);
  const body = part?.body ?? pages[path.split('/')[1] ?? ''];
  setTimeout(() => {
    if (body === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'Content-Type': part?.type ?? 'text/html; charset=utf-8' }).end(body);
  }, answerDelayMs);
};
const listen = async (host: string, port: number): Promise<number> => {
  const server = createServer(answer);
  // On a busy machine a peer may leave connections idle.
  server.keepAliveTimeout = 60_000;
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};
let port = 0;
for (let index = 0; index < shopHosts; index += 1)
  port = await listen(new URL(originOf(port, index, shopHosts)).hostname, port);
process.send?.(port);
process.once('disconnect', () => process.exit());
