// Callers list their deliveries and have them resent.
import { beforeEach, describe, expect, it } from 'vitest';
import { createDeliveryHandler } from '../../lambdas/delivery/handler.ts';
import { type DeliveryMessage, firstDeliveryMessage } from '../../lambdas/domain/delivery/delivery.ts';
import { maxResends, recordRetentionMs } from '../../lambdas/domain/delivery/delivery-record.ts';
import { type DeliveryView, deliveryViewSchema } from '../../lambdas/domain/delivery/delivery-view-schema.ts';
import { UnavailableError } from '../../lambdas/domain/ports.ts';
import { ProblemError } from '../../lambdas/domain/problem.ts';
import { callerName } from '../../lambdas/domain/request/scrape-message.ts';
import { packResults } from '../../lambdas/domain/result/result-pack.ts';
import { defaultDurations, deriveTimings } from '../../lambdas/domain/timing.ts';
import { createResendHandler } from '../../lambdas/queue/resend.ts';
import { createDeliveriesHandler } from '../../lambdas/status/deliveries.ts';
import { WebError } from '../../lambdas/web/web-error.ts';
import type { WebhookCall } from '../../lambdas/web/webhook-sender.ts';
import { deliveryPorts } from '../fakes/delivery-ports.ts';
import { sqsEvent, sqsRecord, statusEvent } from '../fakes/events.ts';
import {
  createMemoryDeliveryStore,
  createMemoryQuotaStore,
  createMemoryRequestStore,
  memoryLicenses,
  testLicense,
  testLicenseKey,
  unlimitedCalls,
} from '../fakes/memory-stores.ts';
import { siteResult } from '../fakes/site-results.ts';

const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
const unknownId = '0f8fad5b-d9cb-469f-a165-70867728950f';
const url = 'https://hooks.example/prices';
const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const timings = deriveTimings(defaultDurations);
const startMs = Date.UTC(2026, 10, 21, 10);

let world: ReturnType<typeof deliveryPorts>;
let nowMs: number;
let requests: ReturnType<typeof createMemoryRequestStore>;
let deliveries: ReturnType<typeof createMemoryDeliveryStore>;
let quotas: ReturnType<typeof createMemoryQuotaStore>;
let queued: DeliveryMessage[];
let posted: WebhookCall[];
let answer: () => number;
let isQueueDown: boolean;

const store = (webhook: { url: string; secret?: string } | undefined, uid = 'acme') =>
  requests.create(
    {
      requestId: id,
      uid,
      sku: '555088-105',
      queuedAtMs: startMs,
      deadlineMs: startMs + timings.processingWindowMs,
      groupSizes: [1],
      webhook,
    },
    startMs * 2,
  );

beforeEach(async () => {
  nowMs = startMs;
  world = deliveryPorts((message) => queued.push(message));
  requests = createMemoryRequestStore();
  deliveries = createMemoryDeliveryStore();
  quotas = createMemoryQuotaStore();
  queued = [];
  posted = [];
  answer = () => 503;
  isQueueDown = false;
  await store({ url, secret });
});

const licenses = memoryLicenses(testLicense(), testLicense({ uid: 'slow', requestsPerMinute: 2 }));
const queue = {
  send: async (message: DeliveryMessage) => {
    if (isQueueDown) throw new UnavailableError('down');
    queued.push(message);
  },
};
const ports = () => ({
  ...world,
  requests,
  deliveries,
  licenses,
  quotas,
  queue,
  clock: () => nowMs,
  timings,
});

const deliver = (message: DeliveryMessage, messageId = `m${Math.random()}`) =>
  createDeliveryHandler({
    ...ports(),
    sender: {
      post: async (call) => {
        posted.push(call);
        return { status: answer() };
      },
    },
    pause: async (ms) => {
      nowMs += ms;
    },
    random: () => 0,
    timeoutMs: 40_000,
    log: {
      attempted: () => {},
      resent: () => {},
      suspended: () => {},
      failed: () => {},
      lost: () => {},
      warn: () => {},
      error: (_message, { error }) => expect.fail(String(error)),
    },
  })(sqsEvent(sqsRecord({ body: JSON.stringify(message), messageId })));

