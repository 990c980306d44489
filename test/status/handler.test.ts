import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type CallMeter, createCallMeter } from '../../lambdas/api/call-meter.ts';
import { ProblemError } from '../../lambdas/domain/problem.ts';
import { requestViewSchema } from '../../lambdas/domain/request/request-view-schema.ts';
import { packResults } from '../../lambdas/domain/result/result-pack.ts';
import { defaultDurations, deriveTimings } from '../../lambdas/domain/timing.ts';
import { createStatusHandler } from '../../lambdas/status/handler.ts';
import { type SentHeaders, statusEvent } from '../fakes/events.ts';
import {
  createMemoryCallCounts,
  createMemoryHeldCalls,
  createMemoryRequestStore,
  memoryLicenses,
  testLicense,
  testLicenseKey,
} from '../fakes/memory-stores.ts';
import { siteResult } from '../fakes/site-results.ts';

const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
let nowMs = 0;
let requests: ReturnType<typeof createMemoryRequestStore>;

/** Runs while a call sleeps, one entry per sleep; the clock advances by itself. */
let during: (() => Promise<unknown>)[] = [];
let slept: number[] = [];
let places: ReturnType<typeof createMemoryHeldCalls>;
let countCall: CallMeter;

const call = (requestId = id, headers?: SentHeaders) =>
  createStatusHandler({
    sleep: async (ms) => {
      slept.push(ms);
      nowMs += ms;
      await during.shift()?.();
    },
    requests,
    held: places,
    countCall,
    licenses: memoryLicenses(
      testLicense(),
      testLicense({ uid: 'other' }),
      testLicense({ uid: 'off', enabled: false }),
    ),
    clock: () => nowMs,
    timings: deriveTimings(defaultDurations),
  })(statusEvent(requestId, headers));

const credentialsOf = (uid: string) => ({ LicenseKey: testLicenseKey, UID: uid });

const statusOf = async (answer: ReturnType<typeof call>): Promise<number> =>
  answer.then(
    ({ statusCode }) => statusCode,
    (error: unknown) => {
      if (error instanceof ProblemError) return error.status;
      throw error;
    },
  );

beforeEach(async () => {
  nowMs = 1_000;
  during = [];
  slept = [];
  places = createMemoryHeldCalls(6);
  countCall = createCallMeter(createMemoryCallCounts(), 1_200);
  requests = createMemoryRequestStore();
  await requests.create(
    {
      requestId: id,
      uid: 'acme',
      sku: 'x',
      queuedAtMs: 1_000,
      deadlineMs: 301_000,
      groupSizes: [2, 1],
    },
    601_000,
  );
});

const write = (group: number, atMs: number) =>
  requests.addResults(id, group, packResults([siteResult({ Index: group })], 2), atMs);

