import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type LoopbackServer, startShop } from '../http/loopback-shop.ts';

/** A server that must not be reached. Counts connections and datagrams. */
export interface Canary {
  port: number;
  udpPort: number;
  /** Connections and datagrams so far. */
  readonly touches: number;
  /** First path segment of every HTTP request. */
  readonly ways: ReadonlySet<string>;
  reset(): void;
  stop(): Promise<void>;
}

export const startCanary = async (): Promise<Canary> => {
  let touches = 0;
  const ways = new Set<string>();
  const server = createServer((request, response) => {
    ways.add((request.url ?? '').split('/')[1]?.split(/[?#]/)[0] ?? '');
    response.writeHead(200, {
      'Content-Type': 'text/javascript',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Headers': '*',
    });
    response.end('// reached');
  });
  server.on('connection', () => {
    touches += 1;
  });
  server.on('upgrade', (request, socket) => {
    ways.add((request.url ?? '').split('/')[1] ?? '');
    socket.destroy();
  });
  const udp = createSocket('udp4');
  udp.on('message', () => {
    touches += 1;
    ways.add('webrtc');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    udpPort: udp.address().port,
    get touches() {
      return touches;
    },
    ways,
    reset: () => {
      touches = 0;
      ways.clear();
    },
    stop: async () => {
      udp.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};

/** A shop that serves pages by path. */
export const startPages = (
  pages: Readonly<Record<string, { status?: number; headers?: Record<string, string>; body: string }>>,
): Promise<LoopbackServer> =>
  startShop(({ url = '' }, response) => {
    const { status = 200, headers, body } = pages[url] ?? { status: 404, body: '' };
    response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers }).end(body);
  });
