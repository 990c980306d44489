import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDeliveryHandler } from '../../lambdas/delivery/handler.ts';
import { type DeliveryMessage, firstDeliveryMessage } from '../../lambdas/domain/delivery/delivery.ts';
import { defaultRetrySeconds, delaysOf, stepAfter } from '../../lambdas/domain/delivery/delivery-record.ts';
import type { License } from '../../lambdas/domain/license/license.ts';
import { type SlowLane, UnavailableError } from '../../lambdas/domain/ports.ts';
import type { StoredRequest } from '../../lambdas/domain/request/request.ts';
import { callerName } from '../../lambdas/domain/request/scrape-message.ts';
import { packResults } from '../../lambdas/domain/result/result-pack.ts';
import { defaultDurations, deriveTimings } from '../../lambdas/domain/timing.ts';
import { createStatusHandler } from '../../lambdas/status/handler.ts';
import { WebError } from '../../lambdas/web/web-error.ts';
import type { WebhookCall } from '../../lambdas/web/webhook-sender.ts';
import { sqsEvent, sqsRecord, statusEvent } from '../fakes/events.ts';
import {
  createMemoryDeliveryStore,
  createMemoryReceiverStore,
  createMemoryRequestStore,
  createMemorySlowLane,
  memoryLicenses,
  testLicense,
  unlimitedCalls,
} from '../fakes/memory-stores.ts';
import { siteResult } from '../fakes/site-results.ts';

const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
const url = 'https://hooks.example/prices';
const timings = deriveTimings(defaultDurations);
const retryDelaysSeconds = delaysOf(defaultRetrySeconds);
const secretOf = (byte: number): string => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
const startMs = Date.now();
const deadlineMs = startMs + timings.processingWindowMs;

let nowMs: number;
let requests: ReturnType<typeof createMemoryRequestStore>;
let deliveries: ReturnType<typeof createMemoryDeliveryStore>;
let receivers: ReturnType<typeof createMemoryReceiverStore>;
let slowLane: SlowLane;
let delays: number[];
let retryAfterSeconds: number | undefined;
let license: License;
let queued: { message: DeliveryMessage; delaySeconds: number }[];
let posted: { call: WebhookCall; atMs: number }[];
let answer: () => number;
let reported: string[];

beforeEach(async () => {
  nowMs = startMs;
  requests = createMemoryRequestStore();
  deliveries = createMemoryDeliveryStore();
  receivers = createMemoryReceiverStore();
  slowLane = createMemorySlowLane(1);
  delays = [];
  retryAfterSeconds = undefined;
  license = testLicense({ webhookSecrets: [{ secret: secretOf(1), createdAtMs: 0 }] });
  queued = [];
  posted = [];
  reported = [];
  answer = () => 204;
  await store({ url });
});

const store = async (webhook: StoredRequest['webhook'], groupSizes = [1]) => {
  await requests.remove(id);
  const facts = {
    requestId: id,
    uid: 'acme',
    sku: '555088-105',
    queuedAtMs: startMs,
    deadlineMs,
    groupSizes,
  };
  await requests.create({ ...facts, webhook }, deadlineMs * 2);
};
const complete = () => requests.addResults(id, 0, packResults([siteResult()], 1), nowMs);
const first = (dueMs = startMs) => firstDeliveryMessage(id, callerName('acme'), dueMs);

let messages = 0;
const newMessageId = (): string => {
  messages += 1;
  return `m${messages}`;
};
/** SQS delivers a message; with an identifier, the same one again. */
const deliver = (message: DeliveryMessage, messageId = newMessageId()) =>
  createDeliveryHandler({
    requests,
    deliveries,
    licenses: memoryLicenses(license),
    receivers,
    slowLane,
    queue: { send: async (next, delaySeconds) => void queued.push({ message: next, delaySeconds }) },
    schedule: {
      sendWhenDue: async (next) =>
        void queued.push({ message: next, delaySeconds: Math.ceil((next.DueMs - nowMs) / 1_000) }),
    },
    visibility: { delay: async (_receipt, seconds) => void delays.push(seconds) },
    retryDelaysSeconds,
    postEveryMs: 1_000,
    sender: {
      post: async (call) => {
        posted.push({ call, atMs: nowMs });
        return { status: answer(), retryAfterSeconds };
      },
    },
    clock: () => nowMs,
    pause: async (ms) => {
      nowMs += ms;
    },
    random: () => 0,
    timings,
    timeoutMs: 40_000,
    log: {
      attempted: (_id, _attempt, { step }) => reported.push('ended' in step ? step.ended : 'again'),
      resent: () => reported.push('resent'),
      suspended: () => reported.push('suspended'),
      failed: () => reported.push('failed'),
      lost: () => reported.push('lost'),
      warn: () => {},
      error: (_message, { error }) => reported.push(String(error)),
    },
  })(sqsEvent(sqsRecord({ body: JSON.stringify(message), messageId })));

