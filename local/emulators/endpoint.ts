import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keepAliveMs } from '../keep-alive.ts';
import { type Admits, guardServer } from './gate.ts';

export interface Endpoint {
  endpoint: string;
  close: () => Promise<void>;
}

/** Serves one of AWS's APIs on 127.0.0.1 to whoever has an access key. @param serve - a rejection cuts the connection. */
export const startEndpoint = async (
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  admits: Admits,
): Promise<Endpoint> => {
  const server = createServer({ keepAliveTimeout: keepAliveMs }, (request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  // A call may last as long as a function runs.
  server.requestTimeout = 0;
  guardServer(server, admits);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
