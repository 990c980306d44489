import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SellingSite } from '../../../lambdas/domain/site/selling-site.ts';

/** A shop on loopback with a different price on each page. */
export interface PriceShop {
  /** `host:port` to allow. */
  target: string;
  /** Returns a page that no other request has. */
  siteOf: (request: number, site: number) => SellingSite;
  close: () => Promise<void>;
}

export const skuOf = (request: number): string => `LOAD-${request}`;

/** Returns the price of a page as a decimal string, different for each request. */
export const amountOf = (request: number, site: number): string =>
  `${(request % 90_000) + 10_000}.${String(site % 100).padStart(2, '0')}`;

const pageOf = (request: number, site: number): string => {
  const amount = amountOf(request, site);
  const product = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: `Shoe ${request}`,
    sku: skuOf(request),
    offers: {
      '@type': 'Offer',
      price: amount,
      priceCurrency: 'EUR',
      availability: 'https://schema.org/InStock',
    },
  };
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shoe ${request}</title>
<script type="application/ld+json">${JSON.stringify(product)}</script></head>
<body><main><h1>Shoe ${request}</h1><p>SKU ${skuOf(request)}</p><p class="price">€${amount}</p><button>Add to cart</button></main></body></html>`;
};

export const startPriceShop = async (): Promise<PriceShop> => {
  const server = createServer((request, response) => {
    const numbers = /^\/p\/(\d+)\/(\d+)$/.exec(request.url ?? '');
    if (!numbers) {
      response.writeHead(404).end();
      return;
    }
    response
      .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
      .end(pageOf(Number(numbers[1]), Number(numbers[2])));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const target = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    target,
    siteOf: (request, site) => ({
      Name: `Shop ${site}`,
      Url: `http://${target}/p/${request}/${site}`,
      RenderMode: 'Http',
    }),
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
