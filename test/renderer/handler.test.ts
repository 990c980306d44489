import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { RenderAnswer, RenderEvent } from '../../lambdas/domain/render-protocol.ts';
import { createRendererHandler } from '../../lambdas/renderer/handler.ts';
import { type PageOutcome, readRenderAnswer } from '../../lambdas/renderer/read-answer.ts';
import { createEgressPolicy } from '../../lambdas/web/egress/egress-policy.ts';
import type { PageLoad, RenderRequest } from '../../lambdas/web/page-load.ts';
import { WebError } from '../../lambdas/web/web-error.ts';

const policy = createEgressPolicy({ allowedTargets: [] });
const { signal } = new AbortController();
const page = (Key: number, changes: object = {}) => ({
  Key,
  Url: `https://shop-${Key}.example/p`,
  TimeoutMs: 30_000,
  FetchedAtMs: 0,
  Site: {},
  ...changes,
});
const event = (...Pages: object[]) => ({
  Version: 1,
  Deployment: 'test',
  LogLevel: 'INFO',
  UserAgent: 'Test/1.0',
  ObeysRobots: false,
  MaxFetchesPerHost: 4,
  MaxPages: 4,
  AllowedTargets: [],
  SentAtMs: 1_000,
  Pages,
});

/** The handler with a renderer whose responses depend on the address. */
const render = async (
  given: unknown,
  load: (request: RenderRequest) => Promise<Partial<PageLoad>>,
  { nowMs = 1_000, remainingMs = 70_000, onLine = (_key: number | undefined, _closed: number) => {} } = {},
) => {
  const errors: unknown[] = [];
  let closed = 0;
  const handler = createRendererHandler({
    open: () => ({
      load: async (request) => ({
        finalUrl: request.url,
        httpStatus: 200,
        headers: {},
        html: '<h1>x</h1>',
        renderMode: 'Browser' as const,
        wireBytes: 1,
        attempts: 1,
        ...(await load(request)),
      }),
      close: async () => {
        closed += 1;
      },
    }),
    clock: () => nowMs,
    log: { started: () => {}, error: (_message, error) => errors.push(error) },
  });
  const lines: Buffer[] = [];
  const write = (line: RenderAnswer): void => {
    lines.push(Buffer.from(`${JSON.stringify(line)}\n`));
    onLine(line.Pages[0]?.Key, closed);
  };
  await handler(given, { getRemainingTimeInMillis: () => remainingMs }, write);
  const keys = (given as RenderEvent).Pages.map(({ Key }) => Key);
  const outcomes = new Map<number, PageOutcome>();
  for await (const [key, outcome] of readRenderAnswer(Readable.from(lines), keys, policy, signal)) {
    outcomes.set(key, outcome);
  }
  return { outcomes, errors, closed };
};

describe('the renderer', () => {
  it('responds separately for each page: documents, page errors, and its own errors', async () => {
    const { outcomes, errors, closed } = await render(event(page(0), page(1), page(2)), async ({ url }) => {
      if (url.includes('shop-1')) throw new WebError('DnsFailure', 'No such host.', { retryable: false });
      if (url.includes('shop-2')) throw new TypeError('a defect');
      return {};
    });
    expect(outcomes.get(0)).toMatchObject({ html: '<h1>x</h1>' });
    expect(outcomes.get(1)).toMatchObject({ code: 'DnsFailure', retryable: false });
    expect(outcomes.get(2)).toMatchObject({ code: 'Internal', message: 'The service failed on this site.' });
    expect(errors).toEqual([new TypeError('a defect')]);
    expect(closed).toBe(1);
  });

  it('responds for a page while another still loads, and for the last one once its browser is closed', async () => {
    const slow = Promise.withResolvers<Partial<PageLoad>>();
    const lines: [number | undefined, number][] = [];
    await render(
      event(page(0), page(1), page(2)),
      async ({ url }) => (url.includes('shop-0') ? slow.promise : {}),
      {
        onLine: (key, closed) => {
          lines.push([key, closed]);
          if (lines.length === 2) slow.resolve({});
        },
      },
    );
    // The first two load side by side, so either may be done first.
    expect(lines.slice(0, 2).sort()).toEqual([
      [1, 0],
      [2, 0],
    ]);
    expect(lines.slice(2)).toEqual([[0, 1]]);
  });

  it('limits a page to its remaining time and the function’s', async () => {
    const given: (number | undefined)[] = [];
    const note = async ({ timeoutMs }: RenderRequest) => {
      given.push(timeoutMs);
      return {};
    };
    // Started two seconds after the invocation.
    await render(event(page(0)), note, { nowMs: 3_000 });
    // A slow clock does not add time.
    await render(event(page(0)), note, { nowMs: 0 });
    await render(event(page(0)), note, { remainingMs: 12_000 });
    expect(given).toEqual([28_000, 30_000, 10_000]);
  });

  it('loads no page whose time has already run out', async () => {
    const { outcomes } = await render(event(page(0)), async () => expect.fail('loaded'), { nowMs: 40_000 });
    expect(outcomes.get(0)).toMatchObject({ code: 'Timeout' });
  });

  it.each<[string, unknown]>([
    ['no event', null],
    ['no pages', event()],
    ['more pages than one invocation takes', event(...Array.from({ length: 9 }, (_, key) => page(key)))],
    ['a member that it does not know', event(page(0, { Language: 'de' }))],
    ['a member of a site that it does not know', event(page(0, { Site: { Reference: 'r' } }))],
    ['a page without its site', event(page(0, { Site: undefined }))],
    ['another version by far', { ...event(page(0)), Version: 7 }],
  ])('refuses %s', async (_name, given) => {
    await expect(render(given, async () => ({}))).rejects.toThrow();
  });
});
