import { DeleteCommand, type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { EpochMs } from '../domain/timing.ts';
import { maxWatches } from '../domain/watch/watch.ts';
import type { NamedWatch } from '../domain/watch/watch-message.ts';
import type { TakenPlace } from '../domain/watch/watch-ports.ts';
import { callAws, updateConditionally, writeConditionally } from './call-aws.ts';

interface Place {
  WatchId: string;
  /** When it was taken; 0: before places existed. */
  AtMs: EpochMs;
}

type Places = Record<string, Place>;

/** After this, a place's call has stored its watch or died: API functions run for at most half a minute. */
const settledMs = 60_000;
/** Maximum rounds, each invalidated by another call. */
const maxRounds = 5;

/**
 * A license's places for watches, in one item. A place is taken by one conditional write before its watch is stored, and
 * freed after it is deleted, which is exact under concurrency.
 *
 * @param listed - the stored watches.
 */
export const createWatchPlaces = (
  documents: DynamoDBDocumentClient,
  TableName: string,
  listed: (uid: string) => Promise<readonly Pick<NamedWatch, 'name' | 'watchId'>[]>,
) => {
  const keyOf = (uid: string) => ({ Part: `places#${uid}`, Entry: 'places' });

  const read = (uid: string): Promise<Places | undefined> =>
    callAws('Reading the places of watches', async () => {
      const { Item } = await documents.send(
        new GetCommand({ TableName, Key: keyOf(uid), ConsistentRead: true }),
      );
      return Item?.Places as Places | undefined;
    });

  const begin = (uid: string, places: Places): Promise<boolean> =>
    writeConditionally('Beginning the places of watches', () =>
      documents.send(
        new UpdateCommand({
          TableName,
          Key: keyOf(uid),
          UpdateExpression: 'SET Places = :places',
          ConditionExpression: 'attribute_not_exists(Places)',
          ExpressionAttributeValues: { ':places': places },
        }),
      ),
    );

  const take = (uid: string, name: string, place: Place): Promise<boolean> =>
    writeConditionally('Taking the place of a watch', () =>
      documents.send(
        new UpdateCommand({
          TableName,
          Key: keyOf(uid),
          UpdateExpression: 'SET Places.#name = :place',
          ConditionExpression:
            'attribute_exists(Places) AND attribute_not_exists(Places.#name) AND size(Places) < :most',
          ExpressionAttributeNames: { '#name': name },
          ExpressionAttributeValues: { ':place': place, ':most': maxWatches },
        }),
      ),
    );

  const giveBack = async (uid: string, name: string, watchId: string): Promise<void> => {
    const left = await updateConditionally('Giving back the place of a watch', () =>
      documents.send(
        new UpdateCommand({
          TableName,
          Key: keyOf(uid),
          UpdateExpression: 'REMOVE Places.#name',
          ConditionExpression: 'Places.#name.WatchId = :id',
          ExpressionAttributeNames: { '#name': name },
          ExpressionAttributeValues: { ':id': watchId },
          ReturnValues: 'ALL_NEW',
        }),
      ),
    );
    if (!left || Object.keys((left.Attributes?.Places as Places | undefined) ?? {}).length > 0) return;
    await writeConditionally('Ending the places of watches', () =>
      documents.send(
        new DeleteCommand({
          TableName,
          Key: keyOf(uid),
          ConditionExpression: 'size(Places) = :none',
          ExpressionAttributeValues: { ':none': 0 },
        }),
      ),
    );
  };

  /** Initialises the places from the stored watches, or frees those of dead calls. */
  const settle = async (uid: string, nowMs: EpochMs): Promise<Places> => {
    const places = await read(uid);
    const watches = await listed(uid);
    if (!places) {
      const taken = watches.map(({ name, watchId }) => [name, { WatchId: watchId, AtMs: 0 }] as const);
      await begin(uid, Object.fromEntries(taken));
    }
    const stored = new Set(watches.map(({ name }) => name));
    for (const [name, { WatchId, AtMs }] of Object.entries(places ?? {}))
      if (!stored.has(name) && AtMs <= nowMs - settledMs) await giveBack(uid, name, WatchId);
    return (await read(uid)) ?? {};
  };

  /** Why no place can be taken; `undefined` if one can. */
  const obstacle = async (
    { uid, name, watchId }: NamedWatch,
    nowMs: EpochMs,
  ): Promise<TakenPlace | undefined> => {
    const places = await settle(uid, nowMs);
    const held = Object.hasOwn(places, name) ? places[name] : undefined;
    // It is this call's own if the first attempt's response was lost.
    if (held) return held.WatchId === watchId ? 'Taken' : 'Held';
    return Object.keys(places).length >= maxWatches ? 'Full' : undefined;
  };

  return {
    /** Takes a place for a new watch. */
    take: async (watch: NamedWatch, nowMs: EpochMs): Promise<TakenPlace> => {
      for (let round = 0; round < maxRounds; round += 1) {
        if (await take(watch.uid, watch.name, { WatchId: watch.watchId, AtMs: nowMs })) return 'Taken';
        const found = await obstacle(watch, nowMs);
        if (found) return found;
      }
      return 'Held';
    },
    giveBack,
  };
};
