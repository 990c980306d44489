// Guarantees of the stores and the queue if calls or responses are lost, or AWS throttles or fails.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dynamoDbDocuments, sqs } from '../../lambdas/aws/clients.ts';
import { createDynamoDbIdempotencyStore } from '../../lambdas/aws/dynamodb-idempotency-store.ts';
import { createDynamoDbRequestStore } from '../../lambdas/aws/dynamodb-request-store.ts';
import { createSqsScrapeQueue } from '../../lambdas/aws/sqs-scrape-queue.ts';
import { UnavailableError } from '../../lambdas/domain/ports.ts';
import { scrapeMessage } from '../fakes/events.ts';
import { type Fault, startFaultyProxy } from '../fakes/faulty-proxy.ts';
import { startDynamoDb, startSqs } from './emulators.ts';

let script: Fault[] = [];
let calls = 0;
const next = (): Fault => {
  calls += 1;
  return script.shift() ?? 'pass';
};
const always = (fault: Fault): void => {
  script = Array.from({ length: 20 }, () => fault);
};

type Stoppable = { stop: () => Promise<void> };
const running: Stoppable[] = [];
let queueUrl = '';
let server: Awaited<ReturnType<typeof startSqs>>['server'];

beforeAll(async () => {
  const dynamoDb = await startDynamoDb({ Requests: 'RequestId' });
  const dynamoDbProxy = await startFaultyProxy(process.env.AWS_ENDPOINT_URL_DYNAMODB!, next);
  process.env.AWS_ENDPOINT_URL_DYNAMODB = dynamoDbProxy.endpoint;
  const queue = await startSqs();
  const sqsProxy = await startFaultyProxy(process.env.AWS_ENDPOINT_URL_SQS!, next);
  process.env.AWS_ENDPOINT_URL_SQS = sqsProxy.endpoint;
  ({ queueUrl, server } = queue);
  running.push(dynamoDbProxy, sqsProxy, dynamoDb, queue);
});
afterAll(async () => {
  for (const part of running) await part.stop();
});
beforeEach(() => {
  script = [];
  calls = 0;
});

const newRequest = () => ({
  requestId: randomUUID(),
  uid: 'acme',
  sku: 'x',
  queuedAtMs: 1_000,
  deadlineMs: 301_000,
  groupSizes: [1],
});
const packed = new Uint8Array([1]);

describe('a lost response', () => {
  const requests = () => createDynamoDbRequestStore(dynamoDbDocuments(), 'Requests');

  it('does not fail a request that was stored', async () => {
    const store = requests();
    const request = newRequest();
    script = ['lost-answer'];
    expect(await store.create(request, 601_000)).toBe(true);
    // The second attempt finds the item and reads who stored it.
    expect(calls).toBe(3);
    expect(await store.get(request.requestId)).toMatchObject(request);
  });

  it('leaves a group written once, and reports it as already written', async () => {
    const store = requests();
    const request = newRequest();
    await store.create(request, 601_000);
    script = ['lost-answer'];
    // The caller treats it as a duplicate delivery and acknowledges its message, which is correct in both
    // cases.
    expect(await store.addResults(request.requestId, 0, packed, 2_000)).toBe('NotWritten');
    expect((await store.get(request.requestId))?.groups.size).toBe(1);
  });

  it('leaves a request sealed for the next read', async () => {
    const store = requests();
    const request = newRequest();
    await store.create(request, 601_000);
    const unsealed = (await store.get(request.requestId))!;
    script = ['lost-answer'];
    expect(await store.seal(unsealed, 301_000)).toBe(false);
    expect((await store.get(request.requestId))?.sealedAtMs).toBe(301_000);
  });

  it('keeps a claim that was made', async () => {
    const store = createDynamoDbIdempotencyStore(dynamoDbDocuments(), 'Requests');
    const record = { requestId: randomUUID(), dataHash: 'h', queuedAtMs: 1 };
    script = ['lost-answer'];
    expect(await store.claim('acme', randomUUID(), record, 1_000)).toEqual(record);
  });
});

describe('calls that AWS refuses temporarily', () => {
  it.each<[Fault]>([['lost-call'], ['fault'], ['throttle']])('%s: are made again', async (fault) => {
    const store = createDynamoDbRequestStore(dynamoDbDocuments(), 'Requests');
    const request = newRequest();
    script = [fault, fault];
    await store.create(request, 601_000);
    expect(calls).toBe(3);
    expect(await store.get(request.requestId)).toBeDefined();
  });

  it.each<[Fault]>([['lost-call'], ['lost-answer'], ['fault'], ['denied'], ['expired'], ['portal']])(
    '%s permanently: every method reports the store as unavailable',
    async (fault) => {
      const requests = createDynamoDbRequestStore(dynamoDbDocuments(), 'Requests');
      const idempotency = createDynamoDbIdempotencyStore(dynamoDbDocuments(), 'Requests');
      const request = { ...newRequest(), groups: new Map() };
      const id = request.requestId;
      const record = { requestId: id, dataHash: 'h', queuedAtMs: 1 };
      const methods: (() => Promise<unknown>)[] = [
        () => requests.get(id),
        () => requests.create(request, 1),
        () => requests.addResults(id, 0, packed, 2_000),
        () => requests.seal(request, 301_000),
        () => requests.revoke(id, 1),
        () => requests.preclude(randomUUID(), 1, 1),
        () => requests.markDispatched(id),
        () => requests.remove(id),
        () => idempotency.claim('acme', 'k', record, 1),
      ];
      for (const method of methods) {
        always(fault);
        await expect(method()).rejects.toThrow(UnavailableError);
      }
    },
  );
});

describe('permanent throttling', () => {
  it('reports the store as unavailable after the SDK’s retries', async () => {
    always('throttle');
    const requests = createDynamoDbRequestStore(dynamoDbDocuments(), 'Requests');
    await expect(requests.get(randomUUID())).rejects.toThrow(UnavailableError);
    expect(calls).toBe(3);
  });
});

describe('the queue', () => {
  const inQueue = (): number => server.inspectQueue('scrape')?.messages.ready.length ?? 0;

  it('repeats lost messages, possibly twice, which does no harm', async () => {
    server.reset();
    script = ['lost-call', 'lost-answer'];
    await createSqsScrapeQueue(sqs(), queueUrl).send([scrapeMessage()]);
    expect(inQueue()).toBe(2);
  });

  it('reports a permanently throttling SQS as unavailable', async () => {
    always('throttle');
    await expect(createSqsScrapeQueue(sqs(), queueUrl).send([scrapeMessage()])).rejects.toThrow(
      UnavailableError,
    );
  });
});
