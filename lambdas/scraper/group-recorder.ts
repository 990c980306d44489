import type { JournalStore } from '../domain/ports.ts';
import type { JournalEntry } from '../domain/request/group-journal.ts';
import type { ScrapeMessage } from '../domain/request/scrape-message.ts';
import { packResults } from '../domain/result/result-pack.ts';
import type { SiteResult } from '../domain/result/site-result.ts';
import type { EpochMs } from '../domain/timing.ts';

/**
 * A first delivery is recorded only if it runs longer than this. Eight pages over plain HTTP take about 2 s,
 * so most messages need no write except for their results. What kills a function is usually a heavy, slow
 * page; after an earlier death, the next delivery is recorded from its start.
 */
export const recordAfterMs = 5_000;

export interface GroupRecorderOptions {
  journal: JournalStore;
  message: ScrapeMessage;
  expiresAtMs: EpochMs;
  /** Latest end of the function. */
  busyUntilMs: EpochMs;
  /** Records from the start, instead of only after {@link recordAfterMs}. */
  isFromStart: boolean;
  /** Called if facts could not be written; work continues. */
  onLost: (error: unknown) => void;
}

/** Records the progress of one delivery's sites; see `GroupJournal`. */
export interface GroupRecorder {
  /** Resolves once written or failed, if recording has started; otherwise at once. */
  begin(indexes: readonly number[]): Promise<void>;
  /**
   * Resolves once written or failed. If it failed, a site that kills the function can do so once more
   * undetected.
   */
  beginAlone(index: number): Promise<void>;
  end(result: SiteResult): void;
  browserStarted(): void;
  /** Records everything and that this delivery has ended, so that the next one need not wait. */
  handOver(): Promise<void>;
  /** Stops recording. Resolves once the current write is done. */
  close(): Promise<void>;
}

type Facts = Omit<JournalEntry, 'busyUntilMs'>;

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

  const note = (facts: Facts, busyUntil = busyUntilMs): Promise<void> =>
    journal
      .add(message.RequestId, message.Group, { ...facts, busyUntilMs: busyUntil }, expiresAtMs)
      .catch(onLost);

  const takeFacts = (): Facts => {
    const facts = { begun, ended, isBrowserStarted };
    begun = [];
    ended = new Map();
    isBrowserStarted = false;
    return facts;
  };

  /** One write at a time; facts added meanwhile go into the next one. */
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
  const close = async (): Promise<void> => {
    isClosed = true;
    clearTimeout(timer);
    await underWay;
  };
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
    handOver: async () => {
      await close();
      await note(takeFacts(), 0);
    },
    close,
  };
};
