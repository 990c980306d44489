import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RequestProgress, ScrapPrices } from '../client/index.ts';
import { followRequest, type Trouble } from './follow-request.ts';
import { type HistoryEntry, loadHistory, onHistoryChange, putEntry, removeEntries } from './storage.ts';
import { pause } from './wake.ts';

/** State of a pending request. */
export interface Live {
  progress?: RequestProgress | undefined;
  trouble?: Trouble | undefined;
}

export interface Requests {
  /** Newest first, including those of other tabs. */
  entries: readonly HistoryEntry[];
  live: ReadonlyMap<string, Live>;
  put: (entry: HistoryEntry) => void;
  remove: (gone: readonly HistoryEntry[]) => void;
}

const newestFirst = (entries: HistoryEntry[]): HistoryEntry[] =>
  entries.sort((one, other) => other.queuedAtMs - one.queuedAtMs);

/** A request known only from the address: queued by another browser, or removed here. */
const visitorOf = (requestId: string): HistoryEntry => ({
  requestId,
  sku: '',
  sites: [],
  queuedAtMs: Date.now(),
  state: 'Pending',
});

const endedEntry = (entry: HistoryEntry, ended: Awaited<ReturnType<typeof followRequest>>): HistoryEntry =>
  ended.state === 'Failed' || entry.sku !== ''
    ? { ...entry, ...ended }
    : { ...entry, ...ended, sku: ended.data.Sku, queuedAtMs: Date.parse(ended.data.RequestedAt) };

/**
 * All requests from this browser. Follows every pending one to its end, shown or not, since the service keeps results only
 * for minutes.
 *
 * @param connect - `undefined` until the API's address is known.
 * @param shownId - the request in the address, which this browser may not know.
 */
export const useRequests = (
  connect: (() => ScrapPrices) | undefined,
  shownId: string | undefined,
): Requests => {
  const [entries, setEntries] = useState<readonly HistoryEntry[]>(loadHistory);
  const [visitor, setVisitor] = useState<HistoryEntry>();
  const [live, setLive] = useState<ReadonlyMap<string, Live>>(new Map());
  const followers = useRef(new Map<string, AbortController>());
  const connection = useRef(connect);
  connection.current = connect;
  const all = visitor ? [...entries, visitor] : entries;

  const put = (entry: HistoryEntry): void =>
    setEntries((known) => {
      const kept = putEntry(entry);
      const ids = new Set(kept.map(({ requestId }) => requestId));
      // Requests that did not fit into storage are kept until the page is closed.
      const rest = [entry, ...known].filter(
        ({ requestId }, index, list) =>
          !ids.has(requestId) && list.findIndex((other) => other.requestId === requestId) === index,
      );
      return newestFirst([...kept, ...rest]);
    });

  const change = (requestId: string, changes: Live): void =>
    setLive((known) => new Map(known).set(requestId, { ...known.get(requestId), ...changes }));

  const follow = async (entry: HistoryEntry): Promise<void> => {
    const { requestId } = entry;
    const abort = new AbortController();
    followers.current.set(requestId, abort);
    try {
      const ended = await followRequest(
        requestId,
        {
          connect: () => connection.current!(),
          pause,
          onProgress: (progress) => change(requestId, { progress }),
          onTrouble: (trouble) => change(requestId, { trouble }),
        },
        abort.signal,
      );
      const isVisitor = entry.sku === '';
      if (isVisitor && ended.state === 'Failed') setVisitor({ ...entry, ...ended });
      else put(endedEntry(entry, ended));
    } catch (error) {
      if (!abort.signal.aborted) throw error;
    } finally {
      if (followers.current.get(requestId) === abort) followers.current.delete(requestId);
    }
  };

  const isKnown = entries.some(({ requestId }) => requestId === shownId);
  useLayoutEffect(() => {
    setVisitor((present) => {
      if (shownId === undefined || isKnown) return undefined;
      return present?.requestId === shownId ? present : visitorOf(shownId);
    });
  }, [shownId, isKnown]);

  const isReady = connect !== undefined;
  useEffect(() => {
    if (!isReady) return;
    const pending = all.filter(({ state }) => state === 'Pending');
    const ids = new Set(pending.map(({ requestId }) => requestId));
    for (const [requestId, abort] of followers.current) if (!ids.has(requestId)) abort.abort();
    for (const entry of pending) if (!followers.current.has(entry.requestId)) void follow(entry);
  }, [entries, visitor, isReady]);

  // Before the first paint, so as not to miss another tab's writes.
  useLayoutEffect(() => onHistoryChange(setEntries), []);
  useEffect(
    () => () => {
      for (const abort of followers.current.values()) abort.abort();
    },
    [],
  );

  return {
    entries: all,
    live,
    put,
    remove: (gone) => {
      const kept = removeEntries(gone);
      setEntries((known) => {
        const ids = new Set([...kept, ...gone].map(({ requestId }) => requestId));
        return newestFirst([...kept, ...known.filter(({ requestId }) => !ids.has(requestId))]);
      });
    },
  };
};
