import { addAbortSignal, type Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { WebError } from '../web-error.ts';

/** No honest server applies more layers. */
const maxLayers = 2;

/** Members or frames decoded individually: each needs a decoder, and pages have only a few. */
const maxParts = 100;

/** A body without its content codings. */
export interface Decoded {
  body: Buffer;
  /** The body is truncated. */
  isCutOff: boolean;
}

/** How much of a body to read. */
export interface WantedBytes {
  /** Nothing is decoded beyond this. */
  maxBytes: number;
  /** True if the beginning of a larger body is enough. */
  mayCut?: boolean;
}

/** Where decoding stops. */
interface Bounds extends WantedBytes {
  /** Of them, what earlier parts of the body have taken. */
  takenBytes: number;
  signal: AbortSignal;
}

/** A part of a body, decoded, and how many bytes of the body it was. */
interface DecodedPart extends Decoded {
  usedBytes: number;
}

type Decoder = Transform & { readonly bytesWritten: number };

/** Makes a decoder. `mayBeCut`: it takes a body that is cut off as far as that goes, and does not tell that it was. */
type CreateDecoder = (mayBeCut: boolean) => Decoder;

const gunzip: CreateDecoder = (mayBeCut) =>
  createGunzip(mayBeCut ? { finishFlush: constants.Z_SYNC_FLUSH } : {});

const inflateRaw: CreateDecoder = (mayBeCut) =>
  createInflateRaw(mayBeCut ? { finishFlush: constants.Z_SYNC_FLUSH } : {});

const unbrotli: CreateDecoder = (mayBeCut) =>
  createBrotliDecompress(mayBeCut ? { finishFlush: constants.BROTLI_OPERATION_FLUSH } : {});

const unzstd: CreateDecoder = (mayBeCut) =>
  createZstdDecompress({
    ...(mayBeCut && { finishFlush: constants.ZSTD_e_flush }),
    // A frame may ask for a window of 2 GiB; RFC 9659 allows 8 MiB on the web.
    params: { [constants.ZSTD_d_windowLogMax]: 23 },
  });

/** @throws WebError `TooLarge`, or what the decoder or the signal ends with. */
const run = async (
  decoder: Decoder,
  body: Buffer,
  { maxBytes, mayCut = false, takenBytes, signal }: Bounds,
): Promise<DecodedPart> => {
  addAbortSignal(signal, decoder);
  const chunks: Buffer[] = [];
  let length = 0;
  decoder.end(body);
  // Leaving the loop destroys the decoder and its pending input.
  for await (const chunk of decoder as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (takenBytes + length > maxBytes) {
      if (mayCut) {
        chunks.push(chunk.subarray(0, chunk.length - (takenBytes + length - maxBytes)));
        return { body: joined(chunks), usedBytes: decoder.bytesWritten, isCutOff: true };
      }
      throw new WebError('TooLarge', `The page is larger than ${maxBytes} bytes after decompression.`, {
        retryable: false,
      });
    }
    chunks.push(chunk);
  }
  return { body: joined(chunks), usedBytes: decoder.bytesWritten, isCutOff: false };
};

const joined = (chunks: readonly Buffer[]): Buffer =>
  chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);

/** All decoders of Node's end so where their input does before what is compressed. */
const endsTooEarly = (error: unknown): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR';

/** Decodes what a body begins with, and passes over what stands behind that. */
const decodePart = async (create: CreateDecoder, body: Buffer, bounds: Bounds): Promise<DecodedPart> => {
  try {
    return await run(create(false), body, bounds);
  } catch (error) {
    if (!endsTooEarly(error)) throw error;
  }
  return { ...(await run(create(true), body, bounds)), isCutOff: true };
};

/** How a coding joins parts, each of which is compressed for itself. */
interface Parts {
  /** Bytes before what is compressed; `undefined` where no part begins, or not a whole head of one. */
  headBytes: (body: Buffer) => number | undefined;
  create: CreateDecoder;
  tailBytes: number;
}

