import { connect, type LookupFunction, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { EgressTarget } from './egress-policy.ts';

/** A socket connected to an unchecked address, which is only possible if the runtime ignores `lookup`. */
class UnpinnedSocketError extends Error {
  override readonly name = 'UnpinnedSocketError';
}

/**
 * A `lookup` for `net.connect` and `tls.connect` that returns the checked addresses for any name, without a
 * resolver.
 */
export const pinnedLookup =
  ({ addresses }: EgressTarget): LookupFunction =>
  (_hostname, options, callback) => {
    if (options.all) callback(null, [...addresses]);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  };

const normalized = (address: string): string => ipaddr.process(address).toNormalizedString();

/** @throws UnpinnedSocketError if a socket is connected to an unchecked address. */
export const assertPinned = (socket: Socket, { addresses, hostname }: EgressTarget): void => {
  const { remoteAddress } = socket;
  // If the peer has already closed the socket, there is no address to compare and nothing to use.
  if (remoteAddress === undefined) return;
  if (addresses.some(({ address }) => normalized(address) === normalized(remoteAddress))) return;
  socket.destroy();
  throw new UnpinnedSocketError(`The connection to "${hostname}" did not lead to a checked address.`);
};

/**
 * Opens a TCP connection to a checked target.
 *
 * @returns A connected socket.
 * @throws The socket's own error, or the signal's reason.
 */
export const dialPinned = (target: EgressTarget, signal: AbortSignal): Promise<Socket> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const socket = connect({
      host: target.hostname,
      port: target.port,
      lookup: pinnedLookup(target),
      autoSelectFamily: true,
      noDelay: true,
    });
    const onAbort = (): void => {
      socket.destroy();
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    const settle = (outcome: () => void): void => {
      signal.removeEventListener('abort', onAbort);
      outcome();
    };
    socket.once('error', (error) => settle(() => reject(error)));
    socket.once('connect', () =>
      settle(() => {
        try {
          assertPinned(socket, target);
          resolve(socket);
        } catch (error) {
          reject(error);
        }
      }),
    );
  });
