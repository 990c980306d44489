import net from 'node:net';
import { UnavailableError } from './exit-codes.ts';
import { networkTroubleOf } from './operations/network-errors.ts';

/** Somebody waits in front of the terminal; a service that is there takes a connection in a fraction of it. */
const connectTimeoutMs = 2_000;

/** Nothing takes a connection at an address. */
export class UnreachableError extends UnavailableError {}

const triedToConnect = (url: URL): Promise<void> =>
  new Promise((resolve, reject) => {
    const { hostname, port, protocol } = url;
    const socket = net.connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
    });
    // Not the socket's own timeout, which begins after the name is resolved.
    const timer = setTimeout(
      () => end(Object.assign(new Error('connection timed out'), { code: 'ETIMEDOUT' })),
      connectTimeoutMs,
    );
    const end = (error?: Error): void => {
      clearTimeout(timer);
      socket.destroy();
      if (error) reject(error);
      else resolve();
    };
    socket.once('connect', () => end());
    socket.on('error', end);
  });

/**
 * Fails within two seconds where nothing takes a connection. The client itself would go on trying for longer, as it has
 * to once something is queued.
 *
 * @throws UnreachableError that says why, and what to do.
 */
export const requireReachable = async (address: string): Promise<void> => {
  const url = URL.parse(address);
  // Behind a proxy it is the proxy that connects. What is no address is refused by whoever calls it.
  if (url === null || process.env.NODE_USE_ENV_PROXY) return;
  try {
    await triedToConnect(url);
  } catch (cause) {
    const { reason, advice } = networkTroubleOf(cause) ?? {
      reason: (cause as Error).message,
      advice: 'Check the address.',
    };
    throw new UnreachableError(`The service at ${url.origin} cannot be reached: ${reason}. ${advice}`, {
      cause,
    });
  }
};
