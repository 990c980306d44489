import { describe, expect, it } from 'vitest';
import { createCallMeter } from '../../lambdas/api/call-meter.ts';
import { ProblemError } from '../../lambdas/domain/problem.ts';
import { emptyEntry } from '../../lambdas/domain/watch/conclude.ts';
import { maxWatches, scheduleNameOf } from '../../lambdas/domain/watch/watch.ts';
import type { WatchMessage } from '../../lambdas/domain/watch/watch-message.ts';
import { createWatchesHandler } from '../../lambdas/watches/handler.ts';
import { apiEvent, validBody } from '../fakes/events.ts';
import {
  createMemoryCallCounts,
  createMemoryQuotaStore,
  memoryLicenses,
  testLicense,
  testLicenseKey,
} from '../fakes/memory-stores.ts';
import { createMemoryScheduler, createMemoryWatchStore } from '../fakes/memory-watch-store.ts';

const startMs = Date.parse('2026-11-23T10:00:30.000Z');
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

const world = (changes: { license?: object } = {}) => {
  const store = createMemoryWatchStore();
  const scheduler = createMemoryScheduler();
  const sent: WatchMessage[] = [];
  const clock = { nowMs: startMs };
  let made = 0;
  const handler = createWatchesHandler({
    watches: store,
    scheduler,
    licenses: memoryLicenses(testLicense(changes.license), testLicense({ uid: 'other' })),
    quotas: createMemoryQuotaStore(),
    countCall: createCallMeter(createMemoryCallCounts(), 20),
    queue: { send: async (message) => void sent.push(message) },
    registry: new Map([['Known', { Name: 'Known', Url: 'https://known.example/{sku}', Currency: 'EUR' }]]),
    clock: () => clock.nowMs,
    newWatchId: () => {
      made += 1;
      return `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`;
    },
  });
  const call = async (
    httpMethod: string,
    name: string | undefined,
    rest: Parameters<typeof apiEvent>[0] & { of?: 'history'; uid?: string } = {},
  ) => {
    const { of, uid = 'acme', ...event } = rest;
    const resource = name === undefined ? '/api/watches' : `/api/watches/{name}${of ? `/${of}` : ''}`;
    try {
      const answer = await handler(
        apiEvent({
          httpMethod,
          resource,
          headers: { LicenseKey: testLicenseKey, UID: uid },
          pathParameters: name === undefined ? null : { name },
          requestContext: { requestId: 'call', path: `/prod/api/watches/${name}` } as never,
          ...event,
        }),
      );
      return { ...answer, view: answer.body === '' ? undefined : JSON.parse(answer.body) };
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return {
        statusCode: error.status,
        violations: error.violations,
        message: error.message,
        view: undefined,
      };
    }
  };
  const put = (name: string, body: object = {}, rest: object = {}) =>
    call('PUT', name, { body: JSON.stringify({ ...watchBody(), ...body }), ...rest });
  return { store, scheduler, sent, clock, call, put };
};

const watchBody = (): Record<string, unknown> => ({ ...validBody(), Schedule: 'rate(6 hours)' });

