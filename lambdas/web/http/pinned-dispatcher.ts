import type { Socket } from 'node:net';
import type { EgressPolicy } from '../egress/egress-policy.ts';
import { assertPinned, pinnedLookup } from '../egress/pinned-dial.ts';
import type { HttpLimits } from './http-limits.ts';
import { limitResponseBytes } from './limit-response-bytes.ts';
import { skipContinue } from './skip-continue.ts';
import { Agent, buildConnector } from './undici-parts.ts';

export interface PinnedDispatcher {
  dispatcher: Agent;
  /** Creates an agent with new connections. The caller must destroy it. */
  openFresh(): Agent;
  /** Raises the connect timeout of future connections to an origin, ms. */
  extendConnectTimeout(origin: string, connectMs: number): void;
  /** Destroys all connections, including pending ones. */
  close(): Promise<void>;
}

const originOf = ({ protocol, host, hostname }: buildConnector.Options): string =>
  URL.parse(`${protocol}//${host ?? hostname}`)?.origin ?? '';

/**
 * An undici agent that connects only to addresses checked by the policy. TLS still verifies the host name;
 * HTTP/2 is used if offered.
 */
export const createPinnedDispatcher = (
  policy: EgressPolicy,
  limits: HttpLimits,
  maxConnectionsPerHost: number,
): PinnedDispatcher => {
  const sockets = new Set<Socket>();
  let isClosed = false;
  /** By origin, since a request may wait for a connection that another one opened. */
  const patience = new Map<string, number>();

  const dial = async (
    options: buildConnector.Options,
    callback: buildConnector.Callback,
  ): Promise<Socket | undefined> => {
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80));
    const target = await policy.resolveTarget(options.hostname, port);
    if (isClosed) throw new Error('The HTTP tier was closed.');
    const connect = buildConnector({
      allowH2: true,
      preferH2: true,
      // No session cache: each connector serves one connection.
      maxCachedSessions: 0,
      timeout: Math.max(limits.connectMs, patience.get(originOf(options)) ?? 0),
      lookup: pinnedLookup(target),
      autoSelectFamily: true,
    });
    // The connector returns the socket immediately; its declared type omits that.
    return connect({ ...options, hostname: target.hostname }, (error, socket) => {
      if (error !== null) return callback(error, null);
      try {
        assertPinned(socket, target);
        limitResponseBytes(socket, limits.framedBytes);
        skipContinue(socket, limits.headerBytes);
        callback(null, socket);
      } catch (unpinned) {
        callback(unpinned as Error, null);
      }
    }) as unknown as Socket;
  };

  const open = (): Agent =>
    new Agent({
      connect: (options, callback) => {
        dial(options, callback).then(
          (socket) => {
            if (!socket) return;
            sockets.add(socket);
            socket.once('close', () => sockets.delete(socket));
          },
          (error: Error) => callback(error, null),
        );
      },
      connections: maxConnectionsPerHost,
      maxHeaderSize: limits.headerBytes,
      h2Options: { settings: { maxHeaderListSize: limits.headerBytes } },
      // The caller enforces the time to the first byte for the whole hop.
      headersTimeout: 0,
      bodyTimeout: limits.idleMs,
    });
  const dispatcher = open();

  return {
    dispatcher,
    openFresh: open,
    extendConnectTimeout: (origin, connectMs) => {
      patience.set(origin, Math.max(connectMs, patience.get(origin) ?? 0));
    },
    async close() {
      isClosed = true;
      await dispatcher.destroy();
      for (const socket of sockets) socket.destroy();
    },
  };
};
