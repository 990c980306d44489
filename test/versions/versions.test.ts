// What the version before and the version after have written, as files: a deployment meets both while it rolls out.
// `now` is what this code writes. When it has to change, its version is raised: today's files become those of
// `before`, and what comes next is thought of in `after`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClosingHandler } from '../../lambdas/closing/handler.ts';
import { readClosingMessage } from '../../lambdas/domain/closing.ts';
import { mapEchoed } from '../../lambdas/domain/echoed-members.ts';
import { stateOf } from '../../lambdas/domain/request.ts';
import { unpackResults } from '../../lambdas/domain/result-pack.ts';
import { sellingSiteMembersSchema } from '../../lambdas/domain/selling-site.ts';
import { readScrapeMessage, type ScrapeMessage } from '../../lambdas/domain/site-group.ts';
import { shapeOf } from '../../lambdas/domain/stored-shape.ts';
import { defaultDurations, deriveTimings } from '../../lambdas/domain/timing.ts';
import { createScraperHandler } from '../../lambdas/scraper/handler.ts';
import { acceptLanguage } from '../../lambdas/web/accept-language.ts';
import { startDynamoDb } from '../aws/emulators.ts';
import { directReader } from '../fakes/direct-reader.ts';
import { sqsEvent, sqsRecord } from '../fakes/events.ts';
import { fakeTiers, productHtml } from '../fakes/tiers.ts';
import * as example from './example.ts';
import * as frozen from './readers-of-version-1.ts';
import { type Item, openRequestsTable } from './stored-items.ts';

const { requestId, queuedAtMs, deadlineMs, expiresAtMs } = example;
const timings = deriveTimings(defaultDurations);
const textOf = (version: string, name: string): string =>
  readFileSync(join(import.meta.dirname, version, `${name}.json`), 'utf8');
const fixture = (version: string, name: string): Record<string, unknown> => JSON.parse(textOf(version, name));
const item = (version: string, name: string): Item => fixture(version, name) as Item;
const idempotencyId = item('now', 'idempotency-item').RequestId!.S as string;
const dataHash = 'ab'.repeat(32);
const versions = ['before', 'now', 'after'];

let emulator: Awaited<ReturnType<typeof startDynamoDb>>;
let table: ReturnType<typeof openRequestsTable>;
beforeAll(async () => {
  emulator = await startDynamoDb({ Requests: 'RequestId' });
  table = openRequestsTable();
});
afterAll(async () => {
  table.close();
  await emulator.stop();
});

const nowMs = queuedAtMs + 10_000;
const log = { info: () => {}, warn: () => {}, dropped: () => {}, written: () => {}, givenUp: () => {} };
const errors: unknown[] = [];
const error = (_message: string, fields: { error: unknown }) => errors.push(fields.error);
beforeEach(async () => {
  errors.length = 0;
  await table.requests.remove(requestId);
  await table.requests.remove(`${requestId}#g0`);
});

const pages = {
  'https://shop-a.example/p/555088-105': { html: productHtml() },
  'https://shop-b.example/B-1': { html: productHtml({ sku: 'B-1' }) },
};

const scrape = async (body: string, receiveCount = 1) => {
  const tiers = fakeTiers({ http: pages });
  const sentAgain: ScrapeMessage[] = [];
  const handler = createScraperHandler({
    ...table,
    openHttpTier: tiers.openHttpTier,
    openRenderer: tiers.openRenderer,
    reader: directReader,
    deliveries: { send: async () => {} },
    retries: { sendAgain: async (message) => void sentAgain.push(message), delay: async () => {} },
    pause: async () => {},
    clock: () => nowMs,
    timings,
    log: { ...log, error },
  });
  const answer = await handler(sqsEvent(sqsRecord({ body, receiveCount })), {
    getRemainingTimeInMillis: () => 70_000,
  });
  return { answer, asked: tiers.asked.http };
};

const storedResults = async () => {
  const stored = await table.requests.get(requestId);
  return [...(stored?.groups.values() ?? [])].flatMap((packed) => unpackResults(packed));
};

