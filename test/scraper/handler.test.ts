import { brotliCompressSync, constants } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { UnavailableError } from '../../lambdas/domain/ports.ts';
import type { ScrapeMessage } from '../../lambdas/domain/request/scrape-message.ts';
import { packResults, unpackResults } from '../../lambdas/domain/result/result-pack.ts';
import { siteResultSchema } from '../../lambdas/domain/result/site-result.ts';
import type { SellingSite } from '../../lambdas/domain/site/selling-site.ts';
import { defaultDurations, deriveTimings } from '../../lambdas/domain/timing.ts';
import { createScraperHandler, type ScraperLog } from '../../lambdas/scraper/handler.ts';
import { shareTime } from '../../lambdas/scraper/share-time.ts';
import { defaultHttpLimits } from '../../lambdas/web/http/http-limits.ts';
import type { PageLoad, PageRequest } from '../../lambdas/web/page-load.ts';
import { WebError } from '../../lambdas/web/web-error.ts';
import { directReader } from '../fakes/direct-reader.ts';
import { messageSites, scrapeMessage, sqsEvent, sqsRecord } from '../fakes/events.ts';
import { createMemoryJournalStore, createMemoryRequestStore } from '../fakes/memory-stores.ts';
import { siteResult } from '../fakes/site-results.ts';
import { fakeTiers, productHtml, shellHtml } from '../fakes/tiers.ts';

const id = scrapeMessage().RequestId;
const page = 'https://shop-a.example/p/555088-105';
const timings = deriveTimings(defaultDurations);

let nowMs = 0;
let requests: ReturnType<typeof createMemoryRequestStore>;
let journal: ReturnType<typeof createMemoryJournalStore>;
let logged: { message: string; fields?: Record<string, unknown> | undefined }[] = [];
let sentAgain: { message: ScrapeMessage; delaySeconds: number }[] = [];
let delayed: { receipt: string; delaySeconds: number }[] = [];
let reported: object[] = [];
let waits: number[] = [];
let isQueueDown = false;

const log: ScraperLog = {
  info: (message, fields) => logged.push({ message, fields }),
  warn: (message, fields) => logged.push({ message, fields }),
  error: (message, fields) => logged.push({ message, fields }),
  waited: (milliseconds) => waits.push(milliseconds),
  dropped: () => logged.push({ message: 'Message dropped' }),
  written: () => logged.push({ message: 'written' }),
};

const handle = (tiers: ReturnType<typeof fakeTiers>, ...records: ReturnType<typeof sqsRecord>[]) =>
  createScraperHandler({
    requests,
    journal,
    openHttpTier: tiers.openHttpTier,
    openRenderer: tiers.openRenderer,
    reader: directReader,
    deliveries: {
      send: async ({ RequestId, Caller, Tries }, delaySeconds) => {
        if (isQueueDown) throw new UnavailableError('SQS is down');
        reported.push({ RequestId, Caller, Tries, delaySeconds });
      },
    },
    retries: {
      requeue: async (message, delaySeconds) => {
        if (isQueueDown) throw new UnavailableError('SQS is down');
        sentAgain.push({ message, delaySeconds });
      },
      delay: async (receipt, delaySeconds) => {
        delayed.push({ receipt, delaySeconds });
      },
    },
    pause: async (milliseconds) => {
      nowMs += milliseconds;
    },
    clock: () => nowMs,
    timings,
    sitesPerHost: 4,
    log,
  })(sqsEvent(...records), { getRemainingTimeInMillis: () => 70_000 });

const record = (message: ScrapeMessage, changes: { messageId?: string; receiveCount?: number } = {}) =>
  sqsRecord({ body: JSON.stringify(message), ...changes });

const messageFor = (...sites: SellingSite[]): ScrapeMessage =>
  scrapeMessage({
    TotalSites: sites.length,
    Sites: messageSites(...sites),
  });

const resultsOf = (group = 0) => {
  const packed = requests.items.get(id)?.groups.get(group);
  return packed ? unpackResults(packed) : [];
};