/**
 * Decodes the parts that a body begins with, and passes over what stands behind them.
 *
 * @returns `undefined` for more parts than are decoded one by one.
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
    if (part.isCutOff) return { body: joined(chunks), isCutOff: true };
    takenBytes += part.body.length;
    rest = rest.subarray(head + part.usedBytes + tailBytes);
  }
  // Of a body that is cut off within its first head there is nothing.
  return { body: joined(chunks), isCutOff: chunks.length === 0 };
};

const startsWith = (body: Uint8Array, ...bytes: number[]): boolean =>
  bytes.every((byte, index) => body[index] === byte);

const isGzipMember = (body: Uint8Array): boolean => startsWith(body, 0x1f, 0x8b);

const gzipFlags = { headerCheck: 0x02, extra: 0x04, name: 0x08, comment: 0x10 };

/** Where a text that a zero ends is over. */
const behindZero = (body: Buffer, from: number): number => {
  const zero = body.indexOf(0, from);
  return zero === -1 ? Number.POSITIVE_INFINITY : zero + 1;
};

/**
 * How long the header of a member is.
 *
 * @throws Error for a method that nobody has.
 * @see https://www.rfc-editor.org/rfc/rfc1952#section-2.3
 */
const gzipHeaderBytes = (body: Buffer): number | undefined => {
  if (!isGzipMember(body) || body.length < 12) return undefined;
  if (body[2] !== 8) throw new Error(`Expected the compression method 8; it is ${body[2]}.`);
  const flags = body[3]!;
  let bytes = 10;
  if (flags & gzipFlags.extra) bytes += 2 + body.readUInt16LE(bytes);
  if (flags & gzipFlags.name) bytes = behindZero(body, bytes);
  if (flags & gzipFlags.comment) bytes = behindZero(body, bytes);
  if (flags & gzipFlags.headerCheck) bytes += 2;
  return bytes < body.length ? bytes : undefined;
};

/** Chromium looks neither at sums and lengths, which stand in the header and the trailer, nor at flags that mean nothing. */
const gzipMembers: Parts = { headBytes: gzipHeaderBytes, create: inflateRaw, tailBytes: 8 };

/** A frame, or one to be skipped. @see https://www.rfc-editor.org/rfc/rfc8878#section-3.1 */
const isZstdFrame = (body: Buffer): boolean =>
  startsWith(body, 0x28, 0xb5, 0x2f, 0xfd) ||
  (startsWith(body.subarray(1), 0x2a, 0x4d, 0x18) && body[0]! >> 4 === 5);

/** Node's decoder is done with the first one. */
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

/** A browser may ignore the fault, or show what comes before it. */
const undecodable = (message: string, cause?: unknown): WebError =>
  new WebError('UnsupportedContent', message, { retryable: false, isUndecodable: true, cause });

/** Decodes one layer. @throws what a decoder ends with */
const decodeAs = async (coding: string, body: Buffer, bounds: Bounds): Promise<Decoded> => {
  const asItIs = { body, isCutOff: false };
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
        `The page is compressed with "${coding}", which no browser reads.`,
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
 * Undoes the content codings of a body.
 *
 * @param contentEncoding - The header's value; codings in the order in which they were applied.
 * @param wanted - After each layer.
 * @throws WebError `TooLarge` for a body that grows beyond it and may not be cut; `UnsupportedContent` for a coding that no browser reads and,
 *   `isUndecodable`, for a damaged body or too many layers.
 * @throws The signal's reason.
 */
export const decompress = async (
  body: Buffer,
  contentEncoding: string | undefined,
  wanted: WantedBytes,
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
  let isCutOff = false;
  for (const coding of codings.reverse()) {
    if (decoded.length === 0) break;
    const layer = await decodeLayer(coding, decoded, { ...wanted, takenBytes: 0, signal });
    decoded = layer.body;
    isCutOff ||= layer.isCutOff;
  }
  return { body: decoded, isCutOff };
};
