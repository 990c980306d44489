import { zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RenderEvent } from '../../lambdas/domain/render-protocol.ts';
import { RendererFault, type RendererFaultKind } from '../../lambdas/domain/renderer-fault.ts';
import { maxRenderersPerScraper } from '../../lambdas/domain/request/renderer-limit.ts';
import { createRemoteRenderer, type InvokeRenderer } from '../../lambdas/scraper/remote-renderer.ts';
import { createEgressPolicy } from '../../lambdas/web/egress/egress-policy.ts';
import type { RenderRequest } from '../../lambdas/web/page-load.ts';
import { createPoliteness } from '../../lambdas/web/politeness.ts';

const settings = {
  Deployment: 'test',
  LogLevel: 'INFO',
  UserAgent: 'Test/1.0',
  ObeysRobots: false,
  MaxFetchesPerHost: 4,
  MaxPages: 4,
  AllowedTargets: [],
};
const urlOf = (index: number): string => `https://shop-${index}.example/p/1`;
const request = (index: number, changes: Partial<RenderRequest> = {}): RenderRequest => ({
  url: urlOf(index),
  timeoutMs: 600_000,
  signal: new AbortController().signal,
  fetchedAtMs: 5,
  site: {
    ...{ Name: 'Tenant’s own name', Reference: 'tenant-7', Url: urlOf(index) },
    ...{ Sku: 'SKU-1', Currency: 'EUR' },
  },
  ...changes,
});

const loaded = (FinalUrl: string, changes: object = {}) => ({
  FinalUrl,
  HttpStatus: 200,
  Headers: {},
  Document: zstdCompressSync(`<h1>${FinalUrl}</h1>`).toString('base64'),
  WireBytes: 10,
  Attempts: 1,
  ...changes,
});
const answered = (event: RenderEvent, changes: (key: number) => object = () => ({})): Uint8Array =>
  Buffer.from(
    JSON.stringify({
      Version: 1,
      Pages: event.Pages.map(({ Key, Url }) => ({
        Key,
        Loaded: loaded(Url),
        ...changes(Key),
      })),
    }),
  );

/** The lines of a response, one for each page. */
const lineOf = ({ Pages }: RenderEvent, key: number): Uint8Array =>
  Buffer.from(`${JSON.stringify({ Version: 1, Pages: [{ Key: key, Loaded: loaded(Pages[key]!.Url) }] })}\n`);

/** Responds at once at its end, or line by line. */
type Invoke = (event: RenderEvent, signal: AbortSignal) => Promise<Uint8Array> | ReturnType<InvokeRenderer>;

const fault = (kind: RendererFaultKind): RendererFault => new RendererFault(kind, kind);

/** A renderer that uses `invoke`, and records events and faults. */
const remote = (
  invoke: Invoke,
  politeness = createPoliteness({ maxFetchesPerHost: 4, maxPauseMs: 1, now: () => 1_000 }),
  maxConcurrent = maxRenderersPerScraper,
) => {
  const events: RenderEvent[] = [];
  const faults: [string, number][] = [];
  const renderer = createRemoteRenderer({
    invoke: async function* (event, signal) {
      events.push(structuredClone(event));
      const response = invoke(event, signal);
      if ('then' in response) yield await response;
      else yield* response;
    },
    maxConcurrent,
    settings,
    policy: createEgressPolicy({ allowedTargets: [] }),
    politeness,
    clock: () => 1_000,
    pause: async () => {},
    onFault: ({ kind }, pages) => faults.push([kind, pages]),
  });
  /** Several active sites that request pages at the same time. */
  const loadAll = (count: number) => {
    const leaves = Array.from({ length: count }, () => renderer.announceSite!());
    return Promise.allSettled(leaves.map((leave, index) => renderer.load(request(index)).finally(leave)));
  };
  const pagesOf = () => events.map(({ Pages }) => Pages.map(({ Url }) => Url));
  return { renderer, events, faults, loadAll, pagesOf };
};

const reported = (outcomes: PromiseSettledResult<{ html: string }>[]): string[] =>
  outcomes.map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value.html : `${outcome.reason.code}: ${outcome.reason.message}`,
  );