const begin = async () => {
  nowMs = 1_000;
  logged = [];
  sentAgain = [];
  delayed = [];
  reported = [];
  waits = [];
  isQueueDown = false;
  requests = createMemoryRequestStore();
  journal = createMemoryJournalStore();
  await requests.create(
    { requestId: id, uid: 'acme', sku: '555088-105', queuedAtMs: 0, deadlineMs: 300_000, groupSizes: [1] },
    600_000,
  );
};
beforeEach(begin);

describe('the scraper handler', () => {
  it('reports how long a group waited, but not of messages that were in work or delayed on purpose', async () => {
    nowMs = 61_000;
    const sent = (changes: Partial<ScrapeMessage>, receiveCount: number) =>
      sqsRecord({ body: JSON.stringify(scrapeMessage(changes)), receiveCount, sentAtMs: 1_000 });
    const tiers = () => fakeTiers({ http: { [page]: { html: productHtml() } } });
    await handle(tiers(), sent({}, 2));
    await handle(tiers(), sent({ Attempt: 1 }, 1));
    expect(waits).toEqual([]);
    await handle(tiers(), sent({}, 1));
    expect(waits).toEqual([60_000]);
  });

  it('announces the last group once, immediately, if a webhook or export needs it', async () => {
    const tiers = () => fakeTiers({ http: { [page]: { html: productHtml() } } });
    const message = scrapeMessage({ Caller: 'ab'.repeat(16), HasWebhook: true });
    await handle(tiers(), record(message));
    await handle(tiers(), record(message));
    expect(reported).toEqual([{ RequestId: id, Caller: 'ab'.repeat(16), Tries: 0, delaySeconds: 0 }]);
    await begin();
    await handle(tiers(), record(scrapeMessage()));
    requests.items.set(id, { ...requests.items.get(id)!, groups: new Map(), groupSizes: [1, 1] });
    await handle(tiers(), record(message));
    expect(reported).toEqual([]);
  });

  it('keeps written results if the queue refuses the announcement, which the deadline then makes', async () => {
    isQueueDown = true;
    const tiers = fakeTiers({ http: { [page]: { html: productHtml() } } });
    const answer = await handle(tiers, record(scrapeMessage({ HasWebhook: true })));
    expect(answer).toEqual({ batchItemFailures: [] });
    expect(resultsOf()).toHaveLength(1);
  });

  it('writes the results of a group in the shape of the contract and closes its tiers', async () => {
    const tiers = fakeTiers({ http: { [page]: { html: productHtml() } } });
    expect(await handle(tiers, record(scrapeMessage()))).toEqual({ batchItemFailures: [] });
    const [result] = resultsOf();
    expect(siteResultSchema.parse(result)).toMatchObject({
      Index: 0,
      Name: 'Shop A',
      Outcome: 'Priced',
      Price: { Amount: '1226.00', Currency: 'EUR' },
      Availability: 'InStock',
      Url: page,
      FinalUrl: page,
      HttpStatus: 200,
      RenderMode: 'Http',
      Error: null,
    });
    expect(tiers.opened).toEqual({ http: 1, browser: 1, closed: 2 });
  });

  it('scrapes a message delivered twice once, and writes nothing twice', async () => {
    const tiers = fakeTiers({ http: { [page]: { html: productHtml() } } });
    await handle(tiers, record(scrapeMessage()));
    await handle(
      fakeTiers({ http: { [page]: { html: productHtml({ price: '9.99' }) } } }),
      record(scrapeMessage()),
    );
    expect(resultsOf()[0]?.Price?.Amount).toBe('1226.00');
    expect(logged.map(({ message }) => message)).toEqual(['written', 'Message dropped']);
  });

  it('reports only the failed messages of a mixed batch', async () => {
    const tiers = fakeTiers({ http: { [page]: { html: productHtml() } } });
    const answer = await handle(
      tiers,
      sqsRecord({ body: 'not json', messageId: 'poison' }),
      record(scrapeMessage(), { messageId: 'good' }),
      sqsRecord({ body: '{"RequestId":"x"}', messageId: 'misshapen' }),
    );
    expect(answer.batchItemFailures).toEqual([{ itemIdentifier: 'poison' }, { itemIdentifier: 'misshapen' }]);
    expect(delayed.map(({ receipt }) => receipt)).toEqual(['receipt-poison', 'receipt-misshapen']);
    expect(resultsOf()).toHaveLength(1);
  });

  it('hands unreadable messages to the dead-letter queue before they expire', async () => {
    const { maxReceiveCount, messageRetentionSeconds } = timings;
    const sentAtMs = nowMs;
    for (let receiveCount = 1; receiveCount <= maxReceiveCount; receiveCount += 1) {
      await handle(fakeTiers(), sqsRecord({ body: 'not json', receiveCount, sentAtMs }));
      nowMs += delayed.at(-1)!.delaySeconds * 1_000;
    }
    const waitedSeconds = (nowMs - sentAtMs) / 1_000;
    expect(delayed).toHaveLength(maxReceiveCount);
    expect(waitedSeconds).toBeGreaterThanOrEqual(timings.processingWindowMs / 1_000);
    expect(waitedSeconds).toBeLessThan(messageRetentionSeconds);
  });

  it('limits a site’s error to that site', async () => {
    const tiers = fakeTiers({
      http: {
        'https://good.example/': { html: productHtml() },
        'https://evil.example/': new WebError('ForbiddenTarget', 'The address is private.', {
          retryable: false,
        }),
        'https://broken.example/': () => Promise.reject(new TypeError('a bug of ours with internal details')),
        'https://gone.example/': { html: '<h1>gone</h1>', httpStatus: 410 },
        'https://busy.example/': { html: '<h1>busy</h1>', httpStatus: 503 },
      },
    });
    const hosts = ['good', 'evil', 'broken', 'gone', 'busy', 'nowhere'];
    await handle(tiers, record(messageFor(...hosts.map((host) => ({ Url: `https://${host}.example/` })))));
    expect(resultsOf().map(({ Outcome, Error: error }) => [Outcome, error?.Code])).toEqual([
      ['Priced', undefined],
      ['Failed', 'ForbiddenTarget'],
      ['Failed', 'Internal'],
      ['NotFound', 'NotFound'],
      ['Failed', 'HttpError'],
      ['Failed', 'DnsFailure'],
    ]);
    expect(JSON.stringify(resultsOf())).not.toContain('internal details');
  });

  it('ends a site that never answers as Timeout and completes with the rest', async () => {
    const never = () => new Promise<never>(() => {});
    const tiers = fakeTiers({
      http: { 'https://slow.example/': never, 'https://good.example/': { html: productHtml() } },
    });
    await handle(
      tiers,
      record(
        messageFor({ Url: 'https://slow.example/', TimeoutSeconds: 1 }, { Url: 'https://good.example/' }),
      ),
    );
    expect(resultsOf().map(({ Outcome, Error: error }) => [Outcome, error?.Code])).toEqual([
      ['Failed', 'Timeout'],
      ['Priced', undefined],
    ]);
  });

  describe('a group that shares a host with another group of its request', () => {
    const pages = { [page]: { html: productHtml() } };
    const behind = (changes: Partial<ScrapeMessage> = {}) =>
      scrapeMessage({ Group: 1, After: 0, TotalSites: 2, ...changes });

    it('waits in the queue until that group is written', async () => {
      const tiers = fakeTiers({ http: pages });
      for (const Attempt of [0, 1, 20]) await handle(tiers, record(behind({ Attempt })));
      expect(tiers.requested.http).toEqual([]);
      expect(sentAgain).toEqual(
        [1, 2, 5].map((delaySeconds, at) => ({
          message: behind({ Attempt: [1, 2, 21][at]! }),
          delaySeconds,
        })),
      );
      await requests.addResults(id, 0, packResults([siteResult()], 2), nowMs);
      await handle(tiers, record(behind({ Attempt: 3 })));
      expect(tiers.requested.http).toEqual([page]);
      expect(resultsOf(1)[0]?.Outcome).toBe('Priced');
    });

    it('ends as out of time if its turn does not come', async () => {
      const tiers = fakeTiers({ http: pages });
      nowMs = 300_000 - timings.sitesLeadMs - 2_000;
      await handle(tiers, record(behind()));
      expect(tiers.requested.http).toEqual([]);
      expect(sentAgain).toEqual([]);
      expect(resultsOf(1)[0]).toMatchObject({
        Outcome: 'Failed',
        Error: {
          Code: 'Timeout',
          Retryable: true,
          Message: expect.stringContaining('after the others on its host'),
        },
      });
    });

    it('ends the same way after more resends than the window has room for', async () => {
      await handle(fakeTiers({ http: pages }), record(behind({ Attempt: timings.maxRequeues })));
      expect(sentAgain).toEqual([]);
      expect(resultsOf(1)[0]).toMatchObject({ Error: { Code: 'Timeout' } });
    });

    // It may precede a third group while the first is still in progress.
    it('opens no turn if it was written so late that its own may not have come', async () => {
      const tiers = fakeTiers({ http: pages });
      await requests.addResults(id, 0, packResults([siteResult()], 2), nowMs);
      for (const leftMs of [3_000, 2_000]) {
        nowMs = 300_000 - timings.sitesLeadMs - leftMs;
        await handle(tiers, record(behind()));
      }
      expect(sentAgain).toMatchObject([{ delaySeconds: 1 }]);
      expect(tiers.requested.http).toEqual([]);
      expect(resultsOf(1)[0]).toMatchObject({ Error: { Code: 'Timeout' } });
    });
  });

  it('gives no site more time than is left before the deadline', async () => {
    nowMs = 289_900;
    const never = () => new Promise<never>(() => {});
    await handle(fakeTiers({ http: { [page]: never } }), record(scrapeMessage()));
    expect(resultsOf()[0]?.Error?.Code).toBe('Timeout');
  });

  it('leaves a group without time left to the closing function', async () => {
    nowMs = 290_000;
    const untouched = fakeTiers();
    expect(await handle(untouched, record(scrapeMessage()))).toEqual({ batchItemFailures: [] });
    expect(untouched.opened.http).toBe(0);
    expect(resultsOf()).toEqual([]);
    expect(logged).toEqual([{ message: 'Message dropped' }]);
  });

  it('writes carried results until the deadline', async () => {
    nowMs = 299_000;
    const Results = Buffer.from(packResults([siteResult()], 1)).toString('base64');
    await handle(fakeTiers(), record(scrapeMessage({ Results })));
    expect(resultsOf()[0]?.Price?.Amount).toBe('1226.00');
  });

  it('inserts the SKU into URLs, preferring the site’s own', async () => {
    const tiers = fakeTiers();
    await handle(
      tiers,
      record(
        messageFor(
          { Url: 'https://a.example/?q={sku}&again={sku}' },
          { Url: 'https://b.example/{sku}', Sku: 'A/B ü' },
        ),
      ),
    );
    expect(tiers.requested.http).toEqual([
      'https://a.example/?q=555088-105&again=555088-105',
      'https://b.example/A%2FB%20%C3%BC',
    ]);
  });

  it('never reveals credentials from a URL', async () => {
    await handle(fakeTiers(), record(messageFor({ Url: 'https://user:secret@shop.example/' })));
    expect(resultsOf()[0]?.Url).toBe('https://shop.example/');
  });
});

