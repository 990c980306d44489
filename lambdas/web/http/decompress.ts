import { addAbortSignal } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { WebError } from '../page-load.ts';

/** More layers than a server has a reason for are a trick. */
const maxLayers = 2;

// A body that was cut off is read as far as it goes, as browsers do, instead of not at all.
const lenient = { finishFlush: constants.Z_SYNC_FLUSH };

const startsWith = (body: Uint8Array, ...bytes: number[]): boolean =>
  bytes.every((byte, index) => body[index] === byte);

/** Whether a deflate body has the zlib header; some servers send it bare (RFC 9110, 8.4.1.2). */
const hasZlibHeader = (body: Uint8Array): boolean =>
  (body[0]! & 0x0f) === 8 && ((body[0]! << 8) | (body[1] ?? 0)) % 31 === 0;

const createDecoder = (coding: string, body: Uint8Array) => {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      // Some servers name gzip and send the page as it is; browsers show it.
      return startsWith(body, 0x1f, 0x8b) ? createGunzip(lenient) : undefined;
    case 'deflate':
      return hasZlibHeader(body) ? createInflate(lenient) : createInflateRaw(lenient);
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    case 'zstd':
      return createZstdDecompress({
        finishFlush: constants.ZSTD_e_flush,
        // A frame may ask for a window of 2 GiB; RFC 9659 allows 8 MiB on the web.
        params: { [constants.ZSTD_d_windowLogMax]: 23 },
      });
    case 'compress':
    case 'x-compress':
      throw unsupported(`The page is compressed with "${coding}", which no browser reads.`);
    default:
      // Unknown names are passed over, as browsers do: they stand there by mistake ("none", "utf-8").
      return undefined;
  }
};

const unsupported = (message: string, cause?: unknown): WebError =>
  new WebError('UnsupportedContent', message, { retryable: false, cause });

/**
 * Undoes the content codings of a body.
 *
 * @param contentEncoding - The header's value; codings in the order in which they were applied.
 * @param maxBytes - After each layer. Nothing is decoded beyond it, whatever the body would grow to.
 * @throws WebError `TooLarge` beyond `maxBytes`; `UnsupportedContent` for a damaged body, too many layers or a
 *   coding that browsers do not read.
 * @throws The signal's reason.
 */
export const decompress = async (
  body: Buffer,
  contentEncoding: string | undefined,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> => {
  const codings = (contentEncoding ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > maxLayers) {
    throw unsupported(`The page is compressed ${codings.length} times over; expected at most ${maxLayers}.`);
  }
  let decoded = body;
  for (const coding of codings.reverse()) {
    if (decoded.length > 0) decoded = await decodeLayer(decoded, coding, maxBytes, signal);
  }
  return decoded;
};

const decodeLayer = async (
  body: Buffer,
  coding: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> => {
  signal.throwIfAborted();
  const decoder = createDecoder(coding, body);
  if (decoder === undefined) return body;
  addAbortSignal(signal, decoder);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    decoder.end(body);
    // Leaving the loop destroys the decoder, and with it what it has not decoded yet.
    for await (const chunk of decoder as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) {
        throw new WebError('TooLarge', `The page is larger than ${maxBytes} bytes after decompression.`, {
          retryable: false,
        });
      }
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof WebError) throw error;
    if (signal.aborted) throw signal.reason;
    throw unsupported(`The page cannot be decompressed as "${coding}".`, error);
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length);
};
