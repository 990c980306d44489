import { request } from 'node:http';
import { deflateSync, gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalStack, startLocalStack } from '../../local/stack.ts';
import { synthesizeProject } from '../../local/synthesize-project.ts';
import { apiTo, tinyAssembly } from './tiny-assembly.ts';

const minBytes = 1_000;
const source = `
import { gzipSync } from 'node:zlib';
export const handler = async (event) => {
  const how = event.headers['x-how'];
  const body = 'ä'.repeat(Number(event.pathParameters?.thingId ?? 0) / 2);
  if (how === 'packed') {
    return { statusCode: 200, isBase64Encoded: true, headers: { 'Content-Encoding': 'gzip' }, body: gzipSync('own'.repeat(1000), { level: 0 }).toString('base64') };
  }
  if (how === 'length') return { statusCode: 200, headers: { 'Content-Length': String(Buffer.byteLength(body)) }, body };
  if (event.httpMethod === 'POST') return { statusCode: 200, body: event.body ?? '' };
  return { statusCode: 200, headers: { ETag: '"x"' }, body };
};`;

let stack: LocalStack;
let plain: LocalStack;
const removals: (() => void)[] = [];
const start = async (minCompressionBytes?: number): Promise<LocalStack> => {
  const tiny = tinyAssembly({ Answer: { source } }, apiTo('Answer', undefined, minCompressionBytes));
  removals.push(tiny.remove);
  return startLocalStack({ assembly: tiny.assembly });
};
beforeAll(async () => {
  [stack, plain] = await Promise.all([start(minBytes), start()]);
});
afterAll(async () => {
  await Promise.all([stack?.close(), plain?.close()]);
  for (const remove of removals) remove();
});

interface Raw {
  status: number;
  coding: string | undefined;
  length: string | undefined;
  body: Buffer;
}

/** Sends a raw request; `fetch` would add headers and decompress. */
const send = (
  path: string,
  headers: Record<string, string> = {},
  body?: Uint8Array,
  to = stack,
): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const sent = request(`${to.apiUrl}${path}`, { method: body ? 'POST' : 'GET', headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          coding: response.headers['content-encoding'],
          length: response.headers['content-length'],
          body: Buffer.concat(chunks),
        }),
      );
    });
    sent.on('error', reject).end(body);
  });

describe('an answer', () => {
  it.each([
    ['gzip', gunzipSync],
    ['deflate', inflateSync],
  ] as const)('is compressed with %s for a caller that accepts it', async (coding, unpacked) => {
    const { body, ...answer } = await send('/things/4000', { 'Accept-Encoding': coding });
    expect(answer).toEqual({ status: 200, coding, length: String(body.length) });
    expect(unpacked(body).toString()).toBe('ä'.repeat(2_000));
  });
});

describe('a body', () => {
  const json = Buffer.from('{"a":"ä"}');
  const type = { 'Content-Type': 'application/json' };

  it.each([
    ['gzip', gzipSync(json)],
    ['GZip', gzipSync(json)],
    ['deflate', deflateSync(json)],
  ])('compressed with %s is decompressed before it is validated', async (coding, body) => {
    const answer = await send('/things', { ...type, 'Content-Encoding': coding }, body);
    expect([answer.status, answer.body.toString()]).toEqual([200, json.toString()]);
    const array = gzipSync('[]');
    expect((await send('/things', { ...type, 'Content-Encoding': 'gzip' }, array)).status).toBe(400);
  });

  it('that contradicts its header is rejected', async () => {
    for (const body of [json, gzipSync(json).subarray(0, 15)]) {
      expect((await send('/things', { ...type, 'Content-Encoding': 'gzip' }, body)).status).toBe(400);
    }
  });

  it('that decompresses beyond the limit is rejected as too large', async () => {
    const bomb = gzipSync(Buffer.alloc(100 << 20));
    expect((await send('/things', { ...type, 'Content-Encoding': 'gzip' }, bomb)).status).toBe(413);
  });
});

describe('the project', () => {
  it('compresses responses from 2 KiB, with and without the console', async () => {
    for (const console of [false, true]) {
      const { template } = synthesizeProject({ console });
      const [api] = Object.values(template.Resources).filter(
        ({ Type }) => Type === 'AWS::ApiGateway::RestApi',
      );
      expect(api?.Properties?.MinimumCompressionSize).toBe(2_048);
    }
  });
});
