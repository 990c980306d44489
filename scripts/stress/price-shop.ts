import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SellingSite } from '../../lambdas/domain/selling-site.ts';

/** A shop on loopback that answers at once unless it is told to wait, with another price on each page. */
export interface PriceShop {
  /** `host:port` that the scraper has to be allowed to reach: the first, and all. */
  target: string;
  targets: string[];
  /** Page of one site of one request; no two requests share one. */
  siteOf: (request: number, site: number) => SellingSite;
  /** How often each page was fetched, by its path. */
  fetches: ReadonlyMap<string, number>;
  close: () => Promise<void>;
}

export const skuOf = (request: number): string => `LOAD-${request}`;

/** The price of a page as a decimal string; it tells two pages of two requests apart. */
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

export interface PriceShopOptions {
  /** Told of each fetch of a page before it is answered, which waits for it. */
  onFetch?: (path: string) => Promise<void>;
  /** Over which its pages are spread; those of one host are scraped together. Default: one. */
  hosts?: number;
}

export const startPriceShop = async ({ onFetch, hosts = 1 }: PriceShopOptions = {}): Promise<PriceShop> => {
  const fetches = new Map<string, number>();
  const answer: RequestListener = async (request, response) => {
    const path = request.url ?? '';
    const numbers = /^\/p\/(\d+)\/(\d+)$/.exec(path);
    if (!numbers) {
      response.writeHead(404).end();
      return;
    }
    fetches.set(path, (fetches.get(path) ?? 0) + 1);
    await onFetch?.(path);
    response
      .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
      .end(pageOf(Number(numbers[1]), Number(numbers[2])));
  };
  const servers = Array.from({ length: hosts }, () => createServer(answer).listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const targets = servers.map((server) => `127.0.0.1:${(server.address() as AddressInfo).port}`);
  return {
    target: targets[0]!,
    targets,
    siteOf: (request, site) => ({
      Name: `Shop ${site}`,
      Url: `http://${targets[site % hosts]}/p/${request}/${site}`,
      RenderMode: 'Http',
    }),
    fetches,
    close: async () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
};
