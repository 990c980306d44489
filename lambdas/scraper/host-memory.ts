import type { Clock, HostRecordStore } from '../domain/ports.ts';
import {
  type HostFact,
  type HostRecord,
  historyOf,
  isAudited,
  withFact,
} from '../domain/site/host-record.ts';

/** Records the effect of rendering at the shops of one message. */
export interface HostMemory {
  historyOf(url: string): Promise<HostFact | undefined>;
  /**
   * Records a fact for this message and, if persistent, for later ones.
   *
   * @param isPersistent - false for facts that are not about product pages.
   */
  record(url: string, fact: HostFact, isPersistent: boolean): void;
  /** True if the page is rendered only as a check. */
  isAudited(url: string): boolean;
  /** Resolves once all facts are written or have failed. */
  close(): Promise<void>;
}

/** Stores records beyond the message. */
export interface PersistentMemory {
  records: HostRecordStore;
  /** Owner of the request; records are never shared between licenses. */
  uid: string;
  requestId: string;
  clock: Clock;
}

/** Timeout of reading a record; after that, the page is treated as unknown. */
const readMs = 500;

const within = async <T>(ms: number, work: Promise<T>): Promise<T | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([work.catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * @param lasting - absent: knows only this message's own pages, and stores nothing. Failures of the store are
 *   ignored.
 */
export const createHostMemory = (persistent?: PersistentMemory): HostMemory => {
  const facts = new Map<string, HostFact>();
  const records = new Map<string, Promise<HostRecord | undefined>>();
  /** Writes facts sequentially: each updates the record left by the previous one. */
  let writing: Promise<void> = Promise.resolve();
  const hostOf = (url: string): string => URL.parse(url)?.host ?? '';

  const recordOf = (host: string): Promise<HostRecord | undefined> => {
    let record = records.get(host);
    if (!record) {
      record = persistent
        ? within(readMs, persistent.records.read(persistent.uid, host))
        : Promise.resolve(undefined);
      records.set(host, record);
    }
    return record;
  };

  const write = async (
    { records: store, uid, clock }: PersistentMemory,
    host: string,
    fact: HostFact,
  ): Promise<void> => {
    const nowMs = clock();
    const next = withFact(await recordOf(host), fact, nowMs);
    if (!next) return;
    records.set(host, Promise.resolve(next));
    await store.write(uid, host, next, nowMs).catch(() => {});
  };

  return {
    historyOf: async (url) => {
      const host = hostOf(url);
      const own = facts.get(host);
      if (own === 'Varies') return own;
      const known = persistent && historyOf(await recordOf(host), persistent.clock());
      return known === 'Varies' ? known : (own ?? known);
    },
    record: (url, fact, isPersistent) => {
      const host = hostOf(url);
      if (fact !== 'Same' && facts.get(host) !== 'Varies') facts.set(host, fact);
      if (!persistent || !isPersistent) return;
      writing = writing.then(() => write(persistent, host, fact));
    },
    isAudited: (url) => persistent !== undefined && isAudited(persistent.requestId, url),
    close: async () => {
      await writing;
    },
  };
};
