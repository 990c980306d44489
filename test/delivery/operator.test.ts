// Exports of ended requests to the operator's bucket and event bus.
import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OperatorPorts } from '../../lambdas/delivery/export-to-operator.ts';
import { createDeliveryHandler } from '../../lambdas/delivery/handler.ts';
import { type DeliveryMessage, firstDeliveryMessage } from '../../lambdas/domain/delivery/delivery.ts';
import { operatorRetryDelaysSeconds } from '../../lambdas/domain/delivery/delivery-record.ts';
import type { ResultEvent, ResultObject } from '../../lambdas/domain/delivery/result-export.ts';
import { RefusedError } from '../../lambdas/domain/ports.ts';
import { callerName } from '../../lambdas/domain/request/scrape-message.ts';
import { packResults } from '../../lambdas/domain/result/result-pack.ts';
import { defaultDurations, deriveTimings } from '../../lambdas/domain/timing.ts';
import { deliveryPorts } from '../fakes/delivery-ports.ts';
import { sqsEvent, sqsRecord } from '../fakes/events.ts';
import {
  createMemoryDeliveryStore,
  createMemoryRequestStore,
  memoryLicenses,
} from '../fakes/memory-stores.ts';
import { siteResult } from '../fakes/site-results.ts';

const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const timings = deriveTimings(defaultDurations);
const startMs = Date.UTC(2026, 10, 21, 23, 59, 59, 900);
const deadlineMs = startMs + timings.processingWindowMs;
const key = `results/date=2026-11-21/uid=acme/2026-11-21T23-59-59.900Z-${id}.ndjson.gz`;

let nowMs: number;
let requests: ReturnType<typeof createMemoryRequestStore>;
let deliveries: ReturnType<typeof createMemoryDeliveryStore>;
let queued: DeliveryMessage[];
let posts: number;
let objects: ResultObject[];
let events: ResultEvent[];
let reported: string[];
let operator: OperatorPorts | undefined;
let bucketFails: Error | undefined;

const store = (webhook?: { url: string; secret: string }, groupSizes = [1]) =>
  requests.create(
    { requestId: id, uid: 'acme', sku: 'x', queuedAtMs: startMs, deadlineMs, groupSizes, webhook },
    deadlineMs * 2,
  );
const complete = () =>
  requests.addResults(id, 0, packResults([siteResult(), siteResult({ Index: 1, Name: 'B' })], 2), nowMs);

beforeEach(() => {
  nowMs = startMs;
  requests = createMemoryRequestStore();
  deliveries = createMemoryDeliveryStore();
  queued = [];
  posts = 0;
  objects = [];
  events = [];
  reported = [];
  bucketFails = undefined;
  operator = {
    bucket: {
      name: 'acme-prices',
      put: async (object) => {
        if (bucketFails) throw bucketFails;
        objects.push(object);
      },
    },
    bus: { send: async (event) => void events.push(event) },
  };
});

let messages = 0;
const deliver = (message: DeliveryMessage, messageId?: string) => {
  messages += 1;
  return createDeliveryHandler({
    ...deliveryPorts((next) => queued.push(next)),
    requests,
    deliveries,
    licenses: memoryLicenses(),
    queue: { send: async (next) => void queued.push(next) },
    sender: {
      post: async () => {
        posts += 1;
        return { status: 204 };
      },
    },
    operator,
    clock: () => nowMs,
    pause: async () => {},
    random: () => 0,
    timings,
    timeoutMs: 40_000,
    log: {
      attempted: (_id, _attempt, { to, step }) =>
        reported.push(`${to}: ${'ended' in step ? step.ended : 'again'}`),
      resent: () => {},
      suspended: () => {},
      failed: () => reported.push('failed'),
      lost: () => reported.push('lost'),
      warn: () => {},
      error: (_message, { error }) => reported.push(String(error)),
    },
  })(sqsEvent(sqsRecord({ body: JSON.stringify(message), messageId: messageId ?? `m${messages}` })));
};
const first = () => firstDeliveryMessage(id, callerName('acme'), nowMs);
/** Delivers sent messages until none is due. */
const drain = async (): Promise<void> => {
  for (let message = queued.shift(); message; message = queued.shift()) {
    nowMs = Math.max(nowMs, message.DueMs);
    await deliver(message);
  }
};

