import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface LoopbackServer {
  port: number;
  /** `host:port`. */
  target: string;
  origin: string;
  /** TCP connections accepted so far. */
  readonly connections: number;
  /** Open TCP connections. */
  readonly open: number;
  close(): Promise<void>;
}

const listen = async (server: Server, scheme: string): Promise<LoopbackServer> => {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    target: `127.0.0.1:${port}`,
    origin: `${scheme}://127.0.0.1:${port}`,
    get connections() {
      return connections;
    },
    get open() {
      return sockets.size;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};

export const startShop = (
  answer: RequestListener,
  onUpgrade?: (request: IncomingMessage, socket: Duplex) => void,
): Promise<LoopbackServer> => {
  const server = createServer({ maxHeaderSize: 1024 * 1024 }, answer);
  if (onUpgrade) server.on('upgrade', onUpgrade);
  return listen(server, 'http');
};

export const startSecureShop = (
  certificate: { key: string; cert: string },
  answer: RequestListener,
): Promise<LoopbackServer> => listen(createHttpsServer(certificate, answer), 'https');

/** Only speaks HTTP/2. */
export const startHttp2Shop = (
  certificate: { key: string; cert: string },
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<LoopbackServer> =>
  listen(
    createSecureServer(
      // Otherwise this server, not the tier, would reject a large head.
      { ...certificate, allowHTTP1: false, maxSendHeaderBlockLength: 64 * 1024 * 1024 },
      answer as never,
    ) as unknown as Server,
    'https',
  );

/** A server that writes raw bytes, for responses that no HTTP library sends. */
export const startRawServer = (onSocket: (socket: Socket) => void): Promise<LoopbackServer> =>
  listen(createTcpServer(onSocket), 'http');

/** Responses that no HTTP parser may accept, by what is wrong with them. */
export const malformedResponses: readonly [fault: string, response: string][] = [
  ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n<p>'],
  [
    'a length and chunks',
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['a length that is no number', 'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n<p>'],
  ['bare line feeds', 'HTTP/1.1 200 OK\nContent-Length: 3\n\n<p>'],
  ['a chunk without a size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n<p>\r\n0\r\n\r\n'],
  ['an invalid header after a length', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nBad Header\r\n\r\n<p>'],
  ['a header without a name', 'HTTP/1.1 200 OK\r\n: x\r\nContent-Length: 3\r\n\r\n<p>'],
  ['a NUL in a header', 'HTTP/1.1 200 OK\r\nX-A: a\0b\r\nContent-Length: 3\r\n\r\n<p>'],
  ['no status', 'HTTP/1.1 OK\r\nContent-Length: 3\r\n\r\n<p>'],
  ['an unknown version', 'HTTP/9.9 200 OK\r\nContent-Length: 3\r\n\r\n<p>'],
];
