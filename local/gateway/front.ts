import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  maxHeaderSize,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { maxBodyBytes } from '../../lambdas/domain/request/queue-request.ts';
import { problemTemplate } from '../../lib/constructs/gateway-problems.ts';
import { hasValidHost, isToThisMachine, keepAliveMs } from '../addresses.ts';
import { contained, receiveMs } from '../boundary.ts';

/** Calls that never reach the API. */
const problems = {
  Malformed: [400, 'The request is not valid HTTP/1.1.'],
  ForeignOrigin: [
    403,
    'Pages of this origin may not call the service; add the origin to the setting `allowedOrigins`.',
  ],
  Unauthorized: [
    401,
    'Only the user who started the service may call this: send its access key as `Authorization: Bearer`.',
  ],
  Late: [408, 'The request did not arrive in full in time.'],
  ChunkTooLarge: [413, 'The chunk extensions of the body are too large.'],
  Misdirected: [
    421,
    'This service answers only to 127.0.0.1, localhost and the names given with --allow-host.',
  ],
  HeadTooLarge: [
    431,
    `The URL and the header fields are too large: at most ${maxHeaderSize} bytes are accepted.`,
  ],
  Failed: [500, 'The service failed to answer this call; its standard error says why.'],
  NoTunnel: [501, 'This service is not a proxy: CONNECT is not supported.'],
  DiskFull: [
    503,
    'The disk of the data folder or of the temporary files is nearly full: free some space to continue.',
  ],
  Starting: [503, 'The service is starting.'],
} as const;

export type FrontProblemType = keyof typeof problems;

/** @see https://nodejs.org/api/http.html#event-clienterror */
const typesByCode: Readonly<Record<string, FrontProblemType>> = {
  HPE_HEADER_OVERFLOW: 'HeadTooLarge',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'ChunkTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'Late',
};

/** Further input is read and dropped for this long. */
const lingerMs = 2_000;

/** Renders an answer in the shape of API Gateway's own; it closes the connection. */
const renderFrontProblem = (type: FrontProblemType) => {
  const [status, detail] = problems[type];
  // Node.js calls 413 by its old name.
  const title = status === 413 ? 'Content Too Large' : STATUS_CODES[status]!;
  const requestId = randomUUID();
  const body = problemTemplate({ type, status, title, detail }).replace('$context.requestId', requestId);
  return {
    status,
    title,
    headers: {
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      'X-Request-Id': requestId,
      ...(status === 503 && { 'Retry-After': '1' }),
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
    },
    body,
  };
};

/** True if a request declares a larger body than any operation accepts. */
export const declaresTooMuch = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > maxBodyBytes;

/** Answers a call that never reaches the API. */
export const refuse = (response: ServerResponse, type: FrontProblemType): void => {
  const { status, title, headers, body } = renderFrontProblem(type);
  response.writeHead(status, title, headers).end(body);
};

/** Answers input that Node.js could not parse, for which there is no response object, and closes the connection. */
const refuseOn = (socket: Duplex, type: FrontProblemType): void => {
  socket.on('error', () => socket.destroy());
  // Once a response has begun on the connection, another status line would corrupt it.
  if (!socket.writable || (socket as Socket).bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const { status, title, headers, body } = renderFrontProblem(type);
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  // Closing with unread input could discard the answer.
  socket
    .resume()
    .end([`HTTP/1.1 ${status} ${title}`, ...fields, '', body].join('\r\n'), () =>
      setTimeout(() => socket.destroy(), lingerMs).unref(),
    );
};

/**
 * Creates the HTTP server of the local stack.
 *
 * @param serve - handles a call that named this machine in `Host`.
 * @param names - host names of this machine besides those of loopback.
 */
export const createFront = (
  serve: (request: IncomingMessage, response: ServerResponse) => unknown,
  names: readonly string[] = [],
  requestTimeout = receiveMs,
): Server => {
  const listener = contained(
    (request, response) => {
      if (!hasValidHost(request)) return refuse(response, 'Malformed');
      if (isToThisMachine(request, names)) return serve(request, response);
      return refuse(response, 'Misdirected');
    },
    (response) => refuse(response, 'Failed'),
  );
  const server = createServer(
    {
      keepAliveTimeout: keepAliveMs,
      requestTimeout,
      headersTimeout: requestTimeout,
      connectionsCheckingInterval: requestTimeout / 4,
      // Node.js would refuse a missing host without a body.
      requireHostHeader: false,
    },
    listener,
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    refuseOn(socket, typesByCode[error.code ?? ''] ?? 'Malformed'),
  );
  server.on('connect', (_request, socket) => refuseOn(socket, 'NoTunnel'));
  // Node.js would invite every body.
  server.on('checkContinue', (request, response) => {
    if (declaresTooMuch(request)) response.setHeader('Connection', 'close');
    else response.writeContinue();
    listener(request, response);
  });
  // Node.js would answer 417; API Gateway drops the header.
  server.on('checkExpectation', listener);
  return server;
};
