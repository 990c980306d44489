import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** Where `npm start` serves when nothing else is asked for. */
export const defaultLocalAddress = 'http://127.0.0.1:8787';

/**
 * How long the local stack's servers keep a connection that is not used: longer than most clients do (Java 30 s, Go 90 s).
 * One that ends just as it is used again is an error of the call, which clients that ask once hand on; Node.js would end
 * it after 5 s.
 */
export const keepAliveMs = 120_000;

interface RequestTarget {
  /** Host and port that the client named; absent: none. */
  host: string | undefined;
  /** With its query; begins with a slash. */
  path: string;
}

const absolutePattern = /^https?:\/\/(?<host>[^/?#]*)(?<path>[^#]*)$/i;

/**
 * Clients that take the service for a proxy name the whole address, and then it counts in the place of `Host`.
 * A target without a path (`OPTIONS *`) is the root.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
export const requestTargetOf = ({ url = '/', headers }: IncomingMessage): RequestTarget => {
  if (url.startsWith('/')) return { host: headers.host, path: url };
  const { host, path } = absolutePattern.exec(url)?.groups ?? {};
  if (host === undefined || path === undefined) return { host: headers.host, path: '/' };
  return { host, path: path.startsWith('/') ? path : `/${path}` };
};

/** A name or an address, and perhaps a port. */
const hostPattern = /^(\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(:\d*)?$/i;

/**
 * True if a call has exactly one `Host`; HTTP/1.0 allows calls without.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
export const hasProperHost = ({ headersDistinct, httpVersion }: IncomingMessage): boolean => {
  const hosts = headersDistinct.host ?? [];
  if (hosts.length === 0) return httpVersion !== '1.1';
  return hosts.length === 1 && hostPattern.test(hosts[0]!);
};

const ownNames = ['127.0.0.1', 'localhost', '[::1]'];

/** A name or an address as the header `Host` has it. */
export const hostNameOf = (name: string): string =>
  isIP(name) === 6 ? `[${name.toLowerCase()}]` : name.toLowerCase();

const hostNameIn = (host: string): string => host.toLowerCase().replace(/:\d+$/, '');

/**
 * True if a call was made to this machine by name. Another name that leads here is a page's attempt to reach the
 * service through the browser of whoever runs it (DNS rebinding).
 *
 * @param names - further ones that its owner has given it, in lower case.
 */
export const isToThisMachine = (request: IncomingMessage, names: readonly string[] = []): boolean =>
  [...ownNames, ...names].includes(hostNameIn(requestTargetOf(request).host ?? ''));

/**
 * True if a browser says that a page of another origin makes the call. Programs name no origin.
 *
 * @param allowed - origins whose pages may call beside those that came from the same port.
 * @param names - given to this machine by its owner: by them a proxy may serve it with TLS.
 */
export const isFromForeignPage = (
  request: IncomingMessage,
  allowed: readonly string[] = [],
  names: readonly string[] = [],
): boolean => {
  const { origin } = request.headers;
  if (origin === undefined || allowed.includes(origin)) return false;
  const { host = '' } = requestTargetOf(request);
  return origin !== `http://${host}` && !(origin === `https://${host}` && names.includes(hostNameIn(host)));
};
