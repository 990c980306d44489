import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { createDynamoDbLicenseStore } from '../../lambdas/aws/dynamodb-license-store.ts';
import { testLicense, testLicenseKey } from '../fakes/memory-stores.ts';
import { api, useLocalStack, withoutDeliveries } from './stack.ts';

const local = useLocalStack(withoutDeliveries);
const { post, get, bodyFor, credentials } = api(() => local.stack);

it('holds four of ten concurrent calls of a license, and answers the others immediately', async () => {
  const queued = await post(bodyFor([{ Url: 'http://127.0.0.1/' }], 'x'));
  const { RequestId } = (await queued.json()) as { RequestId: string };
  const waitSeconds = 3;
  const hold = async () => {
    const answer = await get(RequestId, { ...credentials(), Prefer: `wait=${waitSeconds}` });
    expect(await answer.json()).toMatchObject({ RequestStatus: 0 });
    return answer.headers.has('Preference-Applied');
  };
  const sinceMs = performance.now();
  const heldCalls = (await Promise.all(Array.from({ length: 10 }, hold))).filter(Boolean);
  // On a slow machine, functions may start after the first places are free again.
  const elapsedSeconds = (performance.now() - sinceMs) / 1_000;
  expect(heldCalls.length).toBeGreaterThanOrEqual(1);
  expect(heldCalls.length * waitSeconds).toBeLessThanOrEqual(4 * elapsedSeconds);
  expect(await hold()).toBe(true);
});

// The SDK repeats calls that time out, which may count twice: under load, fewer calls than the limit may be
// accepted, but never more. The store's own test checks the exact limit.
it('accepts at most 20 of 50 parallel clients with a limit of 20 requests per minute', async () => {
  const client = new DynamoDBClient({
    region: 'us-east-1',
    endpoint: local.stack.endpoints.dynamodb,
    credentials: local.stack.credentials,
  });
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  await createDynamoDbLicenseStore(documents, local.stack.tables.licenses).create(
    testLicense({ uid: 'limited', requestsPerMinute: 20 }),
  );
  client.destroy();
  const body = {
    Authorization: { UID: 'limited', LicenseKey: testLicenseKey },
    Data: { Sku: 'x', SellingSites: [{ Url: 'http://127.0.0.1/', RenderMode: 'Http' }] },
  };
  // Otherwise a minute may pass between the first and last call.
  local.stack.holdClock(Date.now());
  const answers = await Promise.all(Array.from({ length: 50 }, () => post(body)));
  const accepted = answers.filter(({ status }) => status === 202);
  const refused = answers.filter(({ status }) => status === 429);
  const unavailable = answers.filter(({ status }) => status === 503);
  expect(accepted.length + refused.length + unavailable.length).toBe(50);
  expect(accepted.length).toBeGreaterThan(0);
  expect(accepted.length).toBeLessThanOrEqual(20);
  expect(refused.length).toBeGreaterThanOrEqual(30 - unavailable.length);
  for (const { headers } of refused) {
    expect(headers.get('Retry-After')).toBe('60');
    expect(headers.get('RateLimit')).toBe('"requests";r=0;t=60');
    expect(headers.get('RateLimit-Policy')).toBe('"requests";q=20;w=60');
  }
});
