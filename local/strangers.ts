import type { IncomingMessage } from 'node:http';
import { requestTargetOf } from './gateway/request-target.ts';

/**
 * True if a call was made to this machine by name. Another name that leads here is a page's attempt to reach the
 * service through the browser of whoever runs it (DNS rebinding).
 */
export const isToThisMachine = (request: IncomingMessage): boolean =>
  /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(requestTargetOf(request).host ?? '');

/**
 * True if a browser says that a page of another origin makes the call. Programs name no origin.
 *
 * @param allowed - origins whose pages may call beside those that came from the same port.
 */
export const isFromForeignPage = (request: IncomingMessage, allowed: readonly string[] = []): boolean => {
  const { origin } = request.headers;
  if (origin === undefined || allowed.includes(origin)) return false;
  return origin !== `http://${requestTargetOf(request).host}`;
};
