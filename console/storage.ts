import type { RequestData, SellingSite } from '../client/index.ts';

/** One request of this browser. Credentials are never part of it. */
export interface HistoryEntry {
  requestId: string;
  sku: string;
  sites: SellingSite[];
  queuedAtMs: number;
  /** `Failed` only by the service's own word. */
  state: 'Pending' | 'Completed' | 'Failed';
  /** Why it failed, in the service's words. */
  problem?: string;
  data?: RequestData;
  /** The request tries a selector that a person chose. */
  trial?: Trial;
}

/** A candidate that a person said is the price. */
export interface Trial {
  /** Request in which it was a candidate. */
  ofRequestId: string;
  /** What the selector should find. */
  amount: string;
}

export interface Credentials {
  uid: string;
  licenseKey: string;
}

export interface Draft {
  credentials: Credentials;
  sku: string;
  sites: SellingSite[];
}

const credentialsKey = 'scrap-prices.credentials';
const draftKey = 'scrap-prices.draft';
const unansweredKey = 'scrap-prices.unanswered';
const historyKey = 'scrap-prices.history';
const maxEntries = 20;

const read = <T>(storage: Storage, key: string): T | undefined => {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
};

const write = (storage: Storage, key: string, value: unknown): boolean => {
  try {
    storage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
};

/** What is being written lives as long as the tab, credentials among it. */
export const loadDraft = (): Draft => {
  const draft = read<Partial<Draft>>(sessionStorage, draftKey);
  return {
    credentials: { uid: '', licenseKey: '', ...read<Credentials>(sessionStorage, credentialsKey) },
    sku: typeof draft?.sku === 'string' ? draft.sku : '',
    sites: Array.isArray(draft?.sites) ? draft.sites : [{ Url: '' }],
  };
};

export const saveDraft = ({ credentials, sku, sites }: Draft): void => {
  write(sessionStorage, credentialsKey, credentials);
  write(sessionStorage, draftKey, { sku, sites });
};

/** What was sent last and not answered, with its idempotency key: sent again, it is the same request. */
export interface Unanswered {
  body: string;
  key: string;
}

export const loadUnanswered = (): Unanswered | undefined => read<Unanswered>(sessionStorage, unansweredKey);

export const saveUnanswered = (unanswered: Unanswered | null): boolean =>
  write(sessionStorage, unansweredKey, unanswered);

/** Newest first. */
export const loadHistory = (): HistoryEntry[] => {
  const entries = read<HistoryEntry[]>(localStorage, historyKey);
  return Array.isArray(entries) ? entries : [];
};

/** Keeps the newest entries; drops older ones while the browser has no room. */
const saveHistory = (entries: readonly HistoryEntry[]): HistoryEntry[] => {
  const kept = entries.slice(0, maxEntries);
  while (!write(localStorage, historyKey, kept) && kept.length > 0) kept.pop();
  return kept;
};

/** Writes one request, into the history as it is now: another tab may have written since. */
export const putEntry = (entry: HistoryEntry): HistoryEntry[] => {
  const entries = loadHistory();
  const at = entries.findIndex(({ requestId }) => requestId === entry.requestId);
  if (at < 0) return saveHistory([entry, ...entries]);
  entries[at] = entry;
  return saveHistory(entries);
};

export const clearHistory = (): HistoryEntry[] => saveHistory([]);

/** Tells of what other tabs write. @returns what ends it. */
export const onHistoryChange = (changed: (entries: HistoryEntry[]) => void): (() => void) => {
  const listener = ({ key }: StorageEvent) => {
    if (key === historyKey || key === null) changed(loadHistory());
  };
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
};
