import type { EpochMs } from '../timing.ts';
import type { WatchState } from './price-changes.ts';
import type { Watch, WatchRun, WatchSummary } from './watch.ts';
import type { HistoryEntry, StepOfRun } from './watch-history.ts';
import type { NamedWatch, WatchMessage } from './watch-message.ts';

/** A watch without the state of its runs. */
export type StoredWatch = Omit<Watch, 'run' | 'scheduledRevision'>;

/** `Full`: the license has the maximum; `Held`: another call is putting or deleting the watch of this name. */
export type TakenPlace = 'Taken' | 'Full' | 'Held';

interface HistoryPage {
  entries: HistoryEntry[];
  /** Key of the last entry, if there may be more. */
  next: string | undefined;
}

/** All methods reject with `UnavailableError` if the store does not respond. */
export interface WatchStore {
  /** Resolves to `undefined` if the license has no watch of this name. Strongly consistent. */
  get(uid: string, name: string): Promise<Watch | undefined>;
  /** All watches of a license, by name. Strongly consistent. */
  list(uid: string): Promise<WatchSummary[]>;
  /** Takes one of a license's places for watches; `remove` frees it. Exact under concurrency. */
  takePlace(watch: NamedWatch, nowMs: EpochMs): Promise<TakenPlace>;
  /**
   * Stores a watch without touching its runs. A new watch must have taken its place first.
   *
   * @param before - the revision to replace; absent: there must be none.
   * @returns false if the stored revision is another.
   */
  put(watch: StoredWatch, before: number | undefined): Promise<boolean>;
  /**
   * Records that EventBridge has the schedule of this revision.
   * @returns false if the stored revision is another, or the watch is gone.
   */
  recordSchedule(watch: NamedWatch, revision: number): Promise<boolean>;
  /** @returns false if it is gone. */
  remove(watch: NamedWatch): Promise<boolean>;
  /** Last run under this name, even if deleted since; `undefined`: none within the shortest rate. */
  lastRunMs(uid: string, name: string): Promise<EpochMs | undefined>;
  /**
   * Records, by name, that a watch runs.
   * @returns false if a later run, or one within the shortest rate before, is recorded under this name.
   */
  recordRunTime(watch: NamedWatch, scheduledAtMs: EpochMs): Promise<boolean>;
  /**
   * Begins a run.
   *
   * @param overBeforeMs - unfinished runs that began before this time count as ended.
   * @returns false if this run or a later one has begun, another is unfinished, or the watch is gone.
   */
  beginRun(watch: NamedWatch, run: WatchRun, overBeforeMs: EpochMs): Promise<boolean>;
  /**
   * Updates a run.
   *
   * @param before - the run as read.
   * @returns the updated run; `undefined` if it changed since it was read, or the watch is gone.
   */
  updateRun(
    watch: NamedWatch,
    before: WatchRun,
    run: Omit<WatchRun, 'version'>,
  ): Promise<WatchRun | undefined>;
  /** Known states of sites, by key. Strongly consistent. */
  states(watch: NamedWatch, keys: readonly string[]): Promise<Map<string, WatchState>>;
  /** Writes a site's state, unless a later one is stored. */
  writeState(watch: NamedWatch, key: string, state: WatchState, expiresAtMs: EpochMs): Promise<void>;
  /**
   * Adds an entry's parts to the history.
   * @returns false if they are already there.
   */
  addEntries(watch: NamedWatch, parts: readonly HistoryEntry[], expiresAtMs: EpochMs): Promise<boolean>;
  /** An entry's parts; none if it was not added. Strongly consistent. */
  entries(watch: NamedWatch, at: StepOfRun): Promise<HistoryEntry[]>;
  /** Unexpired entries, newest first. `before`: key of the previous page's last entry. */
  history(
    watch: NamedWatch,
    page: { before?: string | undefined; limit: number; nowMs: EpochMs },
  ): Promise<HistoryPage>;
  /** Deletes part of a deleted watch's data. @returns true if nothing is left. */
  forget(watch: NamedWatch): Promise<boolean>;
}

/** EventBridge's schedule of a watch. */
export interface RunSchedule {
  name: string;
  expression: string;
  timeZone: string;
  /** Time of the first run; absent: the expression's next time. */
  startsAtMs?: EpochMs | undefined;
  /** Text sent for each run. */
  input: string;
}

/** Methods reject with `UnavailableError`. */
export interface WatchScheduler {
  /** Creates or replaces a schedule. */
  put(schedule: RunSchedule): Promise<void>;
  /** Idempotent. */
  remove(name: string): Promise<void>;
}

export interface WatchQueue {
  /** @throws UnavailableError if the queue does not accept it. */
  send(message: WatchMessage, delaySeconds: number): Promise<void>;
}
