// What deliveries of two versions leave to each other while a deployment rolls out, as files: see `versions.test.ts`.
// There is no version before the first.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DeleteItemCommand, DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDynamoDbDeliveryStore } from '../../lambdas/aws/dynamodb-delivery-store.ts';
import { createDeliveryHandler } from '../../lambdas/delivery/handler.ts';
import {
  type DeliveryMessage,
  firstDeliveryMessage,
  operatorMessage,
  resendMessage,
} from '../../lambdas/domain/delivery.ts';
import { packBody, unpackBody } from '../../lambdas/domain/delivery-body.ts';
import { callerName } from '../../lambdas/domain/site-group.ts';
import { defaultDurations, deriveTimings } from '../../lambdas/domain/timing.ts';
import type { WebhookCall } from '../../lambdas/web/webhook-sender.ts';
import { startDynamoDb } from '../aws/emulators.ts';
import { deliveryPorts } from '../fakes/delivery-ports.ts';
import { sqsEvent, sqsRecord } from '../fakes/events.ts';
import { createMemoryRequestStore, memoryLicenses } from '../fakes/memory-stores.ts';
import * as example from './example.ts';
import * as frozen from './readers-of-version-1.ts';
import type { Item } from './stored-items.ts';

const { requestId, queuedAtMs } = example;
const Key = { RequestId: { S: requestId } };
const TableName = 'Deliveries';
const textOf = (version: string, name: string): string =>
  readFileSync(join(import.meta.dirname, version, `${name}.json`), 'utf8');
const fixture = (version: string, name: string) =>
  JSON.parse(textOf(version, name)) as Record<string, unknown>;

let emulator: Awaited<ReturnType<typeof startDynamoDb>>;
let client: DynamoDBClient;
let documents: DynamoDBDocumentClient;
beforeAll(async () => {
  emulator = await startDynamoDb({ Deliveries: 'RequestId' });
  client = new DynamoDBClient({});
  documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
});
afterAll(async () => {
  documents.destroy();
  await emulator.stop();
});

let nowMs: number;
let posted: WebhookCall[];
let sent: DeliveryMessage[];
let requests: ReturnType<typeof createMemoryRequestStore>;
beforeEach(async () => {
  nowMs = queuedAtMs + 2_000;
  posted = [];
  sent = [];
  requests = createMemoryRequestStore();
});

const put = (item: Item) => client.send(new PutItemCommand({ TableName, Item: item as never }));
const stored = async () =>
  (await client.send(new GetItemCommand({ TableName, Key }))).Item as unknown as Item;

const deliver = (body: string, messageId: string, status = 503) =>
  createDeliveryHandler({
    ...deliveryPorts((message) => sent.push(message)),
    requests,
    deliveries: createDynamoDbDeliveryStore(documents, TableName),
    licenses: memoryLicenses(),
    queue: { send: async (message) => void sent.push(message) },
    sender: {
      post: async (call) => {
        posted.push(call);
        return { status };
      },
    },
    clock: () => nowMs,
    pause: async () => {},
    random: () => 0,
    timings: deriveTimings(defaultDurations),
    timeoutMs: 40_000,
    log: {
      tried: () => {},
      resent: () => {},
      suspended: () => {},
      failed: () => {},
      lost: () => expect.fail('lost'),
      warn: () => {},
      error: (_message, { error }) => expect.fail(String(error)),
    },
  })(sqsEvent(sqsRecord({ body, messageId })));

describe.each(['now', 'after'])('what the version "%s" has left', (version) => {
  it('its message is tried, with the same body', async () => {
    await put(fixture(version, 'delivery-item') as Item);
    const { DueMs, Frozen } = JSON.parse(textOf(version, 'delivery-message')) as DeliveryMessage;
    nowMs = DueMs;
    await deliver(textOf(version, 'delivery-message'), 'm2', 204);
    expect(posted.map(({ url }) => url)).toEqual(['https://hooks.example/prices']);
    expect(posted[0]!.headers['webhook-id']).toBe(`msg_${requestId}`);
    expect(Buffer.from(posted[0]!.body)).toEqual(unpackBody(Frozen!.Body));
    expect(await stored()).toMatchObject({ Tries: { N: '2' }, Ended: { S: 'Delivered' } });
  });

  it('its record is gone on with, and keeps what this code does not know', async () => {
    const before = fixture(version, 'delivery-item') as Item;
    await put(before);
    nowMs = (JSON.parse(textOf(version, 'delivery-message')) as DeliveryMessage).DueMs;
    await deliver(textOf(version, 'delivery-message'), 'm2');
    for (const name of Object.keys(before)) expect(await stored()).toHaveProperty(name);
    expect(sent).toMatchObject([{ Tries: 2 }]);
    await deliver(JSON.stringify(sent[0]), 'm3');
    expect(posted).toHaveLength(1);
  });

  it.each(['delivery-message', 'delivery-item'] as const)(
    '%s: is read by the readers of version 1',
    (name) => {
      expect(frozen.readers[name].safeParse(fixture(version, name)).error).toBeUndefined();
    },
  );
});

it('what code without resends and operators reads of their messages is no try: it drops them, or looks for the end', () => {
  const first = firstDeliveryMessage(requestId, undefined, nowMs);
  const body = packBody(Buffer.from('{}'));
  for (const message of [
    resendMessage(requestId, undefined, 1, nowMs),
    operatorMessage(first, { Uid: 'acme', Body: body }, nowMs),
  ]) {
    expect(message).not.toEqual(first);
    expect(frozen.readers['delivery-message'].parse(message)).toEqual(first);
  }
});

it('what this code writes is what the files of "now" have; another form is another version', async () => {
  const { uid } = example.request;
  const webhook = {
    url: 'https://hooks.example/prices',
    secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  };
  await requests.create({ ...example.request, webhook }, example.expiresAtMs);
  await requests.addResults(requestId, 0, example.packedGroup(), nowMs);
  const first = firstDeliveryMessage(requestId, callerName(uid), queuedAtMs);
  await client.send(new DeleteItemCommand({ TableName, Key }));
  await deliver(JSON.stringify(first), 'm1');
  const message = JSON.parse(JSON.stringify(sent[0])) as DeliveryMessage;
  // Earlier code had with a further try what is posted; now it is kept beside the record, and read where it is there.
  const { Frozen: _frozen, ...expected } = JSON.parse(textOf('now', 'delivery-message')) as DeliveryMessage;
  expect(message).toEqual(expected);
  expect(await stored()).toEqual(fixture('now', 'delivery-item'));
});
