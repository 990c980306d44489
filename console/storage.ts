import type { RequestData, SellingSite, SiteResult } from '../client/index.ts';

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
  /** The member that the selector should find. */
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
const accessKey = 'scrap-prices.local-access';
const draftKey = 'scrap-prices.draft';
const unansweredKey = 'scrap-prices.unanswered';
const historyKey = 'scrap-prices.history';
const maxEntries = 20;

type StorageName = 'localStorage' | 'sessionStorage';

/** A browser that keeps nothing for pages refuses the very look at its storage. */
const read = <T>(storage: StorageName, key: string): T | undefined => {
  try {
    return JSON.parse(globalThis[storage].getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
};

const write = (storage: StorageName, key: string, value: unknown): boolean => {
  try {
    globalThis[storage].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
};

/** True if the browser keeps anything for this page. */
export const canKeep = (): boolean => {
  try {
    return globalThis.localStorage !== undefined;
  } catch {
    return false;
  }
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';

/** Another version of the console, or a person, may have written it. */
const textOr = (value: unknown, otherwise: string): string => (isText(value) ? value : otherwise);
const sitesOr = (value: unknown, otherwise: SellingSite[]): SellingSite[] =>
  Array.isArray(value) && value.every(isObject) ? (value as SellingSite[]) : otherwise;

/** The access key of a local stack, which the link to the console brings; it lives as long as the tab. */
export const loadAccessKey = (): string | undefined => {
  const [, given] = /^#access=(\w{1,64})$/.exec(location.hash) ?? [];
  if (given !== undefined) {
    write('sessionStorage', accessKey, given);
    // Out of the address, which people copy and browsers keep.
    history.replaceState(history.state, '', '#/');
  }
  const kept = given ?? read<unknown>('sessionStorage', accessKey);
  return isText(kept) ? kept : undefined;
};

/** A draft lives as long as the tab, credentials included. */
export const loadDraft = (): Draft => {
  const draft = read<Partial<Draft>>('sessionStorage', draftKey);
  const credentials = read<Partial<Credentials>>('sessionStorage', credentialsKey);
  return {
    credentials: { uid: textOr(credentials?.uid, ''), licenseKey: textOr(credentials?.licenseKey, '') },
    sku: textOr(draft?.sku, ''),
    sites: sitesOr(draft?.sites, [{ Url: '' }]),
  };
};

export const saveDraft = ({ credentials, sku, sites }: Draft): void => {
  write('sessionStorage', credentialsKey, credentials);
  write('sessionStorage', draftKey, { sku, sites });
};

/** The last unanswered call, with its idempotency key: sent again, it is the same request. */
export interface Unanswered {
  body: string;
  key: string;
}

export const loadUnanswered = (): Unanswered | undefined => {
  const unanswered = read<Partial<Unanswered>>('sessionStorage', unansweredKey);
  return isText(unanswered?.body) && isText(unanswered.key)
    ? { body: unanswered.body, key: unanswered.key }
    : undefined;
};

export const saveUnanswered = (unanswered: Unanswered | null): boolean =>
  write('sessionStorage', unansweredKey, unanswered);

const states: readonly unknown[] = ['Pending', 'Completed', 'Failed'] satisfies HistoryEntry['state'][];

const isEntry = (value: unknown): value is HistoryEntry => {
  if (!isObject(value)) return false;
  const { requestId, sku, sites, queuedAtMs, state } = value as Partial<HistoryEntry>;
  return (
    isText(requestId) &&
    isText(sku) &&
    sitesOr(sites, []) === sites &&
    Number.isFinite(new Date(queuedAtMs ?? Number.NaN).getTime()) &&
    states.includes(state)
  );
};

const lists = ['Variants', 'Evidence', 'Candidates', 'Warnings'] satisfies (keyof SiteResult)[];
const amounts = ['Price', 'ListPrice'] satisfies (keyof SiteResult)[];

const isResult = (value: unknown): boolean => {
  if (!isObject(value)) return false;
  const result = value as Partial<SiteResult>;
  return (
    isText(result.Outcome) &&
    Number.isInteger(result.Index) &&
    lists.every((member) => Array.isArray(result[member])) &&
    amounts.every((member) => result[member] === null || isText(result[member]?.Amount))
  );
};

/** An entry as this page can show it: without results of another form, which say nothing to it. */
const readable = (entry: HistoryEntry): HistoryEntry => {
  const { data, ...rest } = entry;
  if (data === undefined || (Array.isArray(data?.Sites) && data.Sites.every(isResult))) return entry;
  return {
    ...rest,
    state: 'Failed',
    problem: 'The stored result is from another version of this page; run the request again.',
  };
};

/** Newest first; without what is no entry. */
export const loadHistory = (): HistoryEntry[] => {
  const entries = read<unknown>('localStorage', historyKey);
  return Array.isArray(entries) ? entries.filter(isEntry).map(readable) : [];
};

/** Keeps the newest entries; drops older ones while the browser has no room. */
const saveHistory = (entries: readonly HistoryEntry[]): HistoryEntry[] => {
  const kept = entries.slice(0, maxEntries);
  while (!write('localStorage', historyKey, kept) && kept.length > 0) kept.pop();
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

/** Takes requests out of the history as it is now. */
export const removeEntries = (gone: readonly HistoryEntry[]): HistoryEntry[] => {
  const ids = new Set(gone.map(({ requestId }) => requestId));
  return saveHistory(loadHistory().filter(({ requestId }) => !ids.has(requestId)));
};

/** Tells of what other tabs write. @returns what ends it. */
export const onHistoryChange = (changed: (entries: HistoryEntry[]) => void): (() => void) => {
  const listener = ({ key }: StorageEvent) => {
    if (key === historyKey || key === null) changed(loadHistory());
  };
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
};
