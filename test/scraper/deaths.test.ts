// How later deliveries recover the work of a function that died.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unpackResults } from '../../lambdas/domain/result/result-pack.ts';
import { siteResultSchema } from '../../lambdas/domain/result/site-result.ts';
import type { SellingSite } from '../../lambdas/domain/site/selling-site.ts';
import { defaultDurations, deriveTimings } from '../../lambdas/domain/timing.ts';
import { recordAfterMs } from '../../lambdas/scraper/group-recorder.ts';
import { createScraperHandler } from '../../lambdas/scraper/handler.ts';
import type { PageLoad } from '../../lambdas/web/page-load.ts';
import { directReader } from '../fakes/direct-reader.ts';
import { messageSites, scrapeMessage, sqsEvent, sqsRecord } from '../fakes/events.ts';
import { createMemoryJournalStore, createMemoryRequestStore } from '../fakes/memory-stores.ts';
import { type FakePage, fakeTiers, productHtml, shellHtml } from '../fakes/tiers.ts';

const id = scrapeMessage().RequestId;
const timings = deriveTimings(defaultDurations);
const silent = {
  info: () => {},
  warn: () => {},
  error: () => {},
  waited: () => {},
  dropped: () => {},
  written: () => {},
};
const urlOf = (name: string): string => `https://${name}.example/`;

let requests: ReturnType<typeof createMemoryRequestStore>;
let journal: ReturnType<typeof createMemoryJournalStore>;
let additions: number;
let sentAgain: { attempt: number; delaySeconds: number }[];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  requests = createMemoryRequestStore();
  journal = createMemoryJournalStore();
  additions = 0;
  sentAgain = [];
  const { add } = journal;
  journal.add = (...given) => {
    additions += 1;
    return add(...given);
  };
  await requests.create(
    { requestId: id, uid: 'acme', sku: 'x', queuedAtMs: 0, deadlineMs: 300_000, groupSizes: [1] },
    600_000,
  );
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page that never loads, which simulates a dead function. */
const deadly: FakePage = () => new Promise(() => {});
const good: FakePage = { html: productHtml() };

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

interface Delivery {
  atMs: number;
  receiveCount: number;
  attempt?: number;
  http: Record<string, FakePage>;
  browser?: Record<string, FakePage>;
}

/** Delivers a message with a site of each name, and waits until nothing happens any more. */
const createDeliveries = (names: readonly string[], site: SellingSite = {}) => {
  const message = scrapeMessage({
    TotalSites: names.length,
    Sites: messageSites(...names.map((name) => ({ Name: name, Url: urlOf(name), ...site }))),
  });
  const byUrl = (pages: Record<string, FakePage> = {}) =>
    Object.fromEntries(Object.entries(pages).map(([name, page]) => [urlOf(name), page]));
  return async ({ atMs, receiveCount, attempt = 0, http, browser }: Delivery) => {
    const tiers = fakeTiers({ http: byUrl(http), browser: byUrl(browser) });
    void createScraperHandler({
      requests,
      journal,
      ...tiers,
      reader: directReader,
      deliveries: { send: async () => {} },
      retries: {
        requeue: async ({ Attempt: attempt }, delaySeconds) => {
          sentAgain.push({ attempt, delaySeconds });
        },
        delay: async () => {},
      },
      pause: async () => {},
      clock: () => atMs,
      timings,
      log: silent,
    })(sqsEvent(sqsRecord({ body: JSON.stringify({ ...message, Attempt: attempt }), receiveCount })), {
      getRemainingTimeInMillis: () => 70_000,
    });
    await settle();
    vi.advanceTimersByTime(recordAfterMs);
    await settle();
    return tiers.requested;
  };
};

const results = () => {
  const packed = requests.items.get(id)?.groups.get(0);
  return packed && unpackResults(packed).map((result) => siteResultSchema.parse(result));
};
const shortly = () =>
  results()?.map(({ Outcome, Error: error }) => `${Outcome} ${error?.Message ?? ''}`.trim());