describe('Auto', () => {
  it('loads an application shell in the browser and says why', async () => {
    const tiers = fakeTiers({
      http: { [page]: { html: shellHtml } },
      browser: { [page]: { html: productHtml() } },
    });
    await handle(tiers, record(scrapeMessage()));
    expect(resultsOf()[0]).toMatchObject({
      Outcome: 'Priced',
      RenderMode: 'Browser',
      Attempts: 2,
      Warnings: [expect.stringMatching(/^BrowserUsed: plain HTTP ended with NoPriceFound/)],
    });
  });

  it('keeps the result of plain HTTP if the browser fails', async () => {
    const tiers = fakeTiers({
      http: { [page]: { html: shellHtml } },
      browser: { [page]: new WebError('RendererCrashed', 'The page crashed.', { retryable: true }) },
    });
    await handle(tiers, record(scrapeMessage()));
    expect(resultsOf()[0]).toMatchObject({
      Outcome: 'Failed',
      RenderMode: 'Http',
      Warnings: [expect.stringMatching(/^BrowserFailed: .* RendererCrashed/)],
    });
  });

  it('does not try the browser if the answer is final', async () => {
    const tiers = fakeTiers({ http: { [page]: { html: '<h1>Not found</h1>', httpStatus: 404 } } });
    await handle(tiers, record(scrapeMessage()));
    expect(tiers.requested.browser).toEqual([]);
  });

  it('uses only the tier that a site requests', async () => {
    const tiers = fakeTiers({
      http: { [page]: { html: shellHtml } },
      browser: { [page]: { html: productHtml() } },
    });
    await handle(
      tiers,
      record(messageFor({ Url: page, RenderMode: 'Http' }, { Url: page, RenderMode: 'Browser' })),
    );
    expect(resultsOf().map(({ Outcome }) => Outcome)).toEqual(['Failed', 'Priced']);
    expect(tiers.requested).toEqual({ http: [page], browser: [page] });
  });
});

