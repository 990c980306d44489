import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SellingSite } from '../../lambdas/domain/selling-site.ts';
import { ambiguousShop } from './ambiguous-shop.ts';
import { arabicShop } from './arabic-shop.ts';
import { challengeShop } from './challenge-shop.ts';
import { clientRenderedShop } from './client-rendered-shop.ts';
import { indianShop } from './indian-shop.ts';
import { instalmentsShop } from './instalments-shop.ts';
import { japaneseShop } from './japanese-shop.ts';
import { jsonLdShop } from './json-ld-shop.ts';
import { product } from './markup.ts';
import { microdataShop } from './microdata-shop.ts';
import { openGraphShop } from './open-graph-shop.ts';
import { outOfStockShop } from './out-of-stock-shop.ts';
import { rdfaShop } from './rdfa-shop.ts';
import { relatedProductsShop } from './related-products-shop.ts';
import { saleShop } from './sale-shop.ts';
import { searchShop } from './search-shop.ts';
import type { Shop } from './shop.ts';
import { silentShop } from './silent-shop.ts';
import { soft404Shop } from './soft-404-shop.ts';
import { swissShop } from './swiss-shop.ts';
import { variantsShop } from './variants-shop.ts';

/** All demonstration shops, each with what a scrape of it has to find. */
export const shops: readonly Shop[] = [
  jsonLdShop,
  microdataShop,
  rdfaShop,
  openGraphShop,
  clientRenderedShop,
  saleShop,
  variantsShop,
  outOfStockShop,
  searchShop,
  relatedProductsShop,
  japaneseShop,
  indianShop,
  swissShop,
  arabicShop,
  instalmentsShop,
  ambiguousShop,
  soft404Shop,
  challengeShop,
  silentShop,
];

export interface RunningShops {
  /** SKU of the product that all of them sell. */
  sku: string;
  /** `host:port` of each, for the scraper's allowed targets. */
  targets: string[];
  /** As a client names them in a request, in the order of `shops`. */
  sellingSites: SellingSite[];
  close: () => Promise<void>;
}

const startShop = async (shop: Shop): Promise<Server> => {
  const server = createServer((request, response) => {
    const url = new URL(`http://localhost${request.url?.startsWith('/') ? request.url : '/'}`);
    const answer = shop.respond(url);
    if (answer === 'never') return;
    const {
      status = 200,
      headers,
      body,
    } = answer ?? { status: 404, body: 'Not found', headers: { 'Content-Type': 'text/plain' } };
    response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers });
    response.end(request.method === 'HEAD' ? undefined : body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

const toSellingSite = (shop: Shop, origin: string): SellingSite => ({
  Name: shop.name,
  ...(shop.isSearch === true ? { SearchUrl: origin + shop.path } : { Url: origin + shop.path }),
  ...shop.site,
});

/** Starts each shop on a port of its own on 127.0.0.1, so that each is a site of its own to the scraper. */
export const startShops = async (): Promise<RunningShops> => {
  const servers = await Promise.all(shops.map(startShop));
  const targets = servers.map((server) => `127.0.0.1:${(server.address() as AddressInfo).port}`);
  return {
    sku: product.sku,
    targets,
    sellingSites: shops.map((shop, index) => toSellingSite(shop, `http://${targets[index]}`)),
    close: async () => {
      await Promise.all(
        servers.map(async (server) => {
          const closed = once(server, 'close');
          server.close();
          server.closeAllConnections();
          await closed;
        }),
      );
    },
  };
};