const headersOf = (uid: string) => ({ LicenseKey: testLicenseKey, UID: uid });
const call = async (
  handler: ReturnType<typeof createResendHandler>,
  requestId: string,
  headers?: Record<string, string>,
) => {
  try {
    const { statusCode, body, headers: sent } = await handler(statusEvent(requestId, headers));
    return { status: statusCode, view: JSON.parse(body) as DeliveryView, headers: sent ?? {} };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { status: error.status, detail: error.message, headers: error.headers };
  }
};
const read = (requestId = id, headers?: Record<string, string>) =>
  call(createDeliveriesHandler({ ...unlimitedCalls, ...ports() }), requestId, headers);
const ask = (requestId = id, headers?: Record<string, string>) =>
  call(createResendHandler(ports()), requestId, headers);
const viewNow = async (): Promise<DeliveryView> => deliveryViewSchema.parse((await read()).view);
const isoAt = (ms: number): string => new Date(ms).toISOString();

/** The request ends, and its first attempt is made. */
const begin = async (): Promise<void> => {
  await requests.addResults(id, 0, packResults([siteResult()], 1), nowMs);
  await deliver(firstDeliveryMessage(id, callerName('acme'), nowMs));
};

describe('the view of a delivery', () => {
  it('is empty while the request is pending', async () => {
    expect(await read()).toMatchObject({
      status: 200,
      view: {
        RequestId: id,
        WebhookId: `msg_${id}`,
        Ended: null,
        NextAttemptAt: null,
        Suspended: false,
        ExpiresAt: null,
        ResendsLeft: maxResends,
        Attempts: [],
      },
    });
  });

  it('lists each attempt with its time and its answer or error, and the time of the next one', async () => {
    await begin();
    nowMs += 5_000;
    answer = () => {
      nowMs += 120;
      throw new WebError('Timeout', 'It went silent.', { retryable: true });
    };
    await deliver(queued[0]!);
    expect(await viewNow()).toEqual({
      RequestId: id,
      WebhookId: `msg_${id}`,
      Ended: null,
      NextAttemptAt: isoAt(startMs + 5_120 + 25_000),
      Suspended: false,
      ExpiresAt: isoAt(startMs + 5_120 + 25_000 + recordRetentionMs),
      ResendsLeft: maxResends,
      Attempts: [
        { At: isoAt(startMs), DurationMs: 0, HttpStatus: 503, Error: null, IsResend: false },
        {
          At: isoAt(startMs + 5_000),
          DurationMs: 120,
          HttpStatus: null,
          Error: { Code: 'Timeout', Message: 'It went silent.' },
          IsResend: false,
        },
      ],
    });
  });

  it('outlives the request by exactly an hour after the last attempt', async () => {
    answer = () => 204;
    await begin();
    await requests.remove(id);
    nowMs = startMs + recordRetentionMs - 1;
    expect(await viewNow()).toMatchObject({ Ended: 'Delivered', NextAttemptAt: null });
    nowMs += 1;
    expect(await read()).toMatchObject({ status: 404 });
    expect(await ask()).toMatchObject({ status: 404 });
  });

  it('reveals neither the secret nor the address', async () => {
    await begin();
    expect(JSON.stringify((await read()).view)).not.toMatch(/whsec|hooks/);
  });

  it.each([
    ['before its end', async () => {}],
    ['after it', begin],
  ])('is hidden from other callers, %s: the same 404 as for an unknown request', async (_when, happens) => {
    await happens();
    const never = await read(unknownId);
    expect(never).toMatchObject({
      status: 404,
      detail: expect.stringMatching(/^This license has no request/),
    });
    for (const one of [read, ask]) {
      expect(await one(id, headersOf('slow'))).toEqual(never);
      expect(await one('queue')).toEqual(never);
      expect(await one(unknownId)).toEqual(never);
    }
    expect(queued.filter(({ Resend }) => Resend !== undefined)).toEqual([]);
    for (const one of [read, ask]) expect(await one(id, { UID: 'acme' })).toMatchObject({ status: 401 });
  });

  it('is a 404 of its own kind if the request has no webhook', async () => {
    await requests.remove(id);
    await store(undefined);
    for (const one of [read, ask])
      expect(await one()).toMatchObject({ status: 404, detail: expect.stringMatching(/has no webhook/) });
  });
});

