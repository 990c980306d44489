import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Size of the page's markup before compression. */
const pageBytes = 100 * 1024;

const listing = (index: number): string =>
  `<li class="card"><a href="/p/${index}"><img src="/i/${index}.jpg" alt=""><b>Shoe ${index * 7919}</b><i>${(index * 31) % 300},95 €</i></a></li>\n`;

/** What a rendered page loads besides itself, each answer 30 ms late. */
const subResources: Readonly<Record<string, { type: string; body: string }>> = {
  '/style.css': { type: 'text/css', body: 'main{display:block}' },
  '/theme.css': { type: 'text/css', body: '.card{display:inline-block}' },
  '/vendor.js': { type: 'text/javascript', body: 'window.shop={}' },
  '/app.js': {
    type: 'text/javascript',
    body: "fetch('/price.json').then((r)=>r.json()).then(({price})=>{document.getElementById('price').textContent=price})",
  },
  '/price.json': { type: 'application/json', body: '{"price":"1.226,00 €"}' },
};
const subResourceDelayMs = 30;

/** @param isRendered - whether its price comes by script, so that only a browser sees it. */
const pageHtml = (isRendered: boolean, bytes = pageBytes): string => {
  const links = isRendered
    ? '<link rel="stylesheet" href="/style.css"><link rel="stylesheet" href="/theme.css"><script src="/vendor.js"></script><script src="/app.js" defer></script>'
    : '';
  const structured = isRendered
    ? ''
    : `<script type="application/ld+json">${JSON.stringify({
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: 'Air One',
        sku: '555088-105',
        offers: { '@type': 'Offer', price: '1226.00', priceCurrency: 'EUR' },
      })}</script>`;
  const head = `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Air One</title>${links}${structured}</head><body><main><h1>Air One</h1><p id="price" class="price">${isRendered ? '' : '1.226,00 €'}</p><button>Kaufen</button></main><ul>`;
  let body = '';
  for (let index = 0; head.length + body.length < bytes; index += 1) body += listing(index);
  return `${head}${body}</ul></body></html>`;
};

/** A shop on loopback in a process of its own, so that its work is not counted as the scraper's. */
const pages: Readonly<Record<string, Buffer>> = {
  plain: gzipSync(pageHtml(false)),
  rendered: gzipSync(pageHtml(true)),
  // As large as the largest product pages that were seen in the field.
  large: gzipSync(pageHtml(false, 6 * 1024 * 1024)),
  // A page whose scripts hold as much as those of heavy shops do.
  heavy: gzipSync(
    pageHtml(true).replace('</head>', '<script>window.held=new Uint8Array(150e6).fill(1)</script></head>'),
  ),
};
const server = createServer((request, response) => {
  const path = request.url ?? '';
  const part = subResources[path];
  if (part) {
    setTimeout(() => {
      response.writeHead(200, { 'Content-Type': part.type }).end(part.body);
    }, subResourceDelayMs);
    return;
  }
  const page = pages[path.split('/')[1] ?? ''] ?? pages.plain!;
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Encoding': 'gzip',
    'Content-Length': page.length,
  });
  response.end(page);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit());
