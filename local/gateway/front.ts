import { createServer, type RequestListener, type Server } from 'node:http';
import { keepAliveMs } from '../keep-alive.ts';
import { declaresTooMuch } from './request-size.ts';
import { requestTargetOf } from './request-target.ts';

/**
 * Whether a call was made to this machine by name. Another name that leads here is a page's attempt to read the
 * demonstration's license key through the browser of whoever runs the stack (DNS rebinding).
 */
const isLocalHost = (host: string | undefined): boolean =>
  /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host ?? '');

/**
 * The HTTP server of the local stack.
 *
 * @param serve - answers a call that was made to this machine by name.
 */
export const createFront = (serve: RequestListener): Server => {
  const listener: RequestListener = (request, response) => {
    if (isLocalHost(requestTargetOf(request).host)) serve(request, response);
    else response.writeHead(421).end('This service answers to 127.0.0.1 and localhost alone.\n');
  };
  const server = createServer({ keepAliveTimeout: keepAliveMs }, listener);
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
