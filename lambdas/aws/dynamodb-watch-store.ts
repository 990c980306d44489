import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { UnavailableError } from '../domain/ports.ts';
import { packSites, unpackSites } from '../domain/watch/packed-sites.ts';
import { readWatchState, type WatchState } from '../domain/watch/price-changes.ts';
import { type Schedule, shortestRateMs } from '../domain/watch/schedule.ts';
import type { Watch, WatchRun, WatchSummary, When } from '../domain/watch/watch.ts';
import {
  type HistoryEntry,
  historyKey,
  keyOfEntry,
  packEntry,
  unpackEntry,
} from '../domain/watch/watch-history.ts';
import type { NamedWatch } from '../domain/watch/watch-message.ts';
import type { StoredWatch, WatchStore } from '../domain/watch/watch-ports.ts';
import { callAws, writeConditionally } from './call-aws.ts';
import { toEpochSeconds } from './dynamodb-request-store.ts';
import { createWatchPlaces } from './dynamodb-watch-places.ts';

/**
 * A watch, by license and name. States and history are separate items under its identifier, so that a watch put again after
 * deletion does not find its predecessor's data.
 */
interface WatchItem {
  Part: string;
  Entry: string;
  UID: string;
  WatchId: string;
  Revision: number;
  SameRequestSince?: number;
  CreatedAtMs: number;
  UpdatedAtMs: number;
  AnchorMs: number;
  Schedule: Schedule;
  When?: When;
  Sku: string;
  SiteCount: number;
  /** Packed JSON. */
  Sites: Uint8Array;
  Webhook?: { Url: string; Secret?: string; IsReference?: true };
  ScheduledRevision?: number;
  Run?: WatchRun;
  /** Version of `Run`, for conditions; 0: no run. */
  RunAtMs: number;
}

const partOfLicense = (uid: string): string => `watches#${uid}`;
const partOfStates = ({ watchId }: NamedWatch): string => `states#${watchId}`;
const partOfHistory = ({ watchId }: NamedWatch): string => `history#${watchId}`;

const keyOf = ({ uid, name }: Pick<NamedWatch, 'uid' | 'name'>) => ({
  Part: partOfLicense(uid),
  Entry: name,
});

/** Outlives the watch, so that putting it again does not make it run sooner. */
const keyOfRunTime = ({ uid, name }: Pick<NamedWatch, 'uid' | 'name'>) => ({
  Part: `runs#${uid}`,
  Entry: name,
});

const toSummary = (item: Omit<WatchItem, 'Sites'>): WatchSummary => ({
  uid: item.UID,
  name: item.Entry,
  watchId: item.WatchId,
  revision: item.Revision,
  sameRequestSince: item.SameRequestSince,
  createdAtMs: item.CreatedAtMs,
  updatedAtMs: item.UpdatedAtMs,
  anchorMs: item.AnchorMs,
  schedule: item.Schedule,
  when: item.When,
  sku: item.Sku,
  siteCount: item.SiteCount,
  ...(item.Webhook && {
    webhook: {
      url: item.Webhook.Url,
      secret: item.Webhook.Secret,
      ...(item.Webhook.IsReference && { isReference: true }),
    },
  }),
  scheduledRevision: item.ScheduledRevision,
  run: item.Run,
});

const toWatch = (item: WatchItem): Watch => {
  const { siteCount: _count, ...summary } = toSummary(item);
  return { ...summary, sites: unpackSites(item.Sites) };
};

const valuesOf = (watch: StoredWatch) => ({
  UID: watch.uid,
  WatchId: watch.watchId,
  Revision: watch.revision,
  SameRequestSince: watch.sameRequestSince,
  CreatedAtMs: watch.createdAtMs,
  UpdatedAtMs: watch.updatedAtMs,
  AnchorMs: watch.anchorMs,
  Schedule: watch.schedule,
  When: watch.when,
  Sku: watch.sku,
  SiteCount: watch.sites.length,
  Sites: packSites(watch.sites),
  Webhook: watch.webhook && {
    Url: watch.webhook.url,
    Secret: watch.webhook.secret,
    ...(watch.webhook.isReference && { IsReference: true }),
  },
});

