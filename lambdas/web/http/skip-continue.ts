import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

const headEnd = Buffer.from('\r\n\r\n');
const isContinue = (bytes: Buffer): boolean =>
  /^HTTP\/1\.[01] 100[ \r]/.test(bytes.toString('latin1', 0, 13));
const mayBecomeContinue = (bytes: Buffer): boolean =>
  bytes.length < 13 &&
  /^HTTP\/1\.[01] 100 $/.test(`${bytes.toString('latin1')}${'HTTP/1.1 100 '.slice(bytes.length)}`);

/**
 * Passes over `100 Continue` before an answer on an HTTP/1 connection, as browsers do. A server may send it though
 * nobody asked for it, and undici takes it for a broken answer, while it reads every other interim one.
 *
 * Answers begin where something was written since the last bytes came: one request at a time is on a connection.
 *
 * @param maxHeadBytes - a longer head is handed on as it is.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.2
 */
export const skipContinue = (socket: Socket, maxHeadBytes: number): void => {
  if ((socket as TLSSocket).alpnProtocol === 'h2') return;
  const read = socket.read.bind(socket);
  let written = -1;
  /** The received beginning of an answer; absent further on. */
  let beginning: Buffer | undefined;
  /** @returns whether more has to come before it is known what to hand on. */
  const passOver = (): boolean => {
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
      if (passOver()) continue;
      const rest = beginning;
      beginning = undefined;
      return rest;
    }
  };
};
