import { beforeEach, describe, expect, it } from 'vitest';
import { UnavailableError } from '../../lambdas/domain/ports.ts';
import { unpackResults } from '../../lambdas/domain/result-pack.ts';
import type { SellingSite } from '../../lambdas/domain/selling-site.ts';
import type { ScrapeMessage } from '../../lambdas/domain/site-group.ts';
import { siteResultSchema } from '../../lambdas/domain/site-result.ts';
import { defaultDurations, deriveTimings } from '../../lambdas/domain/timing.ts';
import { createScraperHandler, type ScraperLog } from '../../lambdas/scraper/handler.ts';
import { WebError } from '../../lambdas/web/page-load.ts';
import { directReader } from '../fakes/direct-reader.ts';
import { scrapeMessage, sqsEvent, sqsRecord } from '../fakes/events.ts';
import { createMemoryRequestStore } from '../fakes/memory-stores.ts';
import { fakeTiers, productHtml, shellHtml } from '../fakes/tiers.ts';

const id = scrapeMessage().RequestId;
const page = 'https://shop-a.example/p/555088-105';
const timings = deriveTimings(defaultDurations);

let nowMs = 0;
let requests: ReturnType<typeof createMemoryRequestStore>;
let logged: { message: string; fields?: Record<string, unknown> | undefined }[] = [];
let retriedSoon: string[] = [];

const log: ScraperLog = {
  info: (message, fields) => logged.push({ message, fields }),
  warn: (message, fields) => logged.push({ message, fields }),
  error: (message, fields) => logged.push({ message, fields }),
  dropped: () => logged.push({ message: 'Message dropped' }),
  written: () => logged.push({ message: 'written' }),
};

const handle = (tiers: ReturnType<typeof fakeTiers>, ...records: ReturnType<typeof sqsRecord>[]) =>
  createScraperHandler({
    requests,
    openHttpTier: tiers.openHttpTier,
    openBrowserTier: tiers.openBrowserTier,
    reader: directReader,
    retrySoon: async (receipt) => {
      retriedSoon.push(receipt);
    },
    clock: () => nowMs,
    timings,
    log,
  })(sqsEvent(...records), { getRemainingTimeInMillis: () => 45_000 });

const record = (message: ScrapeMessage, changes: { messageId?: string; receiveCount?: number } = {}) =>
  sqsRecord({ body: JSON.stringify(message), ...changes });

const messageFor = (...sites: SellingSite[]): ScrapeMessage =>
  scrapeMessage({
    TotalSites: sites.length,
    Sites: sites.map((Site, Index) => ({ Index, Site, Warnings: [] })),
  });

const resultsOf = (group = 0) => {
  const packed = requests.items.get(id)?.groups.get(group);
  return packed ? unpackResults(packed) : [];
};

beforeEach(async () => {
  nowMs = 1_000;
  logged = [];
  retriedSoon = [];
  requests = createMemoryRequestStore();
  await requests.create(
    { requestId: id, uid: 'acme', sku: '555088-105', queuedAtMs: 0, deadlineMs: 300_000, groupCount: 1 },
    600_000,
  );
});

