import { addAbortSignal, type Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { WebError } from '../web-error.ts';

/** Legitimate servers do not apply more layers. */
const maxLayers = 2;

/** Maximum number of members or frames decoded individually: each needs a decoder, and pages have few. */
const maxParts = 100;

/** A body without its content codings. */
export interface Decoded {
  body: Buffer;
  /** The body is truncated. */
  isTruncated: boolean;
}

/** How much of a body to read. */
export interface ReadLimit {
  /** Nothing is decoded beyond this. */
  maxBytes: number;
  /** True if the beginning of a larger body is enough. */
  mayTruncate?: boolean;
}

/** Where decoding stops. */
interface Bounds extends ReadLimit {
  /** Bytes already decoded from earlier parts of the body. */
  takenBytes: number;
  signal: AbortSignal;
}

/** A decoded part of a body, and its size in the body. */
interface DecodedPart extends Decoded {
  usedBytes: number;
}

type Decoder = Transform & { readonly bytesWritten: number };

/**
 * Creates a decoder. With `allowsTruncation`, it decodes as much as possible of a truncated body without an
 * error.
 */
type CreateDecoder = (allowsTruncation: boolean) => Decoder;

const gunzip: CreateDecoder = (allowsTruncation) =>
  createGunzip(allowsTruncation ? { finishFlush: constants.Z_SYNC_FLUSH } : {});

const inflateRaw: CreateDecoder = (allowsTruncation) =>
  createInflateRaw(allowsTruncation ? { finishFlush: constants.Z_SYNC_FLUSH } : {});

const unbrotli: CreateDecoder = (allowsTruncation) =>
  createBrotliDecompress(allowsTruncation ? { finishFlush: constants.BROTLI_OPERATION_FLUSH } : {});

const unzstd: CreateDecoder = (allowsTruncation) =>
  createZstdDecompress({
    ...(allowsTruncation && { finishFlush: constants.ZSTD_e_flush }),
    // A frame may ask for a window of 2 GiB; RFC 9659 allows 8 MiB on the web.
    params: { [constants.ZSTD_d_windowLogMax]: 23 },
  });

/** @throws WebError `TooLarge`, or the decoder's or signal's error. */
const run = async (
  decoder: Decoder,
  body: Buffer,
  { maxBytes, mayTruncate = false, takenBytes, signal }: Bounds,
): Promise<DecodedPart> => {
  addAbortSignal(signal, decoder);
  const chunks: Buffer[] = [];
  let length = 0;
  decoder.end(body);
  // Leaving the loop destroys the decoder and its pending input.
  for await (const chunk of decoder as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (takenBytes + length > maxBytes) {
      if (mayTruncate) {
        chunks.push(chunk.subarray(0, chunk.length - (takenBytes + length - maxBytes)));
        return { body: joined(chunks), usedBytes: decoder.bytesWritten, isTruncated: true };
      }
      throw new WebError('TooLarge', `The page is larger than ${maxBytes} bytes after decompression.`, {
        retryable: false,
      });
    }
    chunks.push(chunk);
  }
  return { body: joined(chunks), usedBytes: decoder.bytesWritten, isTruncated: false };
};

const joined = (chunks: readonly Buffer[]): Buffer =>
  chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);

/** True for the error of Node's decoders for truncated input. */
const endsTooEarly = (error: unknown): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR';

/** Decodes the first part of a body and ignores the rest. */
const decodePart = async (create: CreateDecoder, body: Buffer, bounds: Bounds): Promise<DecodedPart> => {
  try {
    return await run(create(false), body, bounds);
  } catch (error) {
    if (!endsTooEarly(error)) throw error;
  }
  return { ...(await run(create(true), body, bounds)), isTruncated: true };
};

/** How a coding concatenates independently compressed parts. */
interface Parts {
  /** Size of the part's header; `undefined` if no part, or only an incomplete header, begins here. */
  headBytes: (body: Buffer) => number | undefined;
  create: CreateDecoder;
  tailBytes: number;
}

/**
 * Decodes the parts at the start of a body and ignores the rest.
 *
 * @returns `undefined` if there are more than `maxParts`.
 */
const decodeParts = async (
  body: Buffer,
  { headBytes, create, tailBytes }: Parts,
  bounds: Bounds,
): Promise<Decoded | undefined> => {
  const chunks: Buffer[] = [];
  let { takenBytes } = bounds;
  let rest = body;
  for (let head = headBytes(rest); head !== undefined; head = headBytes(rest)) {
    if (chunks.length === maxParts) return undefined;
    const part = await decodePart(create, rest.subarray(head), { ...bounds, takenBytes });
    chunks.push(part.body);
    if (part.isTruncated) return { body: joined(chunks), isTruncated: true };
    takenBytes += part.body.length;
    rest = rest.subarray(head + part.usedBytes + tailBytes);
  }
  // A body truncated within its first header has no content.
  return { body: joined(chunks), isTruncated: chunks.length === 0 };
};

const startsWith = (body: Uint8Array, ...bytes: number[]): boolean =>
  bytes.every((byte, index) => body[index] === byte);

const isGzipMember = (body: Uint8Array): boolean => startsWith(body, 0x1f, 0x8b);

const gzipFlags = { headerCheck: 0x02, extra: 0x04, name: 0x08, comment: 0x10 };