describe('a store that does not answer', () => {
  const tiers = () => fakeTiers({ http: { [page]: { html: productHtml() } } });
  /** Fails until a time on the test's clock. */
  const outageUntil = (endsAtMs: number): void => {
    const { get, addResults } = requests;
    const failing =
      <Arguments extends unknown[], Answer>(call: (...given: Arguments) => Promise<Answer>) =>
      (...given: Arguments): Promise<Answer> =>
        nowMs < endsAtMs ? Promise.reject(new UnavailableError('DynamoDB is down')) : call(...given);
    requests.addResults = failing(addResults);
    requests.get = failing(get);
  };
  /** Begins once the page is loaded. */
  const outageFor = (durationMs: number) =>
    fakeTiers({
      http: {
        [page]: async ({ url }) => {
          outageUntil(nowMs + durationMs);
          return {
            finalUrl: url,
            httpStatus: 200,
            headers: {},
            html: productHtml(),
            renderMode: 'Http',
            wireBytes: 1,
            attempts: 1,
          };
        },
      },
    });

  it('is retried without losing the results', async () => {
    expect(await handle(outageFor(5_000), record(scrapeMessage()))).toEqual({ batchItemFailures: [] });
    expect(sentAgain).toEqual([]);
    expect(resultsOf()[0]?.Price?.Amount).toBe('1226.00');
  });

  it('is logged as an error with its response, since waiting does not fix a missing permission', async () => {
    await handle(outageFor(250_000), record(scrapeMessage()));
    const [line] = logged.filter(({ message }) => message.startsWith('Message sent again'));
    expect(line?.fields?.error).toMatchObject({ message: 'DynamoDB is down' });
  });

  it.each([30_000, 120_000, 250_000])(
    'for %i ms loses nothing, causes no duplicate fetch and ends before the deadline',
    async (durationMs) => {
      const once = outageFor(durationMs);
      let deliveries = 1;
      await handle(once, record(scrapeMessage()));
      while (sentAgain.length > 0) {
        const { message, delaySeconds } = sentAgain.shift()!;
        nowMs += delaySeconds * 1_000;
        deliveries += 1;
        expect(await handle(once, record(message))).toEqual({ batchItemFailures: [] });
      }
      expect(once.requested.http).toEqual([page]);
      expect(resultsOf()[0]?.Price?.Amount).toBe('1226.00');
      expect(nowMs).toBeLessThan(300_000);
      expect(deliveries).toBeLessThanOrEqual(10);
    },
  );

  it('postpones the message before any shop is fetched', async () => {
    outageUntil(60_000);
    const untouched = tiers();
    expect(await handle(untouched, record(scrapeMessage()))).toEqual({ batchItemFailures: [] });
    expect(untouched.opened.http).toBe(0);
    expect(sentAgain).toMatchObject([{ delaySeconds: 2, message: { Attempt: 1 } }]);
  });

  it('fails the message if the queue does not answer either', async () => {
    outageUntil(60_000);
    isQueueDown = true;
    const answer = await handle(tiers(), record(scrapeMessage()));
    expect(answer.batchItemFailures).toHaveLength(1);
    expect(delayed).toHaveLength(1);
    expect(delayed[0]?.delaySeconds).toBeGreaterThan(60);
  });

  it('gives up at the deadline', async () => {
    nowMs = 299_000;
    outageUntil(400_000);
    expect(await handle(tiers(), record(scrapeMessage()))).toEqual({ batchItemFailures: [] });
    expect(sentAgain.length + resultsOf().length).toBeLessThanOrEqual(1);
  });

  it('ignores carried results of other sites', async () => {
    const other = Buffer.from(packResults([siteResult({ Index: 3 })], 1)).toString('base64');
    const bomb = brotliCompressSync(Buffer.alloc(16 * 1024 * 1024), {
      params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
    }).toString('base64');
    for (const Results of [other, bomb, '', 'QUJD']) {
      await requests.remove(id);
      await requests.create(
        { requestId: id, uid: 'acme', sku: 'x', queuedAtMs: 0, deadlineMs: 300_000, groupSizes: [1] },
        600_000,
      );
      await handle(tiers(), record(scrapeMessage({ Results })));
      expect(resultsOf()[0]?.Price?.Amount).toBe('1226.00');
    }
  });
});

