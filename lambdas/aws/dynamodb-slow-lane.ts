import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { SlowLane } from '../domain/ports.ts';
import type { EpochMs } from '../domain/timing.ts';
import { writeConditionally } from './call-aws.ts';
import { toEpochSeconds } from './dynamodb-request-store.ts';

/** Places of the slow lane in the deliveries table, one item each with its end time. */
export const createDynamoDbSlowLane = (
  documents: DynamoDBDocumentClient,
  TableName: string,
  places: number,
): SlowLane => {
  const write = (
    place: number,
    untilMs: EpochMs,
    { condition, values }: { condition: string; values: Record<string, EpochMs> },
  ): Promise<boolean> =>
    writeConditionally('Taking or leaving a place of the slow lane', () =>
      documents.send(
        new UpdateCommand({
          TableName,
          Key: { RequestId: `slow-lane#${place}` },
          UpdateExpression: 'SET TakenUntilMs = :until, ExpiresAtEpochSeconds = :deleted',
          ConditionExpression: condition,
          ExpressionAttributeValues: { ...values, ':until': untilMs, ':deleted': toEpochSeconds(untilMs) },
        }),
      ),
    );

  return {
    enter: async (nowMs, untilMs) => {
      for (let place = 0; place < places; place += 1) {
        const isTaken = await write(place, untilMs, {
          condition: 'attribute_not_exists(TakenUntilMs) OR TakenUntilMs <= :now',
          values: { ':now': nowMs },
        });
        if (!isTaken) continue;
        return async () => {
          await write(place, nowMs, { condition: 'TakenUntilMs = :own', values: { ':own': untilMs } });
        };
      }
      return undefined;
    },
  };
};
