import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
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

/**
 * The HTTP server of the local stack.
 *
 * @param serve - answers a call that was made to this machine by name.
 */
export const createFront = (serve: RequestListener): Server => {
  const answers = new WeakMap<Duplex, Set<ServerResponse>>();
  const listener: RequestListener = (request, response) => {
    const { socket, httpVersion, headers } = request;
    const open = answers.get(socket) ?? new Set();
    answers.set(socket, open.add(response));
    response.once('close', () => open.delete(response));
    // https://www.rfc-editor.org/rfc/rfc9112#section-3.2
    if (headers.host === undefined && httpVersion === '1.1') refuse(response, 'Malformed');
    else if (isLocalHost(requestTargetOf(request).host)) serve(request, response);
    else refuse(response, 'Misdirected');
  };
  // Node.js would answer a missing host without a body.
  const server = createServer({ keepAliveTimeout: keepAliveMs, requireHostHeader: false }, listener);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // What is written in the middle of an answer would be taken for a part of it.
    const isAnswering = [...(answers.get(socket) ?? [])].some(({ headersSent }) => headersSent);
    if (isAnswering || !socket.writable) socket.destroy();
    else refuseOn(socket, frontProblemOf(error.code));
  });
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
