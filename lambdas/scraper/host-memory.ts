import { type HostFact, type HostRecord, historyOf, isAudited, withFact } from '../domain/host-record.ts';
import type { Clock, HostRecordStore } from '../domain/ports.ts';

/** Known effects of rendering at the shops of one message. */
export interface HostMemory {
  historyOf(url: string): Promise<HostFact | undefined>;
  /**
   * Keeps a fact for the message, and beyond it where it is a fact of product pages.
   *
   * @param isLasting - false for what holds for this message alone.
   */
  note(url: string, fact: HostFact, isLasting: boolean): void;
  /** The page is rendered only to learn whether it needs it. */
  isAudited(url: string): boolean;
  /** Resolves when all that was noted is written, or could not be. */
  close(): Promise<void>;
}

/** Keeps a memory beyond its message. */
export interface LastingMemory {
  records: HostRecordStore;
  /** Whose request it is: nobody learns, or teaches, what another one's pages showed. */
  uid: string;
  requestId: string;
  clock: Clock;
}

/** A record that does not come in this time is none: no page waits for it any longer. */
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
 * @param lasting - absent: nothing is known but what this message's own sites showed, and nothing is kept. A store that
 *   fails costs what it knows, and nothing else.
 */
export const createHostMemory = (lasting?: LastingMemory): HostMemory => {
  const facts = new Map<string, HostFact>();
  const records = new Map<string, Promise<HostRecord | undefined>>();
  /** Facts are written one after the other: each is added to the record that the one before left. */
  let writing: Promise<void> = Promise.resolve();
  const hostOf = (url: string): string => URL.parse(url)?.host ?? '';

  const recordOf = (host: string): Promise<HostRecord | undefined> => {
    let record = records.get(host);
    if (!record) {
      record = lasting ? within(readMs, lasting.records.read(lasting.uid, host)) : Promise.resolve(undefined);
      records.set(host, record);
    }
    return record;
  };

  const write = async (
    { records: store, uid, clock }: LastingMemory,
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
      const known = lasting && historyOf(await recordOf(host), lasting.clock());
      return known === 'Varies' ? known : (own ?? known);
    },
    note: (url, fact, isLasting) => {
      const host = hostOf(url);
      if (fact !== 'Same' && facts.get(host) !== 'Varies') facts.set(host, fact);
      if (!lasting || !isLasting) return;
      writing = writing.then(() => write(lasting, host, fact));
    },
    isAudited: (url) => lasting !== undefined && isAudited(lasting.requestId, url),
    close: async () => {
      await writing;
    },
  };
};