describe('the status handler', () => {
  it('answers a pending request with its identifier, status, progress and Retry-After', async () => {
    const answer = await call();
    expect(JSON.parse(answer.body)).toEqual({
      RequestId: id,
      RequestStatus: 0,
      Progress: { Sites: 3, Done: 0 },
    });
    expect(answer.headers).toMatchObject({ 'Retry-After': '2', 'Cache-Control': 'no-store' });
  });

  it('answers a completed request with its data in the order of the call', async () => {
    await write(1, 2_000);
    await write(0, 3_000);
    nowMs = 4_000;
    const answer = await call();
    const view = requestViewSchema.parse(JSON.parse(answer.body));
    expect(view).toMatchObject({
      RequestStatus: 2,
      Data: {
        Sku: 'x',
        RequestedAt: '1970-01-01T00:00:01.000Z',
        CompletedAt: '1970-01-01T00:00:03.000Z',
        ExpiresAt: '1970-01-01T00:05:03.000Z',
        Summary: { Total: 2, Priced: 2, OutOfStock: 0, Ambiguous: 0, NotFound: 0, Blocked: 0, Failed: 0 },
        Sites: [{ Index: 0 }, { Index: 1 }],
      },
    });
    expect(answer.headers).not.toHaveProperty('Retry-After');
  });

  describe('with Prefer: wait', () => {
    const held = (wait: string) => call(id, { ...credentialsOf('acme'), Prefer: wait });

    it('holds the answer only until the request is completed', async () => {
      during = [async () => {}, () => write(0, nowMs), () => write(1, nowMs)];
      const answer = await held('wait=20');
      expect(JSON.parse(answer.body)).toMatchObject({ RequestStatus: 2 });
      expect(answer.headers).toMatchObject({ 'Preference-Applied': 'wait=20' });
      expect(answer.headers).not.toHaveProperty('Retry-After');
      expect(slept).toHaveLength(3);
    });

    it('answers Pending exactly when the time is over', async () => {
      const answer = await held('respond-async, WAIT = "5"; foo=bar');
      expect(JSON.parse(answer.body)).toMatchObject({ RequestId: id, RequestStatus: 0 });
      expect(answer.headers).toMatchObject({ 'Preference-Applied': 'wait=5', 'Retry-After': '2' });
      expect(nowMs).toBe(6_000);
    });

    it('answers Failed if the deadline passes meanwhile', async () => {
      nowMs = 299_000;
      expect(JSON.parse((await held('wait=20')).body)).toEqual({ RequestId: id, RequestStatus: 1 });
      expect(nowMs).toBeLessThan(303_000);
    });

    it('holds four calls of a license and answers further ones at once, without Preference-Applied', async () => {
      const ended = Promise.withResolvers<void>();
      during = Array.from({ length: 4 }, () => () => ended.promise);
      const waiting = Array.from({ length: 4 }, () => held('wait=5'));
      await vi.waitFor(() => expect(places.held).toHaveLength(4));
      const further = await held('wait=5');
      expect(JSON.parse(further.body)).toMatchObject({ RequestStatus: 0 });
      expect(further.headers).toHaveProperty('Retry-After');
      expect(further.headers).not.toHaveProperty('Preference-Applied');
      ended.resolve();
      for (const answer of await Promise.all(waiting))
        expect(answer.headers).toMatchObject({ 'Preference-Applied': 'wait=5' });
      expect(places.held).toEqual([]);
      expect((await held('wait=5')).headers).toHaveProperty('Preference-Applied');
    });

    it('always frees its place, and takes none if there is nothing to wait for', async () => {
      during = [() => Promise.reject(new Error('in trouble'))];
      await expect(held('wait=5')).rejects.toThrow('in trouble');
      expect(places.held).toEqual([]);
      places = createMemoryHeldCalls(0);
      await write(0, 2_000);
      await write(1, 2_000);
      nowMs = 4_000;
      expect((await held('wait=5')).headers).toMatchObject({ 'Preference-Applied': 'wait=5' });
    });

    it.each([
      'wait=0',
      'wait=21',
      'wait',
      'wait=-1',
      'wait=1.5',
      'wait=abc',
      'wait=99999999999999',
      'waiting=5',
      'x="wait=5"',
      ',',
      '',
    ])('ignores unsupported preferences: %s', async (preference) => {
      const answer = await held(preference);
      expect(answer.headers).not.toHaveProperty('Preference-Applied');
      expect(slept).toEqual([]);
    });
  });

  describe('with Prefer: partial-results', () => {
    const partial = async (Prefer: string) => {
      const answer = await call(id, { ...credentialsOf('acme'), Prefer });
      return { headers: answer.headers, view: requestViewSchema.parse(JSON.parse(answer.body)) };
    };

    it('shows the results of finished sites, and none without it', async () => {
      expect((await partial('partial-results')).view).toMatchObject({ Progress: { Done: 0, Results: [] } });
      await write(1, 2_000);
      const { view, headers } = await partial('partial-results');
      expect(view).toMatchObject({ RequestStatus: 0, Progress: { Sites: 3, Results: [{ Index: 1 }] } });
      expect(headers).toMatchObject({ 'Preference-Applied': 'partial-results' });
      expect((await partial('wait=1')).view).toHaveProperty('Progress', { Sites: 3, Done: 1 });
      expect((await partial('partial-results=0')).view).toHaveProperty('Progress', { Sites: 3, Done: 1 });
    });

    it('holds the answer until there are more', async () => {
      during = [async () => {}, () => write(1, nowMs)];
      const { view, headers } = await partial('wait=20, partial-results');
      expect(view).toMatchObject({ Progress: { Results: [{ Index: 1 }] } });
      expect(headers).toMatchObject({ 'Preference-Applied': 'wait=20, partial-results' });
      expect(slept).toHaveLength(2);
    });

    it('answers with Data alone once the request is completed', async () => {
      await write(0, 2_000);
      await write(1, 2_000);
      const { view } = await partial('partial-results');
      expect(view).toMatchObject({ RequestStatus: 2, Data: { Sites: [{}, {}] } });
      expect(view).not.toHaveProperty('Progress');
    });
  });

  it('seals an unfinished request at its deadline, so that a late result cannot land', async () => {
    await write(0, 2_000);
    nowMs = 301_000;
    expect(JSON.parse((await call()).body)).toEqual({ RequestId: id, RequestStatus: 1 });
    expect(await write(1, 300_999)).toBe('NotWritten');
    nowMs = 300_500;
    expect(JSON.parse((await call()).body)).toEqual({ RequestId: id, RequestStatus: 1 });
  });

  it('answers 404 exactly at the end of the retention, and ever after, whatever the clock says', async () => {
    await write(0, 2_000);
    await write(1, 3_000);
    nowMs = 302_999;
    expect(await statusOf(call())).toBe(200);
    nowMs = 303_000;
    expect(await statusOf(call())).toBe(404);
    nowMs = 301_000;
    expect(await statusOf(call())).toBe(404);
  });

  it('answers with the result that landed while it was sealing', async () => {
    await write(0, 2_000);
    nowMs = 301_000;
    const { seal } = requests;
    requests.seal = async (...args) => {
      await write(1, 300_999);
      return seal(...args);
    };
    expect(JSON.parse((await call()).body)).toMatchObject({ RequestStatus: 2 });
  });

  it.each([
    ['an unknown identifier', '11111111-d9cb-469f-a165-70867728950e', undefined],
    ['an identifier of another form', 'queue', undefined],
    ['a request of another UID', id, { LicenseKey: testLicenseKey, UID: 'other' }],
  ])('answers 404 for %s', async (_name, requestId, headers) => {
    expect(await statusOf(call(requestId, headers))).toBe(404);
    expect(requests.items.size).toBe(1);
  });

  const basic = (text: string) => ({ Authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  it.each([
    ['no credentials', {}, 401],
    ['a wrong key', { LicenseKey: 'wrong', UID: 'acme' }, 401],
    ['one header without the other', { LicenseKey: testLicenseKey }, 401],
    ['headers in another case', { licensekey: testLicenseKey, uid: 'acme' }, 200],
    ['HTTP Basic', basic(`acme:${testLicenseKey}`), 200],
    ['both ways, alike', { ...credentialsOf('acme'), ...basic(`acme:${testLicenseKey}`) }, 200],
    ['both ways, Basic with a wrong key', { ...credentialsOf('acme'), ...basic('acme:wrong') }, 401],
    ['Basic beside the UID of another', { UID: 'other', ...basic(`acme:${testLicenseKey}`) }, 401],
    ['a key sent twice', { UID: 'acme', LicenseKey: ['wrong', testLicenseKey] }, 401],
    ['another scheme', { Authorization: `Bearer ${testLicenseKey}` }, 401],
  ])('judges %s', async (_name, headers, status) => {
    expect(await statusOf(call(id, headers as SentHeaders))).toBe(status);
  });
});
