// What the functions of two versions leave to each other of watches, as files: see `versions.test.ts`. A watch is kept until
// somebody deletes it, its history for months, and EventBridge has the text of a run since the watch was put. There is no version
// before the first.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import {
  CreateTableCommand,
  DeleteItemCommand,
  DynamoDBClient,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dynamoDbDocuments } from '../../lambdas/aws/clients.ts';
import { createDynamoDbWatchStore } from '../../lambdas/aws/dynamodb-watch-store.ts';
import type { DeliveryMessage } from '../../lambdas/domain/delivery.ts';
import { unpackBody } from '../../lambdas/domain/delivery-body.ts';
import { packResults } from '../../lambdas/domain/result-pack.ts';
import type { SiteResult } from '../../lambdas/domain/site-result.ts';
import { defaultDurations, deriveTimings } from '../../lambdas/domain/timing.ts';
import { unpackEntry } from '../../lambdas/domain/watches/watch-history.ts';
import {
  beginInput,
  readWatchMessage,
  type WatchMessage,
} from '../../lambdas/domain/watches/watch-message.ts';
import type { StoredWatch } from '../../lambdas/domain/watches/watch-ports.ts';
import { toWatchView, watchViewSchema } from '../../lambdas/domain/watches/watch-view.ts';
import { createWatcherHandler } from '../../lambdas/watcher/handler.ts';
import { startDynamoDb } from '../aws/emulators.ts';
import { sqsEvent, sqsRecord } from '../fakes/events.ts';
import {
  createMemoryIdempotencyStore,
  createMemoryQuotaStore,
  createMemoryRequestStore,
  memoryLicenses,
  testLicense,
} from '../fakes/memory-stores.ts';
import { siteResult } from '../fakes/site-results.ts';
import * as frozen from './readers-of-version-1.ts';
import { type Item, mapBytes, putItem } from './stored-items.ts';

const TableName = 'Watches';
const textOf = (version: string, name: string): string =>
  readFileSync(join(import.meta.dirname, version, `${name}.json`), 'utf8');
const fixture = (version: string, name: string) => JSON.parse(textOf(version, name)) as Item;
const items = ['watch-item', 'watch-state-item', 'watch-history-item'] as const;

const startMs = Date.UTC(2026, 10, 21, 10);
const hourMs = 3_600_000;
const firstRunMs = startMs + 60_000;
const secondRunMs = firstRunMs + 6 * hourMs;
const thirdRunMs = secondRunMs + 6 * hourMs;
const watch: StoredWatch = {
  uid: 'acme',
  name: 'prices',
  watchId: '6f9619ff-8b86-4011-b42d-00cf4fc964ff',
  revision: 1,
  createdAtMs: startMs,
  updatedAtMs: startMs,
  anchorMs: firstRunMs,
  schedule: { kind: 'Rate', expression: 'rate(6 hours)', everyMs: 6 * hourMs },
  when: { ChangePercent: 5, Below: { Amount: '9.00', Currency: 'EUR' }, BackInStock: true },
  sku: '555088-105',
  sites: ['a', 'b'].map((shop, index) => ({
    index,
    site: { Name: shop, Url: `https://${shop}.example/p/{sku}`, Currency: 'EUR' },
    warnings: [],
  })),
  webhook: {
    url: 'https://hooks.example/prices',
    secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  },
};

let emulator: Awaited<ReturnType<typeof startDynamoDb>>;
let client: DynamoDBClient;
let documents: ReturnType<typeof dynamoDbDocuments>;
beforeAll(async () => {
  emulator = await startDynamoDb({});
  client = new DynamoDBClient({});
  documents = dynamoDbDocuments();
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['Part', 'Entry'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [
        { AttributeName: 'Part', KeyType: 'HASH' },
        { AttributeName: 'Entry', KeyType: 'RANGE' },
      ],
    }),
  );
});
afterAll(async () => {
  documents.destroy();
  client.destroy();
  await emulator.stop();
});