describe('TimeoutSeconds', () => {
  it('is capped at the time of one delivery, with a warning', async () => {
    await handle(
      fakeTiers(),
      record(messageFor({ Url: page, TimeoutSeconds: 61 }, { Url: page, TimeoutSeconds: 60 })),
    );
    expect(resultsOf().map(({ Warnings }) => Warnings)).toEqual([
      ['TimeoutCut: 61 s were requested; the maximum for a site is 60 s.'],
      [],
    ]);
  });

  const patienceOf = async (site: SellingSite) => {
    await begin();
    const patience: Record<string, number | undefined> = {};
    const hangs =
      (tier: string) =>
      async ({ patienceMs }: PageRequest): Promise<PageLoad> => {
        patience[tier] = patienceMs;
        throw new WebError('Timeout', 'The host did not answer.', { retryable: true });
      };
    const tiers = fakeTiers({ http: { [page]: hangs('http') }, browser: { [page]: hangs('browser') } });
    await handle(tiers, record(messageFor({ Url: page, ...site })));
    return patience;
  };

  it('limits the tiers, and leaves time for the browser', async () => {
    expect(await patienceOf({ TimeoutSeconds: 60, RenderMode: 'Http' })).toEqual({ http: 59_500 });
    expect(await patienceOf({ TimeoutSeconds: 60, RenderMode: 'Browser' })).toEqual({ browser: 59_500 });
    expect(await patienceOf({ TimeoutSeconds: 60 })).toEqual({ http: 39_500, browser: 59_500 });
    expect(await patienceOf({ TimeoutSeconds: 2 })).toEqual({ http: 1_500 });
  });

  /** Attempts at a host that hangs over plain HTTP, with the time of each tier, ms. */
  const hangFor = async (site: SellingSite, stage: 'firstByteMs' | 'totalMs') => {
    await begin();
    const given: { http?: number; browser?: number | undefined } = {};
    const tiers = fakeTiers({
      http: {
        [page]: async ({ patienceMs = 0, timeoutMs = Number.POSITIVE_INFINITY }) => {
          given.http = timeoutMs;
          nowMs += Math.min(Math.max(defaultHttpLimits[stage], patienceMs), timeoutMs);
          throw new WebError('Timeout', 'The host did not answer.', { retryable: true });
        },
      },
      browser: {
        [page]: async ({ timeoutMs, url }) => {
          given.browser = timeoutMs;
          const load = { finalUrl: url, httpStatus: 200, headers: {}, html: productHtml() };
          return { ...load, renderMode: 'Browser', wireBytes: 1, attempts: 1 };
        },
      },
    });
    await handle(tiers, record(messageFor({ Url: page, ...site })));
    return { ...given, outcome: resultsOf()[0]?.Outcome };
  };

  it.each(['firstByteMs', 'totalMs'] as const)(
    'leaves the browser time for a host that hangs over plain HTTP, however short: %s',
    async (stage) => {
      for (let TimeoutSeconds = 7; TimeoutSeconds <= 60; TimeoutSeconds += 1) {
        const { browser = 0, outcome } = await hangFor({ TimeoutSeconds }, stage);
        expect([TimeoutSeconds, outcome]).toEqual([TimeoutSeconds, 'Priced']);
        expect(browser).toBeGreaterThanOrEqual(Math.floor(shareTime(TimeoutSeconds * 1_000).browserMs));
      }
    },
  );

  it('goes to plain HTTP alone if no browser follows', async () => {
    expect(await hangFor({ TimeoutSeconds: 6 }, 'totalMs')).toEqual({ http: 6_000, outcome: 'Failed' });
    expect(await hangFor({ TimeoutSeconds: 13, RenderMode: 'Http' }, 'totalMs')).toEqual({
      http: 13_000,
      outcome: 'Failed',
    });
  });

  it('leaves the tiers their own limits if absent', async () => {
    expect(await patienceOf({})).toEqual({ http: undefined, browser: undefined });
  });

  it('tries the browser for a host that hangs over plain HTTP', async () => {
    const tiers = fakeTiers({
      http: { [page]: new WebError('Timeout', 'The host did not answer.', { retryable: true }) },
      browser: { [page]: { html: productHtml() } },
    });
    await handle(tiers, record(scrapeMessage()));
    expect(resultsOf()[0]).toMatchObject({
      Outcome: 'Priced',
      RenderMode: 'Browser',
      Warnings: [expect.stringMatching(/^BrowserUsed: plain HTTP ended with Timeout/)],
    });
  });
});