describe.each(versions)('what the version "%s" has written', (version) => {
  it('a message is scraped to its end', async () => {
    await table.requests.create(example.request, expiresAtMs);
    const { answer, asked } = await scrape(textOf(version, 'scrape-message'));
    expect(errors).toEqual([]);
    expect(answer).toEqual({ batchItemFailures: [] });
    expect(asked.sort()).toEqual(Object.keys(pages));
    const results = await storedResults();
    expect(results.map(({ Index }) => Index)).toEqual([0, 1]);
    expect(results[0]).toMatchObject({ Outcome: 'Priced', Price: { Amount: '1226.00' } });
    expect(results.map(({ Error: failure }) => failure?.Code)).not.toContain('Internal');
  });

  it('a message with the results in it is written without asking a shop', async () => {
    await table.requests.create(example.request, expiresAtMs);
    const { B: Results } = item(version, 'request-item').Results!.M!['g0' as never] as { B: string };
    const { asked } = await scrape(JSON.stringify({ ...fixture(version, 'scrape-message'), Results }));
    expect(asked).toEqual([]);
    expect(await storedResults()).toEqual(unpackResults(Buffer.from(Results, 'base64')));
  });

  it('a request is read, written and closed', async () => {
    const whole = item(version, 'request-item');
    await table.put(whole);
    const stored = await table.requests.get(requestId);
    expect(stored).toMatchObject({ requestId, uid: 'acme', queuedAtMs, deadlineMs, groupCount: 1 });
    expect(stateOf(stored!, nowMs, timings.retentionMs)).toMatchObject({ name: 'Completed' });
    expect((await storedResults()).map(({ Name }) => Name)).toEqual(['Shop A', 'Shop B']);

    const { LastResultAtMs: _at, ...rest } = whole;
    await table.put({ ...rest, Results: { M: {} }, MissingGroups: { N: '1' } });
    expect(await table.requests.addResults(requestId, 0, example.packedGroup(), nowMs)).toBe('Completed');
    await table.put({ ...rest, Results: { M: {} }, MissingGroups: { N: '1' } });
    expect(await table.requests.seal((await table.requests.get(requestId))!, deadlineMs)).toBe(true);
    // What this code does not know stays where it is.
    for (const name of Object.keys(rest)) expect(await table.get(requestId)).toHaveProperty(name);
  });

  it('a journal is taken up: what ended is not asked for again', async () => {
    await table.put(item(version, 'journal-item'));
    await table.requests.create(example.request, expiresAtMs);
    const known = await table.journal.read(requestId, 0);
    expect([...known!.ended.keys()]).toEqual([0]);
    expect([...known!.begun].sort()).toEqual([0, 1]);
    expect(known!.isBrowserStarted).toBe(true);
    const { asked } = await scrape(textOf(version, 'scrape-message'), 2);
    expect(asked).not.toContain('https://shop-a.example/p/555088-105');
    expect((await storedResults()).map(({ Index }) => Index)).toEqual([0, 1]);
  });

  it('a journal goes on, and keeps what this code does not know', async () => {
    const before = item(version, 'journal-item');
    await table.put(before);
    await table.journal.note(requestId, 0, { ended: new Map([[1, example.packedSite()]]) }, expiresAtMs);
    const known = await table.journal.read(requestId, 0);
    expect([...known!.ended.keys()].sort()).toEqual([0, 1]);
    for (const name of Object.keys(before)) expect(await table.get(`${requestId}#g0`)).toHaveProperty(name);
  });

  it('a closing message completes with what the journal has', async () => {
    await table.put(item(version, 'journal-item'));
    await table.requests.create(example.request, expiresAtMs);
    const handler = createClosingHandler({
      ...table,
      turns: { delay: async () => {} },
      deliveries: { send: async () => {} },
      clock: () => deadlineMs - timings.closingLeadMs,
      pause: async () => {},
      timings,
      log: { ...log, error },
    });
    const body = textOf(version, 'closing-message');
    expect(await handler(sqsEvent(sqsRecord({ body })))).toEqual({ batchItemFailures: [] });
    expect((await storedResults()).map(({ Outcome }) => Outcome)).toEqual(['Priced', 'Failed']);
  });

  it('an idempotency key leads to its request', async () => {
    await table.put(item(version, 'idempotency-item'));
    const other = { requestId: 'other', dataHash: 'cd'.repeat(32), queuedAtMs: nowMs };
    expect(await table.idempotency.claim('acme', 'k1', other, expiresAtMs)).toEqual({
      requestId,
      dataHash,
      queuedAtMs,
    });
    await table.requests.remove(idempotencyId);
  });
});

/** Without what is packed: how it is packed is no matter of versions. */
const withoutPacked = (stored: Item): Item =>
  Object.fromEntries(Object.entries(stored).filter(([name]) => name !== 'Results' && !/^R\d+$/.test(name)));

