import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { nextTurn, type Receiver, receiverRetentionMs } from '../domain/delivery/receiver.ts';
import { type ReceiverStore, UnavailableError } from '../domain/ports.ts';
import { callAws, updateConditionally, writeConditionally } from './call-aws.ts';
import { toEpochSeconds } from './dynamodb-request-store.ts';

interface ReceiverItem {
  TurnsUntilMs?: number;
  RestsUntilMs?: number;
  FailingSinceMs?: number;
  SuspendedAtMs?: number;
  SlowUntilMs?: number;
}

const toReceiver = (item: ReceiverItem | undefined): Receiver => ({
  turnsUntilMs: item?.TurnsUntilMs,
  restsUntilMs: item?.RestsUntilMs,
  failingSinceMs: item?.FailingSinceMs,
  suspendedAtMs: item?.SuspendedAtMs,
  slowUntilMs: item?.SlowUntilMs,
});

/** Concurrent calls invalidate each other's conditions; a few rounds resolve that. */
const maxRounds = 4;

/**
 * Receivers' states in the deliveries table, one item each. All writes except pauses are one conditional
 * update.
 */
export const createDynamoDbReceiverStore = (
  documents: DynamoDBDocumentClient,
  TableName: string,
): ReceiverStore => {
  const get: ReceiverStore['get'] = (RequestId) =>
    callAws('Reading a receiver', async () => {
      const { Item } = await documents.send(
        new GetCommand({ TableName, Key: { RequestId }, ConsistentRead: true }),
      );
      return toReceiver(Item);
    });

  const update = (
    RequestId: string,
    nowMs: number,
    { set, condition, values }: { set: string; condition?: string; values: Record<string, number> },
  ) =>
    new UpdateCommand({
      TableName,
      Key: { RequestId },
      UpdateExpression: `SET ${set}, ExpiresAtEpochSeconds = :deleted`,
      ...(condition !== undefined && { ConditionExpression: condition }),
      ExpressionAttributeValues: { ...values, ':deleted': toEpochSeconds(nowMs + receiverRetentionMs) },
      ReturnValues: 'ALL_NEW',
    });

  /** The first update applies to an idle receiver, the usual case; the second appends to assigned turns. */
  const turnUpdates = (receiverId: string, nowMs: number, everyMs: number) => [
    update(receiverId, nowMs, {
      set: 'TurnsUntilMs = :until',
      condition: 'attribute_not_exists(TurnsUntilMs) OR TurnsUntilMs <= :now',
      values: { ':now': nowMs, ':until': nowMs + everyMs },
    }),
    update(receiverId, nowMs, {
      set: 'TurnsUntilMs = TurnsUntilMs + :every',
      condition: 'TurnsUntilMs > :now',
      values: { ':now': nowMs, ':every': everyMs },
    }),
  ];

  return {
    get,

    takeTurn: async (receiverId, nowMs, everyMs) => {
      const updates = turnUpdates(receiverId, nowMs, everyMs);
      for (let round = 0; round < maxRounds; round += 1) {
        const command = updates[round % updates.length]!;
        const answer = await updateConditionally('Taking a turn at a receiver', () =>
          documents.send(command),
        );
        if (!answer) continue;
        const receiver = toReceiver(answer.Attributes);
        const before = { turnsUntilMs: (receiver.turnsUntilMs ?? 0) - everyMs };
        return { turnAtMs: nextTurn(before, nowMs, everyMs).turnAtMs, receiver };
      }
      throw new UnavailableError('Taking a turn at a receiver: others keep taking theirs');
    },

    recordFailure: async (receiverId, nowMs, rest) => {
      const failing = await callAws('Recording a receiver failure', () =>
        documents.send(
          update(receiverId, nowMs, {
            set: 'FailingSinceMs = if_not_exists(FailingSinceMs, :now)',
            values: { ':now': nowMs },
          }),
        ),
      );
      if (rest) {
        const { untilMs, turnsUntilMs } = rest;
        const rests = {
          ':until': [untilMs, 'RestsUntilMs'],
          ':turns': [turnsUntilMs, 'TurnsUntilMs'],
        } as const;
        // Separate updates, so that a longer earlier pause is kept.
        for (const [name, [value, attribute]] of Object.entries(rests)) {
          await writeConditionally('Pausing a receiver', () =>
            documents.send(
              update(receiverId, nowMs, {
                set: `${attribute} = ${name}`,
                condition: `attribute_not_exists(${attribute}) OR ${attribute} < ${name}`,
                values: { [name]: value },
              }),
            ),
          );
        }
      }
      return toReceiver(failing.Attributes);
    },

    recordSuccess: async (RequestId) => {
      await callAws('Recording a receiver success', () =>
        documents.send(
          new UpdateCommand({
            TableName,
            Key: { RequestId },
            UpdateExpression: 'REMOVE FailingSinceMs, SuspendedAtMs',
          }),
        ),
      );
    },

    markSlow: async (receiverId, nowMs, untilMs) => {
      const values = { ':now': nowMs, ':until': untilMs };
      const condition = 'attribute_not_exists(SlowUntilMs) OR SlowUntilMs <= :now';
      const isNew = await writeConditionally('Marking a receiver as slow', () =>
        documents.send(update(receiverId, nowMs, { set: 'SlowUntilMs = :until', condition, values })),
      );
      if (!isNew) {
        await callAws('Marking a receiver as still slow', () =>
          documents.send(
            update(receiverId, nowMs, { set: 'SlowUntilMs = :until', values: { ':until': untilMs } }),
          ),
        );
      }
      return isNew;
    },

    suspend: (receiverId, nowMs) =>
      writeConditionally('Suspending a receiver', () =>
        documents.send(
          update(receiverId, nowMs, {
            set: 'SuspendedAtMs = :now',
            condition: 'attribute_exists(FailingSinceMs) AND attribute_not_exists(SuspendedAtMs)',
            values: { ':now': nowMs },
          }),
        ),
      ),
  };
};