describe('pages of one message', () => {
  it('share one invocation if they need the browser at the same time, and get their own documents', async () => {
    const { loadAll, events } = remote(async (event) => answered(event));
    expect(reported(await loadAll(8))).toEqual(
      Array.from({ length: 8 }, (_, index) => `<h1>${urlOf(index)}</h1>`),
    );
    expect(events).toHaveLength(1);
  });

  it('do not wait for sites that no longer need the browser', async () => {
    const { renderer, events } = remote(async (event) => answered(event));
    const leaves = [renderer.announceSite!(), renderer.announceSite!()];
    const loading = renderer.load(request(0));
    leaves[1]!();
    await expect(loading).resolves.toMatchObject({ httpStatus: 200 });
    expect(events).toHaveLength(1);
  });

  it('carry nothing that identifies their caller', async () => {
    const { loadAll, events } = remote(async (event) => answered(event));
    await loadAll(1);
    const text = JSON.stringify(events);
    expect(text).not.toMatch(/Tenant|tenant-7/);
    expect(Object.keys(events[0]!).toSorted()).toEqual(
      [...Object.keys(settings), 'Version', 'SentAtMs', 'Pages'].toSorted(),
    );
    expect(events[0]!.Pages[0]).toMatchObject({ Url: urlOf(0), FetchedAtMs: 5 });
    expect(events[0]!.Pages[0]!.Site).toEqual({ Sku: 'SKU-1', Currency: 'EUR' });
  });

  it('are retried once, alone, if an answer omits them', async () => {
    const leftOut = new Set([urlOf(1), urlOf(2)]);
    const { loadAll, pagesOf } = remote(async (event) => {
      const isLeft = (key: number): boolean => {
        const { Url } = event.Pages[key]!;
        return leftOut.has(Url) && (event.Pages.length > 1 || Url === urlOf(2));
      };
      return answered(event, (key) => (isLeft(key) ? { Loaded: undefined, LeftOut: true } : {}));
    });
    expect(reported(await loadAll(3))).toEqual([
      `<h1>${urlOf(0)}</h1>`,
      `<h1>${urlOf(1)}</h1>`,
      expect.stringMatching(/^TooLarge: /),
    ]);
    expect(pagesOf()).toEqual([[urlOf(0), urlOf(1), urlOf(2)], [urlOf(1)], [urlOf(2)]]);
  });
});

describe('a response that arrives line by line', () => {
  it('gives each page its document while others still load', async () => {
    const slow = Promise.withResolvers<void>();
    const { renderer, events } = remote(async function* (event) {
      yield lineOf(event, 1);
      await slow.promise;
      yield lineOf(event, 0);
    });
    const order: string[] = [];
    const loads = [0, 1].map((index) =>
      renderer.load(request(index)).then(() => order.push(`page ${index}`)),
    );
    await loads[1];
    order.push('the slow page may end');
    slow.resolve();
    await loads[0];
    expect(order).toEqual(['page 1', 'the slow page may end', 'page 0']);
    expect(events).toHaveLength(1);
  });

  it.each<[string, string, string]>([
    ['crashes', '', 'Crashed'],
    ['crashes within a line', '{"Version":1,"Pag', 'Crashed'],
    ['writes an invalid line', '{"Version":1,\n', 'Unreadable'],
    ['ends too early', '', 'Unreadable'],
    ['ends within a line', '{"Version":1,"Pag', 'Unreadable'],
    ['writes empty lines', '\n\n', 'Unreadable'],
  ])('keeps its outcomes and retries only the others if the renderer then %s', async (_what, rest, kind) => {
    const signals: AbortSignal[] = [];
    const { loadAll, pagesOf, faults } = remote(async function* (event, signal) {
      signals.push(signal);
      yield lineOf(event, 0);
      if (event.Pages.length === 1) return;
      yield Buffer.from(rest);
      if (kind === 'Crashed') throw fault('Crashed');
    });
    expect(reported(await loadAll(2))).toEqual([`<h1>${urlOf(0)}</h1>`, `<h1>${urlOf(1)}</h1>`]);
    expect(pagesOf()).toEqual([[urlOf(0), urlOf(1)], [urlOf(1)]]);
    expect(faults).toEqual([[kind, 1]]);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
  });

  it('has pages that it omits retried while others still load', async () => {
    const slow = Promise.withResolvers<void>();
    const { renderer, pagesOf } = remote(async function* (event) {
      if (event.Pages.length === 1) return yield lineOf(event, 0);
      yield Buffer.from('{"Version":1,"Pages":[{"Key":1,"LeftOut":true}]}\n');
      await slow.promise;
      yield lineOf(event, 0);
    });
    const loads = [0, 1].map((index) => renderer.load(request(index)));
    await expect(loads[1]).resolves.toMatchObject({ html: `<h1>${urlOf(1)}</h1>`, attempts: 2 });
    slow.resolve();
    await expect(loads[0]).resolves.toMatchObject({ attempts: 1 });
    expect(pagesOf()).toEqual([[urlOf(0), urlOf(1)], [urlOf(1)]]);
  });

  it('cannot hold up its pages or the end of the message by going on after its last line', async () => {
    const ended = Promise.withResolvers<unknown>();
    const { renderer, loadAll } = remote(async function* (event, signal) {
      yield lineOf(event, 0);
      signal.addEventListener('abort', () => ended.resolve(signal.reason), { once: true });
      throw await ended.promise;
    });
    expect(reported(await loadAll(1))).toEqual([`<h1>${urlOf(0)}</h1>`]);
    await renderer.close();
    await expect(ended.promise).resolves.toMatchObject({ code: 'RendererCrashed' });
  });
});

