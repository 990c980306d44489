import { randomUUID } from 'node:crypto';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dynamoDbDocuments } from '../../lambdas/aws/clients.ts';
import { createDynamoDbWatchStore } from '../../lambdas/aws/dynamodb-watch-store.ts';
import { emptyEntry } from '../../lambdas/domain/watch/conclude.ts';
import { comparePrices } from '../../lambdas/domain/watch/price-changes.ts';
import { shortestRateMs } from '../../lambdas/domain/watch/schedule.ts';
import { maxWatches, type WatchRun } from '../../lambdas/domain/watch/watch.ts';
import type { HistoryEntry } from '../../lambdas/domain/watch/watch-history.ts';
import type { StoredWatch, WatchStore } from '../../lambdas/domain/watch/watch-ports.ts';
import { queuedSite } from '../fakes/events.ts';
import { createMemoryWatchStore } from '../fakes/memory-watch-store.ts';
import { siteResult } from '../fakes/site-results.ts';
import { startDynamoDb } from './emulators.ts';

let emulator: Awaited<ReturnType<typeof startDynamoDb>>;
let documents: ReturnType<typeof dynamoDbDocuments>;
const TableName = 'Watches';

beforeAll(async () => {
  emulator = await startDynamoDb({});
  documents = dynamoDbDocuments();
  const client = new DynamoDBClient({});
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
  client.destroy();
});
afterAll(async () => {
  documents.destroy();
  await emulator.stop();
});

const stored = (changes: Partial<StoredWatch> = {}): StoredWatch => ({
  uid: randomUUID(),
  name: 'prices',
  watchId: randomUUID(),
  revision: 1,
  createdAtMs: 1,
  updatedAtMs: 2,
  anchorMs: 3,
  schedule: { kind: 'Rate', expression: 'rate(6 hours)', everyMs: 6 * 3_600_000 },
  sku: 'x',
  sites: [queuedSite(), queuedSite({ Index: 1, Site: { Url: 'https://b.example/\u{1F600}' } })],
  ...changes,
});

const run = (changes: Partial<WatchRun> = {}): WatchRun => ({
  scheduledAtMs: 1_000,
  startedAtMs: 1_100,
  revision: 1,
  step: 'First',
  version: 1,
  ...changes,
});

const entryAt = (scheduledAtMs: number, step: WatchRun['step'] = 'First', part = 0): HistoryEntry => ({
  ...emptyEntry({ run: { scheduledAtMs, step }, endedAtMs: scheduledAtMs + 5, requestId: null }, 'Lost'),
  Part: part,
});

