import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type QuotaStore, UnavailableError } from '../domain/ports.ts';
import type { Quota, QuotaState } from '../domain/quota.ts';
import { callAws, writeConditionally } from './call-aws.ts';
import { toEpochSeconds } from './dynamodb-request-store.ts';

interface UsageItem {
  Used: number;
  WindowEndsAtMs: number;
}

/** A new window can begin between a refused write and the read after it; more often than this it cannot. */
const maxRounds = 5;

/** Counters of quotas, an item for each license and quota; every count is one conditional write. */
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

  const read = (Key: { UsageKey: string }): Promise<UsageItem | undefined> =>
    callAws('Reading a quota', async () => {
      const { Item } = await documents.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Item as UsageItem | undefined;
    });

  /** @returns `undefined` when the window ended between the refused write and the read. */
  const tryToTake = async (
    Key: { UsageKey: string },
    quota: Quota,
    nowMs: number,
  ): Promise<QuotaState | undefined> => {
    const isCounted =
      (await count(Key, quota, nowMs)) ||
      (quota.amount <= quota.limit && (await beginWindow(Key, quota, nowMs)));
    const stored = await read(Key);
    const usage = stored && stored.WindowEndsAtMs > nowMs ? stored : undefined;
    const used = usage?.Used ?? 0;
    const isFull = used + quota.amount > quota.limit;
    if (!isCounted && !isFull) return undefined;
    return {
      isAllowed: isCounted,
      remaining: Math.max(0, quota.limit - used),
      resetsAtMs: usage && used > 0 ? usage.WindowEndsAtMs : nowMs + quota.windowMs,
    };
  };

  return {
    take: async (uid, quota, nowMs) => {
      for (let round = 0; round < maxRounds; round += 1) {
        const answer = await tryToTake(keyOf(uid, quota), quota, nowMs);
        if (answer) return answer;
      }
      throw new UnavailableError('Counting against a quota: its window keeps changing');
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
