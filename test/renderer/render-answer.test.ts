import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { maxAnswerBytes, maxDocumentBytes, maxDocumentsBytes } from '../../lambdas/domain/render-protocol.ts';
import {
  createLinePacker,
  type PackedPage,
  packFailed,
  packLoaded,
} from '../../lambdas/renderer/pack-answer.ts';
import { type PageOutcome, readRenderAnswer } from '../../lambdas/renderer/read-answer.ts';
import { createEgressPolicy } from '../../lambdas/web/egress/egress-policy.ts';
import type { PageLoad } from '../../lambdas/web/page-load.ts';
import { WebError } from '../../lambdas/web/web-error.ts';

const policy = createEgressPolicy({ allowedTargets: [] });
const { signal } = new AbortController();
const load = (html: string, finalUrl = 'https://shop.example/p/1'): PageLoad => ({
  finalUrl,
  httpStatus: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'set-cookie': 'a=b' },
  html,
  renderMode: 'Browser',
  wireBytes: 1_234,
  attempts: 1,
});
const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const readChunks = async (
  chunks: Iterable<Uint8Array>,
  keys: number[],
  outcomes = new Map<number, PageOutcome>(),
): Promise<Map<number, PageOutcome>> => {
  for await (const [key, outcome] of readRenderAnswer(Readable.from(chunks), keys, policy, signal)) {
    outcomes.set(key, outcome);
  }
  return outcomes;
};
const read = (answer: unknown, ...keys: number[]) => readChunks([bytesOf(answer)], keys);
const linesOf = (...lines: unknown[]): Buffer =>
  Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
/** Packs pages as the renderer does. */
const pack = (...packed: PackedPage[]): Buffer => linesOf(...packed.map(createLinePacker()));
const loaded = (changes: object = {}) => ({
  Key: 0,
  Loaded: {
    FinalUrl: 'https://shop.example/p/1',
    HttpStatus: 200,
    Headers: {},
    Document: zstdCompressSync('<h1>x</h1>').toString('base64'),
    WireBytes: 1,
    Attempts: 1,
    ...changes,
  },
});
function* endless(chunk: Uint8Array): Generator<Uint8Array> {
  for (;;) yield chunk;
}
const answerWith = (...Pages: unknown[]) => ({ Version: 1, Pages });

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a response of the renderer', () => {
  it('preserves documents in any script, and errors with their messages', async () => {
    const html = '<p>1.226,00 € – 価格 👟</p>'.repeat(1_000);
    const error = new WebError('RateLimitedBySite', 'Wait.', {
      retryable: true,
      httpStatus: 429,
      retryAfterSeconds: 7,
    });
    const lines = pack(await packLoaded(0, load(html)), packFailed(1, error));
    const outcomes = await readChunks([lines], [0, 1]);
    expect(outcomes.get(0)).toEqual({
      ...load(html),
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
    expect(outcomes.get(1)).toMatchObject({
      code: 'RateLimitedBySite',
      message: 'Wait.',
      retryable: true,
      httpStatus: 429,
      retryAfterSeconds: 7,
    });
  });

  it('stays below Lambda’s limit, and lists the pages that do not fit', async () => {
    // Compression saves a quarter of Base64 noise; encoding adds a third again.
    const noise = (): string => randomBytes(1_500_000).toString('base64');
    const packed = await Promise.all([0, 1, 2, 3, 4].map((key) => packLoaded(key, load(noise()))));
    packed.push(await packLoaded(5, load('<h1>small</h1>')));
    const lines = pack(...packed);
    expect(lines.length).toBeLessThanOrEqual(maxAnswerBytes);
    const outcomes = await readChunks([lines], [0, 1, 2, 3, 4, 5]);
    const left = [...outcomes].filter(([, outcome]) => outcome === 'LeftOut').map(([key]) => key);
    expect(left.length).toBeGreaterThan(0);
    expect(left).not.toContain(5);
    // Requested again, each is returned alone.
    for (const key of left) {
      const alone = await readChunks([pack(packed[key]!)], [key]);
      expect(alone.get(key)).toMatchObject({ httpStatus: 200 });
    }
  });

  it('omits documents beyond the reader’s memory limit, however well they compress', async () => {
    const large = 'x'.repeat(maxDocumentBytes - 1);
    const packed = await Promise.all([0, 1, 2, 3].map((key) => packLoaded(key, load(large))));
    const outcomes = await readChunks([pack(...packed)], [0, 1, 2, 3]);
    expect([...outcomes.values()].filter((outcome) => outcome === 'LeftOut')).toHaveLength(
      4 - Math.floor(maxDocumentsBytes / large.length),
    );
  });

  it.each<[string, string]>([
    ['is longer than any page is read', 'x'.repeat(maxDocumentBytes + 1)],
    ['does not shrink into an answer of its own', randomBytes(4_800_000).toString('base64')],
  ])('omits a document that %s', async (_name, html) => {
    await expect(packLoaded(0, load(html))).rejects.toMatchObject({ code: 'TooLarge', retryable: false });
  });
});

