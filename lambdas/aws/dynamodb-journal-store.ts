import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { JournalStore } from '../domain/ports.ts';
import type { JournalEntry } from '../domain/request/group-journal.ts';
import { callAws } from './call-aws.ts';
import { toEpochSeconds } from './dynamodb-request-store.ts';

/** Key of a journal in the requests table, never in the form of a request identifier, so that no call can read it. */
const journalId = (requestId: string, group: number): string => `${requestId}#g${group}`;

/** Attribute of one site's packed result. */
const resultPrefix = 'R';

/** Clauses of an update that adds facts. */
const toUpdate = (note: JournalEntry, expiresAtMs: number) => {
  const sets = ['ExpiresAtEpochSeconds = :expires'];
  const adds: string[] = [];
  const values: Record<string, unknown> = { ':expires': toEpochSeconds(expiresAtMs) };
  if (note.busyUntilMs !== undefined) {
    sets.push('BusyUntilMs = :busyUntil');
    values[':busyUntil'] = note.busyUntilMs;
  }
  if (note.isBrowserStarted) {
    sets.push('IsBrowserStarted = :true');
    values[':true'] = true;
  }
  for (const [index, packed] of note.ended ?? []) {
    sets.push(`${resultPrefix}${index} = :r${index}`);
    values[`:r${index}`] = packed;
  }
  if (note.begun && note.begun.length > 0) {
    adds.push('Begun :begun');
    values[':begun'] = new Set(note.begun);
  }
  if (note.alone !== undefined) {
    adds.push('Alone :alone');
    values[':alone'] = new Set([note.alone]);
  }
  return {
    UpdateExpression: `SET ${sets.join(', ')}${adds.length > 0 ? ` ADD ${adds.join(', ')}` : ''}`,
    ExpressionAttributeValues: values,
  };
};

/** Journals in the requests table, one item each. */
export const createDynamoDbJournalStore = (
  documents: DynamoDBDocumentClient,
  TableName: string,
): JournalStore => ({
  read: (requestId, group) =>
    callAws('Reading a journal', async () => {
      const { Item } = await documents.send(
        new GetCommand({ TableName, Key: { RequestId: journalId(requestId, group) }, ConsistentRead: true }),
      );
      if (!Item) return undefined;
      const results = Object.entries(Item).filter(([name]) => /^R\d+$/.test(name));
      return {
        begun: (Item.Begun as Set<number> | undefined) ?? new Set(),
        alone: (Item.Alone as Set<number> | undefined) ?? new Set(),
        ended: new Map(results.map(([name, packed]) => [Number(name.slice(1)), packed as Uint8Array])),
        isBrowserStarted: Item.IsBrowserStarted === true,
        ...(typeof Item.BusyUntilMs === 'number' && { busyUntilMs: Item.BusyUntilMs }),
      };
    }),

  add: (requestId, group, note, expiresAtMs) =>
    callAws('Writing a journal', async () => {
      await documents.send(
        new UpdateCommand({
          TableName,
          Key: { RequestId: journalId(requestId, group) },
          ...toUpdate(note, expiresAtMs),
        }),
      );
    }),
});
