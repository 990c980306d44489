import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  Agent,
  type AgentOptions,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { SiteErrorCode } from '../../domain/result/site-result.ts';
import { toTransportError } from '../transport-error.ts';
import { WebError } from '../web-error.ts';
import type { EgressPolicy } from './egress-policy.ts';
import { dialPinned } from './pinned-dial.ts';

interface ProxyLimits {
  /** Bytes of all connections in both directions; at the limit everything is closed. */
  totalBytes: number;
  /** Requests, tunnels and upgrades, refused ones included; at the limit everything is closed. */
  requests: number;
  /** Concurrent client connections. */
  connections: number;
  /** Longest duration of a connection or forwarded request, ms. */
  connectionMs: number;
  /** From the request to a connected socket, DNS included, ms. */
  connectMs: number;
  /** Longest silence in both directions, ms. */
  idleMs: number;
  /** Request and response headers of forwarded requests, bytes. */
  headerBytes: number;
  /** Reasons kept in `refused`. */
  refusals: number;
}

const defaultProxyLimits: ProxyLimits = {
  totalBytes: 256 * 1024 * 1024,
  requests: 20_000,
  connections: 512,
  connectionMs: 120_000,
  connectMs: 10_000,
  idleMs: 30_000,
  headerBytes: 64 * 1024,
  refusals: 200,
};

/** A request that the proxy refused or could not forward. */
export interface ProxyRefusal {
  hostname: string;
  port: number;
  /** `ForbiddenTarget`, `InvalidUrl`, `DnsFailure`, `ConnectionFailed`, `Timeout` or `TooLarge`. */
  code: SiteErrorCode;
  message: string;
}

export interface PinningProxy {
  port: number;
  /** For `--proxy-server`, without credential. */
  url: string;
  /** The proxy's credential (Basic); `undefined` if it needs none. Random for each launch. */
  credential: { username: string; password: string } | undefined;
  /** Bytes carried so far: `sent` to shops, `received` from them. */
  readonly bytes: { readonly sent: number; readonly received: number };
  /** The first refusals, oldest first, which explain the browser's "tunnel failed". */
  readonly refused: readonly ProxyRefusal[];
  /** Closes every connection. */
  close(): Promise<void>;
}

export interface PinningProxyOptions {
  limits?: Partial<ProxyLimits>;
  /** Default true: other users of this machine cannot use the proxy. */
  requireCredential?: boolean;
  /** Called once when a limit that closes everything is reached. */
  onExhausted?: (error: WebError) => void;
}

/** Hop-by-hop headers (RFC 9110, 7.6.1) and those for a proxy. */
const hopHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Raw headers without hop-by-hop ones and those named by `Connection`. */
const endToEndHeaders = (raw: readonly string[], kept: readonly string[] = []): string[] => {
  const named = new Set<string>();
  for (let i = 0; i < raw.length; i += 2) {
    if (raw[i]!.toLowerCase() === 'connection') {
      for (const name of raw[i + 1]!.split(',')) named.add(name.trim().toLowerCase());
    }
  }
  const headers: string[] = [];
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i]!.toLowerCase();
    if (kept.includes(name) || !(hopHeaders.has(name) || named.has(name))) headers.push(raw[i]!, raw[i + 1]!);
  }
  return headers;
};

const withHost = (headers: readonly string[], host: string): string[] => {
  const result = ['Host', host];
  for (let i = 0; i < headers.length; i += 2) {
    if (headers[i]!.toLowerCase() !== 'host') result.push(headers[i]!, headers[i + 1]!);
  }
  return result;
};

const headBytes = (raw: readonly string[]): number => raw.reduce((sum, part) => sum + part.length + 2, 20);

const statusOf = (code: SiteErrorCode): string =>
  code === 'ForbiddenTarget' || code === 'InvalidUrl'
    ? '403 Forbidden'
    : code === 'Timeout'
      ? '504 Gateway Timeout'
      : '502 Bad Gateway';