describe('a response of a compromised renderer', () => {
  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['no JSON', Buffer.from('<html>')],
    ['JSON of another kind', bytesOf(null)],
    ['no pages', bytesOf({ Version: 1 })],
    ['another version by far', bytesOf({ Version: 9, Pages: [] })],
    ['fewer pages', bytesOf(answerWith())],
    ['a page that was not requested', bytesOf(answerWith({ ...loaded(), Key: 7 }))],
    ['neither page nor error', bytesOf(answerWith({ Key: 0 }))],
    [
      'an error of its own making',
      bytesOf(answerWith({ Key: 0, Failed: { Code: 'Pwned', Message: '', Retryable: true } })),
    ],
    ['a status that is none', bytesOf(answerWith(loaded({ HttpStatus: 1e9 })))],
    [
      'an address without end',
      bytesOf(answerWith(loaded({ FinalUrl: `https://a.example/${'a'.repeat(9_000)}` }))),
    ],
    ['a header that is not passed on', bytesOf(answerWith(loaded({ Headers: { 'set-cookie': 'a=b' } })))],
    ['more bytes from the network than there can be', bytesOf(answerWith(loaded({ WireBytes: 1e15 })))],
    ['more than an answer holds', Buffer.alloc(maxAnswerBytes + 1, ' ')],
    ['a line cut short', linesOf(answerWith(loaded())).subarray(0, -20)],
    ['a line that is not UTF-8', Buffer.concat([bytesOf(answerWith(loaded())), Buffer.from([0xff, 0x0a])])],
  ])('is a fault of the renderer when it has %s', async (_name, payload) => {
    await expect(readChunks([payload], [0])).rejects.toMatchObject({
      name: 'RendererFault',
      kind: 'Unreadable',
    });
  });

  it.each<[string, () => Generator<Uint8Array>]>([
    ['bytes without a line end', () => endless(Buffer.alloc(64 * 1024, ' '))],
    ['single bytes', () => endless(Buffer.from(' '))],
    ['empty chunks', () => endless(Buffer.alloc(0))],
    ['lines', () => endless(linesOf(answerWith()))],
    ['outcomes of one page', () => endless(linesOf(answerWith(loaded())))],
  ])('is read no further when it has endless %s', async (_what, chunks) => {
    await expect(readChunks(chunks(), [0, 1])).rejects.toMatchObject({ kind: 'Unreadable' });
  });

  it('counts the first outcome of each page, and ignores pages that were not requested', async () => {
    const other = loaded({ Document: zstdCompressSync('<h1>other</h1>').toString('base64') });
    const lines = linesOf(
      answerWith({ ...loaded(), Key: 7 }, loaded()),
      answerWith(other, { ...other, Key: 1 }),
    );
    const outcomes = await readChunks([lines], [0]);
    expect([...outcomes]).toEqual([[0, expect.objectContaining({ html: '<h1>x</h1>' })]]);
  });

  it('keeps the outcomes before an invalid line, wherever its bytes are divided', async () => {
    const bytes = Buffer.concat([linesOf(answerWith(loaded())), Buffer.from('{"Version":1,\n')]);
    for (const size of [1, 7, bytes.length]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      const outcomes = new Map<number, PageOutcome>();
      await expect(readChunks(chunks, [0, 1], outcomes)).rejects.toMatchObject({ kind: 'Unreadable' });
      expect(outcomes.get(0)).toMatchObject({ html: '<h1>x</h1>' });
    }
  });

  it.each<[string, string]>([
    ['empty objects', `{"Version":1,"Pages":[${'{},'.repeat(1_000_000)}{}]}`],
    ['lists in each other', `{"Version":1,"Pages":${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}}`],
    [
      'names of headers',
      `{"Version":1,"Pages":[{"Key":0,"Loaded":{"Headers":{${Array.from({ length: 400_000 }, (_, index) => `"${index}":""`).join()}}}}]}`,
    ],
  ])('that has millions of %s is never parsed', async (_name, text) => {
    const parse = vi.spyOn(JSON, 'parse');
    await expect(readChunks([Buffer.from(text)], [0])).rejects.toMatchObject({
      kind: 'Unreadable',
    });
    expect(parse).not.toHaveBeenCalled();
  });

  it.each<[string, object, string]>([
    ['ends in a private network', { FinalUrl: 'http://10.0.0.1/' }, 'ForbiddenTarget'],
    [
      'ends at the metadata service',
      { FinalUrl: 'http://169.254.169.254/latest/meta-data/' },
      'ForbiddenTarget',
    ],
    ['is a file', { FinalUrl: 'file:///proc/self/environ' }, 'ForbiddenTarget'],
    ['carries credentials', { FinalUrl: 'https://a:b@shop.example/' }, 'InvalidUrl'],
    ['is no Zstandard', { Document: 'bm9uZQ==' }, 'UnsupportedContent'],
    [
      'unpacks to more than a page may have',
      { Document: zstdCompressSync(Buffer.alloc(maxDocumentBytes + 1)).toString('base64') },
      'TooLarge',
    ],
  ])('costs only the page that %s', async (_name, changes, code) => {
    const outcomes = await read(answerWith(loaded(changes), { ...loaded(), Key: 1 }), 0, 1);
    expect(outcomes.get(0)).toMatchObject({ name: 'WebError', code });
    expect(outcomes.get(1)).toMatchObject({ html: '<h1>x</h1>' });
  });

  it('cannot fill memory with many highly compressed documents', async () => {
    const bomb = zstdCompressSync(Buffer.alloc(maxDocumentBytes)).toString('base64');
    const Pages = Array.from({ length: 8 }, (_, Key) => ({ ...loaded({ Document: bomb }), Key }));
    const outcomes = await read(answerWith(...Pages), 0, 1, 2, 3, 4, 5, 6, 7);
    const held = [...outcomes.values()].reduce(
      (sum, outcome) =>
        sum + (outcome instanceof WebError || outcome === 'LeftOut' ? 0 : outcome.html.length),
      0,
    );
    expect(held).toBeLessThanOrEqual(maxDocumentsBytes);
    expect([...outcomes.values()].some((outcome) => outcome instanceof WebError)).toBe(true);
  });

  it('cannot put line breaks or hidden text into results and logs', async () => {
    const Failed = { Code: 'Timeout', Message: 'a\r\nlevel: ERROR\u202E\u0000b', Retryable: false };
    const outcomes = await read(answerWith({ Key: 0, Failed }), 0);
    expect((outcomes.get(0) as WebError).message).toBe('a level: ERROR b');
  });

  it('cannot change objects by a name such as __proto__', async () => {
    const payload = Buffer.from(
      '{"Version":1,"__proto__":{"polluted":1},"Pages":[{"Key":0,"__proto__":{"polluted":1},"Failed":{"Code":"Timeout","Message":"","Retryable":true}}]}',
    );
    const outcomes = await readChunks([payload], [0]);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect((outcomes.get(0) as unknown as { polluted?: number }).polluted).toBeUndefined();
  });
});