describe('SearchUrl', () => {
  const search = 'https://shop.example/search?q=555088-105';
  const site: SellingSite = { SearchUrl: 'https://shop.example/search?q={sku}' };
  const hits = (...links: string[]) =>
    `<html lang="en"><body><h1>Results</h1><ul>${links.map((link) => `<li>${link}</li>`).join('')}</ul></body></html>`;

  it('follows the hit with the SKU', async () => {
    const tiers = fakeTiers({
      http: {
        [search]: {
          html: hits('<a href="/p/1">Air Two 555088-1055</a>', '<a href="/p/2">Air One 555088-105</a>'),
        },
        'https://shop.example/p/1': { html: productHtml({ sku: '555088-1055', price: '1.00' }) },
        'https://shop.example/p/2': { html: productHtml() },
      },
    });
    await handle(tiers, record(messageFor(site)));
    expect(resultsOf()[0]).toMatchObject({
      Outcome: 'Priced',
      Price: { Amount: '1226.00' },
      FinalUrl: 'https://shop.example/p/2',
      Url: search,
    });
  });

  it('returns SkuNotFound if the hit’s product has another SKU', async () => {
    const tiers = fakeTiers({
      http: {
        [search]: { html: hits('<a href="/p/2?q=555088-105">Air One 555088-105</a>') },
        'https://shop.example/p/2?q=555088-105': { html: productHtml({ sku: 'OTHER-1' }) },
      },
    });
    await handle(tiers, record(messageFor({ ...site, RenderMode: 'Http' })));
    expect(resultsOf()[0]).toMatchObject({
      Outcome: 'NotFound',
      Error: { Code: 'SkuNotFound' },
      Price: null,
    });
  });

  it('returns SkuNotFound if nothing is listed', async () => {
    const tiers = fakeTiers({
      http: { [search]: { html: hits() } },
      browser: { [search]: { html: hits() } },
    });
    await handle(tiers, record(messageFor(site)));
    expect(resultsOf()[0]).toMatchObject({ Outcome: 'NotFound', Error: { Code: 'SkuNotFound' } });
  });

  it('skips a hit that is gone and an accessory that names the product', async () => {
    const tiers = fakeTiers({
      http: {
        [search]: {
          html: hits(
            '<a href="/p/gone">Air One 555088-105</a>',
            '<a href="/p/laces">Laces for 555088-105</a>',
            '<a href="/p/2">Air One 555088-105 white</a>',
          ),
        },
        'https://shop.example/p/gone': { html: '<h1>Not found</h1>', httpStatus: 404 },
        'https://shop.example/p/laces': {
          html: productHtml({ sku: '555088-105-LACES', price: '9.00', name: 'Laces for 555088-105' }),
        },
        'https://shop.example/p/2': { html: productHtml() },
      },
    });
    await handle(tiers, record(messageFor(site)));
    expect(resultsOf()[0]).toMatchObject({ Outcome: 'Priced', Price: { Amount: '1226.00' } });
  });

  it('accepts a search that redirects straight to the product page', async () => {
    const tiers = fakeTiers({
      http: { [search]: { html: productHtml(), finalUrl: 'https://shop.example/p/2' } },
    });
    await handle(tiers, record(messageFor(site)));
    expect(resultsOf()[0]).toMatchObject({ Outcome: 'Priced', FinalUrl: 'https://shop.example/p/2' });
  });
});

