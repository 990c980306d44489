import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Quota } from '../domain/license/quota.ts';
import type { CallCounts, QuotaStore } from '../domain/ports.ts';
import { callAws, writeConditionally } from './call-aws.ts';
import { toEpochSeconds } from './dynamodb-request-store.ts';

interface UsageItem {
  Used: number;
  WindowEndsAtMs: number;
}

/** Quota counters, one item for each license and quota; every count is one conditional write. */
export const createDynamoDbQuotaStore = (
  documents: DynamoDBDocumentClient,
  TableName: string,
): QuotaStore => {
  const keyOf = (uid: string, quota: Quota) => ({ UsageKey: `${uid}#${quota.name}` });

  const count = (Key: { UsageKey: string }, { amount, limit }: Quota, nowMs: number): Promise<boolean> =>
    writeConditionally('Counting against a quota', () =>
      documents.send(
        new UpdateCommand({
          TableName,
          Key,
          UpdateExpression: 'SET Used = Used + :amount',
          ConditionExpression: 'WindowEndsAtMs > :now AND Used <= :most',
          ExpressionAttributeValues: { ':amount': amount, ':now': nowMs, ':most': limit - amount },
        }),
      ),
    );

  const beginWindow = (
    Key: { UsageKey: string },
    { amount, windowMs }: Quota,
    nowMs: number,
  ): Promise<boolean> =>
    writeConditionally('Beginning a quota window', () =>
      documents.send(
        new UpdateCommand({
          TableName,
          Key,
          UpdateExpression: 'SET Used = :amount, WindowEndsAtMs = :end, ExpiresAtEpochSeconds = :expires',
          ConditionExpression: 'attribute_not_exists(UsageKey) OR WindowEndsAtMs <= :now',
          ExpressionAttributeValues: {
            ':amount': amount,
            ':now': nowMs,
            ':end': nowMs + windowMs,
            ':expires': toEpochSeconds(nowMs + windowMs),
          },
        }),
      ),
    );

  /** @returns `undefined` if no window is open. */
  const readWindow = (Key: { UsageKey: string }, nowMs: number): Promise<UsageItem | undefined> =>
    callAws('Reading a quota', async () => {
      const { Item } = await documents.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      const usage = Item as UsageItem | undefined;
      return usage && usage.WindowEndsAtMs > nowMs ? usage : undefined;
    });

  return {
    take: async (uid, quota, nowMs) => {
      const Key = keyOf(uid, quota);
      const { amount, limit, windowMs } = quota;
      let isAllowed =
        (await count(Key, quota, nowMs)) || (amount <= limit && (await beginWindow(Key, quota, nowMs)));
      let usage = await readWindow(Key, nowMs);
      if (!isAllowed && (usage?.Used ?? 0) + amount <= limit) {
        // Since the refused write, another call has begun the window or given back. The window is now known to be open: if
        // refused again, it was full at that moment, whatever is given back before the read.
        isAllowed = await count(Key, quota, nowMs);
        usage = await readWindow(Key, nowMs);
      }
      const used = usage?.Used ?? 0;
      const free = isAllowed ? limit - used : Math.min(limit - used, amount - 1);
      return {
        isAllowed,
        remaining: Math.max(0, free),
        resetsAtMs: usage && used > 0 ? usage.WindowEndsAtMs : nowMs + windowMs,
      };
    },

    giveBack: async (uid, quota, resetsAtMs) => {
      await writeConditionally('Giving back to a quota', () =>
        documents.send(
          new UpdateCommand({
            TableName,
            Key: keyOf(uid, quota),
            UpdateExpression: 'SET Used = Used - :amount',
            ConditionExpression: 'WindowEndsAtMs = :window AND Used >= :amount',
            ExpressionAttributeValues: { ':amount': quota.amount, ':window': resetsAtMs },
          }),
        ),
      );
    },
  };
};

/** Read-only calls, one item for each license and minute. */
export const createDynamoDbCallCounts = (
  documents: DynamoDBDocumentClient,
  TableName: string,
): CallCounts => ({
  add: async (uid, minute, calls) => {
    const { Attributes } = await callAws('Counting calls', () =>
      documents.send(
        new UpdateCommand({
          TableName,
          Key: { UsageKey: `${uid}#calls#${minute}` },
          UpdateExpression: 'SET ExpiresAtEpochSeconds = :expires ADD Calls :calls',
          ExpressionAttributeValues: { ':calls': calls, ':expires': (minute + 2) * 60 },
          ReturnValues: 'UPDATED_NEW',
        }),
      ),
    );
    return Number(Attributes?.Calls);
  },
});
