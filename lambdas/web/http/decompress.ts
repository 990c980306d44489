import { addAbortSignal } from 'node:stream';
import { finished } from 'node:stream/promises';
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

const isGzipMember = (body: Uint8Array): boolean => startsWith(body, 0x1f, 0x8b);

/** Members of a body with something behind them that is none: each costs a decoder, and pages have one or a few. */
const maxMembers = 100;

const gzipFlags = { headerCheck: 0x02, extra: 0x04, name: 0x08, comment: 0x10 };
const gzipTrailerBytes = 8;

/**
 * @param member - of gzip, complete.
 * @returns how long its header is.
 * @see https://www.rfc-editor.org/rfc/rfc1952#section-2.3
 */
const gzipHeaderBytes = (member: Buffer): number => {
  const flags = member[3]!;
  let bytes = 10;
  if (flags & gzipFlags.extra) bytes += 2 + member.readUInt16LE(bytes);
  if (flags & gzipFlags.name) bytes = member.indexOf(0, bytes) + 1;
  if (flags & gzipFlags.comment) bytes = member.indexOf(0, bytes) + 1;
  return flags & gzipFlags.headerCheck ? bytes + 2 : bytes;
};

/**
 * Whether decoding failed at bytes behind a complete member that begin no further one. Browsers pass them over; zeros
 * pass Node's decoder too.
 */
const isBehindMember = (body: Uint8Array, error: unknown): boolean =>
  isGzipMember(body) && error instanceof Error && error.message === 'incorrect header check';

/**
 * The members that a body begins with, without what is behind them.
 *
 * @param body - whose members a decoder has found whole.
 * @throws Error for too many of them, or what the signal ends with.
 */
const membersOf = async (body: Buffer, signal: AbortSignal): Promise<Buffer> => {
  let end = 0;
  for (let members = 0; isGzipMember(body.subarray(end)); members += 1) {
    if (members === maxMembers) throw new Error(`Expected at most ${maxMembers} members before other bytes.`);
    const start = end + gzipHeaderBytes(body.subarray(end));
    const decoder = addAbortSignal(signal, createInflateRaw());
    decoder.resume().end(body.subarray(start));
    await finished(decoder);
    end = start + decoder.bytesWritten + gzipTrailerBytes;
  }
  return body.subarray(0, end);
};

const createDecoder = (coding: string, body: Uint8Array) => {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      // Some servers name gzip and send the page as it is; browsers show it.
      return isGzipMember(body) ? createGunzip(lenient) : undefined;
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

/** @throws WebError `TooLarge`, or what the decoder or the signal ends with. */
const decodeWith = async (
  decoder: NonNullable<ReturnType<typeof createDecoder>>,
  body: Buffer,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> => {
  addAbortSignal(signal, decoder);
  const chunks: Buffer[] = [];
  let length = 0;
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
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length);
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
  try {
    return await decodeWith(decoder, body, maxBytes, signal).catch(async (error: unknown) => {
      if (!isBehindMember(body, error)) throw error;
      return decodeWith(createGunzip(lenient), await membersOf(body, signal), maxBytes, signal);
    });
  } catch (error) {
    if (error instanceof WebError) throw error;
    if (signal.aborted) throw signal.reason;
    throw unsupported(`The page cannot be decompressed as "${coding}".`, error);
  }
};
