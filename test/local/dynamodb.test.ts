import { request } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startDynamoDb } from '../../local/emulators/dynamodb.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const table = {
  name: 'things',
  keySchema: [{ AttributeName: 'id', KeyType: 'HASH' as const }],
  attributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' as const }],
};
const body = JSON.stringify({ TableName: table.name, Key: { id: { S: 'a' } } });

/** A call whose answer nobody waits for. @param sent - of its body's characters. */
const call = (endpoint: string, sent = body.length): void => {
  const calling = request(endpoint, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-amz-json-1.0',
      'Content-Length': body.length,
      'X-Amz-Target': 'DynamoDB_20120810.GetItem',
      Authorization:
        'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
      'X-Amz-Date': '20260101T000000Z',
    },
  });
  calling.on('error', () => {});
  calling.on('response', (response) => response.resume());
  calling.write(body.slice(0, sent));
  if (sent === body.length) calling.end();
};

it('closes while calls are at work, each of which is done first or never begun', async () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => uncaught.push(error);
  process.on('uncaughtException', note);
  try {
    for (let turns = 0; turns < 12; turns += 1) {
      const emulator = await startDynamoDb((accessKeyId) => accessKeyId === 'local');
      await emulator.createTables([table], credentials);
      for (let calls = 0; calls < 20; calls += 1) {
        call(emulator.endpoint);
        call(emulator.endpoint, 10);
      }
      // At another moment of their work each time.
      for (let turn = 0; turn < 3 * turns; turn += 1) await setImmediate();
      await emulator.close();
    }
    await setImmediate();
  } finally {
    process.off('uncaughtException', note);
  }
  expect(uncaught).toEqual([]);
});
