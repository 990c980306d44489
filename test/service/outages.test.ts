// Responses to callers while DynamoDB or SQS is down, and the remaining state.
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { api, documentsOf, useLocalStack } from './stack.ts';

const local = useLocalStack({ shops: false });
const { post, bodyFor, get } = api(() => local.stack);

const unavailable = async (answer: Response): Promise<void> => {
  expect(answer.status).toBe(503);
  expect(answer.headers.get('Retry-After')).toMatch(/^\d+$/);
  expect(answer.headers.get('Content-Type')).toMatch(/^application\/problem\+json/);
  expect(await answer.text()).not.toMatch(/dynamodb|sqs|127\.0\.0\.1|ECONN|stack/i);
};

const body = () =>
  bodyFor([{ Url: 'https://shop.example/{sku}', RenderMode: 'Http', TimeoutSeconds: 1 }], 'x');

it('SQS down: queueing returns 503 with Retry-After and leaves nothing that could still run', async () => {
  const mend = local.stack.breakService('sqs');
  try {
    await unavailable(await post(body()));
    await unavailable(await post(body(), { 'Idempotency-Key': 'k' }));
  } finally {
    mend();
  }
  const documents = documentsOf(local.stack);
  const { Items } = await documents.send(new ScanCommand({ TableName: local.stack.tables.requests }));
  documents.destroy();
  // The request without a key is gone. The other one is sealed, so that no late repeat can run it.
  const requests = (Items ?? []).filter((item) => item.UID !== undefined);
  expect(requests).toEqual([expect.objectContaining({ SealedAtMs: expect.any(Number) })]);
  expect((await post(body(), { 'Idempotency-Key': 'k' })).status).toBe(202);
});

it('DynamoDB down: both operations return 503', async () => {
  const queued = (await (await post(body())).json()) as { RequestId: string };
  const mend = local.stack.breakService('dynamodb');
  try {
    await unavailable(await post(body()));
    await unavailable(await get(queued.RequestId));
  } finally {
    mend();
  }
  expect((await get(queued.RequestId)).status).toBe(200);
});