describe('a renderer that fails', () => {
  it.each<RendererFaultKind>(['Crashed', 'OutOfMemory', 'Unreachable'])(
    '(%s) is retried with each page alone, and only the page at fault fails',
    async (kind) => {
      const { loadAll, pagesOf, faults } = remote(async (event) => {
        if (event.Pages.some(({ Url }) => Url === urlOf(1))) throw fault(kind);
        return answered(event);
      });
      expect(reported(await loadAll(3))).toEqual([
        `<h1>${urlOf(0)}</h1>`,
        expect.stringMatching(/^RendererCrashed: The renderer /),
        `<h1>${urlOf(2)}</h1>`,
      ]);
      expect(pagesOf()).toEqual([[urlOf(0), urlOf(1), urlOf(2)], [urlOf(0)], [urlOf(1)], [urlOf(2)]]);
      expect(faults).toEqual([
        [kind, 3],
        [kind, 1],
      ]);
    },
  );

  it.each<[string, string]>([
    ['rubbish', '<html>'],
    ['for other pages', JSON.stringify({ Version: 1, Pages: [] })],
  ])('by answering %s is retried once and never believed', async (_name, text) => {
    const { loadAll, events } = remote(async () => Buffer.from(text));
    expect(reported(await loadAll(2))).toEqual([
      expect.stringMatching(/^RendererCrashed: The renderer sent an invalid response/),
      expect.stringMatching(/^RendererCrashed: The renderer sent an invalid response/),
    ]);
    expect(events).toHaveLength(3);
  });

  it('is retried once with all pages if Lambda had no capacity', async () => {
    let calls = 0;
    const { loadAll, pagesOf } = remote(async (event) => {
      calls += 1;
      if (calls === 1) throw fault('Throttled');
      return answered(event);
    });
    expect(reported(await loadAll(2))).toEqual([`<h1>${urlOf(0)}</h1>`, `<h1>${urlOf(1)}</h1>`]);
    expect(pagesOf()).toEqual([
      [urlOf(0), urlOf(1)],
      [urlOf(0), urlOf(1)],
    ]);
  });

  it('is no longer invoked after repeated lack of capacity', async () => {
    const { loadAll, events } = remote(async () => {
      throw fault('Throttled');
    });
    expect(reported(await loadAll(1))).toEqual([
      expect.stringMatching(/^RendererCrashed: No browser was available/),
    ]);
    expect(events).toHaveLength(2);
  });

  it('reports "no browser free" for a page that waits for one, not for a page that hangs in it', async () => {
    const hangs: Invoke = (_event, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const { renderer } = remote(hangs);
    const started = renderer.load(request(0, { timeoutMs: 600 }));
    await expect(started).rejects.toMatchObject({ code: 'Timeout', message: /did not (load|answer)/ });
    // Not sent yet: another active site may still need the browser.
    renderer.announceSite!();
    renderer.announceSite!();
    const waits = renderer.load(request(1, { timeoutMs: 20 }));
    await expect(waits).rejects.toMatchObject({ code: 'Timeout', message: /No browser was available/ });
    await renderer.close();
  });

  it.each<[RendererFaultKind, RegExp]>([
    ['TimedOut', /^Timeout: The renderer did not respond in time/],
    ['Misconfigured', /^RendererCrashed: This deployment cannot invoke its renderer/],
  ])('for good (%s) is not retried', async (kind, says) => {
    const { loadAll, events } = remote(async () => {
      throw fault(kind);
    });
    expect(reported(await loadAll(2))).toEqual([expect.stringMatching(says), expect.stringMatching(says)]);
    expect(events).toHaveLength(1);
  });

  it('is given up at the end of the pages’ time if it hangs', async () => {
    const { renderer } = remote(
      (_event, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        }),
    );
    await expect(renderer.load(request(0, { timeoutMs: 50 }))).rejects.toMatchObject({ code: 'Timeout' });
  });

  it('releases a site whose own time is over, and ends with its message', async () => {
    const { renderer } = remote(() => new Promise(() => {}));
    const controller = new AbortController();
    const first = renderer.load(request(0, { signal: controller.signal }));
    const second = renderer.load(request(1));
    controller.abort(new Error('over'));
    await expect(first).rejects.toThrow('over');
    await renderer.close();
    await expect(second).rejects.toMatchObject({ code: 'RendererCrashed' });
  });
});

