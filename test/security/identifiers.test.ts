// Identifiers of the deployed function, and what they reveal.
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dynamoDbDocuments } from '../../lambdas/aws/clients.ts';
import { createDynamoDbLicenseStore } from '../../lambdas/aws/dynamodb-license-store.ts';
import { formatLicenseKey, hashLicenseKey } from '../../lambdas/domain/license/license.ts';
import { environment } from '../../lambdas/environment.ts';
import { startDynamoDb, startSqs } from '../aws/emulators.ts';
import { queueEvent, statusEvent } from '../fakes/events.ts';
import { testLicense, testLicenseKey } from '../fakes/memory-stores.ts';

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

const strangersKey = formatLicenseKey(new Uint8Array(32).fill(9));
const running: { stop: () => unknown }[] = [];
let queue: Handler;
let status: Handler;

beforeAll(async () => {
  const dynamoDb = await startDynamoDb({
    ...{ Requests: 'RequestId', Licenses: 'UID', Usage: 'UsageKey', Deliveries: 'RequestId' },
  });
  const sqs = await startSqs();
  running.push(dynamoDb, sqs);
  Object.assign(process.env, {
    [environment.requestsTable]: 'Requests',
    [environment.licensesTable]: 'Licenses',
    [environment.usageTable]: 'Usage',
    [environment.deliveriesTable]: 'Deliveries',
    [environment.scrapeQueueUrl]: sqs.queueUrl,
    [environment.closingQueueUrl]: sqs.queueUrl,
    [environment.deliveryQueueUrl]: sqs.queueUrl,
    [environment.allowedTargets]: '',
    [environment.webhookHttp]: 'false',
    [environment.deployment]: 'test',
    [environment.cell]: '165',
    [environment.maxHeldCalls]: '2',
    [environment.statusCallsPerMinute]: '1200',
    [environment.processingWindowSeconds]: '300',
    [environment.retentionSeconds]: '300',
  });
  const licenses = createDynamoDbLicenseStore(dynamoDbDocuments(), 'Licenses');
  await licenses.create(testLicense());
  await licenses.create(testLicense({ uid: 'stranger', keyHash: hashLicenseKey(strangersKey) }));
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockReturnValue(true);
  // The deployed functions, which read the environment when loaded.
  queue = (await import('../../lambdas/queue/index.ts')).handler as unknown as Handler;
  status = (await import('../../lambdas/status/index.ts')).handler as unknown as Handler;
});
afterAll(async () => {
  vi.restoreAllMocks();
  for (const part of running) await part.stop();
});

const context = { functionName: 'f', awsRequestId: 'r', getRemainingTimeInMillis: () => 20_000 } as Context;
const newRequestId = async (): Promise<string> => {
  const answer = await queue(queueEvent(), context);
  expect(answer.statusCode).toBe(202);
  return (JSON.parse(answer.body) as { RequestId: string }).RequestId;
};

/** The response without the path that it echoes. */
const said = ({ statusCode, headers, body }: APIGatewayProxyResult) => ({
  statusCode,
  headers,
  ...JSON.parse(body),
  instance: undefined,
});

describe('a request identifier', () => {
  it('is a random UUID of its cell, without other predictable bits', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 120; i += 1) ids.push(await newRequestId());
    expect(new Set(ids).size).toBe(ids.length);
    const bits = ids.map((id) => {
      expect(id).toMatch(/^a5[0-9a-f]{6}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      return BigInt(`0x${id.replaceAll('-', '')}`)
        .toString(2)
        .padStart(128, '0');
    });
    // The cell takes 8 of 128 bits, version and variant 6. A counter, clock or node ID would make other bits constant or
    // equal between identifiers, which practically never happens to random bits.
    const changes = Array.from(
      { length: 128 },
      (_, bit) => bits.filter((text, i) => i > 0 && text[bit] !== bits[i - 1]![bit]).length,
    );
    const free = changes.filter((count) => count > 25 && count < 94);
    expect(free).toHaveLength(114);
    expect(changes.filter((count) => count === 0)).toHaveLength(14);
  });

  it('reveals no more to a stranger than an unknown or invalid one', async () => {
    const id = await newRequestId();
    const asStranger = (requestId: string) =>
      status(statusEvent(requestId, { LicenseKey: strangersKey, UID: 'stranger' }), context);
    const foreign = said(await asStranger(id));
    expect(foreign.statusCode).toBe(404);
    expect(said(await asStranger('0f8fad5b-d9cb-469f-a165-70867728950e'))).toEqual(foreign);
    expect(said(await asStranger('../../etc/passwd'))).toEqual(foreign);
    expect(said(await asStranger(id.toUpperCase()))).toEqual(foreign);
    expect(said(await asStranger(`idempotency#${'0'.repeat(64)}`))).toEqual(foreign);
    // Its owner can read it.
    const own = await status(statusEvent(id, { LicenseKey: testLicenseKey, UID: 'acme' }), context);
    expect(JSON.parse(own.body)).toMatchObject({ RequestId: id, RequestStatus: 0 });
  });

  it('does not let a stranger read or resend its deliveries', async () => {
    const body = JSON.parse(queueEvent().body!);
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    body.Data.Webhook = { Url: 'https://hooks.example.com/', Secret: secret };
    const { RequestId: id } = JSON.parse((await queue(queueEvent(body), context)).body);
    const stranger = { LicenseKey: strangersKey, UID: 'stranger' };
    const event = (requestId: string, headers: Record<string, string>) => ({
      ...statusEvent(requestId, headers),
      resource: '/api/scrap_prices/{requestId}/deliveries',
    });
    for (const handler of [status, queue]) {
      const foreign = said(await handler(event(id, stranger), context));
      expect(foreign.statusCode).toBe(404);
      for (const other of [
        '0f8fad5b-d9cb-469f-a165-70867728950e',
        '../../etc/passwd',
        `${id}#0`,
        id.toUpperCase(),
      ])
        expect(said(await handler(event(other, stranger), context))).toEqual(foreign);
    }
    const owner = event(id, { LicenseKey: testLicenseKey, UID: 'acme' });
    expect(JSON.parse((await status(owner, context)).body)).toMatchObject({ RequestId: id, Attempts: [] });
    expect((await queue(owner, context)).statusCode).toBe(409);
  });

  it('is not shared by a key that two UIDs have chosen', async () => {
    const key = { 'Idempotency-Key': 'order-1' };
    const mine = await queue(queueEvent(undefined, key), context);
    const body = JSON.parse(queueEvent().body!);
    body.Authorization = { LicenseKey: strangersKey, UID: 'stranger' };
    const theirs = await queue(queueEvent(body, key), context);
    expect(theirs.statusCode).toBe(202);
    expect(JSON.parse(theirs.body).RequestId).not.toBe(JSON.parse(mine.body).RequestId);
  });
});