const partOf = async (part: string): Promise<Item[]> => {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: '#part = :part',
      ExpressionAttributeNames: { '#part': 'Part' },
      ExpressionAttributeValues: { ':part': { S: part } },
    }),
  );
  return Items.map(
    (item) => mapBytes(item, (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')) as Item,
  );
};
const watchItem = async (): Promise<Item> => (await partOf('watches#acme'))[0]!;

/** The function that runs watches, with shops that say what they are told to. */
const world = () => {
  const store = createDynamoDbWatchStore(documents, TableName);
  const requests = createMemoryRequestStore();
  const clock = { nowMs: startMs };
  const sent: WatchMessage[] = [];
  const told: DeliveryMessage[] = [];
  const asked: string[][] = [];
  const errors: unknown[] = [];
  let says: Partial<SiteResult>[] = [];
  let made = 0;
  const handle = createWatcherHandler({
    watches: store,
    turns: { delay: async () => {} },
    watchQueue: { send: async (message) => void sent.push(message) },
    accept: {
      requests,
      idempotency: createMemoryIdempotencyStore(),
      queue: {
        send: async (messages) => {
          for (const { RequestId, Sites } of messages) {
            asked.push(Sites.map(({ Site }) => Site.Name ?? ''));
            const results = Sites.map(({ Index }) =>
              siteResult({ Index, FetchedAt: new Date(clock.nowMs).toISOString(), ...says[Index] }),
            );
            await requests.addResults(RequestId, 0, packResults(results, Sites.length), clock.nowMs);
          }
        },
      },
      closing: { send: async () => {} },
      deliveries: { send: async (message) => void told.push(message) },
      clock: () => clock.nowMs,
      newRequestId: () => {
        made += 1;
        return `00000000-0000-4000-9000-${String(made).padStart(12, '0')}`;
      },
      timings: deriveTimings(defaultDurations),
    },
    licenses: memoryLicenses(testLicense()),
    quotas: createMemoryQuotaStore(),
    timings: deriveTimings(defaultDurations),
    historyMs: 90 * 24 * hourMs,
    timeoutMs: 40_000,
    clock: () => clock.nowMs,
    log: {
      begun: () => {},
      ended: () => {},
      leftOut: () => {},
      error: (_message, { error }) => errors.push(error),
    },
  });
  return {
    ...{ store, clock, sent, told, asked, errors },
    /** Handles a message when it is due, and what shops say then. */
    at: async (nowMs: number, body: string, ...results: Partial<SiteResult>[]) => {
      clock.nowMs = nowMs;
      says = results;
      await handle(sqsEvent(sqsRecord({ body })));
      expect(errors).toEqual([]);
      return sent.at(-1);
    },
  };
};

const beginText = (scheduledAtMs: number): string =>
  beginInput(watch).replace('<aws.scheduler.scheduled-time>', new Date(scheduledAtMs).toISOString());
const priced = (Amount: string, Confidence: SiteResult['Confidence'] = 'High'): Partial<SiteResult> => ({
  Price: { Amount, Currency: 'EUR', Raw: Amount },
  Confidence,
});

/** A watch after its second run: a change was told, another one waits for a second scrape. */
const written = async (): Promise<Record<(typeof items)[number] | 'watch-message', Item>> => {
  const { store, at } = world();
  await store.put(watch, undefined);
  await store.noteScheduled(watch, 1);
  for (const [runMs, results] of [
    [firstRunMs, [priced('10.00'), priced('20.00')]],
    [secondRunMs, [priced('8.50', 'Medium'), priced('18.00')]],
  ] as const) {
    const look = await at(runMs + 1_000, beginText(runMs), ...results);
    await at(look!.DueMs!, JSON.stringify(look));
  }
  const message = await at(secondRunMs + hourMs, beginText(secondRunMs));
  const states = await partOf(`states#${watch.watchId}`);
  const history = await partOf(`history#${watch.watchId}`);
  return {
    'watch-item': await watchItem(),
    'watch-state-item': states.find(({ State }) => String(State!.S).includes('8.50'))!,
    'watch-history-item': history.at(-1)!,
    'watch-message': JSON.parse(JSON.stringify(message)) as Item,
  };
};

const empty = async (): Promise<void> => {
  const store = createDynamoDbWatchStore(documents, TableName);
  await store.remove(watch);
  while (!(await store.forget(watch)));
  const Key = { Part: { S: `runs#${watch.uid}` }, Entry: { S: watch.name } };
  await client.send(new DeleteItemCommand({ TableName, Key }));
};
beforeEach(empty);

describe.each(['now', 'after'])('what the version "%s" has left', (version) => {
  const message = readWatchMessage(textOf(version, 'watch-message'));
  const put = async () => {
    for (const name of items) await putItem(client, TableName, fixture(version, name));
  };

  it('a second scrape is made, and its change told once, against what is known', async () => {
    await put();
    const { at, asked, told } = world();
    const look = await at(message.DueMs!, textOf(version, 'watch-message'), priced('8.50', 'Medium'));
    expect(asked).toEqual([['a']]);
    await at(look!.DueMs!, JSON.stringify(look));
    const { data } = JSON.parse(unpackBody(told[0]!.Frozen!.Body).toString()) as {
      data: { Changes: object[] };
    };
    expect(told).toHaveLength(1);
    expect(data.Changes).toMatchObject([
      { Kind: 'Price', From: { Amount: '10.00' }, To: { Amount: '8.50' }, LowestInDays: 0 },
      { Kind: 'BelowTarget', Price: { Amount: '8.50' } },
    ]);
    // What this code does not know stays where it is.
    for (const name of Object.keys(fixture(version, 'watch-item')))
      expect(await watchItem()).toHaveProperty(name);
    expect((await watchItem()).Run).toMatchObject({ M: { ended: { S: 'Completed' } } });
  });

  it('the next run begins by the text that EventBridge has', async () => {
    await put();
    const { at, asked } = world();
    const { DueMs: _due, ...rest } = JSON.parse(textOf(version, 'watch-message')) as WatchMessage;
    const text = JSON.stringify({ ...rest, Kind: 'Begin', ScheduledAt: new Date(thirdRunMs).toISOString() });
    const look = await at(thirdRunMs + 1_000, text, priced('8.50'), priced('18.00'));
    expect(asked).toEqual([['a', 'b']]);
    await at(look!.DueMs!, JSON.stringify(look));
    expect((await watchItem()).Run).toMatchObject({
      M: { scheduledAtMs: { N: String(thirdRunMs) }, ended: { S: 'Completed' } },
    });
  });

  it('the watch and its history are shown', async () => {
    await put();
    const { store } = world();
    const view = toWatchView((await store.get('acme', 'prices'))!, secondRunMs);
    expect(watchViewSchema.safeParse(view).error).toBeUndefined();
    expect(view).toMatchObject({ Name: 'prices', NextRunAt: new Date(thirdRunMs).toISOString() });
    expect((await store.list('acme')).map(({ siteCount }) => siteCount)).toEqual([2]);
    const { entries } = await store.history(watch, { limit: 10, nowMs: secondRunMs });
    expect(entries).toMatchObject([
      {
        Ended: 'Completed',
        Changes: [{ Kind: 'Price', To: { Amount: '18.00' }, IsTold: true, LowestInDays: 0 }],
      },
    ]);
  });

  it('the watch is put again, and deleted with all that is left of it', async () => {
    await put();
    const { store } = world();
    expect(await store.put({ ...watch, revision: 2 }, 1)).toBe(true);
    for (const name of Object.keys(fixture(version, 'watch-item')))
      expect(await watchItem()).toHaveProperty(name);
    await empty();
    for (const part of ['watches#acme', `states#${watch.watchId}`, `history#${watch.watchId}`])
      expect(await partOf(part)).toEqual([]);
  });

  it('is read by the readers of version 1', () => {
    const [state, entry, whole] = ['watch-state-item', 'watch-history-item', 'watch-item'].map((name) =>
      fixture(version, name),
    );
    expect(frozen.watchState.parse(JSON.parse(String(state!.State!.S))).Items[0]!.Price.Known).toEqual({
      Amount: '10.00',
      Currency: 'EUR',
    });
    expect(frozen.unpackWatchEntry(String(entry!.Packed!.B)).Changes).toHaveLength(1);
    expect(frozen.unpackWatchSites(String(whole!.Sites!.B))).toHaveLength(2);
  });
});

/** Without what is packed: how it is packed is no matter of versions. */
const withoutPacked = ({ Sites: _sites, Packed: _packed, ...rest }: Item): Item => rest;

it('what this code writes is what the files of "now" have; another form is another version', async () => {
  const all = await written();
  for (const [name, value] of Object.entries(all))
    expect.soft(withoutPacked(value), name).toEqual(withoutPacked(fixture('now', name)));
  const packed = (item: Item) => unpackEntry(Buffer.from(String(item.Packed!.B), 'base64'));
  expect(packed(all['watch-history-item'])).toEqual(packed(fixture('now', 'watch-history-item')));
  for (const [name, value] of Object.entries(all))
    expect
      .soft(frozen.readers[name as keyof typeof frozen.readers].safeParse(value).error, name)
      .toBeUndefined();
});

it('a change that was stored before it said whether a price is the lowest says nothing of it', () => {
  const entry = unpackEntry(Buffer.from(String(fixture('now', 'watch-history-item').Packed!.B), 'base64'));
  const Changes = entry.Changes.map(({ LowestInDays: _, ...change }) => change);
  const old = brotliCompressSync(JSON.stringify({ ...entry, Version: 1, Changes }));
  expect(unpackEntry(old).Changes).toEqual(Changes.map((change) => ({ ...change, LowestInDays: null })));
});