describe('PUT', () => {
  it('creates a watch and its schedule, and returns its next run', async () => {
    const { put, scheduler, call } = world();
    const data = {
      Sku: 'x',
      SellingSites: [{ Name: 'Known' }],
      Webhook: { Url: 'https://hooks.example/', Secret: secret },
    };
    const answer = await put('prices', { Data: data, When: { ChangePercent: 5, Below: { Amount: '9.50' } } });
    expect(answer.statusCode).toBe(201);
    expect(answer).toMatchObject({ headers: { Location: '/prod/api/watches/prices' } });
    expect(answer.view).toEqual({
      Name: 'prices',
      Schedule: 'rate(6 hours)',
      TimeZone: null,
      CreatedAt: '2026-11-23T10:00:30.000Z',
      UpdatedAt: '2026-11-23T10:00:30.000Z',
      NextRunAt: '2026-11-23T10:02:00.000Z',
      LastRun: null,
      When: { ChangePercent: 5, Below: { Amount: '9.50' } },
      Data: {
        Sku: 'x',
        SellingSites: [{ Name: 'Known', Url: 'https://known.example/{sku}', Currency: 'EUR' }],
        Webhook: { Url: 'https://hooks.example/' },
      },
      Warnings: [],
    });
    expect([...scheduler.schedules.values()]).toEqual([
      {
        name: scheduleNameOf('acme', 'prices'),
        expression: 'rate(6 hours)',
        timeZone: 'UTC',
        startsAtMs: Date.parse('2026-11-23T10:02:00.000Z'),
        input: expect.stringContaining('"ScheduledAt":"<aws.scheduler.scheduled-time>"'),
      },
    ]);
    const read = await call('GET', 'prices');
    expect(read.view).toEqual(answer.view);
    expect(JSON.stringify(read.view)).not.toContain(secret);
  });

  it('replaces a watch of the same name without making it run sooner', async () => {
    const { put, clock, scheduler, store } = world();
    await put('prices');
    const { watchId } = [...store.items.values()][0]!;
    clock.nowMs += 3_600_000;
    const again = await put('prices', { Data: { ...validBody().Data, Sku: 'y' } });
    expect(again.statusCode).toBe(200);
    expect(again.view).toMatchObject({ NextRunAt: '2026-11-23T16:02:00.000Z', Data: { Sku: 'y' } });
    expect([...store.items.values()]).toMatchObject([{ watchId, revision: 2, scheduledRevision: 2 }]);
    const zoned = await put('prices', { Schedule: 'cron(0 9 ? * MON-FRI *)', TimeZone: 'europe/berlin' });
    expect(zoned.view).toMatchObject({
      Schedule: 'cron(0 9 ? * MON-FRI *)',
      TimeZone: 'Europe/Berlin',
      NextRunAt: '2026-11-24T08:00:00.000Z',
    });
    expect([...scheduler.schedules.values()]).toMatchObject([
      { expression: 'cron(0 9 ? * MON-FRI *)', timeZone: 'Europe/Berlin' },
    ]);
    expect([...scheduler.schedules.values()][0]).not.toHaveProperty('startsAtMs');
  });

  it('reports all violations at once, each with its place', async () => {
    const { put } = world();
    const { statusCode, violations } = await put('-', {
      Data: { Sku: '', SellingSites: [{ Name: 'Unknown' }], Webhook: { Url: 'nowhere' } },
      Schedule: 'rate(1 minute)',
      TimeZone: 'Mars/Olympus',
      When: { Below: { Amount: '1,5' }, changePercent: 3, ChangePercent: 0 },
    });
    expect(statusCode).toBe(400);
    expect(violations!.map(({ Pointer, Detail }) => `${Pointer} ${Detail.slice(0, 60)}`)).toEqual([
      '/Data/Sku must not be empty',
      '/Data/Webhook/Url must be an absolute https URL',
      '/Data/SellingSites/0/Name is not in the selling-site registry of this deployment; give',
      '/When/ChangePercent must have at least 0.01 as its value',
      '/When/Below/Amount must be a decimal string such as "1099.00"',
      '/When has unknown members: changePercent (names are case-sensitive',
      ' the name in the path must be 1 to 64 letters, digits, ".", "',
    ]);
  });

  it.each([
    [{ Schedule: 'rate(1 minute)', TimeZone: 'Mars/Olympus' }, ['/TimeZone', '/Schedule']],
    [{ TimeZone: 'Europe/Berlin' }, ['/TimeZone']],
    [{ Schedule: undefined }, ['/Schedule']],
    [{ schedule: 'rate(6 hours)' }, ['']],
    [{ When: { BackInStock: false } }, ['/When/BackInStock']],
    [{ When: { ChangePercent: 0.001 } }, ['/When/ChangePercent']],
    [{ When: { ChangePercent: 2.555 } }, ['/When/ChangePercent']],
    [{ When: { Below: { Amount: '5', Currency: 'XYZ' } } }, ['/When/Below/Currency']],
    [{ Data: { ...validBody().Data, Webhook: { Url: 'https://hooks.example/' } } }, ['/Data/Webhook/Secret']],
  ])('%j is refused', async (body, pointers) => {
    const { statusCode, violations } = await world().put('prices', body);
    expect(statusCode).toBe(400);
    expect([...new Set(violations!.map(({ Pointer }) => Pointer))]).toEqual(pointers);
  });

  it(`allows a license exactly ${maxWatches}, even when put concurrently`, async () => {
    const { put, store } = world();
    const answers = await Promise.all(
      Array.from({ length: maxWatches + 20 }, (_, index) => put(`watch-${index}`)),
    );
    const statuses = Map.groupBy(answers, ({ statusCode }) => statusCode);
    expect(statuses.get(201)).toHaveLength(maxWatches);
    expect(statuses.get(409)).toHaveLength(20);
    expect(store.items.size).toBe(maxWatches);
    expect((await put([...store.items.values()][0]!.name)).statusCode).toBe(200);
  });

  const sitesOf = (count: number) => ({
    Data: { ...validBody().Data, SellingSites: Array(count).fill({ Url: 'https://a.example/{sku}' }) },
  });
  const often = 'must be at least 15 minutes apart';

  // Limits of docs/watching.md: the largest accepted value, and the smallest refused one.
  it.each<[string, object, object, string]>([
    ['a rate', { Schedule: 'rate(15 minutes)' }, { Schedule: 'rate(14 minutes)' }, `/Schedule ${often}`],
    [
      'times of a cron expression',
      { Schedule: 'cron(0,15,30,45 * * * ? *)' },
      { Schedule: 'cron(0,15,30,46 * * * ? *)' },
      `/Schedule ${often}`,
    ],
    [
      'times of a cron expression over the hour',
      { Schedule: 'cron(0/15 * * * ? *)' },
      { Schedule: 'cron(10/16 * * * ? *)' },
      `/Schedule ${often}`,
    ],
    ['sites', sitesOf(100), sitesOf(101), '/Data/SellingSites must have at most 100'],
    [
      'the largest percentage',
      { When: { ChangePercent: 1_000 } },
      { When: { ChangePercent: 1_000.01 } },
      '/When/ChangePercent must have at most 1000',
    ],
  ])('has a limit: %s', async (_what, taken, refused, words) => {
    expect((await world().put('prices', taken)).statusCode).toBe(201);
    const { statusCode, violations } = await world().put('prices', refused);
    expect(statusCode).toBe(400);
    expect(violations!.map(({ Pointer, Detail }) => `${Pointer} ${Detail}`).join('\n')).toContain(words);
  });

  it.each([
    [
      'others keep putting it',
      'Other calls are putting this watch',
      ({ store }: ReturnType<typeof world>) => {
        store.put = async () => false;
      },
    ],
    [
      'another call deletes it meanwhile',
      'was deleted by another call',
      ({ store, scheduler }: ReturnType<typeof world>) => {
        const { put: schedule } = scheduler;
        scheduler.put = async (given) => {
          await schedule(given);
          for (const watch of store.items.values()) await store.remove(watch);
        };
      },
    ],
  ])('responds 409 if %s', async (_case, words, disturb) => {
    const disturbed = world();
    disturb(disturbed);
    const { statusCode, message } = (await disturbed.put('prices')) as {
      statusCode: number;
      message: string;
    };
    expect(statusCode).toBe(409);
    expect(message).toContain(words);
    expect(disturbed.scheduler.schedules.size).toBe(0);
  });

  it('reads a watch once, and again only if another call puts it meanwhile', async () => {
    const { put, store, scheduler } = world();
    const { get } = store;
    let reads = 0;
    store.get = (uid, name) => {
      reads += 1;
      return get(uid, name);
    };
    await put('prices');
    await put('prices');
    expect(reads).toBe(2);
    const { put: schedule } = scheduler;
    scheduler.put = async (given) => {
      scheduler.put = schedule;
      await put('prices', { Schedule: 'rate(2 hours)' });
      await schedule(given);
    };
    expect((await put('prices', { Schedule: 'rate(1 hour)' })).view).toMatchObject({
      Schedule: 'rate(2 hours)',
    });
    expect([...scheduler.schedules.values()]).toMatchObject([{ expression: 'rate(2 hours)' }]);
    expect(reads).toBe(5);
  });

  it('responds 503 and keeps a watch without a next run if its schedule cannot be created', async () => {
    const { put, scheduler, call } = world();
    const { put: schedule } = scheduler;
    scheduler.put = () => Promise.reject(new Error('in trouble'));
    await expect(put('prices')).rejects.toThrow('in trouble');
    expect((await call('GET', 'prices')).view).toMatchObject({ NextRunAt: null });
    scheduler.put = schedule;
    expect((await put('prices')).view).toMatchObject({ NextRunAt: '2026-11-23T10:02:00.000Z' });
  });
});

