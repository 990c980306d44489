import { promisify } from 'node:util';
import { deflate, gunzip, gzip, inflate } from 'node:zlib';

/** API Gateway's codings, in its order of preference. */
const codings = ['gzip', 'deflate'] as const;
type ContentCoding = (typeof codings)[number];

const compress = { gzip: promisify(gzip), deflate: promisify(deflate) };
const decompress = { gzip: promisify(gunzip), deflate: promisify(inflate) };

/** Parses `Accept-Encoding` into weights from 0 to 1 by coding. */
const weightsIn = (acceptEncoding: string): Map<string, number> =>
  new Map(
    [...acceptEncoding.toLowerCase().matchAll(/([^\s,;]+)(?:\s*;\s*q\s*=\s*([\d.]+))?/g)].map(
      ([, name = '', weight = '1']) => [name, Number(weight)],
    ),
  );

/**
 * Chooses the coding of an answer.
 *
 * @returns `undefined` if the caller accepts none, or prefers none.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
 */
export const chooseCoding = (acceptEncoding = ''): ContentCoding | undefined => {
  const weights = weightsIn(acceptEncoding);
  const weightOf = (coding: ContentCoding): number => weights.get(coding) ?? weights.get('*') ?? 0;
  const [best] = codings.toSorted((a, b) => weightOf(b) - weightOf(a));
  return weightOf(best!) > 0 && weightOf(best!) >= (weights.get('identity') ?? 0) ? best : undefined;
};

export const encode = (coding: ContentCoding, body: Uint8Array): Promise<Buffer> => compress[coding](body);

/**
 * Decompresses the body of a request; an unknown coding is left to the function.
 *
 * @returns `'TooLarge'` beyond `maxBytes`, `'Damaged'` if the body contradicts its header.
 */
export const decode = async (
  contentEncoding: string | undefined,
  body: Buffer,
  maxBytes: number,
): Promise<Buffer | 'TooLarge' | 'Damaged'> => {
  const coding = codings.find((name) => name === contentEncoding?.trim().toLowerCase());
  if (!coding) return body;
  try {
    return await decompress[coding](body, { maxOutputLength: maxBytes });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'TooLarge' : 'Damaged';
  }
};
