import type { IncomingMessage } from 'node:http';

export interface RequestTarget {
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
