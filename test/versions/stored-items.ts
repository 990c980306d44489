import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDynamoDbIdempotencyStore } from '../../lambdas/aws/dynamodb-idempotency-store.ts';
import { createDynamoDbJournalStore } from '../../lambdas/aws/dynamodb-journal-store.ts';
import { createDynamoDbRequestStore } from '../../lambdas/aws/dynamodb-request-store.ts';

const TableName = 'Requests';

/** An item as DynamoDB's API has it, `{ "S": "..." }` and so on; bytes (`B`) as Base64. */
export type Item = Record<string, Record<string, unknown>>;

/** In an item, bytes for Base64 or the other way round. */
export const mapBytes = (item: unknown, convert: (bytes: never) => unknown): unknown => {
  if (typeof item !== 'object' || item === null || item instanceof Uint8Array || Array.isArray(item))
    return item;
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) =>
      name === 'B' && (typeof value === 'string' || value instanceof Uint8Array)
        ? [name, convert(value as never)]
        : [name, mapBytes(value, convert)],
    ),
  );
};

/** Puts an item past the stores. */
export const putItem = async (client: DynamoDBClient, TableName: string, item: Item): Promise<void> => {
  const Item = mapBytes(item, (text: string) => Buffer.from(text, 'base64')) as never;
  await client.send(new PutItemCommand({ TableName, Item }));
};

/** The table of requests: items past the stores, and the stores of today. */
export const openRequestsTable = () => {
  const client = new DynamoDBClient({});
  const documents = DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
  });
  return {
    requests: createDynamoDbRequestStore(documents, TableName),
    journal: createDynamoDbJournalStore(documents, TableName),
    idempotency: createDynamoDbIdempotencyStore(documents, TableName),
    put: (item: Item) => putItem(client, TableName, item),
    get: async (id: string): Promise<Item> => {
      const { Item } = await client.send(new GetItemCommand({ TableName, Key: { RequestId: { S: id } } }));
      return mapBytes(Item, (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')) as Item;
    },
    close: () => documents.destroy(),
  };
};