describe('a request that completes', () => {
  it('is exported as one line per site under its day and UID, then announced with the object’s key', async () => {
    await store();
    await complete();
    nowMs += 5_000;
    await deliver(first());
    await drain();
    expect(objects.map((object) => object.key)).toEqual([key]);
    const lines = gunzipSync(objects[0]!.body).toString().split('\n');
    expect(lines.pop()).toBe('');
    const times = { RequestedAt: '2026-11-21T23:59:59.900Z', CompletedAt: '2026-11-21T23:59:59.900Z' };
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { RequestId: id, UID: 'acme', ...times, ...siteResult() },
      { RequestId: id, UID: 'acme', ...times, ...siteResult({ Index: 1, Name: 'B' }) },
    ]);
    expect(events).toEqual([
      {
        type: 'scrap_prices.completed',
        timestamp: '2026-11-21T23:59:59.900Z',
        detail: {
          RequestId: id,
          UID: 'acme',
          RequestStatus: 2,
          Sku: 'x',
          ...times,
          Summary: expect.objectContaining({ Total: 2 }),
          Bucket: 'acme-prices',
          Key: key,
        },
      },
    ]);
    expect([posts, reported]).toEqual([0, ['Operator: Delivered']]);
  });

  it('is announced once although two messages check for its end, even if it is gone by then', async () => {
    await store();
    await complete();
    await deliver(first());
    await drain();
    await deliver(first());
    await drain();
    await requests.remove(id);
    await deliver(first());
    expect([objects.length, events.length, reported]).toEqual([1, 1, ['Operator: Delivered']]);
  });

  it('is posted to its webhook too, in a separate chain', async () => {
    await store({ url: 'https://hooks.example/', secret });
    await complete();
    bucketFails = new RefusedError('SlowDown', 'Reduce your request rate.');
    await deliver(first());
    expect(posts).toBe(1);
    const [operatorMessage] = queued;
    queued = [];
    await deliver(operatorMessage!);
    bucketFails = undefined;
    await requests.remove(id);
    await drain();
    expect([posts, objects.length]).toEqual([1, 1]);
    expect(reported).toEqual(['Webhook: Delivered', 'Operator: again', 'Operator: Delivered']);
    expect((await deliveries.get(id))?.attempts).toHaveLength(1);
  });

  it('has the same bytes at every attempt, so that repeating one is harmless', async () => {
    await store();
    await complete();
    await deliver(first());
    const [message] = queued;
    const { recordAttempt } = deliveries;
    deliveries.recordAttempt = async () => {
      throw new Error('died');
    };
    await deliver(message!, 'same');
    deliveries.recordAttempt = recordAttempt;
    nowMs += 45_000;
    await deliver(message!, 'same');
    expect(objects).toHaveLength(2);
    expect(objects[1]).toEqual(objects[0]);
  });

  it('goes where the deployment says: only to a bucket, only to a bus, or nowhere', async () => {
    await store();
    await complete();
    const { bucket, bus } = operator!;
    for (const [ports, counts] of [
      [{ bucket }, [1, 0]],
      [{ bus }, [0, 1]],
      [undefined, [0, 0]],
    ] as const) {
      objects = [];
      events = [];
      deliveries.records.clear();
      operator = ports;
      await deliver(first());
      await drain();
      expect([objects.length, events.length]).toEqual(counts);
      if (ports && !('bucket' in ports)) expect(events[0]!.detail).toMatchObject({ Bucket: null, Key: null });
    }
  });
});

it('retries a refusing bucket for a day, with the data captured while the request existed', async () => {
  await store();
  await complete();
  bucketFails = new RefusedError('AccessDenied', 'Access Denied');
  await deliver(first());
  await requests.remove(id);
  await drain();
  expect(reported).toHaveLength(operatorRetryDelaysSeconds.length + 1);
  expect(reported.at(-1)).toBe('Operator: GivenUp');
  expect(nowMs - startMs).toBeGreaterThan(24 * 3_600_000);
  expect(events).toEqual([]);
});

it('announces a failed request on the bus after sealing it, without an object', async () => {
  await store();
  nowMs = deadlineMs;
  await deliver(first());
  await drain();
  expect(reported).toEqual(['failed', 'Operator: Delivered']);
  expect(objects).toEqual([]);
  expect(events).toMatchObject([
    { type: 'scrap_prices.failed', detail: { RequestStatus: 1, Summary: null, Bucket: null, Key: null } },
  ]);
});

it('checks a pending request again later, and announces nothing', async () => {
  await store();
  expect((await deliver(first())).batchItemFailures).toHaveLength(1);
  expect([objects, events, queued]).toEqual([[], [], []]);
});
