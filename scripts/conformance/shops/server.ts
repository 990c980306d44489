// Serves the pages and remembers how each was asked for.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pages } from './pages.ts';

export interface Visit {
  /** Path and query as they came. */
  path: string;
  headers: IncomingMessage['headers'];
}

export interface Shops {
  /** Address of a page, as the deployment reaches it. */
  url: (page: string) => string;
  origin: string;
  /** `host:port`, as the deployment reaches it. */
  target: string;
  visits: readonly Visit[];
  close: () => Promise<void>;
}

const send = (response: ServerResponse, name: string): void => {
  const page = pages[name];
  if (page === undefined) {
    response.writeHead(404, { 'Content-Type': 'text/html; charset=utf-8' }).end('<h1>Not found</h1>');
    return;
  }
  response
    .writeHead(page.status ?? 200, { 'Content-Type': 'text/html; charset=utf-8', ...page.headers })
    .end(page.body);
};

/** Sends a page without end, until the reader has had enough. */
const sendWithoutEnd = (response: ServerResponse): void => {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
  const chunk = Buffer.alloc(256 * 1_024, 'x');
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
};

/**
 * @param origin - under which the deployment reaches this server; absent: where it listens.
 * @param port - to listen on; 0: any.
 */
export const startShops = async (origin?: string, port = 0): Promise<Shops> => {
  const visits: Visit[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    visits.push({ path, headers: request.headers });
    const [, kind, name = ''] = new URL(path, 'http://shop').pathname.split('/');
    response.on('error', () => response.destroy());
    // Never answered: the reader's time must end it.
    if (kind === 'hang') return;
    if (kind === 'reset') request.socket.resetAndDestroy();
    else if (kind === 'endless') sendWithoutEnd(response);
    else if (kind === 'echo') send(response, 'plain');
    else send(response, name);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const at = origin ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: at,
    target: new URL(at).host,
    url: (page) => `${at}/p/${page}`,
    visits,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