/** Offset after a zero-terminated string. */
const indexAfterZero = (body: Buffer, from: number): number => {
  const zero = body.indexOf(0, from);
  return zero === -1 ? Number.POSITIVE_INFINITY : zero + 1;
};

/**
 * Returns the length of a member's header.
 *
 * @throws Error for an unknown compression method.
 * @see https://www.rfc-editor.org/rfc/rfc1952#section-2.3
 */
const gzipHeaderBytes = (body: Buffer): number | undefined => {
  if (!isGzipMember(body) || body.length < 12) return undefined;
  if (body[2] !== 8) throw new Error(`Expected compression method 8, found ${body[2]}.`);
  const flags = body[3]!;
  let bytes = 10;
  if (flags & gzipFlags.extra) bytes += 2 + body.readUInt16LE(bytes);
  if (flags & gzipFlags.name) bytes = indexAfterZero(body, bytes);
  if (flags & gzipFlags.comment) bytes = indexAfterZero(body, bytes);
  if (flags & gzipFlags.headerCheck) bytes += 2;
  return bytes < body.length ? bytes : undefined;
};

/** Like Chromium, ignores checksums and lengths in the header and trailer, and unknown flags. */
const gzipMembers: Parts = { headBytes: gzipHeaderBytes, create: inflateRaw, tailBytes: 8 };

/** A frame or skippable frame. @see https://www.rfc-editor.org/rfc/rfc8878#section-3.1 */
const isZstdFrame = (body: Buffer): boolean =>
  startsWith(body, 0x28, 0xb5, 0x2f, 0xfd) ||
  (startsWith(body.subarray(1), 0x2a, 0x4d, 0x18) && body[0]! >> 4 === 5);

/** Node's decoder stops after the first frame. */
const zstdFrames: Parts = {
  headBytes: (body) => (isZstdFrame(body) ? 0 : undefined),
  create: unzstd,
  tailBytes: 0,
};

const zlibHeaderBytes = 2;

/** True if a deflate body has a zlib header; some servers omit it (RFC 9110, 8.4.1.2). */
const hasZlibHeader = (body: Uint8Array): boolean =>
  (body[0]! & 0x0f) === 8 && ((body[0]! << 8) | (body[1] ?? 0)) % 31 === 0;

const isCompressed = (body: Uint8Array): boolean => startsWith(body, 0x1f, 0x9d);

/** Marks a body that a browser may still display, at least in part. */
const undecodable = (message: string, cause?: unknown): WebError =>
  new WebError('UnsupportedContent', message, { retryable: false, isUndecodable: true, cause });

/** Decodes one layer. @throws the decoder's error. */
const decodeAs = async (coding: string, body: Buffer, bounds: Bounds): Promise<Decoded> => {
  const asItIs = { body, isTruncated: false };
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      // Some servers declare gzip but send plain text, which browsers show.
      if (!isGzipMember(body)) return asItIs;
      return (await decodeParts(body, gzipMembers, bounds)) ?? decodePart(gunzip, body, bounds);
    case 'deflate':
      return decodePart(inflateRaw, body.subarray(hasZlibHeader(body) ? zlibHeaderBytes : 0), bounds);
    case 'br':
      return decodePart(unbrotli, body, bounds);
    case 'zstd': {
      if (!isZstdFrame(body)) return decodePart(unzstd, body, bounds);
      const decoded = await decodeParts(body, zstdFrames, bounds);
      if (!decoded) throw new Error(`Expected at most ${maxParts} frames.`);
      return decoded;
    }
    case 'compress':
    case 'x-compress':
      if (!isCompressed(body)) return asItIs;
      throw new WebError(
        'UnsupportedContent',
        `The page is compressed with "${coding}", which no browser supports.`,
        {
          retryable: false,
        },
      );
    default:
      // Ignore unknown names like browsers do: they are mistakes ("none", "utf-8").
      return asItIs;
  }
};

const decodeLayer = async (coding: string, body: Buffer, bounds: Bounds): Promise<Decoded> => {
  bounds.signal.throwIfAborted();
  try {
    return await decodeAs(coding, body, bounds);
  } catch (error) {
    if (error instanceof WebError) throw error;
    if (bounds.signal.aborted) throw bounds.signal.reason;
    throw undecodable(`The page cannot be decompressed as "${coding}".`, error);
  }
};

/**
 * Decodes the content codings of a body.
 *
 * @param contentEncoding - The header's value, with codings in the order in which they were applied.
 * @param wanted - Applies to the output of each layer.
 * @throws WebError `TooLarge` for a body that exceeds the limit and must not be truncated;
 *   `UnsupportedContent` for a coding that no browser supports, and with `isUndecodable` for a damaged body
 *   or too many layers.
 * @throws The signal's reason.
 */
export const decompress = async (
  body: Buffer,
  contentEncoding: string | undefined,
  limit: ReadLimit,
  signal: AbortSignal,
): Promise<Decoded> => {
  const codings = (contentEncoding ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > maxLayers) {
    throw undecodable(`The page is compressed ${codings.length} times over; expected at most ${maxLayers}.`);
  }
  let decoded = body;
  let isTruncated = false;
  for (const coding of codings.reverse()) {
    if (decoded.length === 0) break;
    const layer = await decodeLayer(coding, decoded, { ...limit, takenBytes: 0, signal });
    decoded = layer.body;
    isTruncated ||= layer.isTruncated;
  }
  return { body: decoded, isTruncated };
};
