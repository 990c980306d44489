import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { requestTargetOf } from './gateway/request-target.ts';

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