const bodyOf = (place = 0) =>
  JSON.parse(Buffer.from(posted[place]!.call.body).toString()) as Record<string, unknown>;
const verify = (secret: string, place = 0) => {
  const { body, headers } = posted[place]!.call;
  return new Webhook(secret).verify(Buffer.from(body).toString(), { ...headers });
};
const read = async () => {
  const handler = createStatusHandler({
    ...unlimitedCalls,
    requests,
    licenses: memoryLicenses(license),
    clock: () => nowMs,
    sleep: async () => {},
    timings,
  });
  return JSON.parse((await handler(statusEvent(id))).body) as unknown;
};
const step = () => queued.shift()!;

describe('a completed request', () => {
  it('is posted once, signed, with the response of GET', async () => {
    await complete();
    nowMs += 70;
    expect(await deliver(first())).toEqual({ batchItemFailures: [] });
    expect(posted.map(({ call }) => call.url)).toEqual([url]);
    expect(verify(secretOf(1))).toEqual({
      type: 'scrap_prices.completed',
      timestamp: new Date(startMs).toISOString(),
      data: await read(),
    });
    expect(posted[0]!.call.headers['webhook-id']).toBe(`msg_${id}`);
    expect(Number(posted[0]!.call.headers['webhook-timestamp'])).toBe(Math.floor(nowMs / 1_000));
    expect(reported).toEqual(['Delivered']);
    await deliver(first());
    nowMs = deadlineMs;
    await deliver(first(deadlineMs));
    expect(posted).toHaveLength(1);
    expect(queued).toEqual([]);
  });

  it('is signed with the request’s own secret if it has one, and with both secrets of a license during rotation', async () => {
    await store({ url, secret: secretOf(5) });
    await complete();
    await deliver(first());
    verify(secretOf(5));
    expect(() => verify(secretOf(1))).toThrow(/signature/);
    deliveries.records.clear();
    await store({ url });
    await complete();
    license = testLicense({
      webhookSecrets: [
        { secret: secretOf(2), createdAtMs: startMs },
        { secret: secretOf(1), createdAtMs: 0, endsAtMs: nowMs + 1 },
        { secret: secretOf(3), createdAtMs: 0, endsAtMs: nowMs },
      ],
    });
    await deliver(first());
    verify(secretOf(2), 1);
    verify(secretOf(1), 1);
    expect(() => verify(secretOf(3), 1)).toThrow(/signature/);
  });

  it('is still posted as completed if the delivery starts late', async () => {
    await complete();
    nowMs = startMs + 3_600_000;
    await deliver(first());
    expect(bodyOf().type).toBe('scrap_prices.completed');
  });
});

