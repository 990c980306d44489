import type { JournalNote } from '../domain/group-journal.ts';
import type { JournalStore } from '../domain/ports.ts';
import { packResults } from '../domain/result-pack.ts';
import type { ScrapeMessage } from '../domain/scrape-message.ts';
import type { SiteResult } from '../domain/site-result.ts';
import type { EpochMs } from '../domain/timing.ts';

/**
 * A first delivery that runs longer than this is written down. Eight pages over plain HTTP end in some 2 s, so the
 * ordinary message costs no write but the one of its results; what kills a function is mostly a page that is heavy
 * and slow, and what dies earlier is written down from the beginning when it is delivered again.
 */
export const recordAfterMs = 5_000;

export interface GroupRecorderOptions {
  journal: JournalStore;
  message: ScrapeMessage;
  expiresAtMs: EpochMs;
  /** When the function ends, at the latest. */
  busyUntilMs: EpochMs;
  /** Writes from the beginning, not only when the work takes long. */
  isFromStart: boolean;
  /** Told of a fact that could not be written; the work goes on. */
  onLost: (error: unknown) => void;
}

/** Writes down what becomes of the sites of one delivery; see `GroupJournal`. */
export interface GroupRecorder {
  /** Resolves when it is written, where it is written from the start, or cannot be. */
  begin(indexes: readonly number[]): Promise<void>;
  /** Resolves when it is written, or cannot be: then a site that kills the function does it once more unseen. */
  beginAlone(index: number): Promise<void>;
  end(result: SiteResult): void;
  browserStarted(): void;
  /** No further fact is written. Resolves when the last one under way is. */
  close(): Promise<void>;
}

type Facts = Omit<JournalNote, 'busyUntilMs'>;

const isEmpty = ({ begun, ended, isBrowserStarted }: Facts): boolean =>
  !begun?.length && !ended?.size && !isBrowserStarted;

export const createGroupRecorder = (options: GroupRecorderOptions): GroupRecorder => {
  const { journal, message, expiresAtMs, busyUntilMs, onLost } = options;
  let isWriting = options.isFromStart;
  let isClosed = false;
  let begun: number[] = [];
  let ended = new Map<number, Uint8Array>();
  let isBrowserStarted = false;
  let underWay: Promise<void> | undefined;

  const note = (facts: Facts): Promise<void> =>
    journal.note(message.RequestId, message.Group, { ...facts, busyUntilMs }, expiresAtMs).catch(onLost);

  const takeFacts = (): Facts => {
    const facts = { begun, ended, isBrowserStarted };
    begun = [];
    ended = new Map();
    isBrowserStarted = false;
    return facts;
  };

  /** One write at a time; what comes up meanwhile goes into the next one. */
  const writeAll = async (): Promise<void> => {
    for (let facts = takeFacts(); !isEmpty(facts) && !isClosed; facts = takeFacts()) {
      await note(facts);
    }
  };
  const flush = (): void => {
    if (!isWriting || isClosed) return;
    underWay ??= writeAll().finally(() => {
      underWay = undefined;
      if (!isEmpty({ begun, ended, isBrowserStarted })) flush();
    });
  };

  const timer = setTimeout(() => {
    isWriting = true;
    flush();
  }, recordAfterMs);
  return {
    begin: async (indexes) => {
      begun.push(...indexes);
      if (isWriting) await note(takeFacts());
    },
    beginAlone: (alone) => note({ ...takeFacts(), alone }),
    end: (result) => {
      ended.set(result.Index, packResults([result], message.TotalSites));
      flush();
    },
    browserStarted: () => {
      isBrowserStarted = true;
      flush();
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await underWay;
    },
  };
};
