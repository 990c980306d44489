import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { PageReader } from '../../lambdas/reader/page-reader.ts';
import type { ReaderLimits } from '../../lambdas/reader/reader-limits.ts';
import { createReaderPool, type ReaderPool } from '../../lambdas/reader/worker-pool.ts';
import { WebError } from '../../lambdas/web/web-error.ts';
import { bundledWorker, removeBundledWorkers } from '../fakes/bundled-worker.ts';
import { directReader } from '../fakes/direct-reader.ts';
import { productHtml } from '../fakes/tiers.ts';

const realEntry = bundledWorker('../../lambdas/reader/worker.ts');
const hostileEntry = bundledWorker('../reader/hostile-worker.ts');
afterAll(removeBundledWorkers);

/** A timeout that no reading reaches unless intended, however slow the machine. */
const limits: ReaderLimits = {
  workers: 4,
  heapMb: 128,
  youngHeapMb: 16,
  readMs: 600_000,
  readyWorkers: 1,
  growAfterMs: 20,
};

const pools: ReaderPool[] = [];
const poolOf = (entry: URL, changes: Partial<ReaderLimits> = {}): ReaderPool => {
  const pool = createReaderPool({ entry, limits: { ...limits, ...changes } });
  pools.push(pool);
  return pool;
};
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

const forever = new AbortController().signal;
const context = { url: 'https://shop.example/p/1', sku: '555088-105' };
const documentOf = (html: string) => ({ html, finalUrl: context.url });
const offer = async (reader: PageReader, html: string, signal = forever) =>
  (await reader.read('readWithSigns', documentOf(html), [context], signal)).extraction;
it('resolves "ready" once a page can be read, or none ever can', async () => {
  const pool = poolOf(realEntry);
  await pool.ready();
  expect(pool.size).toBe(1);
  await pool.ready();
  await poolOf(new URL('file:///nowhere.mjs')).ready();
});

const hanging = '<h1>A</h1><!-- hangs -->';

const timeout = (): WebError =>
  new WebError('Timeout', 'The site gave no price in time.', { retryable: true });

