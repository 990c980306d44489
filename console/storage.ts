import type { RequestData, SellingSite, SiteResult } from '../client/index.ts';

/** One request from this browser, without credentials. */
export interface HistoryEntry {
  requestId: string;
  sku: string;
  sites: SellingSite[];
  queuedAtMs: number;
  /** `Failed` only if the service said so. */
  state: 'Pending' | 'Completed' | 'Failed';
  /** Why it failed, in the service's words. */
  problem?: string;
  data?: RequestData;
  /** The request tries a selector that the user chose. */
  trial?: Trial;
}

/** A candidate that the user picked as the price. */
export interface Trial {
  /** The request with the candidate. */
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

/** A browser that blocks site data throws on access to storage. */
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

/** True if the browser allows this page to store data. */
export const canKeep = (): boolean => {
  try {
    return globalThis.localStorage !== undefined;
  } catch {
    return false;
  }
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';

/** Validates stored data, which another version may have written. */
const textOr = (value: unknown, otherwise: string): string => (isText(value) ? value : otherwise);
const sitesOr = (value: unknown, otherwise: SellingSite[]): SellingSite[] =>
  Array.isArray(value) && value.every(isObject) ? (value as SellingSite[]) : otherwise;

let accessKeyInMemory: string | undefined;

/**
 * Takes the local stack's access key from the console's link, and removes it from the address, which people copy and browsers
 * remember.
 *
 * @returns true if the address had one.
 */
export const takeAccessKey = (): boolean => {
  const [, given] = /^#access=(\w{1,64})/.exec(location.hash) ?? [];
  if (given === undefined) return false;
  accessKeyInMemory = given;
  write('sessionStorage', accessKey, given);
  // The link signs in anew, whoever this tab was before.
  write('sessionStorage', credentialsKey, null);
  history.replaceState(history.state, '', '#/');
  return true;
};

/** The local stack's access key, kept until the tab is closed. */
export const loadAccessKey = (): string | undefined => {
  const kept = accessKeyInMemory ?? read<unknown>('sessionStorage', accessKey);
  return isText(kept) ? kept : undefined;
};

/** The draft, credentials included, is kept until the tab is closed. */
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

/** The last unanswered call and its idempotency key, to repeat it as the same request. */
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

/** Drops results that this version cannot show. */
const readable = (entry: HistoryEntry): HistoryEntry => {
  const { data, ...rest } = entry;
  if (data === undefined || (Array.isArray(data?.Sites) && data.Sites.every(isResult))) return entry;
  return {
    ...rest,
    state: 'Failed',
    problem: 'The stored result is from another version of this page; run the request again.',
  };
};

/** Newest first, without invalid entries. */
export const loadHistory = (): HistoryEntry[] => {
  const entries = read<unknown>('localStorage', historyKey);
  return Array.isArray(entries) ? entries.filter(isEntry).map(readable) : [];
};

/** Stores the newest entries, dropping older ones if storage is full. */
const saveHistory = (entries: readonly HistoryEntry[]): HistoryEntry[] => {
  const kept = entries.slice(0, maxEntries);
  while (!write('localStorage', historyKey, kept) && kept.length > 0) kept.pop();
  return kept;
};

/** Updates one request in the current history, which another tab may have changed. */
export const putEntry = (entry: HistoryEntry): HistoryEntry[] => {
  const entries = loadHistory();
  const at = entries.findIndex(({ requestId }) => requestId === entry.requestId);
  if (at < 0) return saveHistory([entry, ...entries]);
  entries[at] = entry;
  return saveHistory(entries);
};

/** Removes requests from the current history. */
export const removeEntries = (gone: readonly HistoryEntry[]): HistoryEntry[] => {
  const ids = new Set(gone.map(({ requestId }) => requestId));
  return saveHistory(loadHistory().filter(({ requestId }) => !ids.has(requestId)));
};

/** Subscribes to other tabs' writes. @returns the unsubscribe function. */
export const onHistoryChange = (changed: (entries: HistoryEntry[]) => void): (() => void) => {
  const listener = ({ key }: StorageEvent) => {
    if (key === historyKey || key === null) changed(loadHistory());
  };
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
};
