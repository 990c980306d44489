import type { Socket } from 'node:net';
import type { EgressPolicy } from '../egress/egress-policy.ts';
import { assertPinned, pinnedLookup } from '../egress/pinned-dial.ts';
import type { HttpLimits } from './http-limits.ts';
import { skipContinue } from './skip-continue.ts';
import { Agent, buildConnector } from './undici-parts.ts';
import { watchAnswerBytes } from './watch-answer-bytes.ts';

export interface PinnedDispatcher {
  dispatcher: Agent;
  /** One whose connections nobody has used; whoever opens it destroys it. */
  openFresh(): Agent;
  /** Lets connections that are made to an origin from now on take so many milliseconds, where that is longer. */
  waitLonger(origin: string, connectMs: number): void;
  /** Cuts every connection, those still being made included. */
  close(): Promise<void>;
}

const originOf = ({ protocol, host, hostname }: buildConnector.Options): string =>
  URL.parse(`${protocol}//${host ?? hostname}`)?.origin ?? '';

/**
 * An undici agent whose every connection is made to an address that the policy checked. TLS still verifies the
 * host name, and HTTP/2 is spoken where the server offers it.
 */
export const createPinnedDispatcher = (
  policy: EgressPolicy,
  limits: HttpLimits,
  maxConnectionsPerHost: number,
): PinnedDispatcher => {
  const sockets = new Set<Socket>();
  let isClosed = false;
  /** Who waits for a connection may have it made by another request, so that this goes by origin. */
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
      // Connections are kept and not sessions: a connector lives for one connection.
      maxCachedSessions: 0,
      timeout: Math.max(limits.connectMs, patience.get(originOf(options)) ?? 0),
      lookup: pinnedLookup(target),
      autoSelectFamily: true,
    });
    // The declared type hides that the connector gives the socket at once.
    return connect({ ...options, hostname: target.hostname }, (error, socket) => {
      if (error !== null) return callback(error, null);
      try {
        assertPinned(socket, target);
        watchAnswerBytes(socket, limits.framedBytes);
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
      // The time to the first byte is measured for the whole hop, by the one who asks.
      headersTimeout: 0,
      bodyTimeout: limits.idleMs,
    });
  const dispatcher = open();

  return {
    dispatcher,
    openFresh: open,
    waitLonger: (origin, connectMs) => {
      patience.set(origin, Math.max(connectMs, patience.get(origin) ?? 0));
    },
    async close() {
      isClosed = true;
      await dispatcher.destroy();
      for (const socket of sockets) socket.destroy();
    },
  };
};
