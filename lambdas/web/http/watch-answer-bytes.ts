import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { WebError } from '../web-error.ts';

/**
 * Cuts an HTTP/1 connection on which one answer takes more bytes than it may, whatever they are: interim answers,
 * extensions of chunks and trailers are none of the head or the body that undici hands on, and it skips them without
 * end. Over HTTP/2 there are none of these, and its library bounds what is like them.
 *
 * @param maxBytes - For everything that crosses the network after one request.
 */
export const watchAnswerBytes = (socket: Socket, maxBytes: number): void => {
  if ((socket as TLSSocket).alpnProtocol === 'h2') return;
  let written = socket.bytesWritten;
  let readBefore = socket.bytesRead;
  let readLast = readBefore;
  // Another listener of "readable" takes nothing away from the one that reads.
  socket.on('readable', () => {
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten;
      readBefore = readLast;
    }
    readLast = socket.bytesRead;
    if (readLast - readBefore <= maxBytes) return;
    const message = `One answer of the host took more than ${maxBytes} bytes on the network.`;
    socket.destroy(new WebError('TooLarge', message, { retryable: false }));
  });
};
