import { crc32 } from 'node:zlib';

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const textHeader = (name: string, value: string): Buffer => {
  const string = 7;
  const head = Buffer.from([name.length, ...Buffer.from(name), string, 0, value.length]);
  return Buffer.concat([head, Buffer.from(value)]);
};

/**
 * Encodes an event of a streamed answer.
 *
 * @param type - ASCII, e.g. `PayloadChunk`.
 * @see https://smithy.io/2.0/aws/amazon-eventstream.html
 */
export const encodeEvent = (type: string, contentType: string, payload: Uint8Array): Buffer => {
  const headers = Buffer.concat([
    textHeader(':message-type', 'event'),
    textHeader(':event-type', type),
    textHeader(':content-type', contentType),
  ]);
  const lengths = Buffer.concat([uint32(16 + headers.length + payload.length), uint32(headers.length)]);
  const message = Buffer.concat([lengths, uint32(crc32(lengths)), headers, payload]);
  return Buffer.concat([message, uint32(crc32(message))]);
};
