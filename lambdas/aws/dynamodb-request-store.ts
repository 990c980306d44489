import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { RequestStore } from '../domain/ports.ts';
import type { StoredRequest } from '../domain/request/request.ts';
import { callAws, updateConditionally, writeConditionally } from './call-aws.ts';

/** Attribute of a group's results in the map `Results`. */
const groupName = (group: number): string => `g${group}`;

interface RequestItem {
  RequestId: string;
  UID: string;
  Sku: string;
  QueuedAtMs: number;
  DeadlineMs: number;
  GroupSizes: number[];
  Results: Record<string, Uint8Array>;
  /** Groups not in `Results` yet. */
  MissingGroups: number;
  LastResultAtMs?: number;
  SealedAtMs?: number;
  IsDispatched?: boolean;
  /** The call that stored it. */
  StoredBy?: string;
  Webhook?: { Url: string; Secret?: string; IsReference?: true };
  /** DynamoDB's TTL, for garbage collection only, up to two days late. */
  ExpiresAtEpochSeconds: number;
}

const toStoredRequest = (item: RequestItem): StoredRequest => ({
  requestId: item.RequestId,
  uid: item.UID,
  sku: item.Sku,
  queuedAtMs: item.QueuedAtMs,
  deadlineMs: item.DeadlineMs,
  groupSizes: item.GroupSizes,
  groups: new Map(Object.entries(item.Results).map(([name, packed]) => [Number(name.slice(1)), packed])),
  lastResultAtMs: item.LastResultAtMs,
  sealedAtMs: item.SealedAtMs,
  isDispatched: item.IsDispatched,
  webhook: item.Webhook && {
    url: item.Webhook.Url,
    secret: item.Webhook.Secret,
    ...(item.Webhook.IsReference && { isReference: true }),
  },
});

/** DynamoDB deletes an item at the earliest in the following second. */
export const toEpochSeconds = (timeMs: number): number => Math.ceil(timeMs / 1_000);

/** Requests, one item each; every transition is one conditional write. */
export const createDynamoDbRequestStore = (
  documents: DynamoDBDocumentClient,
  TableName: string,
): RequestStore => {
  /** @returns false if the condition does not hold. */
  const update = (
    action: string,
    RequestId: string,
    input: Omit<UpdateCommandInput, 'TableName' | 'Key'>,
  ): Promise<boolean> =>
    writeConditionally(action, () =>
      documents.send(new UpdateCommand({ TableName, Key: { RequestId }, ...input })),
    );

  const storerOf = (RequestId: string): Promise<string | undefined> =>
    callAws('Reading who stored a request', async () => {
      const { Item } = await documents.send(
        new GetCommand({
          TableName,
          Key: { RequestId },
          ConsistentRead: true,
          ProjectionExpression: 'StoredBy',
        }),
      );
      return Item?.StoredBy as string | undefined;
    });

  return {
    get: (RequestId) =>
      callAws('Reading a request', async () => {
        const { Item } = await documents.send(
          new GetCommand({ TableName, Key: { RequestId }, ConsistentRead: true }),
        );
        return Item && toStoredRequest(Item as RequestItem);
      }),

    create: async (request, expiresAtMs, storedBy = request.requestId) => {
      const { requestId, uid, sku, queuedAtMs, deadlineMs, groupSizes, webhook } = request;
      const Item: RequestItem = {
        RequestId: requestId,
        UID: uid,
        Sku: sku,
        QueuedAtMs: queuedAtMs,
        DeadlineMs: deadlineMs,
        GroupSizes: [...groupSizes],
        Results: {},
        MissingGroups: groupSizes.length,
        StoredBy: storedBy,
        ...(webhook && {
          Webhook: {
            Url: webhook.url,
            ...(webhook.secret !== undefined && { Secret: webhook.secret }),
            ...(webhook.isReference && { IsReference: true }),
          },
        }),
        ExpiresAtEpochSeconds: toEpochSeconds(expiresAtMs),
      };
      const isNew = await writeConditionally('Storing a request', () =>
        documents.send(
          new PutCommand({ TableName, Item, ConditionExpression: 'attribute_not_exists(RequestId)' }),
        ),
      );
      // If it is already stored, either this call stored it and the SDK repeated it after a lost response, or another call
      // with the same idempotency key did.
      return isNew || (await storerOf(requestId)) === storedBy;
    },

    addResults: async (RequestId, group, packed, nowMs) => {
      // The counter duplicates the map, so that the response need not include all results.
      const answer = await updateConditionally('Writing results', () =>
        documents.send(
          new UpdateCommand({
            TableName,
            Key: { RequestId },
            UpdateExpression:
              'SET Results.#group = :packed, LastResultAtMs = :now, MissingGroups = MissingGroups - :one',
            ConditionExpression:
              'attribute_exists(RequestId) AND attribute_not_exists(SealedAtMs) AND DeadlineMs > :now AND attribute_not_exists(Results.#group)',
            ExpressionAttributeNames: { '#group': groupName(group) },
            ExpressionAttributeValues: { ':packed': packed, ':now': nowMs, ':one': 1 },
            ReturnValues: 'UPDATED_NEW',
          }),
        ),
      );
      if (answer === undefined) return 'NotWritten';
      return answer.Attributes?.MissingGroups === 0 ? 'Completed' : 'Written';
    },

    seal: (request, nowMs) =>
      update('Sealing a request', request.requestId, {
        UpdateExpression: 'SET SealedAtMs = :now',
        ConditionExpression:
          'attribute_exists(RequestId) AND attribute_not_exists(SealedAtMs) AND MissingGroups > :none',
        ExpressionAttributeValues: { ':now': nowMs, ':none': 0 },
      }),

    remove: (RequestId) =>
      callAws('Removing a request', async () => {
        await documents.send(new DeleteCommand({ TableName, Key: { RequestId } }));
      }),

    // Idempotent, since the SDK repeats it after a lost response.
    revoke: (requestId, nowMs) =>
      update('Revoking a request', requestId, {
        UpdateExpression: 'SET SealedAtMs = if_not_exists(SealedAtMs, :now)',
        ConditionExpression:
          'attribute_exists(RequestId) AND attribute_not_exists(IsDispatched) AND MissingGroups > :none',
        ExpressionAttributeValues: { ':now': nowMs, ':none': 0 },
      }),

    preclude: (requestId, nowMs, expiresAtMs) => {
      const Item: RequestItem = {
        RequestId: requestId,
        // No caller has this UID.
        UID: '',
        Sku: '',
        QueuedAtMs: 0,
        DeadlineMs: 0,
        GroupSizes: [1],
        Results: {},
        MissingGroups: 1,
        SealedAtMs: nowMs,
        ExpiresAtEpochSeconds: toEpochSeconds(expiresAtMs),
      };
      return writeConditionally('Precluding a request', () =>
        documents.send(
          new PutCommand({
            TableName,
            Item,
            // A repeated call finds its own item.
            ConditionExpression: 'attribute_not_exists(RequestId) OR DeadlineMs = :never',
            ExpressionAttributeValues: { ':never': 0 },
          }),
        ),
      );
    },

    markDispatched: (requestId) =>
      update('Marking a request as dispatched', requestId, {
        UpdateExpression: 'SET IsDispatched = :true',
        ConditionExpression: 'attribute_exists(RequestId) AND attribute_not_exists(SealedAtMs)',
        ExpressionAttributeValues: { ':true': true },
      }),
  };
};
