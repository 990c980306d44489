import { createHash } from 'node:crypto';
import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { HostRecordStore } from '../domain/ports.ts';
import { callAws, writeConditionally } from './call-aws.ts';
import { toEpochSeconds } from './dynamodb-request-store.ts';

/**
 * Key of a record in the table of requests. Hashed together with whose it is: no license reads or changes what another
 * one's pages showed, the table names no shop that anybody asks for, and no status call can read it.
 */
const recordId = (uid: string, host: string): string =>
  `host#${createHash('sha256')
    .update(JSON.stringify([uid, host]))
    .digest('hex')}`;

/** Version of the code that wrote a record. What later versions add, this one leaves unread. */
const recordVersion = 1;

/** Records of what rendering brought, beside the requests in the same table, an item each. */
export const createDynamoDbHostRecordStore = (
  documents: DynamoDBDocumentClient,
  TableName: string,
): HostRecordStore => ({
  read: (uid, host) =>
    callAws('Reading what is known of a host', async () => {
      const { Item } = await documents.send(
        new GetCommand({ TableName, Key: { RequestId: recordId(uid, host) } }),
      );
      if (typeof Item?.ExpiresAtMs !== 'number') return undefined;
      return {
        differed: Item.Differed === true,
        ...(Item.Varied === true && { varied: true }),
        sameLooks: typeof Item.SameLooks === 'number' ? Item.SameLooks : 0,
        expiresAtMs: Item.ExpiresAtMs,
      };
    }),

  write: async (uid, host, { differed, varied = false, sameLooks, expiresAtMs }, nowMs) => {
    const update = new UpdateCommand({
      TableName,
      Key: { RequestId: recordId(uid, host) },
      UpdateExpression:
        'SET Version = :version, Differed = :differed, Varied = :varied, SameLooks = :looks, ExpiresAtMs = :ends, ExpiresAtEpochSeconds = :deleted',
      // Of two messages at the same time the one that saw a difference is believed.
      ConditionExpression:
        ':differed = :true OR attribute_not_exists(RequestId) OR Differed = :false OR ExpiresAtMs <= :now',
      ExpressionAttributeValues: {
        ':version': recordVersion,
        ':differed': differed,
        ':varied': varied,
        ':looks': sameLooks,
        ':ends': expiresAtMs,
        ':deleted': toEpochSeconds(expiresAtMs),
        ':true': true,
        ':false': false,
        ':now': nowMs,
      },
    });
    await writeConditionally('Writing what is known of a host', () => documents.send(update));
  },
});
