import { ProblemError } from '../domain/problem.ts';
import type { EpochMs } from '../domain/timing.ts';
import { anchorOf } from '../domain/watch/schedule.ts';
import { maxWatches, type Watch, type WatchDefinition } from '../domain/watch/watch.ts';
import type { StoredWatch, WatchStore } from '../domain/watch/watch-ports.ts';

export interface PutPorts {
  watches: Pick<WatchStore, 'get' | 'put' | 'takePlace' | 'lastRunMs'>;
  /** A random UUID. */
  newWatchId: () => string;
}

const tooMany = (): ProblemError =>
  new ProblemError(
    409,
    `This license has ${maxWatches} watches, the maximum; delete one that is not needed.`,
  );

const requestsTheSame = (before: WatchDefinition, { sku, sites }: WatchDefinition): boolean =>
  before.sku === sku && JSON.stringify(before.sites) === JSON.stringify(sites);

const replaced = (
  before: Watch,
  definition: WatchDefinition,
  lastRunMs: EpochMs | undefined,
  nowMs: EpochMs,
): StoredWatch => {
  const { uid, name, watchId, revision, sameRequestSince = revision, createdAtMs, run } = before;
  return {
    ...definition,
    ...{ uid, name, watchId, createdAtMs },
    revision: revision + 1,
    sameRequestSince: requestsTheSame(before, definition) ? sameRequestSince : revision + 1,
    updatedAtMs: nowMs,
    anchorMs: anchorOf(definition.schedule, before, lastRunMs ?? run?.scheduledAtMs, nowMs),
  };
};

/** A further round is needed if another call has put or deleted the watch. */
const maxRounds = 5;

/**
 * Creates or replaces a watch.
 *
 * @returns the watch with its last run as read before.
 * @throws ProblemError 409 if the license has the maximum, or other calls keep putting it.
 */
export const putWatch = async (
  { watches, newWatchId }: PutPorts,
  uid: string,
  name: string,
  definition: WatchDefinition,
  nowMs: EpochMs,
): Promise<{ isNew: boolean; stored: Watch }> => {
  for (let round = 0; round < maxRounds; round += 1) {
    const before = await watches.get(uid, name);
    const lastRunMs = await watches.lastRunMs(uid, name);
    if (before) {
      const next = replaced(before, definition, lastRunMs, nowMs);
      if (await watches.put(next, before.revision))
        return { isNew: false, stored: { ...next, run: before.run } };
      continue;
    }
    const watch: StoredWatch = {
      ...definition,
      ...{ uid, name, watchId: newWatchId(), revision: 1 },
      ...{ createdAtMs: nowMs, updatedAtMs: nowMs },
      anchorMs: anchorOf(definition.schedule, undefined, lastRunMs, nowMs),
    };
    const place = await watches.takePlace(watch, nowMs);
    if (place === 'Full') throw tooMany();
    if (place === 'Taken' && (await watches.put(watch, undefined))) return { isNew: true, stored: watch };
  }
  throw new ProblemError(409, 'Other calls are putting this watch at the same time; repeat the call.');
};
