import { createHash } from 'node:crypto';
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { type IdempotencyRecord, type IdempotencyStore, UnavailableError } from '../domain/ports.ts';
import { callAws, writeConditionally } from './call-aws.ts';
import { toEpochSeconds } from './dynamodb-request-store.ts';

/**
 * Key of a record in the requests table. Hashed, so that no caller's text becomes a key, and never in the form of a request
 * identifier, so that no status call can read it.
 */
const recordId = (uid: string, key: string): string =>
  `idempotency#${createHash('sha256')
    .update(JSON.stringify([uid, key]))
    .digest('hex')}`;

/** Idempotency records in the requests table. */
export const createDynamoDbIdempotencyStore = (
  documents: DynamoDBDocumentClient,
  TableName: string,
): IdempotencyStore => {
  const read = (RequestId: string): Promise<IdempotencyRecord | undefined> =>
    callAws('Reading an idempotency key', async () => {
      const { Item } = await documents.send(
        new GetCommand({ TableName, Key: { RequestId }, ConsistentRead: true }),
      );
      return Item && { requestId: Item.For, dataHash: Item.DataHash, queuedAtMs: Item.QueuedAtMs };
    });

  return {
    claim: async (uid, key, record, expiresAtMs, replaces) => {
      const RequestId = recordId(uid, key);
      const put = new PutCommand({
        TableName,
        Item: {
          RequestId,
          For: record.requestId,
          DataHash: record.dataHash,
          QueuedAtMs: record.queuedAtMs,
          ExpiresAtEpochSeconds: toEpochSeconds(expiresAtMs),
        },
        ConditionExpression: replaces
          ? 'attribute_not_exists(RequestId) OR #for = :replaced'
          : 'attribute_not_exists(RequestId)',
        ...(replaces && {
          ExpressionAttributeNames: { '#for': 'For' },
          ExpressionAttributeValues: { ':replaced': replaces.requestId },
        }),
      });
      // At most twice: a record removed between write and read frees the key.
      for (let attempt = 0; attempt < 2; attempt += 1) {
        if (await writeConditionally('Claiming an idempotency key', () => documents.send(put))) return record;
        const existing = await read(RequestId);
        if (existing) return existing;
      }
      throw new UnavailableError('Claiming an idempotency key: it keeps changing hands');
    },
  };
};