describe('a function that dies', () => {
  it('loses only the page that killed it', async () => {
    const deliver = createDeliveries(['good', 'killer', 'slow']);
    await deliver({ atMs: 0, receiveCount: 1, http: { good, killer: deadly, slow: deadly } });
    expect(results()).toBeUndefined();
    // The finished site is not fetched again; the others are tried one at a time.
    const second = await deliver({ atMs: 75_000, receiveCount: 2, http: { killer: deadly, slow: good } });
    expect(second.http).toEqual([urlOf('killer')]);
    const third = await deliver({ atMs: 150_000, receiveCount: 3, http: { slow: good } });
    expect(third.http).toEqual([urlOf('slow')]);
    expect(shortly()).toEqual([
      'Priced',
      'Failed The function died twice while working on this site, so it was not tried again.',
      'Priced',
    ]);
    expect(results()?.map(({ Index, Name }) => `${Index} ${Name}`)).toEqual(['0 good', '1 killer', '2 slow']);
  });

  it('is followed, if nothing was in the journal, by a delivery that journals from the start', async () => {
    const deliver = createDeliveries(['good', 'killer']);
    await deliver({ atMs: 75_000, receiveCount: 2, http: { good, killer: deadly } });
    expect(await journal.read(id, 0)).toMatchObject({ begun: new Set([0, 1]), alone: new Set() });
    expect([...(await journal.read(id, 0))!.ended.keys()]).toEqual([0]);
  });

  it('is followed at last by a delivery without a browser', async () => {
    const deliver = createDeliveries(['shell', 'good']);
    const pages = { shell: { html: shellHtml }, good };
    await deliver({ atMs: 150_000, receiveCount: 3, http: pages, browser: { shell: deadly } });
    const last = await deliver({ atMs: 225_000, receiveCount: 4, http: pages, browser: { shell: good } });
    expect(last).toEqual({ http: [urlOf('shell')], browser: [] });
    expect(results()?.map(({ Outcome, RenderMode }) => `${Outcome} ${RenderMode}`)).toEqual([
      'Failed Http',
      'Priced Http',
    ]);
  });

  it('says of a site that needs the browser why it was not used', async () => {
    const deliver = createDeliveries(['shell'], { RenderMode: 'Browser' });
    await deliver({ atMs: 150_000, receiveCount: 3, http: {}, browser: { shell: deadly } });
    await deliver({ atMs: 225_000, receiveCount: 4, http: {} });
    expect(results()?.[0]?.Error).toMatchObject({
      Code: 'RendererCrashed',
      Message:
        'A function died after starting a browser for these sites, so the browser was not started again.',
    });
  });

  it('is not risked again without a browser if no time is left for another delivery', async () => {
    const deliver = createDeliveries(['good', 'killer']);
    await deliver({ atMs: 150_000, receiveCount: 1, http: { good, killer: deadly } });
    const last = await deliver({ atMs: 225_000, receiveCount: 2, http: { killer: good } });
    expect(last.http).toEqual([]);
    expect(shortly()).toEqual([
      'Priced',
      'Failed The function died while working on this site, with no time left before the deadline to try again.',
    ]);
  });
});

describe('a message delivered twice', () => {
  /** A page that loads on demand. */
  const awaited = () => {
    const { promise, resolve } = Promise.withResolvers<PageLoad>();
    const page: FakePage = () => promise;
    const come = (): void =>
      resolve({
        finalUrl: urlOf('slow'),
        httpStatus: 200,
        headers: { 'content-type': 'text/html' },
        html: productHtml(),
        renderMode: 'Http',
        wireBytes: 1_000,
        attempts: 1,
      });
    return { page, come };
  };

  it.each([
    ['near its deadline', 222_000, 228_000, []],
    ['with time enough', 0, 20_000, [{ attempt: 1, delaySeconds: 50 }]],
  ])('%s is left to the delivery in progress', async (_when, firstAtMs, secondAtMs, expected) => {
    const slow = awaited();
    const deliver = createDeliveries(['slow']);
    await deliver({ atMs: firstAtMs, receiveCount: 1, http: { slow: slow.page } });
    const second = await deliver({ atMs: secondAtMs, receiveCount: 2, http: { slow: good } });
    expect(second.http).toEqual([]);
    expect(results()).toBeUndefined();
    expect(sentAgain).toEqual(expected);
    slow.come();
    await settle();
    expect(shortly()).toEqual(['Priced']);
  });

  it('is scraped once the previous delivery has certainly ended', async () => {
    const deliver = createDeliveries(['killer', 'good']);
    await deliver({ atMs: 0, receiveCount: 1, http: { killer: deadly, good: deadly } });
    await deliver({ atMs: 69_999, receiveCount: 2, http: {} });
    expect(sentAgain).toEqual([{ attempt: 1, delaySeconds: 1 }]);
    const third = await deliver({ atMs: 70_000, receiveCount: 1, attempt: 1, http: { killer: good, good } });
    expect(third.http).toEqual([urlOf('killer'), urlOf('good')]);
    expect(shortly()).toEqual(['Priced', 'Priced']);
  });
});

describe('a message that ends soon', () => {
  it('writes nothing but its results', async () => {
    const deliver = createDeliveries(['a', 'b']);
    await deliver({ atMs: 0, receiveCount: 1, http: { a: good, b: good } });
    expect(shortly()).toEqual(['Priced', 'Priced']);
    expect(additions).toBe(0);
  });

  it('uses the browser on its last delivery if no function died with one', async () => {
    const deliver = createDeliveries(['shell']);
    const requested = await deliver({
      atMs: 225_000,
      receiveCount: 4,
      http: { shell: { html: shellHtml } },
      browser: { shell: good },
    });
    expect(requested.browser).toEqual([urlOf('shell')]);
    expect(shortly()).toEqual(['Priced']);
  });
});
