// What the scraper and the renderer of two versions say to each other while a deployment rolls out, as files: see
// `versions.test.ts`. There is no version before the first.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRendererHandler } from '../../lambdas/renderer/handler.ts';
import type { RenderAnswer, RenderEvent } from '../../lambdas/renderer/protocol.ts';
import { readRenderAnswer } from '../../lambdas/renderer/read-answer.ts';
import { createRemoteRenderer } from '../../lambdas/scraper/remote-renderer.ts';
import { createEgressPolicy } from '../../lambdas/web/egress/egress-policy.ts';
import type { PageLoad, RenderRequest } from '../../lambdas/web/page-load.ts';
import { createPoliteness } from '../../lambdas/web/politeness.ts';
import { WebError } from '../../lambdas/web/web-error.ts';
import * as example from './example.ts';
import * as frozen from './readers-of-version-1.ts';

const textOf = (version: string, name: string): string =>
  readFileSync(join(import.meta.dirname, version, `${name}.json`), 'utf8');
const policy = createEgressPolicy({ allowedTargets: [] });
const { signal } = new AbortController();

const [, shopB] = example.scrapeMessages()[0]!.Sites;
const hits = (searchUrl: string): RenderRequest => ({
  url: searchUrl,
  timeoutMs: 44_000,
  signal,
  wanted: { kind: 'Hits', searchUrl, sku: example.sku },
});
/** The pages that the files are about. */
const requests: RenderRequest[] = [
  {
    url: 'https://shop-b.example/B-1',
    locale: 'de-DE',
    country: 'DE',
    waitFor: '.price',
    timeoutMs: 19_000,
    patienceMs: 19_000,
    signal,
    wanted: {
      kind: 'Offer',
      requestedUrl: 'https://shop-b.example/B-1',
      sku: 'B-1',
      fetchedAtMs: example.queuedAtMs + 500,
      site: shopB!.Site,
    },
  },
  hits(`https://shop-c.example/search?q=${example.sku}`),
  hits('https://shop-d.example/p'),
];

/** What today's scraper invokes the renderer with, and what it makes of its answer. */
const ask = async (answer: string) => {
  const events: RenderEvent[] = [];
  const {
    Version: _version,
    SentAtMs: _sentAtMs,
    Pages: _pages,
    ...settings
  } = JSON.parse(textOf('now', 'render-event')) as RenderEvent;
  const renderer = createRemoteRenderer({
    invoke: async (event) => {
      events.push(event);
      return Buffer.from(answer);
    },
    settings,
    policy,
    politeness: createPoliteness({ maxFetchesPerHost: 4, maxRestMs: 1, now: () => 0 }),
    clock: () => example.queuedAtMs + 1_000,
    pause: async () => {},
    onFault: () => {},
  });
  const leaves = requests.map(() => renderer.attend!());
  const outcomes = await Promise.allSettled(
    requests.map((request, at) => renderer.load(request).finally(leaves[at])),
  );
  return { event: events[0]!, outcomes };
};

/** What today's renderer answers, where the first page loads and the second fails. */
const render = (event: unknown, asked: RenderRequest[] = []): Promise<RenderAnswer> =>
  createRendererHandler({
    open: () => ({
      load: async (request): Promise<PageLoad> => {
        asked.push(request);
        if (request.url.includes('shop-c')) {
          const told = { retryable: true, httpStatus: 503, retryAfterSeconds: 5 };
          throw new WebError('HttpError', 'It answered 503.', told);
        }
        return {
          finalUrl: request.url,
          httpStatus: 200,
          headers: { 'content-type': 'text/html', 'retry-after': '5' },
          html: '<h1>Shop B</h1>',
          renderMode: 'Browser',
          wireBytes: 1_000,
          attempts: 1,
        };
      },
      close: async () => {},
    }),
    clock: () => example.queuedAtMs + 1_000,
    log: { begun: () => {}, error: (_message, error) => expect.fail(String(error)) },
  })(event, { getRemainingTimeInMillis: () => 70_000 });

describe.each(['now', 'after'])('what the version "%s" says', (version) => {
  it('its scraper is answered by the renderer, page by page', async () => {
    const asked: RenderRequest[] = [];
    const answer = await render(JSON.parse(textOf(version, 'render-event')), asked);
    expect(answer.Pages.map(({ Key }) => Key).toSorted()).toEqual([0, 1, 2]);
    for (const [at, { signal: _signal, wanted, ...request }] of requests.entries()) {
      expect(asked[at]).toMatchObject({ ...request, timeoutMs: expect.any(Number) });
      expect(asked[at]!.wanted).toMatchObject({ kind: wanted.kind, sku: wanted.sku });
    }
  });

  it('its renderer is understood by the scraper, page by page', async () => {
    const outcomes = await readRenderAnswer(
      Buffer.from(textOf(version, 'render-answer')),
      [0, 1, 2],
      policy,
      signal,
    );
    expect(outcomes.get(0)).toMatchObject({ html: '<h1>Shop B</h1>', httpStatus: 200, wireBytes: 1_000 });
    expect(outcomes.get(1)).toMatchObject({ code: 'HttpError', httpStatus: 503, retryAfterSeconds: 5 });
    expect(outcomes.get(2)).toBe('LeftOut');
  });

  it.each(['render-event', 'render-answer'] as const)('%s: is read by the readers of version 1', (name) => {
    expect(frozen.readers[name].safeParse(JSON.parse(textOf(version, name))).error).toBeUndefined();
  });
});

describe('what this code says', () => {
  it('is what the files of "now" have; another form is another version', async () => {
    const { event } = await ask(textOf('now', 'render-answer'));
    const expected = JSON.parse(textOf('now', 'render-event')) as RenderEvent;
    // Of the time that a page is given, waiting for the others takes some.
    for (const page of expected.Pages) page.TimeoutMs = expect.any(Number) as number;
    expect(JSON.parse(JSON.stringify(event))).toEqual(expected);
    const withoutDocuments = (text: string): unknown =>
      JSON.parse(text, (name, value) => (name === 'Document' ? '' : value));
    const answer = JSON.parse(textOf('now', 'render-answer')) as RenderAnswer;
    const written = await render(event);
    const two = (pages: RenderAnswer['Pages']) =>
      pages.filter(({ Key }) => Key < 2).toSorted((one, other) => one.Key - other.Key);
    expect(withoutDocuments(JSON.stringify({ ...written, Pages: two(written.Pages) }))).toEqual(
      withoutDocuments(JSON.stringify({ ...answer, Pages: two(answer.Pages) })),
    );
  });
});
