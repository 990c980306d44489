import { once } from 'node:events';
import { statfsSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { isToThisMachine, keepAliveMs } from '../addresses.ts';

/** Kept free of a disk: a database that cannot write what it has begun is no longer usable. */
const reservedBytes = 32 * 1024 * 1024;

const freeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** @returns the first of the folders on whose disk there is no room; `undefined`: all have some. */
export const fullFolder = (folders: readonly (string | undefined)[]): string | undefined =>
  folders.find((folder) => folder !== undefined && freeBytes(folder) < reservedBytes);

/** The door of an emulator. It can be shut, so that an outage can be tried without losing state. */
export interface Gate {
  /** From now on connections are cut, those that are open too. */
  shut: () => void;
  open: () => void;
}

/** True if the owner of an access key may call a service at all. */
export type Admits = (accessKeyId: string) => boolean;

/** Access key of whoever signed a call; empty: nobody. */
export const accessKeyIn = ({ headers }: IncomingMessage): string =>
  /\bCredential=([^/,\s]+)\//.exec(headers.authorization ?? '')?.[1] ?? '';

/** Refuses a call as AWS refuses what a role has no right to. */
export const denyCall = (response: ServerResponse): void => {
  const message = 'The role of the caller does not allow this call.';
  response
    .writeHead(403, { 'Content-Type': 'application/json', 'x-amzn-ErrorType': 'AccessDeniedException' })
    .end(JSON.stringify({ __type: 'AccessDeniedException', Message: message, message }));
};

/**
 * Guards the server of an emulator, which itself answers anybody: calls of web pages, calls to a foreign name and calls
 * without an access key of this start never reach it.
 *
 * @param server - with all its listeners.
 * @param folder - where it keeps its state: while the disk has no room for it, calls are answered 503 and change nothing.
 */
export const guardServer = (server: Server, admits: Admits, folder?: string): Gate => {
  let isShut = false;
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const isPage = request.headers.origin !== undefined;
    if (isToThisMachine(request) && !isPage && admits(accessKeyIn(request))) {
      if (folder !== undefined && fullFolder([folder]) !== undefined) {
        request.resume().on('error', () => {});
        response.writeHead(503, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify({ __type: 'ServiceUnavailable', message: 'The disk is full.' }));
        return;
      }
      for (const listener of listeners) listener.call(server, request, response);
      return;
    }
    request.resume().on('error', () => {});
    denyCall(response);
  });
  server.on('connection', (socket) => {
    if (isShut) socket.destroy();
  });
  return {
    shut: () => {
      isShut = true;
      server.closeAllConnections();
    },
    open: () => {
      isShut = false;
    },
  };
};

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
