import { randomBytes, randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dynamoDbDocuments } from '../../lambdas/aws/clients.ts';
import { createDynamoDbDeliveryStore } from '../../lambdas/aws/dynamodb-delivery-store.ts';
import { createDynamoDbHeldCalls } from '../../lambdas/aws/dynamodb-held-calls.ts';
import { createDynamoDbHostRecordStore } from '../../lambdas/aws/dynamodb-host-record-store.ts';
import { createDynamoDbIdempotencyStore } from '../../lambdas/aws/dynamodb-idempotency-store.ts';
import { createDynamoDbJournalStore } from '../../lambdas/aws/dynamodb-journal-store.ts';
import { createDynamoDbLicenseStore } from '../../lambdas/aws/dynamodb-license-store.ts';
import {
  createDynamoDbCallCounts,
  createDynamoDbQuotaStore,
} from '../../lambdas/aws/dynamodb-quota-store.ts';
import { createDynamoDbReceiverStore } from '../../lambdas/aws/dynamodb-receiver-store.ts';
import { createDynamoDbRequestStore } from '../../lambdas/aws/dynamodb-request-store.ts';
import { createDynamoDbSlowLane } from '../../lambdas/aws/dynamodb-slow-lane.ts';
import type { Quota } from '../../lambdas/domain/license/quota.ts';
import { UnavailableError } from '../../lambdas/domain/ports.ts';
import { heldCallMs, maxHeldCallsOfLicense } from '../../lambdas/domain/request/held-calls.ts';
import { parseRequestId } from '../../lambdas/domain/request/request.ts';
import { createMemoryReceiverStore, testLicense } from '../fakes/memory-stores.ts';
import { startDynamoDb, whileUnreachable } from './emulators.ts';

let emulator: Awaited<ReturnType<typeof startDynamoDb>>;
let documents: ReturnType<typeof dynamoDbDocuments>;

beforeAll(async () => {
  emulator = await startDynamoDb({
    Requests: 'RequestId',
    Licenses: 'UID',
    Usage: 'UsageKey',
    Deliveries: 'RequestId',
  });
  documents = dynamoDbDocuments();
});
afterAll(async () => {
  documents.destroy();
  await emulator.stop();
});

const times = async <T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));