describe('a request that is incomplete at its deadline', () => {
  it('is sealed and posted as failed, and stays failed for every later reader', async () => {
    await deliver(first(), 'looks');
    for (const delaySeconds of [75, 75, 75, 75]) {
      expect(delays.splice(0)).toEqual([delaySeconds]);
      nowMs += delaySeconds * 1_000;
      await deliver(first(), 'looks');
    }
    expect(nowMs).toBe(deadlineMs);
    expect(verify(secretOf(1))).toEqual({
      type: 'scrap_prices.failed',
      timestamp: new Date(deadlineMs).toISOString(),
      data: { RequestId: id, RequestStatus: 1 },
    });
    expect(reported).toEqual(['failed', 'Delivered']);
    nowMs -= 10;
    expect(await complete()).toBe('NotWritten');
  });

  it('is posted as completed if its last group lands while it is being sealed', async () => {
    nowMs = deadlineMs;
    const { seal } = requests;
    requests.seal = async (...given) => {
      requests.seal = seal;
      await requests.addResults(id, 0, packResults([siteResult()], 1), deadlineMs - 1);
      return seal(...given);
    };
    await deliver(first(deadlineMs));
    expect(bodyOf().type).toBe('scrap_prices.completed');
  });

  it('is not posted if queueing was rolled back', async () => {
    await requests.revoke(id, nowMs + 1);
    nowMs = deadlineMs;
    await deliver(first(deadlineMs));
    expect(posted).toEqual([]);
  });

  it('makes a message that arrives too early wait', async () => {
    nowMs = deadlineMs - 1;
    expect((await deliver(first(startMs))).batchItemFailures).toHaveLength(1);
    expect([delays, queued]).toEqual([[1], []]);
    expect(posted).toEqual([]);
  });
});

describe('a receiver that rejects the post', () => {
  const failures: [string, () => number][] = [
    ['500', () => 500],
    ['404', () => 404],
    ['a redirect', () => 302],
    ['an early answer', () => 103],
    [
      'no answer',
      () => {
        throw new WebError('Timeout', 'It did not answer.', { retryable: true });
      },
    ],
    [
      'a forbidden address',
      () => {
        throw new WebError('ForbiddenTarget', 'It is private.', { retryable: false });
      },
    ],
  ];
  it.each(failures)(
    '(%s) gets nine attempts within three days, with the same identifier and body',
    async (_title, fails) => {
      await complete();
      answer = fails;
      await deliver(first());
      // Gone before the second attempt.
      await requests.remove(id);
      const dueMs: number[] = [];
      while (queued.length > 0) {
        const { message, delaySeconds } = step();
        if (message.Tries === dueMs.length + 1) dueMs.push(message.DueMs - startMs);
        nowMs += delaySeconds * 1_000;
        await deliver(message);
      }
      expect(dueMs).toEqual(defaultRetrySeconds.map((seconds) => seconds * 1_000));
      expect(posted.map(({ atMs }) => atMs - startMs)).toEqual([0, ...dueMs]);
      expect(new Set(posted.map(({ call }) => call.headers['webhook-id']))).toEqual(new Set([`msg_${id}`]));
      expect(new Set(posted.map(({ call }) => Buffer.from(call.body).toString())).size).toBe(1);
      for (const { call, atMs } of posted)
        expect(call.headers['webhook-timestamp']).toBe(String(Math.floor(atMs / 1_000)));
      expect(reported).toEqual([...Array(8).fill('again'), 'suspended', 'GivenUp']);
    },
  );

  it('gets no further attempt after it accepts the post or answers 410', async () => {
    for (const [status, end] of [
      [200, 'Delivered'],
      [299, 'Delivered'],
      [410, 'Gone'],
    ] as const) {
      await store({ url });
      await complete();
      deliveries.records.clear();
      reported = [];
      answer = () => 500;
      await deliver(first());
      answer = () => status;
      nowMs += 5_000;
      await deliver(step().message);
      expect(reported).toEqual(['again', end]);
      expect(queued).toEqual([]);
    }
  });

  it('is retried with up to 10 % of jitter', () => {
    const attempt = { atMs: 0, durationMs: 0, status: 500 };
    for (const [index, seconds] of retryDelaysSeconds.entries()) {
      const nextOf = (random: number) =>
        stepAfter(attempt, startMs, {
          tries: index + 1,
          firstAtMs: startMs,
          random,
          delaysSeconds: retryDelaysSeconds,
        });
      expect(nextOf(0)).toEqual({ nextAtMs: startMs + seconds * 1_000 });
      expect(nextOf(1)).toEqual({ nextAtMs: startMs + seconds * 1_100 });
    }
  });

  it('never gets an unsigned post: a missing secret is the failure', async () => {
    await complete();
    license = testLicense();
    await deliver(first());
    expect(posted).toEqual([]);
    expect(deliveries.records.get(id)?.attempts[0]?.error?.code).toBe('NoSecret');
    license = testLicense({ webhookSecrets: [{ secret: secretOf(1), createdAtMs: 0 }] });
    nowMs += 5_000;
    await deliver(step().message);
    expect(reported).toEqual(['again', 'Delivered']);
  });
});