describe('sites of one host that a delivery cannot begin', () => {
  const urlOf = (index: number): string => `https://shop-a.example/p/${index}`;
  const count = 14;
  /** Each page takes so long, in turns. */
  const slowTiers = (passesMs: number, requested: string[]) => {
    const pages = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        urlOf(index),
        async (request: PageRequest): Promise<PageLoad> => {
          requested.push(request.url);
          nowMs += passesMs;
          return {
            finalUrl: request.url,
            httpStatus: 200,
            headers: {},
            html: productHtml(),
            renderMode: 'Http',
            wireBytes: 1,
            attempts: 1,
          };
        },
      ]),
    );
    return fakeTiers({ http: pages });
  };
  const message = messageFor(
    ...Array.from({ length: count }, (_, index) => ({ Url: urlOf(index), RenderMode: 'Http' as const })),
  );
  /** Delivers a message, and what is sent again of it, until nothing is. @returns the number of deliveries. */
  const deliverAll = async (passesMs: number, requested: string[]): Promise<number> => {
    let deliveries = 0;
    for (let next: ScrapeMessage | undefined = message; next; next = sentAgain.shift()?.message) {
      deliveries += 1;
      await handle(slowTiers(passesMs, requested), record(next));
    }
    return deliveries;
  };

  it('are scraped by the next ones, each once, and written with the others', async () => {
    const requested: string[] = [];
    expect(await deliverAll(12_000, requested)).toBeGreaterThan(1);
    expect(requested.toSorted()).toEqual(message.Sites.map(({ Index }) => urlOf(Index)).toSorted());
    expect(resultsOf().map(({ Index, Outcome }) => `${Index} ${Outcome}`)).toEqual(
      message.Sites.map(({ Index }) => `${Index} Priced`),
    );
    expect(logged.filter(({ message: line }) => line === 'written')).toHaveLength(1);
    expect(logged.filter(({ message: line }) => line.includes('died'))).toEqual([]);
  });

  it('keep the results of the others if the journal is lost', async () => {
    const requested: string[] = [];
    journal.add = async () => Promise.reject(new UnavailableError('down'));
    await deliverAll(12_000, requested);
    expect(requested).toHaveLength(count);
    expect(resultsOf().every(({ Outcome }) => Outcome === 'Priced')).toBe(true);
  });

  it('say that they were not started if no delivery is left', async () => {
    nowMs = 235_000;
    await deliverAll(14_000, []);
    const late = resultsOf().filter(({ Outcome }) => Outcome !== 'Priced');
    expect(late.length).toBeGreaterThan(0);
    for (const { Attempts, Error: error } of late) {
      expect(error).toMatchObject({ Code: 'Timeout', Message: expect.stringContaining('not started') });
      expect(Attempts).toBe(0);
    }
    expect(resultsOf()).toHaveLength(count);
  });

  it('are not sent again more often than a message may be', async () => {
    const last = { ...message, Attempt: timings.maxRequeues };
    await handle(slowTiers(12_000, []), record(last));
    expect(sentAgain).toEqual([]);
    expect(resultsOf()).toHaveLength(count);
  });
});