describe('the request store', () => {
  const stored = async (groupSizes = [1, 1]) => {
    const requests = createDynamoDbRequestStore(documents, 'Requests');
    const request = {
      requestId: randomUUID(),
      uid: 'acme',
      sku: 'x',
      queuedAtMs: 1_000,
      deadlineMs: 301_000,
      groupSizes,
    };
    await requests.create(request, 601_000);
    return { requests, request, id: request.requestId };
  };
  const packed = (text: string) => new TextEncoder().encode(text);

  it('reads back what it stored, and nothing for an unknown identifier', async () => {
    const { requests, request, id } = await stored();
    expect(await requests.get(id)).toEqual({ ...request, groups: new Map() });
    expect(await requests.get(randomUUID())).toBeUndefined();
  });

  it('leaves a stored request unchanged when it is stored again', async () => {
    const { requests, request, id } = await stored();
    await requests.addResults(id, 0, packed('a'), 2_000);
    expect(await requests.create(request, 601_000)).toBe(true);
    expect(await requests.create(request, 601_000, 'another call')).toBe(false);
    expect((await requests.get(id))?.groups.size).toBe(1);
  });

  it('writes each group once, in any order', async () => {
    const { requests, id } = await stored();
    expect(await requests.addResults(id, 1, packed('b'), 2_000)).toBe('Written');
    expect(await requests.addResults(id, 1, packed('other'), 2_500)).toBe('NotWritten');
    expect(await requests.addResults(id, 0, packed('a'), 3_000)).toBe('Completed');
    const request = await requests.get(id);
    expect(request?.lastResultAtMs).toBe(3_000);
    expect(Buffer.from(request!.groups.get(1)!).toString()).toBe('b');
  });

  it('lets one of fifty writers of the same group win', async () => {
    const { requests, id } = await stored();
    const won = await times(50, (index) => requests.addResults(id, 0, packed(String(index)), 2_000));
    expect(won.filter((outcome) => outcome !== 'NotWritten')).toHaveLength(1);
  });

  it('accepts no results at the deadline, after the seal, or for a missing request', async () => {
    const { requests, request, id } = await stored();
    expect(await requests.addResults(id, 0, packed('a'), 301_000)).toBe('NotWritten');
    expect(await requests.addResults(id, 0, packed('a'), 300_999)).toBe('Written');
    expect(await requests.seal(request as never, 301_000)).toBe(true);
    expect(await requests.addResults(id, 1, packed('b'), 300_999)).toBe('NotWritten');
    await requests.remove(id);
    expect(await requests.addResults(id, 1, packed('b'), 2_000)).toBe('NotWritten');
    expect(await requests.get(id)).toBeUndefined();
  });

  it('seals an unfinished request once, and never a complete one', async () => {
    const { requests, id } = await stored([1]);
    const request = (await requests.get(id))!;
    const won = await times(10, () => requests.seal(request, 301_000));
    expect(won.filter(Boolean)).toHaveLength(1);

    const complete = await stored([1]);
    await complete.requests.addResults(complete.id, 0, packed('a'), 2_000);
    expect(await requests.seal((await requests.get(complete.id))!, 301_000)).toBe(false);
    expect(await requests.seal({ ...request, requestId: randomUUID() }, 301_000)).toBe(false);
  });

  it('lets either the seal or the last result win, never both', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { requests, id } = await stored([1]);
      const request = (await requests.get(id))!;
      const [outcome, isSealed] = await Promise.all([
        requests.addResults(id, 0, packed('a'), 300_999),
        requests.seal(request, 301_000),
      ]);
      expect((outcome === 'Completed') !== isSealed).toBe(true);
    }
  });

  it('revokes an undispatched request permanently', async () => {
    const { requests, id } = await stored();
    expect(await requests.markDispatched(id)).toBe(true);
    expect(await requests.revoke(id, 2_000)).toBe(false);
    const other = await stored();
    expect(await requests.revoke(other.id, 2_000)).toBe(true);
    expect(await requests.revoke(other.id, 3_000)).toBe(true);
    await requests.create(other.request, 601_000);
    expect((await requests.get(other.id))?.sealedAtMs).toBe(2_000);
    expect(await requests.markDispatched(other.id)).toBe(false);
    expect(await requests.addResults(other.id, 0, packed('a'), 3_000)).toBe('NotWritten');
  });

  it('precludes a missing request permanently, and no other', async () => {
    const { requests, request, id } = await stored();
    expect(await requests.preclude(id, 2_000, 601_000)).toBe(false);
    expect(await requests.get(id)).toEqual({ ...request, groups: new Map() });
    const late = { ...request, requestId: randomUUID() };
    expect(await requests.preclude(late.requestId, 2_000, 601_000)).toBe(true);
    expect(await requests.preclude(late.requestId, 3_000, 601_000)).toBe(true);
    await requests.create(late, 601_000);
    expect(await requests.markDispatched(late.requestId)).toBe(false);
    expect(await requests.addResults(late.requestId, 0, packed('a'), 2_000)).toBe('NotWritten');
    expect((await requests.get(late.requestId))?.uid).toBe('');
  });
});

describe('the idempotency store', () => {
  const record = (requestId = randomUUID()) => ({ requestId, dataHash: 'h', queuedAtMs: 1 });

  it('lets one of twenty claims win and names the winner to all', async () => {
    const store = createDynamoDbIdempotencyStore(documents, 'Requests');
    const existing = await times(20, () => store.claim('acme', 'k1', record(), 1_000));
    expect(new Set(existing.map(({ requestId }) => requestId)).size).toBe(1);
  });

  it('keeps UIDs apart, even if UID and key concatenate to the same text', async () => {
    const store = createDynamoDbIdempotencyStore(documents, 'Requests');
    const [a, b] = [record(), record()];
    expect(await store.claim('ab', 'c', a, 1_000)).toEqual(a);
    expect(await store.claim('a', 'bc', b, 1_000)).toEqual(b);
  });

  it('replaces only the given record', async () => {
    const store = createDynamoDbIdempotencyStore(documents, 'Requests');
    const [first, second, third] = [record(), record(), record()];
    await store.claim('acme', 'k2', first, 1_000);
    expect(await store.claim('acme', 'k2', second, 1_000, first)).toEqual(second);
    expect(await store.claim('acme', 'k2', third, 1_000, first)).toEqual(second);
  });
});

