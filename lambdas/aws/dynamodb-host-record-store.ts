import { createHash } from 'node:crypto';
import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { HostRecordStore } from '../domain/ports.ts';
import { callAws, writeConditionally } from './call-aws.ts';
import { toEpochSeconds } from './dynamodb-request-store.ts';

/**
 * Key of a record in the requests table. Hashed with its license: no license can read or change another's records, the
 * table does not reveal shops, and no status call can read it.
 */
const recordId = (uid: string, host: string): string =>
  `host#${createHash('sha256')
    .update(JSON.stringify([uid, host]))
    .digest('hex')}`;

/** Host records in the requests table, one item each. */
export const createDynamoDbHostRecordStore = (
  documents: DynamoDBDocumentClient,
  TableName: string,
): HostRecordStore => ({
  read: (uid, host) =>
    callAws('Reading a host record', async () => {
      const { Item } = await documents.send(
        new GetCommand({ TableName, Key: { RequestId: recordId(uid, host) } }),
      );
      if (typeof Item?.ExpiresAtMs !== 'number') return undefined;
      return {
        differed: Item.Differed === true,
        ...(Item.Varied === true && { varied: true }),
        agreements: typeof Item.Agreements === 'number' ? Item.Agreements : 0,
        expiresAtMs: Item.ExpiresAtMs,
      };
    }),

  write: async (uid, host, { differed, varied = false, agreements, expiresAtMs }, nowMs) => {
    const update = new UpdateCommand({
      TableName,
      Key: { RequestId: recordId(uid, host) },
      UpdateExpression:
        'SET Differed = :differed, Varied = :varied, Agreements = :agreements, ExpiresAtMs = :ends, ExpiresAtEpochSeconds = :deleted',
      // If messages run concurrently, the one that saw a difference wins.
      ConditionExpression:
        ':differed = :true OR attribute_not_exists(RequestId) OR Differed = :false OR ExpiresAtMs <= :now',
      ExpressionAttributeValues: {
        ':differed': differed,
        ':varied': varied,
        ':agreements': agreements,
        ':ends': expiresAtMs,
        ':deleted': toEpochSeconds(expiresAtMs),
        ':true': true,
        ':false': false,
        ':now': nowMs,
      },
    });
    await writeConditionally('Writing a host record', () => documents.send(update));
  },
});