// Other tests rely on the memory store, so it must behave the same.
describe.each<[string, () => WatchStore]>([
  ['DynamoDB', () => createDynamoDbWatchStore(documents, TableName)],
  ['memory', createMemoryWatchStore],
])('the watch store of %s', (_name, createStore) => {
  it('returns watches to their own license only', async () => {
    const store = createStore();
    const watch = stored({
      when: { ChangePercent: 2.5, Below: { Amount: '9.90' } },
      webhook: { url: 'https://hooks.example/', secret: 'whsec_x' },
    });
    expect(await store.put(watch, undefined)).toBe(true);
    expect(await store.get(watch.uid, watch.name)).toEqual(watch);
    expect(await store.get('other', watch.name)).toBeUndefined();
    const { sites: _sites, ...summary } = watch;
    expect(await store.list(watch.uid)).toEqual([{ ...summary, siteCount: 2 }]);
    expect(await store.list('other')).toEqual([]);
  });

  it('replaces the revision that was read, without touching its run', async () => {
    const store = createStore();
    const watch = stored({ webhook: { url: 'https://hooks.example/' }, when: { BackInStock: true } });
    expect(await store.put(watch, 1)).toBe(false);
    await store.put(watch, undefined);
    expect(await store.put(watch, undefined)).toBe(false);
    expect(await store.recordSchedule(watch, 2)).toBe(false);
    expect(await store.recordSchedule(watch, 1)).toBe(true);
    await store.beginRun(watch, run(), 0);
    const { webhook: _webhook, when: _when, ...next } = { ...watch, revision: 2 };
    expect(await store.put(next, 2)).toBe(false);
    expect(await store.put({ ...next, watchId: randomUUID() }, 1)).toBe(false);
    expect(await store.put(next, 1)).toBe(true);
    expect(await store.get(watch.uid, watch.name)).toEqual({ ...next, scheduledRevision: 1, run: run() });
  });

  it('removes a watch, but not a different one of the same name', async () => {
    const store = createStore();
    const watch = stored();
    await store.put(watch, undefined);
    expect(await store.remove({ ...watch, watchId: randomUUID() })).toBe(false);
    expect(await store.remove(watch)).toBe(true);
    expect(await store.remove(watch)).toBe(false);
    expect(await store.recordSchedule(watch, 1)).toBe(false);
    expect(await store.get(watch.uid, watch.name)).toBeUndefined();
  });

  it('counts a license’s watches exactly under concurrency', async () => {
    const store = createStore();
    const uid = randomUUID();
    const named = (index: number) => stored({ uid, name: `watch.${index}` });
    // Mostly sequential, since a busy emulator could exceed the client's timeouts.
    for (let index = 10; index < maxWatches; index += 1)
      expect(await store.takePlace(named(index), 1_000)).toBe('Taken');
    const raced = Array.from({ length: 20 }, (_, index) => named(100 + index));
    const taken = await Promise.all(raced.map((watch) => store.takePlace(watch, 1_000)));
    expect(taken.toSorted()).toEqual([...Array(10).fill('Full'), ...Array(10).fill('Taken')]);
    const inside = raced[taken.indexOf('Taken')]!;
    const outside = raced[taken.indexOf('Full')]!;
    await store.put(inside, undefined);
    await store.remove({ ...inside, watchId: randomUUID() });
    expect(await store.takePlace(outside, 1_000)).toBe('Full');
    await store.remove(inside);
    expect(await store.takePlace(outside, 1_000)).toBe('Taken');
    expect(await store.takePlace(outside, 1_000)).toBe('Taken');
    expect(await store.takePlace({ ...outside, watchId: randomUUID() }, 1_000)).toBe('Held');
    expect(await store.takePlace(stored(), 1_000)).toBe('Taken');
  });

  it('records runs by name, and refuses one within the shortest rate', async () => {
    const store = createStore();
    const watch = stored();
    const put = { ...watch, watchId: randomUUID() };
    const atMs = 10_000_000;
    expect(await store.lastRunMs(watch.uid, watch.name)).toBeUndefined();
    expect(await store.recordRunTime(watch, atMs)).toBe(true);
    expect(await store.lastRunMs(watch.uid, watch.name)).toBe(atMs);
    // The message was delivered twice.
    expect(await store.recordRunTime(watch, atMs)).toBe(true);
    for (const sooner of [atMs - 1, atMs, atMs + shortestRateMs - 1])
      expect(await store.recordRunTime(put, sooner)).toBe(false);
    expect(await store.recordRunTime({ ...put, name: 'other' }, atMs)).toBe(true);
    expect(await store.recordRunTime(put, atMs + shortestRateMs)).toBe(true);
  });

  it('begins each run once, in order, and one at a time', async () => {
    const store = createStore();
    const watch = stored();
    expect(await store.beginRun(watch, run(), 0)).toBe(false);
    await store.put(watch, undefined);
    expect(await store.beginRun(watch, run(), 0)).toBe(true);
    expect(await store.beginRun(watch, run(), 0)).toBe(false);
    expect(await store.beginRun(watch, run({ scheduledAtMs: 2_000 }), 1_100)).toBe(false);
    // It began so long ago that it counts as ended.
    expect(await store.beginRun(watch, run({ scheduledAtMs: 2_000, startedAtMs: 2_100 }), 1_101)).toBe(true);
    const under = run({ scheduledAtMs: 2_000, startedAtMs: 2_100 });
    expect(await store.updateRun(watch, under, { ...under, ended: 'Completed' })).toBeDefined();
    expect(await store.beginRun(watch, run({ scheduledAtMs: 1_500 }), 0)).toBe(false);
    expect(await store.beginRun(watch, run({ scheduledAtMs: 3_000 }), 0)).toBe(true);
  });

  it('updates a run only if it is unchanged since it was read', async () => {
    const store = createStore();
    const watch = stored();
    await store.put(watch, undefined);
    await store.beginRun(watch, run(), 0);
    const requestId = randomUUID();
    const requested = run({ requestId, version: 2 });
    expect(await store.updateRun(watch, run(), run({ requestId }))).toEqual(requested);
    expect(await store.updateRun(watch, run(), run({ requestId }))).toBeUndefined();
    const second = { ...run({ step: 'Second' }), siteIndexes: [0, 1], dueMs: 5 };
    expect(await store.updateRun({ ...watch, watchId: randomUUID() }, requested, second)).toBeUndefined();
    expect(await store.updateRun(watch, { ...requested, scheduledAtMs: 999 }, second)).toBeUndefined();
    const again = await store.updateRun(watch, requested, second);
    expect(again).toEqual({ ...second, version: 3 });
    const reason = { code: 'QuotaUsedUp' as const, message: 'x' };
    await store.updateRun(watch, again!, { ...again!, ended: undefined, reason });
    expect((await store.get(watch.uid, watch.name))?.run).toEqual({ ...second, reason, version: 4 });
  });

  it('keeps the latest state of a site', async () => {
    const store = createStore();
    const watch = stored();
    const at = (atMs: number) =>
      comparePrices(undefined, { result: siteResult(), atMs }, { confirmAfterMs: 1 }).state;
    const keys = Array.from({ length: 130 }, (_, index) => `key-${index}`);
    // Sequential, since a busy emulator could exceed the client's timeouts.
    for (const key of keys) await store.writeState(watch, key, at(1_000), 9_000);
    await store.writeState(watch, 'key-0', at(2_000), 9_000);
    await store.writeState(watch, 'key-0', at(1_500), 9_000);
    const states = await store.states(watch, [...keys, 'unknown']);
    expect(states.size).toBe(130);
    expect(states.get('key-0')).toEqual(at(2_000));
    expect(states.get('key-1')).toEqual(at(1_000));
    expect((await store.states({ ...watch, watchId: randomUUID() }, keys)).size).toBe(0);
    expect((await store.states(watch, [])).size).toBe(0);
  });

  it('adds a history entry once, with all its parts', async () => {
    const store = createStore();
    const watch = stored();
    const parts = [0, 1, 2].map((part) => entryAt(1_000, 'First', part));
    expect(await store.entries(watch, { scheduledAtMs: 1_000, step: 'First' })).toEqual([]);
    expect(await store.addEntries(watch, parts, 9_000)).toBe(true);
    expect(await store.addEntries(watch, [{ ...parts[0]!, Ended: 'Failed' }], 9_000)).toBe(false);
    await store.addEntries(watch, [entryAt(1_000, 'Second')], 9_000);
    expect(await store.entries(watch, { scheduledAtMs: 1_000, step: 'First' })).toEqual(parts);
    expect(await store.entries(watch, { scheduledAtMs: 1_000, step: 'Second' })).toHaveLength(1);
  });

  it('returns unexpired history in pages, newest first', async () => {
    const store = createStore();
    const watch = stored();
    for (const at of [1_000, 2_000, 3_000, 4_000]) await store.addEntries(watch, [entryAt(at)], at * 10);
    const first = await store.history(watch, { limit: 2, nowMs: 15_000 });
    expect(first.entries).toEqual([entryAt(4_000), entryAt(3_000)]);
    const second = await store.history(watch, { limit: 2, nowMs: 15_000, before: first.next });
    expect(second).toEqual({ entries: [entryAt(2_000)], next: undefined });
    expect(await store.history(stored(), { limit: 2, nowMs: 0 })).toEqual({ entries: [], next: undefined });
  });

  it('deletes all data of a deleted watch', async () => {
    const store = createStore();
    const watch = stored();
    for (let at = 1; at <= 60; at += 1) await store.addEntries(watch, [entryAt(at)], 9_000);
    const { state } = comparePrices(undefined, { result: siteResult(), atMs: 1 }, { confirmAfterMs: 1 });
    await store.writeState(watch, 'key', state, 9_000);
    for (let round = 0; !(await store.forget(watch)); round += 1) expect(round).toBeLessThan(5);
    expect((await store.history(watch, { limit: 100, nowMs: 0 })).entries).toEqual([]);
    expect((await store.states(watch, ['key'])).size).toBe(0);
  });
});

describe('places in DynamoDB', () => {
  it('are freed if a call dies before it stores its watch', async () => {
    const store = createDynamoDbWatchStore(documents, TableName);
    const uid = randomUUID();
    for (let index = 0; index < maxWatches; index += 1)
      await store.takePlace(stored({ uid, name: `dead-${index}` }), 1_000);
    const watch = stored({ uid });
    expect(await store.takePlace(watch, 60_999)).toBe('Full');
    expect(await store.takePlace(watch, 61_000)).toBe('Taken');
  });
});