describe('the pool of readers', { timeout: 180_000 }, () => {
  it('finishes a page although a caller’s selector never ends', async () => {
    const pool = poolOf(realEntry);
    const data = `<script type="application/json">${JSON.stringify(['a'.repeat(60)])}</script>`;
    const Selectors = { Price: [{ Type: 'JsonPath' as const, Value: '$[?search(@, "(a+)+$b")]' }] };
    const { extraction } = await pool.read(
      'readWithSigns',
      documentOf(productHtml() + data),
      [{ ...context, site: { Selectors } }],
      forever,
    );
    const { Warnings, Price } = extraction;
    expect(Price).toBeDefined();
    expect(Warnings.join()).toContain('SelectorInvalid');
  });

  it('returns the same results as the main thread, for every operation', async () => {
    const pool = poolOf(realEntry);
    const html = productHtml();
    const search = `<main><a href="/p/555088-105">Air One</a><a href="/p/2">Other</a></main>`;
    expect(await offer(pool, html)).toEqual(await offer(directReader, html));
    const hits = (reader: PageReader) =>
      reader.read('readSearchPage', documentOf(search), [{ sku: '555088-105' }], forever);
    expect(await hits(pool)).toEqual(await hits(directReader));
    expect((await hits(pool)).hits).toHaveLength(1);
    const carries = (reader: PageReader) =>
      reader.read('pageCarriesSku', documentOf(html), ['555088-105'], forever);
    expect(await carries(pool)).toBe('Identifier');
    expect(pool.size).toBe(1);
  });

  it('parses a document once for consecutive readings of it, and anew after another', async () => {
    const pool = poolOf(hostileEntry, { workers: 1 });
    const text = '<h1>Lamp</h1><!-- counted -->';
    const countOf = async (html: string): Promise<string | null> => (await offer(pool, html)).Title;
    const counts = [await countOf(text), await countOf(text), await countOf(text.replace('Lamp', 'Lamp 2'))];
    counts.push(await countOf(text));
    expect(counts).toEqual(['1', '1', '2', '3']);
  });

  it('reads other pages while one hangs, and ends that one with its site', async () => {
    const pool = poolOf(hostileEntry);
    const site = new AbortController();
    const hung = offer(pool, hanging, site.signal).catch((error: unknown) => error);
    const neighbours = await Promise.all(Array.from({ length: 7 }, () => offer(pool, productHtml())));
    expect(neighbours.map(({ Price }) => Price?.Amount)).toEqual(Array(7).fill('1226.00'));
    const reason = timeout();
    site.abort(reason);
    expect(await hung).toBe(reason);
    expect((await offer(pool, productHtml())).Outcome).toBe('Priced');
  });

  it('ends a page that exhausts its memory, and nothing else', async () => {
    const pool = poolOf(hostileEntry);
    const filled = offer(pool, '<h1>A</h1><!-- fills -->').catch((error: unknown) => error);
    expect((await offer(pool, productHtml())).Outcome).toBe('Priced');
    expect(await filled).toMatchObject({
      code: 'TooLarge',
      message: 'The page could not be read within 128 MB of memory.',
    });
    expect((await offer(pool, productHtml())).Outcome).toBe('Priced');
  });

  it('limits the memory of a page with millions of elements', async () => {
    const pool = poolOf(realEntry, { heapMb: 64 });
    await expect(offer(pool, '<a>'.repeat(4_000_000))).rejects.toMatchObject({ code: 'TooLarge' });
  });

  it('never exceeds its number of workers, however many pages hang', async () => {
    const pool = poolOf(hostileEntry, { workers: 2, growAfterMs: 0 });
    const site = new AbortController();
    const hung = Array.from({ length: 6 }, () =>
      offer(pool, hanging, site.signal).catch((error: unknown) => error),
    );
    const behind = offer(pool, productHtml());
    expect(pool.size).toBeLessThanOrEqual(2);
    site.abort(timeout());
    expect((await Promise.all(hung)).map((error) => (error as WebError).code)).toEqual(
      Array(6).fill('Timeout'),
    );
    expect((await behind).Outcome).toBe('Priced');
    expect(pool.size).toBeLessThanOrEqual(2);
  });

  it.each([
    ['a defect in the reading', '<!-- throws -->', /Reading a page failed: Error: a defect of ours/],
    ['a worker that dies', '<!-- dies -->', /reader worker exited/],
  ])('reports %s as an internal error, and continues', async (_name, html, says) => {
    const pool = poolOf(hostileEntry);
    const error = await offer(pool, html).catch((thrown: unknown) => thrown);
    expect(error).not.toBeInstanceOf(WebError);
    expect(String(error)).toMatch(says);
    expect((await offer(pool, productHtml())).Outcome).toBe('Priced');
  });

  it('starts a second worker as soon as a page waits, and not before', async () => {
    const pool = poolOf(hostileEntry, { readyWorkers: 2, workers: 2, growAfterMs: 600_000 });
    expect((await offer(pool, productHtml())).Outcome).toBe('Priced');
    expect(pool.size).toBe(1);
    const site = new AbortController();
    const hung = offer(pool, hanging, site.signal).catch((error: unknown) => error);
    expect((await offer(pool, productHtml())).Outcome).toBe('Priced');
    expect(pool.size).toBe(2);
    site.abort(timeout());
    await hung;
    expect((await offer(pool, productHtml())).Outcome).toBe('Priced');
  });

  it('enforces a worker’s memory limit under Lambda’s options, and keeps no process alive', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--max-old-space-size=2707',
      fileURLToPath(new URL('./in-a-function.ts', import.meta.url)),
      fileURLToPath(hostileEntry),
    ]);
    expect(JSON.parse(stdout)).toEqual({ outcome: 'TooLarge', next: 'Priced' });
  });
});
