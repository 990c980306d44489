// Without DynamoDB's time to live, the tables of a local stack would grow with every request.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { startDynamoDb } from '../../local/emulators/dynamodb.ts';

const credentials = { accessKeyId: 'A', secretAccessKey: 'B' };

it('deletes items whose time is over, and no others', async () => {
  const dynamodb = await startDynamoDb(() => true, credentials);
  const client = new DynamoDBClient({ endpoint: dynamodb.endpoint, region: 'us-east-1', credentials });
  try {
    const key = (AttributeName: string, KeyType: 'HASH' | 'RANGE') => ({ AttributeName, KeyType });
    const tables = [
      { TableName: 'Requests', KeySchema: [key('Id', 'HASH')], expiryAttribute: 'Ends' },
      {
        TableName: 'Watches',
        KeySchema: [key('Id', 'HASH'), key('Entry', 'RANGE')],
        expiryAttribute: 'Ends',
      },
      { TableName: 'Licenses', KeySchema: [key('Id', 'HASH')], expiryAttribute: undefined },
    ].map((table) => ({
      ...table,
      AttributeDefinitions: table.KeySchema.map(({ AttributeName }) => ({
        AttributeName,
        AttributeType: 'S' as const,
      })),
    }));
    await dynamodb.createTables(tables);
    const ends = { over: { N: '999' }, now: { N: '1000' }, later: { N: '5000' }, text: { S: '1' } };
    for (const { TableName } of tables) {
      for (const [id, Ends] of Object.entries(ends))
        await client.send(
          new PutItemCommand({ TableName, Item: { Id: { S: id }, Entry: { S: 'e' }, Ends } }),
        );
      await client.send(new PutItemCommand({ TableName, Item: { Id: { S: 'none' }, Entry: { S: 'e' } } }));
    }
    await dynamodb.deleteExpired(1_000_999);
    const idsIn = async (TableName: string) =>
      (await client.send(new ScanCommand({ TableName }))).Items!.map(({ Id }) => Id!.S!).toSorted();
    expect(await idsIn('Requests')).toEqual(['later', 'none', 'now', 'text']);
    expect(await idsIn('Watches')).toEqual(['later', 'none', 'now', 'text']);
    expect(await idsIn('Licenses')).toEqual(['later', 'none', 'now', 'over', 'text']);
  } finally {
    client.destroy();
    await dynamodb.close();
  }
});

it('frees their memory', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const heldMb = (): number => {
    collectGarbage();
    return process.memoryUsage().arrayBuffers / 1e6;
  };
  const dynamodb = await startDynamoDb(() => true, credentials);
  const client = new DynamoDBClient({ endpoint: dynamodb.endpoint, region: 'us-east-1', credentials });
  const table = {
    TableName: 'Requests',
    KeySchema: [{ AttributeName: 'Id', KeyType: 'HASH' as const }],
    AttributeDefinitions: [{ AttributeName: 'Id', AttributeType: 'S' as const }],
    expiryAttribute: 'Ends',
  };
  try {
    await dynamodb.createTables([table]);
    const before = heldMb();
    for (let id = 0; id < 200; id += 1) {
      const Item = { Id: { S: String(id) }, Ends: { N: '1' }, Text: { S: 'x'.repeat(50_000) } };
      await client.send(new PutItemCommand({ TableName: table.TableName, Item }));
    }
    expect(heldMb() - before).toBeGreaterThan(9);
    await dynamodb.deleteExpired(2_000);
    await expect.poll(() => heldMb() - before).toBeLessThan(3);
  } finally {
    client.destroy();
    await dynamodb.close();
  }
});