describe('a resend', () => {
  it.each([
    ['an accepted delivery', 204, 'Delivered'],
    ['a declined delivery', 410, 'Gone'],
  ] as const)('after %s posts the same body under the same identifier', async (_name, status, ended) => {
    answer = () => status;
    await begin();
    await requests.remove(id);
    nowMs += 1_800_000;
    expect(await ask()).toMatchObject({ status: 202, view: { Ended: ended, ResendsLeft: maxResends - 1 } });
    answer = () => 200;
    await deliver(queued[0]!);
    expect(posted).toHaveLength(2);
    expect(posted[1]!.body).toEqual(posted[0]!.body);
    expect(posted[1]!.url).toBe(url);
    expect(posted[1]!.headers['webhook-id']).toBe(`msg_${id}`);
    const { Ended, Attempts } = await viewNow();
    expect(Ended).toBe('Delivered');
    expect(Attempts.map(({ HttpStatus, IsResend }) => [HttpStatus, IsResend])).toEqual([
      [status, false],
      [200, true],
    ]);
    expect(queued).toHaveLength(1);
  });

  it('ends the automatic attempts if the receiver accepts it', async () => {
    await begin();
    const next = queued.shift()!;
    await ask();
    answer = () => 200;
    await deliver(queued.shift()!);
    expect(await viewNow()).toMatchObject({ Ended: 'Delivered', NextAttemptAt: null });
    nowMs = next.DueMs;
    await deliver(next);
    expect(posted).toHaveLength(2);
    expect(queued).toEqual([]);
  });

  it('leaves the automatic attempts alone if it fails', async () => {
    await begin();
    const next = queued.shift()!;
    const before = await viewNow();
    await ask();
    await deliver(queued.shift()!);
    const { Attempts, ResendsLeft, ...after } = await viewNow();
    expect(before).toMatchObject(after);
    expect(ResendsLeft).toBe(maxResends - 1);
    expect(Attempts).toHaveLength(2);
    nowMs = next.DueMs;
    await deliver(next);
    expect(posted).toHaveLength(3);
    expect(queued).toMatchObject([{ Tries: 2 }]);
    expect((await viewNow()).Attempts.map(({ IsResend }) => IsResend)).toEqual([false, true, false]);
  });

  it('is made once even if SQS delivers its message twice', async () => {
    await begin();
    await ask();
    const message = queued.find(({ Resend }) => Resend === 1)!;
    await deliver(message, 'm1');
    await deliver(message, 'm1');
    expect(posted).toHaveLength(2);
  });

  it('posts nothing and says so if the body is no longer stored', async () => {
    await begin();
    await ask();
    deliveries.loadPayload = async () => undefined;
    await deliver(queued.find(({ Resend }) => Resend === 1)!);
    expect(posted).toHaveLength(1);
    expect((await viewNow()).Attempts[1]).toMatchObject({ Error: { Code: 'NotKept' }, IsResend: true });
  });

  it('is signed with the current secrets', async () => {
    await requests.remove(id);
    await store({ url });
    await begin();
    await ask();
    await deliver(queued.find(({ Resend }) => Resend === 1)!);
    expect((await viewNow()).Attempts[1]).toMatchObject({ Error: { Code: 'NoSecret' } });
    expect(posted).toHaveLength(0);
  });

  it('is made even if it is requested in the record’s last moment', async () => {
    await begin();
    nowMs = Date.parse((await viewNow()).ExpiresAt!) - 1;
    await ask();
    nowMs += 1_000;
    await deliver(queued.find(({ Resend }) => Resend === 1)!);
    expect(posted).toHaveLength(2);
  });

  it('is refused before the first attempt', async () => {
    expect(await ask()).toMatchObject({ status: 409 });
    expect(queued).toEqual([]);
  });

  it('is limited in number', async () => {
    await begin();
    queued = [];
    for (let left = maxResends - 1; left >= 0; left -= 1)
      expect(await ask()).toMatchObject({ status: 202, view: { ResendsLeft: left } });
    expect(await ask()).toMatchObject({ status: 429, headers: { 'Retry-After': '3605' } });
    expect(queued.map(({ Resend }) => Resend)).toEqual(
      Array.from({ length: maxResends }, (_, index) => index + 1),
    );
  });

  it('counts against the license’s quota, unless it is refused or not sent', async () => {
    await requests.remove(id);
    await store({ url, secret }, 'slow');
    await begin();
    const slow = headersOf('slow');
    isQueueDown = true;
    await expect(ask(id, slow)).rejects.toThrow(UnavailableError);
    isQueueDown = false;
    expect(await ask(id, slow)).toMatchObject({
      status: 202,
      headers: { RateLimit: '"requests";r=1;t=60' },
    });
    expect(await ask(id, slow)).toMatchObject({ status: 202 });
    expect(await ask(id, slow)).toMatchObject({ status: 429, headers: { 'Retry-After': '60' } });
  });
});