describe('what this code writes', () => {
  const written = async (): Promise<Record<string, unknown>> => {
    await table.requests.create(example.request, expiresAtMs);
    await table.requests.markDispatched(requestId);
    await table.requests.addResults(requestId, 0, example.packedGroup(), queuedAtMs + 2_000);
    const facts = {
      begun: [0, 1],
      alone: 1,
      ended: new Map([[0, example.packedSite()]]),
      isBrowserStarted: true,
      busyUntilMs: queuedAtMs + 9_000,
    };
    await table.journal.note(requestId, 0, facts, expiresAtMs);
    await table.idempotency.claim('acme', 'k1', { requestId, dataHash, queuedAtMs }, expiresAtMs);
    return {
      'scrape-message': example.scrapeMessages()[0],
      'closing-message': example.closingMessage(),
      'request-item': await table.get(requestId),
      'journal-item': await table.get(`${requestId}#g0`),
      'idempotency-item': await table.get(idempotencyId),
    };
  };

  it('is what the files of "now" have; another form is another version', async () => {
    for (const [name, value] of Object.entries(await written())) {
      expect
        .soft(withoutPacked(JSON.parse(JSON.stringify(value))), name)
        .toEqual(withoutPacked(item('now', name)));
    }
  });

  it('is read by the readers of its version as they were', async () => {
    const all = await written();
    for (const [name, value] of Object.entries(all)) {
      const reader = frozen.readers[name as keyof typeof frozen.readers];
      expect.soft(reader.safeParse(JSON.parse(JSON.stringify(value))).error, name).toBeUndefined();
    }
    const packed = [
      (all['request-item'] as Item).Results!.M!['g0' as never] as { B: string },
      (all['journal-item'] as Item).R0 as { B: string },
    ];
    for (const { B } of packed) expect(frozen.unpack(B).map(({ Outcome }) => Outcome)[0]).toBe('Priced');
  });

  const own = Object.keys(frozen.readers).filter((name) => !name.startsWith('render-'));
  it.each(own)('%s: the readers of its version read the next one too', (name) => {
    const reader = frozen.readers[name as keyof typeof frozen.readers];
    expect(reader.safeParse(fixture('after', name)).error).toBeUndefined();
  });
});

it('a message that waits for another group is taken by readers that know of no waiting, with all of its sites', () => {
  const behind = { ...example.scrapeMessages()[0], Group: 1, After: 0 };
  const { After: _after, ...rest } = behind;
  expect(frozen.readers['scrape-message'].parse(behind)).toEqual(
    frozen.readers['scrape-message'].parse(rest),
  );
});

describe('a message whose values today’s rules would refuse', () => {
  const sites = (...Sites: object[]) =>
    JSON.stringify({
      ...fixture('now', 'scrape-message'),
      TotalSites: Sites.length,
      Sites: Sites.map((Site, Index) => ({ Index, Site, Warnings: [] })),
    });
  const Url = 'https://shop-a.example/p/555088-105';

  it.each<[string, object]>([
    ['a country that is none', { Country: 'UK' }],
    ['a currency out of use', { Currency: 'BGN' }],
    ['a language tag that is none', { Locale: 'de_DE@euro' }],
    ['a selector that does not compile', { Selectors: { Price: [{ Type: 'Css', Value: ':(' }] } }],
    ['more selectors than today', { Selectors: { Price: Array(40).fill({ Type: 'Regex', Value: '(' }) } }],
    ['a SKU with a control character', { Sku: '555088\u0007105' }],
    ['a time of an hour', { TimeoutSeconds: 3_600 }],
    ['no time', { TimeoutSeconds: 0 }],
    ['texts of 10,000 characters', { Name: 'x'.repeat(10_000), Reference: 'x'.repeat(10_000) }],
    ['both addresses', { SearchUrl: 'https://shop-a.example/?q={sku}' }],
    ['an address that is none', { Url: 'shop' }],
    ['no address at all', { Url: undefined }],
  ])('%s: is scraped, and its neighbour with it', async (_title, values) => {
    await table.requests.create(example.request, expiresAtMs);
    const { answer } = await scrape(sites({ Url }, { Url, ...values }));
    expect(answer).toEqual({ batchItemFailures: [] });
    expect(errors).toEqual([]);
    const results = await storedResults();
    expect(results[0]?.Outcome).toBe('Priced');
    expect(results[1]).toBeDefined();
    expect(results[1]?.Error?.Code).not.toBe('Internal');
  });

  it('whose kinds are others is refused still', () => {
    for (const site of [{ Url: 5 }, { Url, Selectors: [] }, { Url, Condition: 'Graded' }, 'shop']) {
      expect(() => readScrapeMessage(sites(site as object))).toThrow(/Sites/);
    }
    expect(() => readClosingMessage('{}')).toThrow();
  });

  it('asks for a language in a header that holds no line', () => {
    for (const tag of ['D\r\nX: y', 'UK', '', 'x'.repeat(5_000)]) {
      expect(acceptLanguage(undefined, tag)).toMatch(/^[A-Za-z\d,;=.-]+$/);
      expect(acceptLanguage(tag, tag)).toMatch(/^[A-Za-z\d,;=.-]+$/);
    }
  });
});

it('the shape of a site has every member of a site, and no rule', () => {
  const shape = shapeOf(sellingSiteMembersSchema);
  const echoed = mapEchoed(() => 'x');
  const site = { ...echoed, ...example.scrapeMessages()[0]!.Sites[1]!.Site, SearchUrl: 'x' };
  expect(new Set(Object.keys(site))).toEqual(new Set(Object.keys(sellingSiteMembersSchema.shape)));
  expect(shape.parse(site)).toEqual(site);
});
