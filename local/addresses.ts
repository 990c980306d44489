import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** Default address of `npm start`. */
export const defaultLocalAddress = 'http://127.0.0.1:8787';

/**
 * Idle timeout of connections, longer than most clients' own (Java 30 s, Go 90 s). Node.js would close them after
 * 5 s, and a call sent at that moment fails.
 */
export const keepAliveMs = 120_000;

const hostPattern = /^(\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(:\d*)?$/i;

/**
 * Returns true for a path as target and exactly one well-formed `Host`. A whole URL as target, which only proxies
 * receive, would name a second host.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
export const hasValidHost = ({ headersDistinct, httpVersion, url = '' }: IncomingMessage): boolean => {
  const hosts = headersDistinct.host ?? [];
  if (!url.startsWith('/')) return false;
  if (hosts.length === 0) return httpVersion !== '1.1';
  return hosts.length === 1 && hostPattern.test(hosts[0]!);
};

const ownNames = ['127.0.0.1', 'localhost', '[::1]'];

/** Formats a name or an address as in the header `Host`. */
export const hostNameOf = (name: string): string =>
  isIP(name) === 6 ? `[${name.toLowerCase()}]` : name.toLowerCase();

const hostNameIn = (host: string): string => host.toLowerCase().replace(/:\d+$/, '');

/**
 * Returns true if `Host` names this machine. Any other name means DNS rebinding: a page reaches the service through
 * its owner's browser.
 *
 * @param names - further names that the owner has given it, in lower case.
 */
export const isToThisMachine = (request: IncomingMessage, names: readonly string[] = []): boolean =>
  [...ownNames, ...names].includes(hostNameIn(request.headers.host ?? ''));

/**
 * Returns true if a page of another origin makes the call. Programs send no `Origin`.
 *
 * @param allowed - further origins whose pages may call.
 * @param names - names given by the owner; behind these, a proxy may terminate TLS.
 */
export const isFromForeignPage = (
  request: IncomingMessage,
  allowed: readonly string[] = [],
  names: readonly string[] = [],
): boolean => {
  const { origin, host = '' } = request.headers;
  if (origin === undefined || allowed.includes(origin)) return false;
  return origin !== `http://${host}` && !(origin === `https://${host}` && names.includes(hostNameIn(host)));
};
