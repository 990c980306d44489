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

/** For a body that was cut off: it is read as far as it goes, as browsers do, instead of not at all. */
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
const zlibHeaderBytes = 2;

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

/** How zlib fails at bytes behind a member that begin no further one: browsers pass them over. */
const behindMember = ['incorrect header check'];
/** How it fails at the sums behind a member, or behind a body of deflate: browsers do not look at them. */
const atSums = ['incorrect data check', 'incorrect length check'];

const failedAt = (error: unknown, messages: readonly string[]): boolean =>
  error instanceof Error && messages.includes(error.message);

/** How all decoders fail where a body ends before its end. */
const cutOff = ['unexpected end of file'];

/**
 * Decodes the members that a body begins with, as browsers do: without what is behind them, whatever their sums are.
 *
 * @throws Error for too many of them, or what `decodeWith` does.
 */
const decodeMembers = async (body: Buffer, maxBytes: number, signal: AbortSignal): Promise<Buffer> => {
  const decoded: Buffer[] = [];
  let bytes = 0;
  let end = 0;
  while (isGzipMember(body.subarray(end))) {
    if (decoded.length === maxMembers)
      throw new Error(`Expected at most ${maxMembers} members in such a body.`);
    const start = end + gzipHeaderBytes(body.subarray(end));
    const decoder = createInflateRaw(lenient);
    decoded.push(await decodeWith(decoder, body.subarray(start), maxBytes - bytes, signal));
    bytes += decoded.at(-1)!.length;
    end = start + decoder.bytesWritten + gzipTrailerBytes;
  }
  return Buffer.concat(decoded, bytes);
};

/** @param isCut - whether the body ends before its end. */
const createDecoder = (coding: string, body: Uint8Array, isCut = false) => {
  const options = isCut ? lenient : {};
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      // Some servers name gzip and send the page as it is; browsers show it.
      return isGzipMember(body) ? createGunzip(options) : undefined;
    case 'deflate':
      return hasZlibHeader(body) ? createInflate(options) : createInflateRaw(options);
    case 'br':
      return createBrotliDecompress(isCut ? { finishFlush: constants.BROTLI_OPERATION_FLUSH } : {});
    case 'zstd':
      return createZstdDecompress({
        ...(isCut && { finishFlush: constants.ZSTD_e_flush }),
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

/** A body without its content codings. */
export interface Decoded {
  body: Buffer;
  /** It ends before its end, and is read as far as it goes. */
  isCutOff: boolean;
}

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
): Promise<Decoded> => {
  const codings = (contentEncoding ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > maxLayers) {
    throw unsupported(`The page is compressed ${codings.length} times over; expected at most ${maxLayers}.`);
  }
  let decoded: Decoded = { body, isCutOff: false };
  for (const coding of codings.reverse()) {
    if (decoded.body.length === 0) break;
    const layer = await decodeLayer(decoded.body, coding, maxBytes, signal);
    decoded = { body: layer.body, isCutOff: decoded.isCutOff || layer.isCutOff };
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

/**
 * What browsers read of a body at which a strict decoder failed.
 *
 * @throws the decoder's error where that is nothing.
 */
const decodeAsBrowsersDo = async (
  error: unknown,
  body: Buffer,
  coding: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Decoded> => {
  if (failedAt(error, cutOff)) {
    const decoder = createDecoder(coding, body, true)!;
    return { body: await decodeWith(decoder, body, maxBytes, signal), isCutOff: true };
  }
  if (isGzipMember(body) && failedAt(error, [...behindMember, ...atSums]))
    return { body: await decodeMembers(body, maxBytes, signal), isCutOff: false };
  if (coding === 'deflate' && failedAt(error, atSums)) {
    const bare = body.subarray(zlibHeaderBytes);
    return { body: await decodeWith(createInflateRaw(lenient), bare, maxBytes, signal), isCutOff: false };
  }
  throw error;
};

const decodeLayer = async (
  body: Buffer,
  coding: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Decoded> => {
  signal.throwIfAborted();
  const decoder = createDecoder(coding, body);
  if (decoder === undefined) return { body, isCutOff: false };
  try {
    return await decodeWith(decoder, body, maxBytes, signal).then(
      (decoded) => ({ body: decoded, isCutOff: false }),
      (error: unknown) => decodeAsBrowsersDo(error, body, coding, maxBytes, signal),
    );
  } catch (error) {
    if (error instanceof WebError) throw error;
    if (signal.aborted) throw signal.reason;
    throw unsupported(`The page cannot be decompressed as "${coding}".`, error);
  }
};
