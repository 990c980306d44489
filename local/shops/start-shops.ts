import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SellingSite } from '../../lambdas/domain/site/selling-site.ts';
import { isFromForeignPage, isToThisMachine } from '../addresses.ts';
import { contained } from '../boundary.ts';
import { isProductPath, page, product } from './markup.ts';
import type { Shop, ShopResponse } from './shop.ts';
import { shops } from './shops.ts';

export interface RunningShops {
  sku: string;
  /** `host:port` of each. */
  targets: string[];
  /** In the order of `shops`. */
  sellingSites: SellingSite[];
  /** Shops whose port was taken. */
  moved: { name: string; wantedPort: number; port: number }[];
  close: () => Promise<void>;
}

const listen = async (server: Server, port: number): Promise<void> => {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
};

/** Errors for ports that are taken, privileged or out of range. */
const portErrors = new Set(['EADDRINUSE', 'EACCES', 'ERR_SOCKET_BAD_PORT']);

/** @returns `undefined` for 404. */
export const answerOf = ({ page: parts, respond }: Shop, url: URL): ShopResponse | 'never' | undefined => {
  if (respond) return respond(url);
  return parts && isProductPath(url.pathname) ? { body: page(parts) } : undefined;
};

/** @param wantedPort - replaced by any other if it is not free; 0: any. */
const startShop = async (shop: Shop, wantedPort: number): Promise<Server> => {
  const server = createServer(
    contained((request, response) => {
      if (!isToThisMachine(request) || isFromForeignPage(request)) {
        response.writeHead(421).end();
        return;
      }
      const url = new URL(`http://localhost${request.url?.startsWith('/') ? request.url : '/'}`);
      const answer = answerOf(shop, url);
      if (answer === 'never') return;
      const {
        status = 200,
        headers,
        body,
      } = answer ?? { status: 404, body: 'Not found', headers: { 'Content-Type': 'text/plain' } };
      response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers });
      response.end(request.method === 'HEAD' ? undefined : body);
    }),
  );
  await listen(server, wantedPort).catch((error: NodeJS.ErrnoException) => {
    if (wantedPort === 0 || !portErrors.has(error.code ?? '')) throw error;
    return listen(server, 0);
  });
  return server;
};

const toSellingSite = (shop: Shop, origin: string): SellingSite => ({
  Name: shop.name,
  ...(shop.isSearch === true ? { SearchUrl: origin + shop.path } : { Url: origin + shop.path }),
  ...shop.site,
});

/** Starts each shop on its own port, so that the scraper sees separate sites. @param firstPort - 0: any. */
export const startShops = async (firstPort = 0): Promise<RunningShops> => {
  const wantedPorts = shops.map((_shop, index) => (firstPort === 0 ? 0 : firstPort + index));
  const servers = await Promise.all(shops.map((shop, index) => startShop(shop, wantedPorts[index]!)));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  const targets = ports.map((port) => `127.0.0.1:${port}`);
  return {
    sku: product.sku,
    targets,
    sellingSites: shops.map((shop, index) => toSellingSite(shop, `http://${targets[index]}`)),
    moved: shops.flatMap(({ name }, index) => {
      const [wantedPort, port] = [wantedPorts[index]!, ports[index]!];
      return wantedPort === 0 || wantedPort === port ? [] : [{ name, wantedPort, port }];
    }),
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
