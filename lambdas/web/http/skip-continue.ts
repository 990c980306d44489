import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

const headEnd = Buffer.from('\r\n\r\n');
const isContinue = (bytes: Buffer): boolean =>
  /^HTTP\/1\.[01] 100[ \r]/.test(bytes.toString('latin1', 0, 13));
const mayBecomeContinue = (bytes: Buffer): boolean =>
  bytes.length < 13 &&
  /^HTTP\/1\.[01] 100 $/.test(`${bytes.toString('latin1')}${'HTTP/1.1 100 '.slice(bytes.length)}`);

/**
 * Skips `100 Continue` before a response on an HTTP/1 connection, like browsers. Servers may send it
 * unsolicited, and undici treats it as an invalid response, although it accepts all other interim responses.
 *
 * Each connection has one request at a time, so a response begins with the first bytes received after a
 * write.
 *
 * @param maxHeadBytes - a longer head is passed on unchanged.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.2
 */
export const skipContinue = (socket: Socket, maxHeadBytes: number): void => {
  if ((socket as TLSSocket).alpnProtocol === 'h2') return;
  const read = socket.read.bind(socket);
  let written = -1;
  /** Start of a response received so far; `undefined` after that. */
  let beginning: Buffer | undefined;
  /** @returns true if more bytes are needed to decide. */
  const skipInterim = (): boolean => {
    let bytes = beginning!;
    while (isContinue(bytes)) {
      const end = bytes.indexOf(headEnd);
      if (end === -1) break;
      bytes = bytes.subarray(end + headEnd.length);
    }
    beginning = bytes;
    return mayBecomeContinue(bytes) || (isContinue(bytes) && bytes.length <= maxHeadBytes);
  };
  socket.read = (size?: number): Buffer | null => {
    for (;;) {
      const chunk: Buffer | null = read(size);
      if (chunk === null) return null;
      if (socket.bytesWritten !== written) {
        written = socket.bytesWritten;
        beginning = Buffer.alloc(0);
      }
      if (!beginning) return chunk;
      beginning = Buffer.concat([beginning, chunk]);
      if (skipInterim()) continue;
      const rest = beginning;
      beginning = undefined;
      return rest;
    }
  };
};