describe('the license store', () => {
  it('creates, changes, lists and deletes licenses', async () => {
    const store = createDynamoDbLicenseStore(documents, 'Licenses');
    const license = testLicense({ uid: 'b', expiresAtMs: 5, requestsPerMinute: 3 });
    expect(await store.create(license)).toBe(true);
    expect(await store.create(testLicense({ uid: 'b' }))).toBe(false);
    expect(await store.get('b')).toEqual(license);
    await store.create(testLicense({ uid: 'a' }));
    expect((await store.list()).map(({ uid }) => uid)).toEqual(['a', 'b']);
    expect(await store.setEnabled('b', false)).toBe(true);
    expect(await store.setKey('b', 'hash', 'prefix')).toBe(true);
    expect(await store.get('b')).toMatchObject({
      enabled: false,
      keyHash: 'hash',
      keyPrefix: 'prefix',
      expiresAtMs: 5,
    });
    expect(await store.delete('b')).toBe(true);
    expect(await store.delete('b')).toBe(false);
    expect(await store.setEnabled('b', true)).toBe(false);
    expect(await store.setKey('b', 'h', 'p')).toBe(false);
    expect(await store.get('b')).toBeUndefined();
  });
});

describe('the quota store', () => {
  const quota = (changes: Partial<Quota> = {}): Quota => ({
    name: 'requests',
    limit: 20,
    windowMs: 60_000,
    amount: 1,
    ...changes,
  });

  it('lets exactly 20 of 50 parallel calls pass a limit of 20', async () => {
    // No client timeouts: a repeated call may already have counted.
    const client = new DynamoDBClient({});
    const store = createDynamoDbQuotaStore(DynamoDBDocumentClient.from(client), 'Usage');
    const states = await times(50, () => store.take('q1', quota(), 1_000));
    client.destroy();
    expect(states.filter(({ isAllowed }) => isAllowed)).toHaveLength(20);
    expect(states.every(({ resetsAtMs }) => resetsAtMs === 61_000)).toBe(true);
  });

  it('begins a new window at the end of the first', async () => {
    const store = createDynamoDbQuotaStore(documents, 'Usage');
    const two = quota({ limit: 2 });
    expect(await store.take('q2', two, 1_000)).toEqual({ isAllowed: true, remaining: 1, resetsAtMs: 61_000 });
    expect(await store.take('q2', two, 2_000)).toEqual({ isAllowed: true, remaining: 0, resetsAtMs: 61_000 });
    expect(await store.take('q2', two, 60_999)).toEqual({
      isAllowed: false,
      remaining: 0,
      resetsAtMs: 61_000,
    });
    expect(await store.take('q2', two, 61_000)).toEqual({
      isAllowed: true,
      remaining: 1,
      resetsAtMs: 121_000,
    });
  });

  it('refuses an amount above the limit entirely, and refunds only the window it was taken from', async () => {
    const store = createDynamoDbQuotaStore(documents, 'Usage');
    const sites = quota({ name: 'sites', limit: 10 });
    expect((await store.take('q3', { ...sites, amount: 11 }, 1_000)).isAllowed).toBe(false);
    expect((await store.take('q3', { ...sites, amount: 8 }, 1_000)).remaining).toBe(2);
    expect((await store.take('q3', { ...sites, amount: 3 }, 1_000)).isAllowed).toBe(false);
    await store.giveBack('q3', { ...sites, amount: 8 }, 999);
    expect((await store.take('q3', { ...sites, amount: 3 }, 1_000)).isAllowed).toBe(false);
    await store.giveBack('q3', { ...sites, amount: 8 }, 61_000);
    expect((await store.take('q3', { ...sites, amount: 10 }, 1_000)).remaining).toBe(0);
  });
});