describe('the scraper handler', () => {
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

  it('keeps the failed messages of a mixed batch and handles the rest', async () => {
    const tiers = fakeTiers({ http: { [page]: { html: productHtml() } } });
    const answer = await handle(
      tiers,
      sqsRecord({ body: 'not json', messageId: 'poison' }),
      record(scrapeMessage(), { messageId: 'good' }),
      sqsRecord({ body: '{"RequestId":"x"}', messageId: 'misshapen' }),
    );
    expect(answer.batchItemFailures).toEqual([{ itemIdentifier: 'poison' }, { itemIdentifier: 'misshapen' }]);
    expect(retriedSoon).toEqual(['receipt-poison', 'receipt-misshapen']);
    expect(resultsOf()).toHaveLength(1);
  });

  it('keeps the message when the store does not answer', async () => {
    requests.addResults = () => Promise.reject(new UnavailableError('DynamoDB is down'));
    const answer = await handle(
      fakeTiers({ http: { [page]: { html: productHtml() } } }),
      record(scrapeMessage()),
    );
    expect(answer.batchItemFailures).toHaveLength(1);
  });

  it.each<[string, () => Promise<unknown> | undefined]>([
    [
      'is past its deadline',
      () => {
        nowMs = 300_000;
        return undefined;
      },
    ],
    ['has no request', () => requests.remove(id)],
    ['belongs to a sealed request', async () => requests.seal((await requests.get(id))!, 300_000)],
  ])('drops a message that %s', async (_name, arrange) => {
    await arrange();
    const tiers = fakeTiers({ http: { [page]: { html: productHtml() } } });
    expect(await handle(tiers, record(scrapeMessage()))).toEqual({ batchItemFailures: [] });
    expect(tiers.opened.http).toBe(0);
    expect(logged[0]?.message).toBe('Message dropped');
  });

  it('gives an error of a site to that site alone', async () => {
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

  it('gives no site more time than there is before the deadline', async () => {
    nowMs = 299_000;
    const never = () => new Promise<never>(() => {});
    await handle(fakeTiers({ http: { [page]: never } }), record(scrapeMessage()));
    expect(resultsOf()[0]?.Error?.Code).toBe('Timeout');
  });

  it('puts the SKU into URLs, a site’s own one before the request’s', async () => {
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
    expect(tiers.asked.http).toEqual([
      'https://a.example/?q=555088-105&again=555088-105',
      'https://b.example/A%2FB%20%C3%BC',
    ]);
  });

  it('never shows credentials that stood in a URL', async () => {
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

  it('keeps what plain HTTP gave when the browser fails', async () => {
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

  it('does not try a browser where the answer is final', async () => {
    const tiers = fakeTiers({ http: { [page]: { html: '<h1>Not found</h1>', httpStatus: 404 } } });
    await handle(tiers, record(scrapeMessage()));
    expect(tiers.asked.browser).toEqual([]);
  });

  it('keeps to the tier that a site asks for', async () => {
    const tiers = fakeTiers({
      http: { [page]: { html: shellHtml } },
      browser: { [page]: { html: productHtml() } },
    });
    await handle(
      tiers,
      record(messageFor({ Url: page, RenderMode: 'Http' }, { Url: page, RenderMode: 'Browser' })),
    );
    expect(resultsOf().map(({ Outcome }) => Outcome)).toEqual(['Failed', 'Priced']);
    expect(tiers.asked).toEqual({ http: [page], browser: [page] });
  });

  it('does without the browser on the last delivery, so that the group gets through', async () => {
    const tiers = fakeTiers({
      http: { [page]: { html: shellHtml } },
      browser: { [page]: { html: productHtml() } },
    });
    await handle(tiers, record(scrapeMessage(), { receiveCount: timings.maxReceiveCount }));
    expect(tiers.opened.browser).toBe(0);
    expect(resultsOf()[0]).toMatchObject({ Outcome: 'Failed', RenderMode: 'Http' });
  });
});

describe('SearchUrl', () => {
  const search = 'https://shop.example/search?q=555088-105';
  const site: SellingSite = { SearchUrl: 'https://shop.example/search?q={sku}' };
  const hits = (...links: string[]) =>
    `<html lang="en"><body><h1>Results</h1><ul>${links.map((link) => `<li>${link}</li>`).join('')}</ul></body></html>`;

  it('follows the hit that carries the SKU', async () => {
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

  it('answers SkuNotFound when the product behind the hit carries another SKU', async () => {
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

  it('answers SkuNotFound when nothing is listed', async () => {
    const tiers = fakeTiers({
      http: { [search]: { html: hits() } },
      browser: { [search]: { html: hits() } },
    });
    await handle(tiers, record(messageFor(site)));
    expect(resultsOf()[0]).toMatchObject({ Outcome: 'NotFound', Error: { Code: 'SkuNotFound' } });
  });

  it('goes on past a hit that is gone and an accessory that names the product', async () => {
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

  it('takes the product page that a search leads straight to', async () => {
    const tiers = fakeTiers({
      http: { [search]: { html: productHtml(), finalUrl: 'https://shop.example/p/2' } },
    });
    await handle(tiers, record(messageFor(site)));
    expect(resultsOf()[0]).toMatchObject({ Outcome: 'Priced', FinalUrl: 'https://shop.example/p/2' });
  });
});
