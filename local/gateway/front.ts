import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { keepAliveMs } from '../keep-alive.ts';
import { type FrontProblemType, frontProblemOf, renderFrontProblem } from './front-problem.ts';
import { declaresTooMuch } from './request-size.ts';
import { requestTargetOf } from './request-target.ts';

/**
 * Whether a call was made to this machine by name. Another name that leads here is a page's attempt to read the
 * demonstration's license key through the browser of whoever runs the stack (DNS rebinding).
 */
const isLocalHost = (host: string | undefined): boolean =>
  /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host ?? '');

/** Answers a call that is none of the API's. */
export const refuse = (response: ServerResponse, type: FrontProblemType): void => {
  const { status, title, headers, body } = renderFrontProblem(type);
  response.writeHead(status, title, headers).end(body);
};

/** Answers what Node.js found to be no HTTP, so that there is no response to write to. */
const refuseOn = (socket: Duplex, type: FrontProblemType): void => {
  const { status, title, headers, body } = renderFrontProblem(type);
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${title}`, ...fields, '', body].join('\r\n'), () => socket.destroy());
};

/** Of what is owed on a connection that sends no HTTP any more: an answer that nobody reads must not keep it. */
const defaultOwedMs = 60_000;

/** Answers that are owed on each connection, in their order. */
const createDebts = (maxOwedMs: number) => {
  const owed = new WeakMap<Duplex, Set<ServerResponse>>();
  const on = (socket: Duplex): readonly ServerResponse[] => [...(owed.get(socket) ?? [])];
  return {
    on,
    add: (socket: Duplex, response: ServerResponse): void => {
      owed.set(socket, (owed.get(socket) ?? new Set()).add(response));
      response.once('close', () => owed.get(socket)?.delete(response));
    },
    /** Resolves when nothing is owed on a connection any more, or its time is over. */
    paid: async (socket: Duplex): Promise<void> => {
      const timer = setTimeout(() => socket.destroy(), maxOwedMs);
      for (const response of on(socket))
        await new Promise<void>((resolve) => {
          if (response.closed) resolve();
          else response.once('close', resolve);
        });
      clearTimeout(timer);
    },
  };
};

const hostsIn = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;

/**
 * The HTTP server of the local stack.
 *
 * @param serve - answers a call that was made to this machine by name.
 * @param maxOwedMs - how long answers may take on a connection on which no HTTP follows.
 */
export const createFront = (serve: RequestListener, maxOwedMs = defaultOwedMs): Server => {
  const debts = createDebts(maxOwedMs);
  const listener: RequestListener = (request, response) => {
    debts.add(request.socket, response);
    const hosts = hostsIn(request);
    // https://www.rfc-editor.org/rfc/rfc9112#section-3.2
    if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1')) refuse(response, 'Malformed');
    else if (isLocalHost(requestTargetOf(request).host)) serve(request, response);
    else refuse(response, 'Misdirected');
  };
  // Node.js would answer a missing host without a body.
  const server = createServer({ keepAliveTimeout: keepAliveMs, requireHostHeader: false }, listener);
  server.on('clientError', async (error: NodeJS.ErrnoException, socket) => {
    const type = frontProblemOf(error.code);
    const last = debts.on(socket).at(-1);
    // What is no HTTP in the body of a call is that call's; behind whole calls it is answered when they are.
    const isInBody = last !== undefined && !last.req.complete;
    if (isInBody && !last.headersSent) refuse(last, type);
    await debts.paid(socket);
    if (isInBody || !socket.writable) socket.destroy();
    else refuseOn(socket, type);
  });
  // Node.js would close the connection without a word.
  server.on('connect', (_request, socket) => refuseOn(socket, 'NoTunnel'));
  // Node.js would let each of them send its body.
  server.on('checkContinue', (request, response) => {
    // What the client does with a body that it is not asked for, it does on its own.
    if (declaresTooMuch(request)) response.setHeader('Connection', 'close');
    else response.writeContinue();
    listener(request, response);
  });
  // Node.js would answer 417; API Gateway drops the header.
  server.on('checkExpectation', listener);
  return server;
};
