import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type HeldCalls, UnavailableError } from '../domain/ports.ts';
import { heldCallMs, maxHeldCallsOfLicense } from '../domain/request/held-calls.ts';
import type { EpochMs } from '../domain/timing.ts';
import { callAws, writeConditionally } from './call-aws.ts';
import { toEpochSeconds } from './dynamodb-request-store.ts';

/** Places in one item, which stays below 1 KB, the billing unit of writes. */
const placesPerItem = 32;
/** Maximum rounds in which others take every free place. */
const maxRounds = 8;

interface TakenPlace {
  key: string;
  place: number;
  endsAtMs: EpochMs;
}

/** Treats an unavailable store as no place. Places that cannot be freed expire. */
const unlessUnavailable = async <T>(call: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await call();
  } catch (error) {
    if (error instanceof UnavailableError) return undefined;
    throw error;
  }
};

/**
 * Places for held calls, in the usage table: numbered attributes with an end time, so that the places of dead functions
 * become free. A place is taken by one conditional write, which is exact under concurrency. A call that finds none only
 * reads.
 *
 * @param inAll - total places of all licenses.
 */
export const createDynamoDbHeldCalls = (
  documents: DynamoDBDocumentClient,
  TableName: string,
  inAll: number,
): HeldCalls => {
  const freePlaces = (key: string, count: number, nowMs: EpochMs): Promise<number[]> =>
    callAws('Reading the places of held calls', async () => {
      const { Item = {} } = await documents.send(
        new GetCommand({ TableName, Key: { UsageKey: key }, ConsistentRead: true }),
      );
      return [...Array(count).keys()].filter((place) => !(Number(Item[`Place${place}`]) > nowMs));
    });

  const takeOne = async (key: string, count: number, nowMs: EpochMs): Promise<TakenPlace | undefined> => {
    const endsAtMs = nowMs + heldCallMs;
    for (let round = 0; round < maxRounds; round += 1) {
      const free = await freePlaces(key, count, nowMs);
      const place = free[Math.floor(Math.random() * free.length)];
      if (place === undefined) return undefined;
      const isTaken = await writeConditionally('Taking the place of a held call', () =>
        documents.send(
          new UpdateCommand({
            TableName,
            Key: { UsageKey: key },
            UpdateExpression: 'SET #place = :ends, ExpiresAtEpochSeconds = :expires',
            ConditionExpression: 'attribute_not_exists(#place) OR #place <= :now',
            ExpressionAttributeNames: { '#place': `Place${place}` },
            ExpressionAttributeValues: {
              ':ends': endsAtMs,
              ':now': nowMs,
              ':expires': toEpochSeconds(endsAtMs),
            },
          }),
        ),
      );
      if (isTaken) return { key, place, endsAtMs };
    }
    return undefined;
  };

  const giveBack = ({ key, place, endsAtMs }: TakenPlace): Promise<unknown> =>
    unlessUnavailable(() =>
      writeConditionally('Giving back the place of a held call', () =>
        documents.send(
          new UpdateCommand({
            TableName,
            Key: { UsageKey: key },
            UpdateExpression: 'REMOVE #place',
            ConditionExpression: '#place = :ends',
            ExpressionAttributeNames: { '#place': `Place${place}` },
            ExpressionAttributeValues: { ':ends': endsAtMs },
          }),
        ),
      ),
    );

  /** Starts at a random item, to spread the load. */
  const takeOfAll = async (nowMs: EpochMs): Promise<TakenPlace | undefined> => {
    const items = Math.ceil(inAll / placesPerItem);
    const first = Math.floor(Math.random() * items);
    for (let one = 0; one < items; one += 1) {
      const item = (first + one) % items;
      const count = Math.min(placesPerItem, inAll - item * placesPerItem);
      // UIDs cannot contain "#", so this is not a license's key.
      const taken = await takeOne(`#held#${item}`, count, nowMs);
      if (taken) return taken;
    }
    return undefined;
  };

  return {
    take: (uid, nowMs) =>
      unlessUnavailable(async () => {
        const own = await takeOne(`${uid}#held`, maxHeldCallsOfLicense, nowMs);
        if (!own) return undefined;
        const shared = await unlessUnavailable(() => takeOfAll(nowMs));
        if (shared) return () => Promise.all([giveBack(own), giveBack(shared)]).then(() => {});
        await giveBack(own);
        return undefined;
      }),
  };
};
