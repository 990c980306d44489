import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  maxHeaderSize,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { problemTemplate } from '../../lib/constructs/gateway-problems.ts';
import { hasProperHost, isToThisMachine, keepAliveMs } from '../addresses.ts';

/** Why the front answers a call itself, which never becomes one of the API's. */
const problems = {
  Malformed: [400, 'The call is no HTTP of the version that it names.'],
  ForeignOrigin: [
    403,
    'Pages of this origin may not call the service; the setting `allowedOrigins` names those that may.',
  ],
  Unauthorized: [
    401,
    'This is for whoever started the service: send its access key as `Authorization: Bearer`.',
  ],
  Late: [408, 'The call did not come whole in time.'],
  ChunkTooLarge: [413, 'The extensions of a chunk of the body are too large.'],
  Misdirected: [421, 'This service answers to 127.0.0.1 and localhost alone.'],
  HeadTooLarge: [
    431,
    `The address and the header fields are too large; at most ${maxHeaderSize} bytes are taken.`,
  ],
  NoTunnel: [501, 'This service opens no tunnels to other hosts.'],
  DiskFull: [
    503,
    'The disk of the data folder or of the folder for temporary files is nearly full: make room, and the service goes on.',
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

/** @param code - of an error of Node.js's parser. */
const frontProblemOf = (code: string | undefined): FrontProblemType => typesByCode[code ?? ''] ?? 'Malformed';

/** An answer of the front in the shape of API Gateway's own. The connection ends with it. */
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

interface Calls {
  /** Answers that have not been sent in full. */
  open: Set<ServerResponse>;
  latest: { request: IncomingMessage; response: ServerResponse };
}

/** Knows what each connection's calls are still to be answered. */
const createOwedAnswers = () => {
  const callsOf = new WeakMap<Duplex, Calls>();
  return {
    /** A call that has come. */
    add: (request: IncomingMessage, response: ServerResponse): void => {
      const open = callsOf.get(request.socket)?.open ?? new Set();
      callsOf.set(request.socket, { open: open.add(response), latest: { request, response } });
      response.once('close', () => open.delete(response));
    },

    /** @returns the answer to the call whose body is still coming; `undefined` when a new call would come next. */
    unfinishedCall: (socket: Duplex): ServerResponse | undefined => {
      const latest = callsOf.get(socket)?.latest;
      return latest?.request.complete === false ? latest.response : undefined;
    },

    /** Goes on when all answers have gone out; never, when one of them does not. */
    afterAll: (socket: Duplex, goOn: () => void): void => {
      const open = callsOf.get(socket)?.open ?? new Set();
      const goOnIfGiven = (): void => {
        if (open.size === 0) goOn();
      };
      for (const response of open) response.once('close', goOnIfGiven);
      goOnIfGiven();
    },
  };
};

/** API Gateway's limit. */
export const maxRequestBytes = 10 * 1024 * 1024;

/** True if a request declares a larger body. */
export const declaresTooMuch = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > maxRequestBytes;

/** Answers a call that is none of the API's. */
export const refuse = (response: ServerResponse, type: FrontProblemType): void => {
  const { status, title, headers, body } = renderFrontProblem(type);
  response.writeHead(status, title, headers).end(body);
};

/** How long answers may take on a connection that is to end; API Gateway gives up on a call after 29 s. */
const defaultOwedMs = 60_000;
/** Further input is read and dropped for this long: closing earlier could discard the answer. */
const lingerMs = 2_000;

const destroyAfter = (socket: Duplex, ms: number): void => {
  const timer = setTimeout(() => socket.destroy(), ms).unref();
  socket.once('close', () => clearTimeout(timer));
};

/** Closes a connection when what was written has gone out. */
const closeSoon = (socket: Duplex): void => {
  socket.end(() => destroyAfter(socket, lingerMs));
};

/** Answers what Node.js found to be no HTTP, so that there is no response to write to. */
const refuseOn = (socket: Duplex, type: FrontProblemType): void => {
  // The answer before has closed it.
  if (!socket.writable) return;
  const { status, title, headers, body } = renderFrontProblem(type);
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write([`HTTP/1.1 ${status} ${title}`, ...fields, '', body].join('\r\n'));
  closeSoon(socket);
};

/**
 * The HTTP server of the local stack.
 *
 * @param serve - answers a call that was made to this machine by name.
 * @param maxOwedMs - how long answers may take on a connection on which no HTTP follows.
 * @param names - of this machine, beside those of loopback.
 */
export const createFront = (
  serve: RequestListener,
  maxOwedMs = defaultOwedMs,
  names: readonly string[] = [],
): Server => {
  const owed = createOwedAnswers();
  const ending = new WeakSet<Duplex>();

  /** Lets nothing more be taken from a connection. @returns false when that was so before. */
  const beginEnd = (socket: Duplex): boolean => {
    if (ending.has(socket)) return false;
    ending.add(socket);
    // Node.js would close it when the client has closed its half, before the answers that are owed.
    socket.removeAllListeners('end');
    destroyAfter(socket, maxOwedMs);
    return true;
  };

  const refuseLast = (request: IncomingMessage, response: ServerResponse, type: FrontProblemType): void => {
    beginEnd(request.socket);
    refuse(response, type);
  };

  const listener: RequestListener = (request, response) => {
    // Behind the answer that closes the connection none is read, so nothing may be done either.
    if (ending.has(request.socket)) return;
    owed.add(request, response);
    if (!hasProperHost(request)) refuseLast(request, response, 'Malformed');
    else if (isToThisMachine(request, names)) serve(request, response);
    else refuseLast(request, response, 'Misdirected');
  };

  // Node.js would answer a wrong host without a body.
  const server = createServer({ keepAliveTimeout: keepAliveMs, requireHostHeader: false }, listener);

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket.destroyed || !beginEnd(socket)) return;
    const type = frontProblemOf(error.code);
    const unfinished = owed.unfinishedCall(socket);
    // Malformed HTTP in a call's body belongs to that call; after complete calls it is answered after them.
    if (unfinished?.headersSent === false) refuse(unfinished, type);
    else owed.afterAll(socket, () => (unfinished ? closeSoon(socket) : refuseOn(socket, type)));
  });

  // Node.js would close the connection without a word, and from here on hears of nothing that happens to it.
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy()).resume();
    if (beginEnd(socket)) owed.afterAll(socket, () => refuseOn(socket, 'NoTunnel'));
  });

  // Node.js would let each of them send its body.
  server.on('checkContinue', (request, response) => {
    // Clients may do as they like with a body that was not requested.
    if (declaresTooMuch(request)) response.setHeader('Connection', 'close');
    else response.writeContinue();
    listener(request, response);
  });
  // Node.js would answer 417; API Gateway drops the header.
  server.on('checkExpectation', listener);
  return server;
};
