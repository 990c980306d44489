// Serves the pages and records requests.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pages } from './pages.ts';

export interface Visit {
  /** Path and query as they came. */
  path: string;
  headers: IncomingMessage['headers'];
}

const send = (response: ServerResponse, name: string): void => {
  const { status = 200, headers = {}, body } = pages[name] ?? { status: 404, body: '<h1>Not found</h1>' };
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers }).end(body);
};

/** Sends an endless page until the client disconnects. */
const sendWithoutEnd = (response: ServerResponse): void => {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
  const chunk = Buffer.alloc(256 * 1_024, 'x');
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
};

export const startContractShops = async () => {
  const visits: Visit[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    visits.push({ path, headers: request.headers });
    const [, kind, name = ''] = new URL(path, 'http://shop').pathname.split('/');
    response.on('error', () => response.destroy());
    // Never answered; the client must time out.
    if (kind === 'hang') return;
    if (kind === 'reset') request.socket.resetAndDestroy();
    else if (kind === 'endless') sendWithoutEnd(response);
    else send(response, kind === 'echo' ? 'plain' : name);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const target = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: `http://${target}`,
    /** `host:port`. */
    target,
    url: (page: string): string => `http://${target}/p/${page}`,
    visits: visits as readonly Visit[],
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
