import type { IncomingMessage } from 'node:http';

/** What API Gateway takes of a body. */
export const maxRequestBytes = 10 * 1024 * 1024;

/** Whether a request says of itself that its body is larger. */
export const declaresTooMuch = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > maxRequestBytes;