describe('the journal store', () => {
  it('accumulates facts from several calls, separately for each group', async () => {
    const journals = createDynamoDbJournalStore(documents, 'Requests');
    const id = randomUUID();
    const packed = new TextEncoder().encode('a');
    expect(await journals.read(id, 0)).toBeUndefined();
    await journals.add(id, 0, { begun: [0, 1, 2] }, 600_000);
    await journals.add(id, 0, { ended: new Map([[1, packed]]), isBrowserStarted: true }, 600_000);
    await journals.add(id, 0, { alone: 2, begun: [2], busyUntilMs: 75_000 }, 600_000);
    const { ended, ...facts } = (await journals.read(id, 0))!;
    expect(facts).toEqual({
      begun: new Set([0, 1, 2]),
      alone: new Set([2]),
      isBrowserStarted: true,
      busyUntilMs: 75_000,
    });
    expect([...ended].map(([index, bytes]) => [index, new TextDecoder().decode(bytes)])).toEqual([[1, 'a']]);
    expect(await journals.read(id, 1)).toBeUndefined();
    // Not readable by callers: its key is not a valid request identifier.
    expect(parseRequestId(`${id}#g0`)).toBeUndefined();
  });
});

describe('an unreachable DynamoDB', () => {
  it('is reported as unavailable', async () => {
    const requests = createDynamoDbRequestStore(dynamoDbDocuments(), 'Requests');
    await whileUnreachable('DYNAMODB', async () => {
      await expect(requests.get(randomUUID())).rejects.toThrow(UnavailableError);
      await expect(requests.addResults(randomUUID(), 0, new Uint8Array(), 1)).rejects.toThrow(
        UnavailableError,
      );
    });
  });

  it('differs from a missing table, whose error propagates unchanged', async () => {
    const requests = createDynamoDbRequestStore(documents, 'Nothing');
    await expect(requests.get(randomUUID())).rejects.toThrow(/resource not found/i);
  });
});

describe('the host record store', () => {
  const differs = { differed: true, agreements: 0, expiresAtMs: 9_000 };
  const same = { differed: false, agreements: 3, expiresAtMs: 8_000 };
  const open = () => createDynamoDbHostRecordStore(documents, 'Requests');

  it('returns records to their own license only', async () => {
    const [uid, host] = [randomUUID(), 'shop.example'];
    expect(await open().read(uid, host)).toBeUndefined();
    await open().write(uid, host, same, 1_000);
    expect(await open().read(uid, host)).toEqual(same);
    const varied = { differed: true, varied: true, agreements: 0, expiresAtMs: 9_000 };
    await open().write(uid, host, varied, 1_000);
    expect(await open().read(uid, host)).toEqual(varied);
    expect(await open().read(`${uid}2`, host)).toBeUndefined();
    expect(await open().read(uid, 'other.example')).toBeUndefined();
  });

  it('keeps a difference until it expires, despite concurrent writes', async () => {
    const [uid, host] = [randomUUID(), 'shop.example'];
    await Promise.all([
      open().write(uid, host, differs, 1_000),
      ...[1, 2, 3].map(() => open().write(uid, host, same, 1_000)),
    ]);
    expect(await open().read(uid, host)).toEqual(differs);
    await open().write(uid, host, same, 9_000);
    expect(await open().read(uid, host)).toEqual(same);
  });
});

describe('the webhook of a request', () => {
  it.each([{ url: 'https://a.example/' }, { url: 'https://a.example/', secret: 'whsec_x' }])(
    'is read back as it was stored: %j',
    async (webhook) => {
      const requests = createDynamoDbRequestStore(documents, 'Requests');
      const requestId = randomUUID();
      const facts = {
        requestId,
        uid: 'acme',
        sku: 'x',
        queuedAtMs: 1_000,
        deadlineMs: 301_000,
        groupSizes: [1],
      };
      await requests.create({ ...facts, webhook }, 601_000);
      expect((await requests.get(requestId))?.webhook).toEqual(webhook);
    },
  );
});