const fieldsOfSummary = [
  'Entry',
  'UID',
  'WatchId',
  'Revision',
  'SameRequestSince',
  'CreatedAtMs',
  'UpdatedAtMs',
  'AnchorMs',
  'Schedule',
  'When',
  'Sku',
  'SiteCount',
  'Webhook',
  'ScheduledRevision',
  'Run',
] as const;

/** Aliases such as `#When`, since some names are reserved words in DynamoDB. */
const namesOf = (fields: readonly string[]): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [`#${field}`, field]));

/** DynamoDB's limit of keys in a batch call. */
const maxKeysOfGet = 100;
const maxKeysOfWrite = 25;
/** Maximum retries of unprocessed keys. */
const maxRounds = 8;

interface ItemKey {
  Part: string;
  Entry: string;
}

/** Watches, their states and histories in one table. */
export const createDynamoDbWatchStore = (
  documents: DynamoDBDocumentClient,
  TableName: string,
): WatchStore => {
  const query = (input: Partial<ConstructorParameters<typeof QueryCommand>[0]>) =>
    callAws('Reading watches', () => documents.send(new QueryCommand({ TableName, ...input })));

  const readStates = async (keys: readonly ItemKey[]): Promise<Record<string, unknown>[]> => {
    const items: Record<string, unknown>[] = [];
    let left: Record<string, unknown>[] = keys.map((key) => ({ ...key }));
    for (let round = 0; left.length > 0; round += 1) {
      if (round === maxRounds)
        throw new UnavailableError('Reading the states of a watch: keys stay unprocessed');
      const { Responses, UnprocessedKeys } = await callAws('Reading the states of a watch', () =>
        documents.send(
          new BatchGetCommand({ RequestItems: { [TableName]: { Keys: left, ConsistentRead: true } } }),
        ),
      );
      items.push(...(Responses?.[TableName] ?? []));
      left = UnprocessedKeys?.[TableName]?.Keys ?? [];
    }
    return items;
  };

  const deleteItems = async (keys: readonly ItemKey[]): Promise<void> => {
    let requests = keys.map((key) => ({ DeleteRequest: { Key: { ...key } as Record<string, unknown> } }));
    for (let round = 0; requests.length > 0; round += 1) {
      if (round === maxRounds)
        throw new UnavailableError('Deleting the data of a watch: keys stay unprocessed');
      const { UnprocessedItems } = await callAws('Deleting the data of a watch', () =>
        documents.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } })),
      );
      requests = (UnprocessedItems?.[TableName] ?? []) as typeof requests;
    }
  };

  const list = async (uid: string): Promise<WatchSummary[]> => {
    const watches: WatchSummary[] = [];
    let from: Record<string, unknown> | undefined;
    do {
      const { Items = [], LastEvaluatedKey } = await query({
        KeyConditionExpression: '#Part = :part',
        ProjectionExpression: fieldsOfSummary.map((field) => `#${field}`).join(', '),
        ExpressionAttributeNames: namesOf(['Part', ...fieldsOfSummary]),
        ExpressionAttributeValues: { ':part': partOfLicense(uid) },
        ConsistentRead: true,
        ...(from && { ExclusiveStartKey: from }),
      });
      watches.push(...Items.map((item) => toSummary(item as WatchItem)));
      from = LastEvaluatedKey;
    } while (from);
    return watches;
  };

  const places = createWatchPlaces(documents, TableName, list);

  return {
    get: async (uid, name) => {
      const { Item } = await callAws('Reading a watch', () =>
        documents.send(new GetCommand({ TableName, Key: keyOf({ uid, name }), ConsistentRead: true })),
      );
      return Item && toWatch(Item as WatchItem);
    },

    list,

    takePlace: places.take,

    put: (watch, before) => {
      const values = Object.entries(valuesOf(watch));
      const set = values.filter(([, value]) => value !== undefined);
      const removed = values.filter(([, value]) => value === undefined).map(([name]) => `#${name}`);
      return writeConditionally('Storing a watch', () =>
        documents.send(
          new UpdateCommand({
            TableName,
            Key: keyOf(watch),
            UpdateExpression:
              `SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}, RunAtMs = if_not_exists(RunAtMs, :zero)` +
              (removed.length > 0 ? ` REMOVE ${removed.join(', ')}` : ''),
            ConditionExpression:
              before === undefined
                ? 'attribute_not_exists(#Part)'
                : '#WatchId = :WatchId AND #Revision = :before',
            ExpressionAttributeNames: namesOf([
              ...values.map(([name]) => name),
              ...(before === undefined ? ['Part'] : []),
            ]),
            ExpressionAttributeValues: {
              ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
              ':zero': 0,
              ...(before !== undefined && { ':before': before }),
            },
          }),
        ),
      );
    },

    recordSchedule: (watch, revision) =>
      writeConditionally('Recording the schedule of a watch', () =>
        documents.send(
          new UpdateCommand({
            TableName,
            Key: keyOf(watch),
            UpdateExpression: 'SET ScheduledRevision = :revision',
            ConditionExpression: 'WatchId = :id AND Revision = :revision',
            ExpressionAttributeValues: { ':id': watch.watchId, ':revision': revision },
          }),
        ),
      ),

    remove: async (watch) => {
      const isRemoved = await writeConditionally('Deleting a watch', () =>
        documents.send(
          new DeleteCommand({
            TableName,
            Key: keyOf(watch),
            ConditionExpression: 'WatchId = :id',
            ExpressionAttributeValues: { ':id': watch.watchId },
          }),
        ),
      );
      // Even if it was already gone: its deleting call may have died.
      await places.giveBack(watch.uid, watch.name, watch.watchId);
      return isRemoved;
    },

    lastRunMs: async (uid, name) => {
      const { Item } = await callAws('Reading when a watch ran', () =>
        documents.send(new GetCommand({ TableName, Key: keyOfRunTime({ uid, name }), ConsistentRead: true })),
      );
      return Item?.LastRunAtMs as number | undefined;
    },

    recordRunTime: (watch, scheduledAtMs) =>
      writeConditionally('Recording the run time of a watch', () =>
        documents.send(
          new UpdateCommand({
            TableName,
            Key: keyOfRunTime(watch),
            UpdateExpression: 'SET LastRunAtMs = :at, WatchId = :id, ExpiresAtEpochSeconds = :expires',
            ConditionExpression:
              'attribute_not_exists(LastRunAtMs) OR LastRunAtMs <= :latest OR (LastRunAtMs = :at AND WatchId = :id)',
            ExpressionAttributeValues: {
              ':at': scheduledAtMs,
              ':id': watch.watchId,
              ':latest': scheduledAtMs - shortestRateMs,
              ':expires': toEpochSeconds(scheduledAtMs + shortestRateMs),
            },
          }),
        ),
      ),

    beginRun: (watch, run, overBeforeMs) =>
      writeConditionally('Beginning a run of a watch', () =>
        documents.send(
          new UpdateCommand({
            TableName,
            Key: keyOf(watch),
            UpdateExpression: 'SET #run = :run, RunAtMs = :at',
            ConditionExpression:
              'WatchId = :id AND RunAtMs < :at AND ' +
              '(attribute_not_exists(#run) OR attribute_exists(#run.ended) OR #run.startedAtMs < :over)',
            ExpressionAttributeNames: { '#run': 'Run' },
            ExpressionAttributeValues: {
              ':id': watch.watchId,
              ':run': run,
              ':at': run.scheduledAtMs,
              ':over': overBeforeMs,
            },
          }),
        ),
      ),

    updateRun: async (watch, before, run) => {
      const after: WatchRun = { ...run, version: before.version + 1 };
      const isWritten = await writeConditionally('Updating a run of a watch', () =>
        documents.send(
          new UpdateCommand({
            TableName,
            Key: keyOf(watch),
            UpdateExpression: 'SET #run = :run',
            ConditionExpression: 'WatchId = :id AND RunAtMs = :at AND #run.#version = :before',
            ExpressionAttributeNames: { '#run': 'Run', '#version': 'version' },
            ExpressionAttributeValues: {
              ':id': watch.watchId,
              ':at': before.scheduledAtMs,
              ':before': before.version,
              ':run': after,
            },
          }),
        ),
      );
      return isWritten ? after : undefined;
    },

    states: async (watch, keys) => {
      const Part = partOfStates(watch);
      const items: Record<string, unknown>[] = [];
      for (let start = 0; start < keys.length; start += maxKeysOfGet)
        items.push(
          ...(await readStates(keys.slice(start, start + maxKeysOfGet).map((Entry) => ({ Part, Entry })))),
        );
      return new Map(
        items.map(({ Entry, State }): [string, WatchState] => [
          String(Entry),
          readWatchState(JSON.parse(String(State))),
        ]),
      );
    },

    writeState: async (watch, Entry, state, expiresAtMs) => {
      await writeConditionally('Writing a state of a watch', () =>
        documents.send(
          new PutCommand({
            TableName,
            Item: {
              Part: partOfStates(watch),
              Entry,
              AtMs: state.AtMs,
              State: JSON.stringify(state),
              ExpiresAtEpochSeconds: toEpochSeconds(expiresAtMs),
            },
            ConditionExpression: 'attribute_not_exists(#part) OR AtMs < :at',
            ExpressionAttributeNames: { '#part': 'Part' },
            ExpressionAttributeValues: { ':at': state.AtMs },
          }),
        ),
      );
    },

    addEntries: async (watch, parts, expiresAtMs) => {
      const write = (entry: HistoryEntry) =>
        writeConditionally('Writing the history of a watch', () =>
          documents.send(
            new PutCommand({
              TableName,
              Item: {
                Part: partOfHistory(watch),
                Entry: keyOfEntry(entry),
                Packed: packEntry(entry),
                ExpiresAtMs: expiresAtMs,
                ExpiresAtEpochSeconds: toEpochSeconds(expiresAtMs),
              },
              // An existing item has the same changes, written before the states.
              ConditionExpression: 'attribute_not_exists(#part)',
              ExpressionAttributeNames: { '#part': 'Part' },
            }),
          ),
        );
      const [first, ...others] = parts;
      // Write the first part last: it marks the entry as complete.
      for (const entry of others) await write(entry);
      return first === undefined || write(first);
    },

    entries: async (watch, at) => {
      const entries: HistoryEntry[] = [];
      let from: Record<string, unknown> | undefined;
      do {
        const { Items = [], LastEvaluatedKey } = await query({
          KeyConditionExpression: '#Part = :part AND #Entry BETWEEN :first AND :last',
          ExpressionAttributeNames: namesOf(['Part', 'Entry']),
          ExpressionAttributeValues: {
            ':part': partOfHistory(watch),
            ':first': historyKey(at, 0),
            ':last': historyKey(at, 99_999),
          },
          ConsistentRead: true,
          ...(from && { ExclusiveStartKey: from }),
        });
        entries.push(...Items.map(({ Packed }) => unpackEntry(Packed as Uint8Array)));
        from = LastEvaluatedKey;
      } while (from);
      // Without the first part the entry is incomplete.
      return entries[0]?.Part === 0 ? entries : [];
    },

    history: async (watch, { before, limit, nowMs }) => {
      const Part = partOfHistory(watch);
      const { Items = [], LastEvaluatedKey } = await query({
        KeyConditionExpression: '#Part = :part',
        ExpressionAttributeNames: namesOf(['Part']),
        ExpressionAttributeValues: { ':part': Part },
        ScanIndexForward: false,
        Limit: limit,
        ...(before !== undefined && { ExclusiveStartKey: { Part, Entry: before } }),
      });
      const live = Items.filter(({ ExpiresAtMs }) => Number(ExpiresAtMs) > nowMs);
      return {
        entries: live.map(({ Packed }) => unpackEntry(Packed as Uint8Array)),
        // Items after an expired one are even older.
        next: live.length < Items.length ? undefined : (LastEvaluatedKey?.Entry as string | undefined),
      };
    },

    forget: async (watch) => {
      const counts = await Promise.all(
        [partOfStates(watch), partOfHistory(watch)].map(async (part) => {
          const { Items = [] } = await query({
            KeyConditionExpression: '#Part = :part',
            ProjectionExpression: '#Part, #Entry',
            ExpressionAttributeNames: namesOf(['Part', 'Entry']),
            ExpressionAttributeValues: { ':part': part },
            Limit: maxKeysOfWrite,
          });
          if (Items.length > 0) await deleteItems(Items as unknown as ItemKey[]);
          return Items.length;
        }),
      );
      return counts.every((count) => count < maxKeysOfWrite);
    },
  };
};
