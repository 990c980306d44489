import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { keepAliveMs } from '../keep-alive.ts';
import { isToThisMachine } from '../strangers.ts';
import { type FrontProblemType, frontProblemOf, renderFrontProblem } from './front-problem.ts';
import { createOwedAnswers } from './owed-answers.ts';
import { declaresTooMuch } from './request-size.ts';
import { hasProperHost } from './request-target.ts';

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
