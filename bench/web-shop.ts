import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Size of the page's markup before compression. */
const pageBytes = 100 * 1024;

const listing = (index: number): string =>
  `<li class="card"><a href="/p/${index}"><img src="/i/${index}.jpg" alt=""><b>Shoe ${index * 7919}</b><i>${(index * 31) % 300},95 €</i></a></li>\n`;

const pageHtml = (): string => {
  const head = `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Air One</title><script type="application/ld+json">${JSON.stringify(
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Air One',
      sku: '555088-105',
      offers: { '@type': 'Offer', price: '1226.00', priceCurrency: 'EUR' },
    },
  )}</script></head><body><main><h1>Air One</h1><p>1.226,00 €</p><button>Kaufen</button></main><ul>`;
  let body = '';
  for (let index = 0; head.length + body.length < pageBytes; index += 1) body += listing(index);
  return `${head}${body}</ul></body></html>`;
};

/** A shop on loopback in a process of its own, so that its work is not counted as the scraper's. */
const page = gzipSync(pageHtml());
const server = createServer((_request, response) => {
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Encoding': 'gzip',
    'Content-Length': page.length,
  });
  response.end(page);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit());
