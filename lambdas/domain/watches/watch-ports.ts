import type { WatchState } from '../price-changes.ts';
import type { EpochMs } from '../timing.ts';
import type { Watch, WatchRun, WatchSummary } from './watch.ts';
import type { HistoryEntry, StepOfRun } from './watch-history.ts';
import type { NamedWatch, WatchMessage } from './watch-message.ts';

/** The part of a watch that its caller decides, and its consequences. */
export type StoredWatch = Omit<Watch, 'run' | 'scheduledRevision'>;

/** `Full`: the license has as many as it can have; `Held`: another call puts or deletes the watch of this name. */
export type TakenPlace = 'Taken' | 'Full' | 'Held';

export interface HistoryPage {
  entries: HistoryEntry[];
  /** Key of the last one, where there may be more. */
  next: string | undefined;
}

/** All methods reject with `UnavailableError` when the store does not answer. */
export interface WatchStore {
  /** Resolves to `undefined` when the license has no watch of this name. Strongly consistent. */
  get(uid: string, name: string): Promise<Watch | undefined>;
  /** All of a license, by name. Strongly consistent. */
  list(uid: string): Promise<WatchSummary[]>;
  /** Takes one of the places that a license has for its watches; `remove` gives it back. Exact under races. */
  takePlace(watch: NamedWatch, nowMs: EpochMs): Promise<TakenPlace>;
  /**
   * Stores a watch, and leaves its runs as they are. One that is new has taken its place before.
   *
   * @param before - revision in whose place it comes; absent: there is none.
   * @returns false where that is not so.
   */
  put(watch: StoredWatch, before: number | undefined): Promise<boolean>;
  /** Notes that EventBridge has the schedule of a revision. */
  noteScheduled(watch: NamedWatch, revision: number): Promise<void>;
  /** @returns false when it is gone. */
  remove(watch: NamedWatch): Promise<boolean>;
  /** When a watch of this name ran last, also if it was deleted since; `undefined`: not within the shortest rate. */
  lastRunMs(uid: string, name: string): Promise<EpochMs | undefined>;
  /**
   * Keeps, by name, that a watch runs.
   * @returns false when one of this name ran later, or sooner before than any watch runs.
   */
  keepRunTime(watch: NamedWatch, scheduledAtMs: EpochMs): Promise<boolean>;
  /**
   * Begins a run.
   *
   * @param overBeforeMs - a run that began before and has not ended never will.
   * @returns false when this run or a later one has begun, or one is under way, or the watch is gone.
   */
  beginRun(watch: NamedWatch, run: WatchRun, overBeforeMs: EpochMs): Promise<boolean>;
  /**
   * Writes what has become of a run.
   *
   * @param before - as it was read.
   * @returns it as it is then; `undefined` when it was not as it was read any more, or the watch is gone.
   */
  noteRun(watch: NamedWatch, before: WatchRun, run: Omit<WatchRun, 'version'>): Promise<WatchRun | undefined>;
  /** Known states of sites, by key. Strongly consistent. */
  states(watch: NamedWatch, keys: readonly string[]): Promise<Map<string, WatchState>>;
  /** Writes what is known of a site, unless something later is. */
  writeState(watch: NamedWatch, key: string, state: WatchState, expiresAtMs: EpochMs): Promise<void>;
  /**
   * Adds the parts of an entry to the history.
   * @returns false when they are there already.
   */
  addEntries(watch: NamedWatch, parts: readonly HistoryEntry[], expiresAtMs: EpochMs): Promise<boolean>;
  /** The parts of an entry; none where it was not added. Strongly consistent. */
  entries(watch: NamedWatch, at: StepOfRun): Promise<HistoryEntry[]>;
  /** Entries of a history, the newest first, that are not past their time. @param before - key of the last one of the page before. */
  history(
    watch: NamedWatch,
    page: { before?: string | undefined; limit: number; nowMs: EpochMs },
  ): Promise<HistoryPage>;
  /** Deletes some of what a watch has left. @returns whether nothing is left. */
  forget(watch: NamedWatch): Promise<boolean>;
}

/** EventBridge's schedule of a watch. */
export interface RunSchedule {
  name: string;
  expression: string;
  timeZone: string;
  /** When the first run is; absent: at the next time of the expression. */
  startsAtMs?: EpochMs | undefined;
  /** Text that is sent for each run. */
  input: string;
}

/** Methods reject with `UnavailableError`. */
export interface WatchScheduler {
  /** Makes a schedule, or puts it in the place of the one of its name. */
  put(schedule: RunSchedule): Promise<void>;
  /** One that is not there is removed. */
  remove(name: string): Promise<void>;
}

export interface WatchQueue {
  /** @throws UnavailableError when the queue does not take it. */
  send(message: WatchMessage, delaySeconds: number): Promise<void>;
}