describe('the webhook secrets of a license', () => {
  it('are stored, replaced and read back, without changing the key', async () => {
    const licenses = createDynamoDbLicenseStore(documents, 'Licenses');
    const license = testLicense({ uid: randomUUID() });
    await licenses.create(license);
    const secrets = [
      { secret: 'whsec_b', createdAtMs: 2 },
      { secret: 'whsec_a', createdAtMs: 1, endsAtMs: 3 },
    ];
    expect(await licenses.setWebhookSecrets(license.uid, secrets)).toBe(true);
    expect(await licenses.get(license.uid)).toEqual({ ...license, webhookSecrets: secrets });
    expect(await licenses.setWebhookSecrets(randomUUID(), secrets)).toBe(false);
  });
});

describe('the delivery store', () => {
  const deliveries = () => createDynamoDbDeliveryStore(documents, 'Deliveries');
  const turnOf = (requestId: string, tries: number, messageId: string) => ({
    requestId,
    uid: 'acme',
    tries,
    messageId,
  });
  const attempt = { atMs: 1_000, durationMs: 5, status: 500 };

  it('lets one of many messages begin a delivery, repeatedly', async () => {
    const id = randomUUID();
    const taken = await times(20, (index) =>
      deliveries().claim(turnOf(id, 0, `m${index}`), 1_000, 2_000, 9_000),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
    const winner = turnOf(id, 0, `m${taken.indexOf(true)}`);
    expect(await deliveries().claim(winner, 1_500, 2_500, 9_000)).toBe(true);
    expect(await deliveries().claim(turnOf(id, 0, 'other'), 2_499, 5_000, 9_000)).toBe(false);
    expect(await deliveries().claim(turnOf(id, 0, 'other'), 2_500, 5_000, 9_000)).toBe(true);
    expect(await deliveries().recordAttempt(winner, attempt, { ended: 'Delivered' }, 9_000)).toBe(false);
  });

  it('counts attempts, and allows none out of turn or after the end', async () => {
    const id = randomUUID();
    expect(await deliveries().claim(turnOf(id, 1, 'a'), 1_000, 2_000, 9_000)).toBe(false);
    expect(await deliveries().get(id)).toBeUndefined();
    await deliveries().claim(turnOf(id, 0, 'a'), 1_000, 2_000, 9_000);
    expect(await deliveries().recordAttempt(turnOf(id, 0, 'a'), attempt, { nextAtMs: 6_000 }, 10_000)).toBe(
      true,
    );
    // Not recorded twice if the first response was lost.
    expect(await deliveries().recordAttempt(turnOf(id, 0, 'a'), attempt, { nextAtMs: 6_000 }, 10_000)).toBe(
      false,
    );
    expect(await deliveries().claim(turnOf(id, 0, 'a'), 6_000, 7_000, 9_000)).toBe(false);
    expect(await deliveries().claim(turnOf(id, 1, 'b'), 6_000, 7_000, 9_000)).toBe(true);
    const failure = { atMs: 6_000, durationMs: 7, error: { code: 'Timeout', message: 'It went silent.' } };
    expect(await deliveries().recordAttempt(turnOf(id, 1, 'b'), failure, { ended: 'GivenUp' }, 11_000)).toBe(
      true,
    );
    expect(await deliveries().claim(turnOf(id, 2, 'c'), 9_000, 9_500, 9_000)).toBe(false);
    expect(await deliveries().get(id)).toEqual({
      requestId: id,
      uid: 'acme',
      attempts: [attempt, failure],
      takenBy: 'b',
      ended: 'GivenUp',
      expiresAtMs: 11_000,
    });
  });

  it.each([
    ['one part', 1],
    ['several parts', 2_500],
  ])('returns stored payloads from %s', async (_name, bytes) => {
    const id = randomUUID();
    const store = createDynamoDbDeliveryStore(documents, 'Deliveries', 1_000);
    const payload = { uid: 'acme', url: 'https://hooks.example/', body: randomBytes(bytes) };
    expect(await store.loadPayload(id)).toBeUndefined();
    for (const secret of ['whsec_x', undefined]) {
      await store.storePayload(id, { ...payload, secret }, 9_000);
      expect(await store.loadPayload(id)).toEqual({ ...payload, secret });
    }
    const Key = { RequestId: `${id}#${Math.ceil(bytes / 1_000) - 1}` };
    const { Item } = await documents.send(new GetCommand({ TableName: 'Deliveries', Key }));
    expect(Item).toMatchObject({ ExpiresAtEpochSeconds: 9 });
    await documents.send(new DeleteCommand({ TableName: 'Deliveries', Key }));
    expect(await store.loadPayload(id)).toBeUndefined();
    expect(await store.get(id)).toBeUndefined();
  });

  it('counts resends exactly, and records each once', async () => {
    const id = randomUUID();
    expect(await deliveries().countResend(id, 3)).toBeUndefined();
    expect(await deliveries().recordResend(id, 1, attempt)).toBe(false);
    await deliveries().claim(turnOf(id, 0, 'a'), 1_000, 2_000, 9_000);
    await deliveries().recordAttempt(turnOf(id, 0, 'a'), attempt, { nextAtMs: 6_000 }, 10_000);
    const requested = await times(6, () => deliveries().countResend(id, 3));
    expect(requested.filter((number) => number !== undefined).sort()).toEqual([1, 2, 3]);
    const failure = { atMs: 6_000, durationMs: 7, error: { code: 'Timeout', message: 'It went silent.' } };
    expect(await deliveries().recordResend(id, 2, failure)).toBe(true);
    expect(await deliveries().recordResend(id, 2, attempt)).toBe(false);
    expect(await deliveries().get(id)).toMatchObject({ nextAtMs: 6_000, resends: new Map([[2, failure]]) });
    const success = { ...attempt, status: 204 };
    expect(await deliveries().recordResend(id, 1, success)).toBe(true);
    expect(await deliveries().get(id)).toEqual({
      requestId: id,
      uid: 'acme',
      attempts: [attempt],
      resends: new Map<number, object>([
        [1, success],
        [2, failure],
      ]),
      resendsRequested: 3,
      takenBy: 'a',
      ended: 'Delivered',
      expiresAtMs: 10_000,
    });
  });
});

describe('places of held calls', () => {
  const places = (inAll: number) => createDynamoDbHeldCalls(documents, 'Usage', inAll);
  /** All tests share the table, so each uses a time after the previous one's places have expired. */
  let nowMs = Date.now();
  const later = () => {
    nowMs += 2 * heldCallMs;
    return nowMs;
  };
  const heldOf = (answers: readonly unknown[]) => answers.filter((release) => release !== undefined);

  it('are limited to four per license under concurrency, and free again when released', async () => {
    const [existing, uid, atMs] = [places(100), randomUUID(), later()];
    const taken = await times(12, () => existing.take(uid, atMs));
    expect(heldOf(taken)).toHaveLength(maxHeldCallsOfLicense);
    expect(heldOf([await existing.take(randomUUID(), atMs)])).toHaveLength(1);
    for (const release of taken) await release?.();
    expect(heldOf(await times(4, () => existing.take(uid, atMs)))).toHaveLength(4);
  });

  it.each([2, 40])('are limited to exactly %i overall', async (inAll) => {
    const [existing, atMs] = [places(inAll), later()];
    const releases = [];
    for (let call = 0; call < inAll - 1; call += 1)
      releases.push(await existing.take(`tenant-${call % 11}`, atMs));
    expect(heldOf(releases)).toHaveLength(inAll - 1);
    expect(heldOf(await times(6, (call) => existing.take(`late-${inAll}-${call}`, atMs)))).toHaveLength(1);
    // A license that found no shared place keeps its own.
    await releases[0]?.();
    expect(heldOf([await existing.take(`late-${inAll}-0`, atMs)])).toHaveLength(1);
  });

  it('do not exist if the deployment has none, or the store does not respond', async () => {
    expect(await places(0).take(randomUUID(), later())).toBeUndefined();
    const unreachable = await whileUnreachable('DYNAMODB', async () =>
      createDynamoDbHeldCalls(dynamoDbDocuments(), 'Usage', 4).take(randomUUID(), later()),
    );
    expect(unreachable).toBeUndefined();
  });
});

it('counts a license’s calls by minute', async () => {
  const counts = createDynamoDbCallCounts(documents, 'Usage');
  const uid = randomUUID();
  expect(Math.max(...(await times(5, () => counts.add(uid, 7, 10))))).toBe(50);
  expect(await counts.add(uid, 8, 10)).toBe(10);
});

describe('the receiver store', () => {
  const stores = () => ({
    memory: createMemoryReceiverStore(),
    dynamodb: createDynamoDbReceiverStore(documents, 'Deliveries'),
  });

  it('gives concurrent calls different turns', async () => {
    const id = `receiver#${randomUUID()}`;
    const turns = await times(12, () => stores().dynamodb.takeTurn(id, 100_000, 1_000));
    expect(turns.map(({ turnAtMs }) => turnAtMs - 100_000).toSorted((a, b) => a - b)).toEqual([
      ...[0, 0, 0, 0, 0],
      ...[1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000],
    ]);
  });

  it.each(['memory', 'dynamodb'] as const)('stores pauses, failures and suspensions (%s)', async (kind) => {
    const store = stores()[kind];
    const id = `receiver#${randomUUID()}`;
    expect(await store.get(id)).toEqual({});
    expect(await store.suspend(id, 1_000)).toBe(false);
    await store.recordFailure(id, 1_000, { untilMs: 61_000, turnsUntilMs: 65_000 });
    // A shorter pause, or none, changes nothing.
    await store.recordFailure(id, 2_000, { untilMs: 60_000, turnsUntilMs: 64_000 });
    expect(await store.recordFailure(id, 3_000)).toMatchObject({ failingSinceMs: 1_000 });
    expect(await store.get(id)).toMatchObject({ restsUntilMs: 61_000, failingSinceMs: 1_000 });
    expect((await store.takeTurn(id, 4_000, 1_000)).turnAtMs).toBe(61_000);
    expect(await store.suspend(id, 5_000)).toBe(true);
    expect(await store.suspend(id, 6_000)).toBe(false);
    expect(await store.get(id)).toMatchObject({ suspendedAtMs: 5_000 });
    await store.recordSuccess(id);
    const { failingSinceMs, suspendedAtMs } = await store.get(id);
    expect([failingSinceMs, suspendedAtMs]).toEqual([undefined, undefined]);
  });

  it.each(['memory', 'dynamodb'] as const)(
    'distinguishes a receiver that becomes slow from one that already is (%s)',
    async (kind) => {
      const store = stores()[kind];
      const id = `receiver#${randomUUID()}`;
      const marked = [];
      for (const nowMs of [1_000, 2_000, 13_000])
        marked.push(await store.markSlow(id, nowMs, nowMs + 10_000));
      expect(marked).toEqual([true, false, true]);
      expect(await store.get(id)).toMatchObject({ slowUntilMs: 23_000 });
    },
  );
});

it('the slow lane frees a place when its holder leaves or expires', async () => {
  const lane = createDynamoDbSlowLane(documents, 'Deliveries', 2);
  const entered = await times(5, () => lane.enter(1_000, 61_000));
  const leaves = entered.filter((leave) => leave !== undefined);
  expect(leaves).toHaveLength(2);
  await leaves[0]!();
  expect(await lane.enter(2_000, 62_000)).toBeDefined();
  expect(await lane.enter(2_000, 62_000)).toBeUndefined();
  expect(await lane.enter(61_000, 121_000)).toBeDefined();
  await leaves[1]!();
  expect(await lane.enter(61_500, 121_000)).toBeUndefined();
});
