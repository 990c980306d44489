import type { RequestData, SellingSite } from '../client/index.ts';

/** One request of this browser. Credentials are never part of it. */
export interface HistoryEntry {
  requestId: string;
  sku: string;
  sites: SellingSite[];
  queuedAtMs: number;
  state: 'Pending' | 'Completed' | 'Failed';
  /** Why it failed, in the service's words. */
  problem?: string;
  data?: RequestData;
}

export interface Credentials {
  uid: string;
  licenseKey: string;
}

const credentialsKey = 'scrap-prices.credentials';
const historyKey = 'scrap-prices.history';
const maxEntries = 20;

const read = <T>(storage: Storage, key: string): T | undefined => {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
};

/** Credentials live as long as the tab. */
export const loadCredentials = (): Credentials =>
  read<Credentials>(sessionStorage, credentialsKey) ?? { uid: '', licenseKey: '' };

export const saveCredentials = (credentials: Credentials): void =>
  sessionStorage.setItem(credentialsKey, JSON.stringify(credentials));

export const loadHistory = (): HistoryEntry[] => {
  const entries = read<HistoryEntry[]>(localStorage, historyKey);
  return Array.isArray(entries) ? entries : [];
};

/** Keeps the newest entries; drops older ones while the browser has no room. */
export const saveHistory = (entries: readonly HistoryEntry[]): HistoryEntry[] => {
  for (let kept = entries.slice(0, maxEntries); ; kept = kept.slice(0, -1)) {
    try {
      localStorage.setItem(historyKey, JSON.stringify(kept));
      return kept;
    } catch {
      if (kept.length === 0) return [];
    }
  }
};
