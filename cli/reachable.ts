import { once } from 'node:events';
import net from 'node:net';
import { UnavailableError } from './exit-codes.ts';
import { mayUseProxy } from './proxy.ts';

const checkDns =
  'Check the spelling, or try another network or DNS server. A name that resolves nowhere is misspelt or deleted, or belongs to a region without the service.';
const checkInterception =
  'If a proxy of this network intercepts TLS, make Node.js trust its certificate: NODE_EXTRA_CA_CERTS=/path/to/ca.pem. If not, somebody else is intercepting the connection.';
const checkFirewall = 'Check the address, or try another network: a firewall or proxy may block it.';

/** By error codes of Node.js. */
const failures: readonly [codes: string, reason: string, remedy: string][] = [
  ['ENOTFOUND', 'its name is not in DNS', checkDns],
  ['EAI_AGAIN', 'DNS does not respond', checkDns],
  [
    'ECONNREFUSED',
    'nothing listens there',
    'Check the address; a local stack must be running (scrap-prices start).',
  ],
  ['ECONNRESET UND_ERR_SOCKET', 'the connection was closed', checkFirewall],
  ['ETIMEDOUT UND_ERR_CONNECT_TIMEOUT', 'connecting timed out', checkFirewall],
  ['EHOSTUNREACH ENETUNREACH', 'there is no route to it', checkFirewall],
  [
    'CERT_HAS_EXPIRED',
    'its certificate has expired',
    'Renew it: AWS Certificate Manager renews it automatically while its validation record is in DNS. If you use no domain of your own, check the clock of this machine.',
  ],
  ['CERT_NOT_YET_VALID', 'its certificate is not valid yet', 'Check the clock of this machine.'],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'its certificate is for another name',
    'Point the name to the output CustomDomainTarget, and use a certificate issued for it.',
  ],
  [
    'SELF_SIGNED_CERT_IN_CHAIN DEPTH_ZERO_SELF_SIGNED_CERT UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'its certificate is from an unknown issuer',
    checkInterception,
  ],
  ['ERR_SSL_WRONG_VERSION_NUMBER EPROTO', 'the server does not speak TLS', checkFirewall],
];

/**
 * The network failure behind an error of `fetch` or the AWS SDK: `reason` completes "X cannot be reached: …".
 *
 * @returns `undefined` for other errors.
 */
export const networkFailureOf = (error: unknown): { reason: string; remedy: string } | undefined => {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: { code?: string } };
  const found = [cause?.code, code].flatMap(
    (one) => failures.find(([codes]) => one && codes.split(' ').includes(one)) ?? [],
  );
  return found.length === 0 ? undefined : { reason: found[1] as string, remedy: found[2] as string };
};

/** Short, since somebody waits at the terminal; connecting normally takes a fraction of it. */
const connectTimeoutMs = 2_000;

/** Nothing accepts connections at an address. */
export class UnreachableError extends UnavailableError {}

const tryToConnect = async ({ hostname, port, protocol }: URL): Promise<void> => {
  const socket = net.connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
  });
  // Not the socket's own timeout, which starts only after the DNS lookup.
  const timeout = AbortSignal.timeout(connectTimeoutMs);
  try {
    await once(socket, 'connect', { signal: timeout });
  } catch (error) {
    throw timeout.aborted ? Object.assign(new Error('connection timed out'), { code: 'ETIMEDOUT' }) : error;
  } finally {
    socket.on('error', () => {}).destroy();
  }
};

/**
 * Fails within two seconds if nothing accepts connections. The client itself retries for longer, as it must once a request
 * is queued.
 *
 * @throws UnreachableError
 */
export const requireReachable = async (address: string): Promise<void> => {
  const url = URL.parse(address);
  // A configured proxy connects instead. Callers reject invalid addresses.
  if (url === null || mayUseProxy(url, process.env)) return;
  try {
    await tryToConnect(url);
  } catch (cause) {
    const { message } = cause as Error;
    const { reason, remedy } = networkFailureOf(cause) ?? { reason: message, remedy: 'Check the address.' };
    throw new UnreachableError(`The service at ${url.origin} cannot be reached: ${reason}.\n${remedy}`, {
      cause,
    });
  }
};

/** Message of the root cause: `fetch` itself only reports "fetch failed". */
export const rootMessage = (error: unknown): string => {
  const { cause, message } = error as { cause?: unknown; message?: string };
  return cause === undefined ? (message ?? String(error)) : rootMessage(cause);
};
