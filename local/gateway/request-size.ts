import type { IncomingMessage } from 'node:http';

/** API Gateway's limit. */
export const maxRequestBytes = 10 * 1024 * 1024;

/** True if a request declares a larger body. */
export const declaresTooMuch = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > maxRequestBytes;