describe('a message delivered twice', () => {
  it('makes one attempt and one chain of retries', async () => {
    await complete();
    answer = () => 500;
    await deliver(first(), 'a');
    await deliver(first(), 'b');
    expect(posted).toHaveLength(1);
    expect(queued).toHaveLength(1);
  });

  it('sends the message for the next attempt if the function died before sending it', async () => {
    await complete();
    answer = () => 500;
    await deliver(first(), 'a');
    queued = [];
    await deliver(first(), 'a');
    expect(posted).toHaveLength(1);
    const { message } = step();
    expect(message).toMatchObject({ Tries: 1 });
    nowMs += 5_000;
    await deliver(message, 'c');
    await deliver(message, 'd');
    queued = [];
    await deliver(message, 'c');
    expect(posted).toHaveLength(2);
    expect(step().message).toMatchObject({ Tries: 2, DueMs: nowMs + 25_000 });
    expect(queued).toEqual([]);
  });

  it('repeats an attempt of unknown outcome with the same identifier', async () => {
    await complete();
    const { recordAttempt } = deliveries;
    deliveries.recordAttempt = () => Promise.reject(new Error('the function died'));
    expect((await deliver(first(), 'a')).batchItemFailures).toHaveLength(1);
    deliveries.recordAttempt = recordAttempt;
    // Another message does not interfere while that one's function may still be running.
    await deliver(first(), 'b');
    expect(posted).toHaveLength(1);
    await deliver(first(), 'a');
    expect(posted.map(({ call }) => call.headers['webhook-id'])).toEqual([`msg_${id}`, `msg_${id}`]);
    expect(deliveries.records.get(id)).toMatchObject({ ended: 'Delivered' });
  });

  it('is continued by the other copy if the first one never returns', async () => {
    await complete();
    const { recordAttempt } = deliveries;
    deliveries.recordAttempt = () => Promise.reject(new Error('the function died'));
    await deliver(first(), 'a');
    deliveries.recordAttempt = recordAttempt;
    nowMs = deadlineMs;
    await deliver(first(deadlineMs), 'b');
    await deliver(first(), 'a');
    expect(posted).toHaveLength(2);
  });

  it('continues if the record was written but the store’s answer was lost', async () => {
    await complete();
    answer = () => 500;
    const { recordAttempt } = deliveries;
    let isLost = true;
    deliveries.recordAttempt = async (...given) => {
      const isWritten = await recordAttempt(...given);
      if (isLost) {
        isLost = false;
        throw new UnavailableError('no answer');
      }
      return isWritten;
    };
    expect(await deliver(first())).toEqual({ batchItemFailures: [] });
    expect(posted).toHaveLength(1);
    expect(queued).toHaveLength(1);
  });
});

describe('a message', () => {
  it('is dropped, with a log line, if its request is gone', async () => {
    await requests.remove(id);
    expect(await deliver(first())).toEqual({ batchItemFailures: [] });
    expect(reported).toEqual(['lost']);
  });

  it('is ignored if its request has no webhook', async () => {
    await store(undefined);
    await complete();
    await deliver(first());
    expect([posted, reported]).toEqual([[], []]);
  });

  it('is kept if it is unreadable or the store does not answer', async () => {
    const broken = { ...first(), Version: 9 as 1 };
    expect((await deliver(broken)).batchItemFailures).toHaveLength(1);
    requests.get = () => Promise.reject(new UnavailableError('DynamoDB is down'));
    expect((await deliver(first())).batchItemFailures).toHaveLength(1);
  });
});

