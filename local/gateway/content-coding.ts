import { promisify } from 'node:util';
import { deflate, gunzip, gzip, inflate } from 'node:zlib';

/** API Gateway's codings, in its order of preference where a caller has none. */
const codings = ['gzip', 'deflate'] as const;
type ContentCoding = (typeof codings)[number];

const pack = { gzip: promisify(gzip), deflate: promisify(deflate) };
const unpack = { gzip: promisify(gunzip), deflate: promisify(inflate) };

/** An item of `Accept-Encoding`; a weight that is no weight makes the item none. */
const itemPattern = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i;
const maxItems = 50;

/** @returns weight from 0 to 1 by the name of a coding in small letters. */
const weightsIn = (acceptEncoding: string): Map<string, number> =>
  new Map(
    acceptEncoding
      .split(',', maxItems)
      .map((item) => itemPattern.exec(item))
      .filter((match) => match !== null)
      .map(([, name = '', weight = '1']) => [name.toLowerCase().replace(/^x-gzip$/, 'gzip'), Number(weight)]),
  );

/**
 * Which coding an answer is sent in.
 *
 * @param acceptEncoding - header of the request; absent or empty: as it is.
 * @returns `undefined` for as it is: no coding is accepted, or none is liked as much.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
 */
export const chooseCoding = (acceptEncoding: string | undefined): ContentCoding | undefined => {
  const weights = weightsIn(acceptEncoding ?? '');
  const others = weights.get('*') ?? 0;
  // Accepted without being named, and then the least of all.
  const asItIs = weights.get('identity') ?? 0;
  const [best] = codings
    .map((coding) => ({ coding, weight: weights.get(coding) ?? others }))
    .filter(({ weight }) => weight > 0 && weight >= asItIs)
    .toSorted((a, b) => b.weight - a.weight);
  return best?.coding;
};

export const encode = (coding: ContentCoding, body: Uint8Array): Promise<Buffer> => pack[coding](body);

/**
 * Unpacks the body of a request, as API Gateway does where the API compresses. A coding that it does not know is left
 * to whoever reads the body.
 *
 * @param contentEncoding - header of the request.
 * @returns `'TooLarge'` for one that would grow beyond `maxBytes`, `'Damaged'` for one that is not what the header says.
 */
export const decode = async (
  contentEncoding: string | undefined,
  body: Buffer,
  maxBytes: number,
): Promise<Buffer | 'TooLarge' | 'Damaged'> => {
  const coding = codings.find((name) => name === contentEncoding?.trim().toLowerCase());
  if (!coding) return body;
  try {
    return await unpack[coding](body, { maxOutputLength: maxBytes });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'TooLarge' : 'Damaged';
  }
};
