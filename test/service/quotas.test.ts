import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { createDynamoDbLicenseStore } from '../../lambdas/aws/dynamodb-license-store.ts';
import { testLicense, testLicenseKey } from '../fakes/memory-stores.ts';
import { api, useLocalStack } from './stack.ts';

const local = useLocalStack({ shops: false });
const { post } = api(() => local.stack);

it('of 50 parallel clients exactly 20 are accepted under a limit of 20 requests per minute', async () => {
  const client = new DynamoDBClient({
    region: 'us-east-1',
    endpoint: local.stack.endpoints.dynamodb,
    credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
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
  // Else a minute may pass between the first call and the last.
  local.stack.holdClock(Date.now());
  const answers = await Promise.all(Array.from({ length: 50 }, () => post(body)));
  const accepted = answers.filter(({ status }) => status === 202);
  const refused = answers.filter(({ status }) => status === 429);
  expect([accepted.length, refused.length]).toEqual([20, 30]);
  for (const { headers } of refused) {
    expect(headers.get('Retry-After')).toBe('60');
    expect(headers.get('RateLimit')).toBe('"requests";r=0;t=60');
    expect(headers.get('RateLimit-Policy')).toBe('"requests";q=20;w=60');
  }
});