const endSocket = (socket: Duplex, status: string, headers = ''): void => {
  if (socket.destroyed) return;
  socket.end(`HTTP/1.1 ${status}\r\n${headers}Content-Length: 0\r\nConnection: close\r\n\r\n`);
};

const toRefusal = (error: unknown, host: string): WebError => {
  const translated = toTransportError(error, host);
  return translated instanceof WebError
    ? translated
    : new WebError('ConnectionFailed', `The connection to "${host}" failed.`, {
        retryable: true,
        cause: error,
      });
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Starts an HTTP proxy on loopback for all traffic of a browser. The policy resolves each target once, and the proxy
 * connects to the checked address, whatever the name resolves to later.
 *
 * Carries CONNECT tunnels, absolute-form `http://` requests and WebSocket upgrades, and nothing else. Answers a
 * forbidden target with 403 and never connects to it.
 */
export const startPinningProxy = async (
  policy: EgressPolicy,
  { limits: given = {}, requireCredential = true, onExhausted = () => {} }: PinningProxyOptions = {},
): Promise<PinningProxy> => {
  const limits = { ...defaultProxyLimits, ...given };
  const credential = requireCredential
    ? { username: 'browser', password: randomBytes(24).toString('base64url') }
    : undefined;
  const expected =
    credential &&
    digest(`Basic ${Buffer.from(`${credential.username}:${credential.password}`).toString('base64')}`);

  const sockets = new Set<Duplex>();
  const refused: ProxyRefusal[] = [];
  const bytes = { sent: 0, received: 0 };
  let requests = 0;
  let isExhausted = false;

  const refuse = (hostname: string, port: number, error: WebError): void => {
    if (refused.length >= limits.refusals) return;
    refused.push({ hostname, port, code: error.code, message: error.message });
  };

  const tooLarge = (): WebError => {
    const passed = requests > limits.requests ? `${limits.requests} requests` : `${limits.totalBytes} bytes`;
    return new WebError('TooLarge', `The page and what it loads exceed ${passed}.`, { retryable: false });
  };

  const exhaust = (hostname: string, port: number): void => {
    if (isExhausted) return;
    isExhausted = true;
    refuse(hostname, port, tooLarge());
    for (const socket of sockets) socket.destroy();
    onExhausted(tooLarge());
  };

  const count = (direction: 'sent' | 'received', amount: number, hostname: string, port: number): void => {
    bytes[direction] += amount;
    if (bytes.sent + bytes.received > limits.totalBytes) exhaust(hostname, port);
  };

  /** @returns true if another request may be served. */
  const admit = (): boolean => {
    requests += 1;
    if (requests > limits.requests) exhaust('', 0);
    return !isExhausted;
  };

  const track = <S extends Socket>(socket: S): S => {
    sockets.add(socket);
    socket.setTimeout(limits.idleMs, () => socket.destroy());
    // Errors close the socket, which its users notice.
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    if (isExhausted) socket.destroy();
    return socket;
  };

  const dial = async (hostname: string, port: number, gone?: AbortSignal): Promise<Socket> => {
    if (isExhausted) throw tooLarge();
    const controller = new AbortController();
    const timer = setTimeout(() => {
      const message = `The host "${hostname}" did not accept the connection within ${limits.connectMs} ms.`;
      controller.abort(new WebError('Timeout', message, { retryable: true }));
    }, limits.connectMs);
    const signal = gone ? AbortSignal.any([controller.signal, gone]) : controller.signal;
    try {
      signal.throwIfAborted();
      const expiry = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
      const target = await Promise.race([policy.resolveTarget(hostname, port), expiry]);
      return track(await dialPinned(target, signal));
    } finally {
      clearTimeout(timer);
    }
  };

  class PinnedAgent extends Agent {
    // All connections of forwarded requests are opened here.
    override createConnection(
      options: AgentOptions & { host?: string; port?: number | string },
      callback?: (error: Error | null, stream: Duplex) => void,
    ): undefined {
      dial(String(options.host), Number(options.port)).then(
        (socket) => callback?.(null, socket),
        (error: Error) => callback?.(error, undefined as unknown as Duplex),
      );
      return undefined;
    }
  }
  const agent = new PinnedAgent({ keepAlive: true, maxSockets: 64, maxFreeSockets: 64 });

  const isAuthorized = (request: IncomingMessage): boolean =>
    expected === undefined || timingSafeEqual(digest(request.headers['proxy-authorization'] ?? ''), expected);

  const askCredential = 'Proxy-Authenticate: Basic realm="scrap-prices"\r\n';

  /** Aborts when the client disconnects. */
  const goneSignal = (client: Duplex): AbortSignal => {
    const controller = new AbortController();
    if (client.destroyed) controller.abort(new Error('The client went away.'));
    client.once('close', () => controller.abort(new Error('The client went away.')));
    return controller.signal;
  };

  const join = (client: Socket, upstream: Socket, hostname: string, port: number): void => {
    if (client.destroyed) {
      upstream.destroy();
      return;
    }
    const timer = setTimeout(() => client.destroy(), limits.connectionMs);
    client.on('data', (chunk: Buffer) => count('sent', chunk.length, hostname, port));
    upstream.on('data', (chunk: Buffer) => count('received', chunk.length, hostname, port));
    client.pipe(upstream).pipe(client);
    upstream.once('close', () => client.destroy());
    client.once('close', () => {
      clearTimeout(timer);
      upstream.destroy();
    });
  };

  const onConnect = async (request: IncomingMessage, client: Socket, head: Buffer): Promise<void> => {
    if (!isAuthorized(request)) return endSocket(client, '407 Proxy Authentication Required', askCredential);
    if (!admit()) return;
    const authority = /^(\[[^[\]]+\]|[^:[\]]+):(\d{1,5})$/.exec(request.url ?? '');
    if (authority === null) return endSocket(client, '400 Bad Request');
    const hostname = authority[1]!;
    const port = Number(authority[2]);
    try {
      const upstream = await dial(hostname, port, goneSignal(client));
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      if (head.length > 0) {
        count('sent', head.length, hostname, port);
        upstream.write(head);
      }
      join(client, upstream, hostname, port);
    } catch (error) {
      const refusal = toRefusal(error, hostname);
      refuse(hostname, port, refusal);
      endSocket(client, statusOf(refusal.code));
    }
  };

  /** The target of an absolute-form request. `https` needs CONNECT. */
  const forwardUrl = (request: IncomingMessage): URL => {
    const url = /^(?:http|ws):\/\//i.test(request.url ?? '')
      ? policy.checkUrl(request.url!.replace(/^ws:/i, 'http:'))
      : undefined;
    if (url === undefined) {
      throw new WebError('InvalidUrl', 'This is a proxy; expected an absolute http URL or CONNECT.', {
        retryable: false,
      });
    }
    return url;
  };

  const portOf = (url: URL): number => Number(url.port || 80);

  const namedTarget = (request: IncomingMessage): [string, number] => {
    const url = URL.parse(request.url ?? '');
    return [url?.hostname ?? '', url ? portOf(url) : 0];
  };

  const onUpgrade = async (request: IncomingMessage, client: Socket, head: Buffer): Promise<void> => {
    if (!isAuthorized(request)) return endSocket(client, '407 Proxy Authentication Required', askCredential);
    if (!admit()) return;
    try {
      const url = forwardUrl(request);
      const upstream = await dial(url.hostname, portOf(url), goneSignal(client));
      const headers = withHost(endToEndHeaders(request.rawHeaders, ['connection', 'upgrade']), url.host);
      const lines = [`${request.method} ${url.pathname}${url.search} HTTP/1.1`];
      for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
      const opening = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]);
      count('sent', opening.length, url.hostname, portOf(url));
      upstream.write(opening);
      join(client, upstream, url.hostname, portOf(url));
    } catch (error) {
      const target = namedTarget(request);
      const refusal = toRefusal(error, target[0]);
      refuse(...target, refusal);
      endSocket(client, statusOf(refusal.code));
    }
  };

  const forward = (url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> =>
    new Promise((resolve, reject) => {
      const port = portOf(url);
      // Keep this header: with it, Node.js sends the body in chunks again, even for GET.
      const headers = withHost(endToEndHeaders(request.rawHeaders, ['transfer-encoding']), url.host);
      const outgoing = httpRequest({
        agent,
        // May have IPv6 brackets, which `dial` accepts.
        host: url.hostname,
        port,
        method: request.method,
        path: `${url.pathname}${url.search}`,
        headers,
        setHost: false,
        maxHeaderSize: limits.headerBytes,
      });
      const timer = setTimeout(() => {
        outgoing.destroy(
          new WebError('Timeout', `The request took longer than ${limits.connectionMs} ms.`, {
            retryable: true,
          }),
        );
        response.destroy();
      }, limits.connectionMs);
      response.once('close', () => {
        clearTimeout(timer);
        outgoing.destroy();
        resolve();
      });
      outgoing.once('error', reject);
      outgoing.once('socket', (socket) => {
        // Counts the socket's bytes, since interim responses, trailers and chunk framing are not passed on.
        const onBytes = (chunk: Buffer): void => count('received', chunk.length, url.hostname, port);
        socket.on('data', onBytes);
        outgoing.once('close', () => socket.off('data', onBytes));
      });
      outgoing.once('response', (incoming) => {
        count('sent', headBytes(headers), url.hostname, port);
        incoming.once('error', () => response.destroy());
        try {
          response.writeHead(
            incoming.statusCode ?? 502,
            incoming.statusMessage,
            endToEndHeaders(incoming.rawHeaders),
          );
        } catch (error) {
          outgoing.destroy();
          reject(error);
          return;
        }
        incoming.pipe(response);
      });
      request.on('data', (chunk: Buffer) => count('sent', chunk.length, url.hostname, port));
      request.pipe(outgoing);
    });

  const onRequest = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isAuthorized(request)) {
      response.writeHead(407, { 'Proxy-Authenticate': 'Basic realm="scrap-prices"' }).end();
      return;
    }
    if (!admit()) return;
    try {
      await forward(forwardUrl(request), request, response);
    } catch (error) {
      const target = namedTarget(request);
      const refusal = toRefusal(error, target[0]);
      refuse(...target, refusal);
      if (response.headersSent) response.destroy();
      else response.writeHead(Number(statusOf(refusal.code).slice(0, 3)), { Connection: 'close' }).end();
    }
  };

  // Remaining times may be fractional, but the server accepts only integers.
  const [idleMs, connectionMs] = [Math.ceil(limits.idleMs), Math.ceil(limits.connectionMs)];
  const server = createServer({
    maxHeaderSize: limits.headerBytes,
    requestTimeout: connectionMs,
    headersTimeout: Math.min(idleMs, connectionMs),
    keepAliveTimeout: idleMs,
  });
  server.maxConnections = limits.connections;
  server.on('connection', (socket) => track(socket));
  server.on('request', (request, response) => void onRequest(request, response));
  server.on('connect', (request, socket, head) => void onConnect(request, socket as Socket, head));
  server.on('upgrade', (request, socket, head) => void onUpgrade(request, socket as Socket, head));
  server.on('clientError', (_error, socket) => endSocket(socket, '400 Bad Request'));

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;

  return {
    port,
    url: `http://127.0.0.1:${port}`,
    credential,
    bytes,
    refused,
    close: () =>
      new Promise((resolve) => {
        isExhausted = true;
        agent.destroy();
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
};
