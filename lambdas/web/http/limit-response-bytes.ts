import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { WebError } from '../web-error.ts';

/**
 * Destroys an HTTP/1 connection when one response exceeds a number of bytes, including interim responses,
 * chunk extensions and trailers, which undici skips without limit. HTTP/2 has none of these, and its library
 * limits similar frames.
 *
 * @param maxBytes - Limit for everything received after one request.
 */
export const limitResponseBytes = (socket: Socket, maxBytes: number): void => {
  if ((socket as TLSSocket).alpnProtocol === 'h2') return;
  let written = socket.bytesWritten;
  let readBefore = socket.bytesRead;
  let readLast = readBefore;
  // Additional "readable" listeners do not consume data.
  socket.on('readable', () => {
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten;
      readBefore = readLast;
    }
    readLast = socket.bytesRead;
    if (readLast - readBefore <= maxBytes) return;
    const message = `A response of the host exceeds ${maxBytes} bytes on the network.`;
    socket.destroy(new WebError('TooLarge', message, { retryable: false }));
  });
};