describe('concurrent renderers', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => vi.useRealTimers());

  /** Lets time pass until a promise settles, and threads decompress documents meanwhile. */
  const passUntil = async <T>(promise: Promise<T>): Promise<T> => {
    let isSettled = false;
    const note = (): void => {
      isSettled = true;
    };
    promise.then(note, note);
    while (!isSettled) {
      await vi.advanceTimersByTimeAsync(100);
      await new Promise(setImmediate);
    }
    return promise;
  };

  it.each([1, maxRenderersPerScraper])('never exceed %i, whatever fails', async (maxConcurrent) => {
    const faults = ['Crashed', undefined, 'OutOfMemory', 'Throttled', 'LeftOut', 'Unreadable'] as const;
    let [running, peak, calls] = [0, 0, 0];
    const invoke: Invoke = async (event) => {
      const kind = faults[calls++ % faults.length];
      running += 1;
      peak = Math.max(peak, running);
      // Longer than waiting pages are held back.
      await new Promise((resolve) => setTimeout(resolve, 8_000));
      running -= 1;
      if (kind === 'LeftOut') return answered(event, () => ({ Loaded: undefined, LeftOut: true }));
      if (kind !== undefined) throw fault(kind);
      return answered(event);
    };
    const { loadAll, events } = remote(invoke, undefined, maxConcurrent);
    expect(await passUntil(loadAll(20))).toHaveLength(20);
    expect(peak).toBe(maxConcurrent);
    expect(new Set(events.flatMap(({ Pages }) => Pages.map(({ Url }) => Url))).size).toBe(20);
  });

  it('go to further pages before all pages of a failed invocation were retried', async () => {
    const { renderer, loadAll, pagesOf } = remote(async (event) => {
      await new Promise((resolve) => setTimeout(resolve, 8_000));
      if (event.Pages.some(({ Url }) => Number(/\d+/.exec(Url)) < 8)) throw fault('Crashed');
      return answered(event);
    });
    const failing = loadAll(8);
    await vi.advanceTimersByTimeAsync(8_500);
    const later = renderer.load(request(9));
    await passUntil(Promise.all([later, failing]));
    const order = pagesOf().map(([first]) => first);
    expect(order.indexOf(urlOf(9))).toBeLessThan(order.lastIndexOf(urlOf(7)));
  });
});

it('respects a host’s Retry-After across plain HTTP and the browser', async () => {
  const politeness = createPoliteness({ maxFetchesPerHost: 4, maxPauseMs: 1, now: () => 1_000 });
  const { renderer, events } = remote(
    async (event) =>
      answered(event, () => ({
        Loaded: loaded(event.Pages[0]!.Url, { HttpStatus: 429, Headers: { 'retry-after': '60' } }),
      })),
    politeness,
  );
  await renderer.load(request(0));
  await expect(renderer.load(request(0))).rejects.toMatchObject({ code: 'RateLimitedBySite' });
  expect(events).toHaveLength(1);
  const { signal } = new AbortController();
  await expect(politeness.awaitPause('shop-0.example', signal)).rejects.toMatchObject({
    code: 'RateLimitedBySite',
  });
});

it('lets a lying renderer block a host only for the site that it rendered', async () => {
  const politeness = createPoliteness({ maxFetchesPerHost: 4, maxPauseMs: 1, now: () => 1_000 });
  const { renderer } = remote(
    async (event) =>
      answered(event, () => ({
        Loaded: loaded(urlOf(1), { HttpStatus: 503, Headers: { 'retry-after': '999999' } }),
      })),
    politeness,
  );
  await renderer.load(request(0));
  const { signal } = new AbortController();
  await expect(politeness.awaitPause('shop-1.example', signal)).resolves.toBeUndefined();
  await expect(politeness.awaitPause('shop-0.example', signal)).rejects.toMatchObject({
    code: 'RateLimitedBySite',
  });
});
