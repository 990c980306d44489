import type { WatchState } from '../../lambdas/domain/watch/price-changes.ts';
import { shortestRateMs } from '../../lambdas/domain/watch/schedule.ts';
import { maxWatches, type Watch } from '../../lambdas/domain/watch/watch.ts';
import { type HistoryEntry, historyKey, keyOfEntry } from '../../lambdas/domain/watch/watch-history.ts';
import type { NamedWatch } from '../../lambdas/domain/watch/watch-message.ts';
import type { RunSchedule, WatchScheduler, WatchStore } from '../../lambdas/domain/watch/watch-ports.ts';

type ByWatch<T> = Map<string, Map<string, T>>;

const within = <T>(entries: ByWatch<T>, { watchId }: NamedWatch): Map<string, T> => {
  const known = entries.get(watchId) ?? new Map<string, T>();
  entries.set(watchId, known);
  return known;
};

/** Watches in memory, with the same conditions as the DynamoDB store. */
export const createMemoryWatchStore = (): WatchStore & {
  items: Map<string, Watch>;
  histories: ByWatch<{ entry: HistoryEntry; expiresAtMs: number }>;
  states: WatchStore['states'];
  known: ByWatch<WatchState>;
} => {
  const items = new Map<string, Watch>();
  const histories: ByWatch<{ entry: HistoryEntry; expiresAtMs: number }> = new Map();
  const known: ByWatch<WatchState> = new Map();
  /** Places of watches by license: the identifier by name. */
  const places = new Map<string, Map<string, string>>();
  const runTimes = new Map<string, { watchId: string; atMs: number }>();
  const keyOf = (uid: string, name: string): string => JSON.stringify([uid, name]);
  const own = ({ uid, name, watchId }: NamedWatch): Watch | undefined => {
    const item = items.get(keyOf(uid, name));
    return item?.watchId === watchId ? item : undefined;
  };
  const set = (watch: Watch): void => void items.set(keyOf(watch.uid, watch.name), structuredClone(watch));
  return {
    items,
    histories,
    known,
    get: async (uid, name) => structuredClone(items.get(keyOf(uid, name))),
    list: async (uid) =>
      [...items.values()]
        .filter((watch) => watch.uid === uid)
        .map(({ sites, ...watch }) => ({ ...watch, siteCount: sites.length }))
        .sort((one, other) => (one.name < other.name ? -1 : 1)),
    takePlace: async ({ uid, name, watchId }) => {
      const own = places.get(uid) ?? new Map<string, string>();
      places.set(uid, own);
      if (own.has(name)) return own.get(name) === watchId ? 'Taken' : 'Held';
      if (own.size >= maxWatches) return 'Full';
      own.set(name, watchId);
      return 'Taken';
    },
    put: async (watch, before) => {
      const existing = items.get(keyOf(watch.uid, watch.name));
      const isRight =
        before === undefined
          ? !existing
          : existing?.watchId === watch.watchId && existing.revision === before;
      if (!isRight) return false;
      const { run, scheduledRevision } = existing ?? {};
      set({ ...watch, ...(run && { run }), ...(scheduledRevision !== undefined && { scheduledRevision }) });
      return true;
    },
    recordSchedule: async (watch, revision) => {
      const existing = own(watch);
      if (existing?.revision !== revision) return false;
      set({ ...existing, scheduledRevision: revision });
      return true;
    },
    remove: async (watch) => {
      const { uid, name, watchId } = watch;
      if (places.get(uid)?.get(name) === watchId) places.get(uid)?.delete(name);
      return own(watch) !== undefined && items.delete(keyOf(uid, name));
    },
    lastRunMs: async (uid, name) => runTimes.get(keyOf(uid, name))?.atMs,
    recordRunTime: async ({ uid, name, watchId }, atMs) => {
      const last = runTimes.get(keyOf(uid, name));
      const isSame = last?.atMs === atMs && last.watchId === watchId;
      if (last && !isSame && last.atMs > atMs - shortestRateMs) return false;
      runTimes.set(keyOf(uid, name), { watchId, atMs });
      return true;
    },
    beginRun: async (watch, run, overBeforeMs) => {
      const existing = own(watch);
      const before = existing?.run;
      const isFree =
        !before ||
        (before.scheduledAtMs < run.scheduledAtMs &&
          (before.ended !== undefined || before.startedAtMs < overBeforeMs));
      if (!existing || !isFree) return false;
      set({ ...existing, run });
      return true;
    },
    updateRun: async (watch, before, run) => {
      const existing = own(watch);
      const isSame =
        existing?.run?.version === before.version && existing.run.scheduledAtMs === before.scheduledAtMs;
      if (!existing || !isSame) return undefined;
      const after = { ...run, version: before.version + 1 };
      set({ ...existing, run: after });
      return after;
    },
    states: async (watch, keys) =>
      new Map(
        keys.flatMap((key) => {
          const state = within(known, watch).get(key);
          return state ? [[key, structuredClone(state)] as const] : [];
        }),
      ),
    writeState: async (watch, key, state) => {
      const existing = within(known, watch).get(key);
      if (!existing || existing.AtMs < state.AtMs) within(known, watch).set(key, structuredClone(state));
    },
    addEntries: async (watch, parts, expiresAtMs) => {
      const history = within(histories, watch);
      const isThere = parts[0] !== undefined && history.has(keyOfEntry(parts[0]));
      for (const entry of parts)
        if (!history.has(keyOfEntry(entry)))
          history.set(keyOfEntry(entry), { entry: structuredClone(entry), expiresAtMs });
      return !isThere;
    },
    entries: async (watch, at) => {
      const keys = [historyKey(at, 0), historyKey(at, 99_999)] as const;
      return [...within(histories, watch)]
        .filter(([key]) => key >= keys[0] && key <= keys[1])
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([, { entry }]) => structuredClone(entry));
    },
    history: async (watch, { before, limit, nowMs }) => {
      const all = [...within(histories, watch)]
        .filter(([key, { expiresAtMs }]) => expiresAtMs > nowMs && (before === undefined || key < before))
        .sort(([one], [other]) => (one < other ? 1 : -1));
      const page = all.slice(0, limit);
      return {
        entries: page.map(([, { entry }]) => structuredClone(entry)),
        next: page.length < all.length ? page.at(-1)?.[0] : undefined,
      };
    },
    forget: async (watch) => {
      known.delete(watch.watchId);
      histories.delete(watch.watchId);
      return true;
    },
  };
};

/** Schedules sent to EventBridge, by name. */
export const createMemoryScheduler = (): WatchScheduler & { schedules: Map<string, RunSchedule> } => {
  const schedules = new Map<string, RunSchedule>();
  return {
    schedules,
    put: async (schedule) => void schedules.set(schedule.name, schedule),
    remove: async (name) => void schedules.delete(name),
  };
};
