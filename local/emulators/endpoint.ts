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
import { hasValidHost, isToThisMachine, keepAliveMs } from '../addresses.ts';
import { contained, receiveMs } from '../boundary.ts';

/** Reserve of free disk space: a database that fails halfway through a write is unusable. */
const reservedBytes = 32 * 1024 * 1024;

const freeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** Returns true if the disk of one of the folders is full. */
export const isDiskFull = (...folders: readonly (string | undefined)[]): boolean =>
  folders.some((folder) => folder !== undefined && freeBytes(folder) < reservedBytes);

/** Simulates an outage of an emulator without losing its state. */
export interface Gate {
  /** Cuts open and new connections. */
  shut: () => void;
  open: () => void;
}

/** Returns true if the owner of an access key may call the service. */
export type Admits = (accessKeyId: string) => boolean;

/** Returns the access key that signed a call; empty if unsigned. */
export const accessKeyIn = ({ headers }: IncomingMessage): string =>
  /\bCredential=([^/,\s]+)\//.exec(headers.authorization ?? '')?.[1] ?? '';

/** Answers with an error of AWS's JSON protocols. @param type - e.g. `ResourceNotFoundException`. */
export const refuseCall = (response: ServerResponse, status: number, type: string, message: string): void => {
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'x-amzn-ErrorType': type })
    .end(JSON.stringify({ __type: type, Message: message, message }));
};

/** Refuses a call for which the caller's role has no permission. */
export const denyCall = (response: ServerResponse): void =>
  refuseCall(response, 403, 'AccessDeniedException', 'The role of the caller does not allow this call.');

/**
 * Reads a request's body.
 *
 * @param take - reserves memory; `false` if there is none left.
 * @returns `TooLarge` beyond `maxBytes`, `Busy` without memory. In both cases the rest is dropped, up to four times
 *   `maxBytes`, so that the client sees the answer.
 */
export const readBody = async (
  request: IncomingMessage,
  maxBytes: number,
  take: (bytes: number) => boolean = () => true,
): Promise<Buffer | 'TooLarge' | 'Busy'> => {
  // One buffer: a list of one-byte chunks would hold a hundred times their length.
  let body = Buffer.alloc(0);
  let bytes = 0;
  let isBusy = false;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > 5 * maxBytes) break;
    isBusy ||= bytes <= maxBytes && !take(chunk.length);
    if (isBusy || bytes > maxBytes) {
      body = Buffer.alloc(0);
      continue;
    }
    if (bytes > body.length) {
      const grown = Buffer.alloc(Math.min(maxBytes, 2 * bytes));
      body.copy(grown);
      body = grown;
    }
    chunk.copy(body, bytes - chunk.length);
  }
  if (bytes > maxBytes) return 'TooLarge';
  return isBusy ? 'Busy' : body.subarray(0, bytes);
};

/**
 * Guards an emulator's server: rejects calls of web pages, calls to another host name and calls without an access key
 * of this start.
 *
 * @param server - with all its listeners.
 * @param folder - holds its state; while its disk is full, calls get a 503 and change nothing.
 */
export const guardServer = (server: Server, admits: Admits, folder?: string): Gate => {
  let isShut = false;
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  const listener = contained((request, response) => {
    const isOwn = hasValidHost(request) && isToThisMachine(request) && request.headers.origin === undefined;
    const isAdmitted = isOwn && admits(accessKeyIn(request));
    if (isAdmitted && !isDiskFull(folder))
      return Promise.all(listeners.map((inner) => inner.call(server, request, response)));
    request.resume();
    if (isAdmitted) return refuseCall(response, 503, 'ServiceUnavailable', 'The disk is full.');
    return denyCall(response);
  });
  server.requestTimeout = receiveMs;
  server.on('request', listener);
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

/** Serves one of AWS's APIs on 127.0.0.1. */
export const startEndpoint = async (
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  admits: Admits,
): Promise<Endpoint> => {
  const server = createServer({ keepAliveTimeout: keepAliveMs }, serve);
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
