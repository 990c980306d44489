import { brotliCompressSync, constants, createBrotliCompress, gzipSync, zstdCompressSync } from 'node:zlib';

const mebibyte = 1024 * 1024;

/** 1 GiB of zeros in each coding, built cheaply from repeated members or frames. */
export const gigabyteBombs = async (): Promise<Record<'gzip' | 'br' | 'zstd', Buffer>> => {
  const zeros = Buffer.alloc(16 * mebibyte);
  return {
    gzip: Buffer.concat(Array.from({ length: 64 }, () => gzipSync(zeros))),
    zstd: Buffer.concat(Array.from({ length: 64 }, () => zstdCompressSync(zeros))),
    br: await brotliOf(zeros, 64),
  };
};

const brotliOf = async (piece: Buffer, times: number): Promise<Buffer> => {
  const encoder = createBrotliCompress({
    params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });
  const chunks: Buffer[] = [];
  encoder.on('data', (chunk: Buffer) => chunks.push(chunk));
  for (let i = 0; i < times; i += 1) {
    if (!encoder.write(piece)) await new Promise((resolve) => encoder.once('drain', resolve));
  }
  await new Promise<void>((resolve) => encoder.end(resolve).once('end', resolve));
  return Buffer.concat(chunks);
};

/** A bomb inside a bomb: each layer by itself looks harmless. */
export const nestedBomb = (): Buffer =>
  gzipSync(
    brotliCompressSync(Buffer.alloc(64 * mebibyte), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  );