describe('a receiver that is overloaded', () => {
  const secondId = '0f8fad5b-d9cb-469f-a165-70867728950f';
  /** Another request of a license, ending now, with a receiver. */
  const another = async (requestId: string, to = url) => {
    const endsAtMs = nowMs + timings.processingWindowMs;
    const facts = {
      requestId,
      uid: 'acme',
      sku: 'x',
      queuedAtMs: nowMs,
      deadlineMs: endsAtMs,
      groupSizes: [1],
    };
    await requests.create({ ...facts, webhook: { url: to } }, endsAtMs * 2);
    await requests.addResults(requestId, 0, packResults([siteResult()], 1), nowMs);
    return firstDeliveryMessage(requestId, callerName('acme'), nowMs);
  };
  const nameOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

  it('delays every delivery to it by its Retry-After', async () => {
    await complete();
    answer = () => 429;
    retryAfterSeconds = 3_600;
    await deliver(first());
    expect(step().delaySeconds).toBe(3_600);
    answer = () => 204;
    await deliver(await another(secondId));
    expect(posted).toHaveLength(1);
    const { message } = step();
    expect(message.DueMs - startMs).toBeGreaterThanOrEqual(3_600_000);
    // It outlives the request.
    await requests.remove(secondId);
    nowMs = message.DueMs;
    await deliver(message);
    expect(posted).toHaveLength(2);
    // Another receiver is not affected.
    nowMs = startMs;
    await deliver(await another(nameOf(1), 'https://other.example/'));
    expect(posted).toHaveLength(3);
  });

  it.each([429, 502, 504])('delays every delivery to it by a minute when it answers %s', async (status) => {
    await complete();
    answer = () => status;
    await deliver(first());
    await deliver(await another(secondId));
    expect(posted).toHaveLength(1);
    expect(delays[0]).toBeGreaterThanOrEqual(60);
  });

  it.each([
    [120, 'hides its messages in the queue', { hidden: 1, scheduled: 0 }],
    [121, 'schedules its messages, since SQS hides only so many', { hidden: 0, scheduled: 1 }],
  ])('that pauses for %i s %s', async (seconds, _what, expected) => {
    await complete();
    answer = () => 429;
    retryAfterSeconds = seconds;
    await deliver(first());
    queued = [];
    await deliver(await another(secondId));
    expect({ hidden: delays.length, scheduled: queued.length }).toEqual(expected);
  });

  it('waits a day at most for a Retry-After, and still gives up', async () => {
    await complete();
    answer = () => 503;
    retryAfterSeconds = 2 ** 31;
    await deliver(first());
    while (queued.length > 0) {
      const { message } = step();
      expect(message.DueMs - nowMs).toBeLessThanOrEqual(2 * 86_400_000);
      nowMs = message.DueMs;
      await deliver(message);
    }
    expect(reported.at(-1)).toBe('GivenUp');
    expect(nowMs - startMs).toBeLessThan(5 * 86_400_000);
  });

  it('gets a burst at once and the rest one by one, in order', async () => {
    const messages = await Promise.all(Array.from({ length: 12 }, (_, index) => another(nameOf(index))));
    for (const message of messages) await deliver(message, `m-${message.RequestId}`);
    expect(posted).toHaveLength(5);
    expect(delays).toEqual([1, 2, 3, 4, 5, 6, 7]);
    for (let second = 1; second <= 7; second += 1) {
      nowMs = startMs + second * 1_000;
      for (const message of messages) await deliver(message, `m-${message.RequestId}`);
      expect(posted).toHaveLength(5 + second);
    }
    expect(new Set(posted.map(({ call }) => call.headers['webhook-id'])).size).toBe(12);
  });

  it('gets one attempt per delivery after failing for three days, until it accepts one', async () => {
    await complete();
    answer = () => 500;
    await deliver(first());
    nowMs = startMs + 3 * 86_400_000;
    const next = async (index: number) => {
      reported = [];
      queued = [];
      await deliver(await another(nameOf(index)));
      return [reported, queued.length];
    };
    expect(await next(1)).toEqual([['suspended', 'GivenUp'], 0]);
    expect(await next(2)).toEqual([['GivenUp'], 0]);
    answer = () => 204;
    expect(await next(3)).toEqual([['Delivered'], 0]);
    answer = () => 500;
    expect(await next(4)).toEqual([['again'], 1]);
  });

  it('gets only identifier, status and summary with the payload Reference', async () => {
    await store({ url, isReference: true });
    await complete();
    await deliver(first());
    const { data } = verify(secretOf(1)) as { data: Record<string, unknown> };
    expect(data).toEqual({
      RequestId: id,
      RequestStatus: 2,
      Data: { Sku: '555088-105', Summary: expect.objectContaining({ Total: 1 }) },
    });
  });
});
