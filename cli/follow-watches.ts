import type { HistoryEntry, ScrapPrices, WatchSummaryView } from '../client/index.ts';
import { wait } from '../client/waiting.ts';
import { isRead } from '../lambdas/domain/watch/price-changes.ts';
import { keyOfEntry } from '../lambdas/domain/watch/watch-history.ts';
import type { WatchedChange } from '../lambdas/domain/watch/watched-changes.ts';
import { info, isScreen, writeOut } from '../terminal/streams.ts';
import { counted, formatLocalTime, printable } from '../terminal/text.ts';
import { exitCodeOf, exitCodes } from './exit-codes.ts';
import { changeText, siteText } from './output/change-text.ts';

/** Short beside the quarter of an hour between two runs, and far below the quota of read calls. */
const pauseMs = 5_000;

/** Entries of a history read at a time; a run adds one or two. */
const pageSize = 5;

/** The part of a watch's history that has been printed. */
interface Followed {
  /** Its last run, as JSON. */
  run: string;
  /** Key of the newest entry of its history. */
  entryKey: string;
  /** True once a run has ended. */
  hasRun: boolean;
}

export type FollowedWatches = Map<string, Followed>;

const runOf = ({ LastRun }: WatchSummaryView): string => JSON.stringify(LastRun);

/** Entries after a key, oldest first. */
const entriesAfter = async (
  client: ScrapPrices,
  name: string,
  key: string,
  signal: AbortSignal,
): Promise<HistoryEntry[]> => {
  const found: HistoryEntry[] = [];
  let cursor: string | undefined;
  do {
    const { Entries, Next } = await client.watchHistory(name, { limit: pageSize, cursor }, { signal });
    const fresh = Entries.filter((entry) => keyOfEntry(entry) > key);
    found.push(...fresh);
    cursor = fresh.length === Entries.length ? (Next ?? undefined) : undefined;
  } while (cursor !== undefined);
  return found.reverse();
};

/** The state of watches before they are put, so that everything after it is new. */
export const stateOfWatches = async (
  client: ScrapPrices,
  names: readonly string[],
  signal: AbortSignal,
): Promise<FollowedWatches> => {
  const { Watches } = await client.watches({ signal });
  const followed: FollowedWatches = new Map();
  for (const name of names) {
    const watch = Watches.find(({ Name }) => Name === name);
    const newest = watch && (await client.watchHistory(name, { limit: 1 }, { signal })).Entries[0];
    followed.set(name, {
      run: watch === undefined ? 'null' : runOf(watch),
      entryKey: newest === undefined ? '' : keyOfEntry(newest),
      hasRun: false,
    });
  }
  return followed;
};

/** One line about a scrape: when, and how many prices it found. */
const entryText = ({ Name, NextRunAt }: WatchSummaryView, entry: HistoryEntry): string => {
  const { At, Ended, Reason, Sites, Changes } = entry;
  const found =
    Ended === 'Completed'
      ? `${Sites.filter(isRead).length} of ${counted(Sites.length, 'site')} read, ${counted(Changes.length, 'change')}`
      : (Reason?.Message ?? Ended);
  const next = NextRunAt === null ? '' : `; next run at ${formatLocalTime(NextRunAt)}`;
  return printable(`${formatLocalTime(At)} ${Name}: ${found}${next}.`, 400);
};

interface FollowOptions {
  client: ScrapPrices;
  signal: AbortSignal;
  /** Prints a line of JSON for each change instead of text. */
  isJson: boolean;
  /** Ends after one run of each watch. */
  isOnce: boolean;
}

/**
 * Prints changes of watches as their runs end, until the signal, or with `isOnce` until each has run once.
 *
 * @param watches - updated by what is read.
 * @returns the exit code: of a price below its target, or of no site that could be read.
 */
export const followWatches = async (
  watches: FollowedWatches,
  { client, signal, isJson, isOnce }: FollowOptions,
): Promise<number> => {
  let isAnyRead = false;
  let isBelowTarget = false;

  const print = async (Watch: string, { At, RequestId, Sites, Changes }: HistoryEntry): Promise<void> => {
    isAnyRead ||= Sites.some(isRead);
    for (const given of Changes) {
      const change = given as typeof given & WatchedChange;
      isBelowTarget ||= change.Kind === 'BelowTarget';
      const site = siteText(change.Name ?? change.Url ?? '', change);
      const text = printable(`${change.Sku}: ${site} ${changeText(change)}`, 1_000);
      await writeOut(`${isJson ? JSON.stringify({ Watch, At, RequestId, ...change }) : text}\n`);
    }
  };

  const readNew = async (watch: WatchSummaryView, seen: Followed): Promise<void> => {
    const run = runOf(watch);
    // A run that takes a second look at some sites has an entry before its end.
    const isRunning = watch.LastRun?.Ended === null;
    if (run === seen.run && !isRunning) return;
    for (const entry of await entriesAfter(client, watch.Name, seen.entryKey, signal)) {
      if (entry.Ended !== 'Completed' || isScreen(process.stderr)) info(entryText(watch, entry));
      await print(watch.Name, entry);
      seen.entryKey = keyOfEntry(entry);
    }
    seen.run = run;
    seen.hasRun ||= !isRunning;
  };

  const readAll = async (): Promise<void> => {
    const { Watches } = await client.watches({ signal });
    for (const [name, seen] of watches) {
      const watch = Watches.find(({ Name }) => Name === name);
      if (watch) await readNew(watch, seen);
      else {
        info(`${name} was deleted.`);
        watches.delete(name);
      }
    }
  };

  for (;;) {
    try {
      await readAll();
      if (watches.size === 0 || (isOnce && [...watches.values()].every(({ hasRun }) => hasRun))) break;
    } catch (error) {
      if (isOnce || exitCodeOf(error) !== exitCodes.unavailable) throw error;
      info(`${(error as Error).message} Trying again.`);
    }
    await wait(pauseMs, signal);
  }
  if (isBelowTarget) return exitCodes.belowTarget;
  return isAnyRead ? exitCodes.ok : exitCodes.incomplete;
};