describe('other operations', () => {
  it('show a license only its own watches', async () => {
    const { put, call, scheduler } = world();
    await put('b');
    await put('a');
    expect((await call('GET', undefined)).view).toMatchObject({
      Watches: [{ Name: 'a', SiteCount: 1, Sku: '555088-105', LastRun: null }, { Name: 'b' }],
    });
    expect((await call('GET', undefined, { uid: 'other' })).view).toEqual({ Watches: [] });
    for (const [method, of] of [['GET'], ['DELETE'], ['GET', 'history']] as const)
      expect((await call(method, 'a', { uid: 'other', ...(of && { of }) })).statusCode).toBe(404);
    const body = { ...validBody(), Authorization: { LicenseKey: testLicenseKey, UID: 'other' } };
    expect((await put('a', body)).statusCode).toBe(201);
    expect(scheduler.schedules.size).toBe(3);
  });

  it.each([
    ['GET', 'prices', undefined],
    ['DELETE', 'prices', undefined],
    ['GET', 'prices', 'history'],
    ['GET', undefined, undefined],
  ] as const)('%s %s %s requires credentials', async (method, name, of) => {
    const { call, put } = world();
    await put('prices');
    expect((await call(method, name, { headers: {}, ...(of && { of }) })).statusCode).toBe(401);
  });

  it('delete a watch with its schedule once, and queue the deletion of its data', async () => {
    const { put, call, scheduler, sent, store } = world();
    await put('prices');
    const { watchId } = [...store.items.values()][0]!;
    expect(await call('DELETE', 'prices')).toMatchObject({ statusCode: 204, body: '' });
    expect(scheduler.schedules.size).toBe(0);
    expect(sent).toMatchObject([{ Kind: 'Forget', UID: 'acme', Name: 'prices', WatchId: watchId }]);
    for (const of of [undefined, 'history'] as const)
      expect((await call('GET', 'prices', of ? { of } : {})).statusCode).toBe(404);
    expect((await call('DELETE', 'prices')).statusCode).toBe(404);
    await put('prices');
    expect([...store.items.values()][0]!.watchId).not.toBe(watchId);
  });

  it('return a history in pages, newest first', async () => {
    const { put, call, store, clock } = world();
    await put('prices');
    const watch = [...store.items.values()][0]!;
    for (let run = 0; run < 5; run += 1) {
      const at = { scheduledAtMs: startMs + run * 3_600_000, step: 'First' as const };
      const entry = emptyEntry({ run: at, endedAtMs: startMs, requestId: null }, 'Refused', {
        code: 'QuotaUsedUp',
        message: 'used up',
      });
      await store.addEntries(watch, [entry], run === 0 ? clock.nowMs : clock.nowMs + 1);
    }
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const queryStringParameters = { limit: '2', ...(cursor !== undefined && { cursor }) };
      const { view } = await call('GET', 'prices', { of: 'history', queryStringParameters });
      seen.push(...view.Entries.map(({ ScheduledAt }: { ScheduledAt: string }) => ScheduledAt));
      if (view.Next === null) break;
      cursor = view.Next as string;
    }
    // The first one has expired.
    expect(seen).toEqual([4, 3, 2, 1].map((run) => new Date(startMs + run * 3_600_000).toISOString()));
    const { view } = await call('GET', 'prices', { of: 'history' });
    expect(view.Entries).toHaveLength(4);
    expect(view.Entries[0].Reason).toEqual({ Code: 'QuotaUsedUp', Message: 'used up' });
  });
});
