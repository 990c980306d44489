import type { EpochMs } from './timing.ts';

/**
 * Progress of the work on one group of sites, so that a function that dies takes no more
 * with it than the page that killed it. Facts that are only ever added, by place of the site in its request.
 */
export interface GroupJournal {
  /** Begun side by side with others. */
  begun: ReadonlySet<number>;
  /** Begun one at a time, after a function had died with them: whichever did not end is what killed it. */
  alone: ReadonlySet<number>;
  /** Packed result of each site that ended; see `result-pack.ts`. */
  ended: ReadonlyMap<number, Uint8Array>;
  isBrowserStarted: boolean;
  /** Until then a delivery that wrote here may be at work still; absent where none said so. Later, it has ended. */
  busyUntilMs?: EpochMs;
}

/** Facts to add. */
export interface JournalNote {
  begun?: readonly number[];
  alone?: number;
  ended?: ReadonlyMap<number, Uint8Array>;
  isBrowserStarted?: boolean;
  /** When the function that writes this ends, at the latest. */
  busyUntilMs?: EpochMs;
}

/** A delivery's action for each site of its group. */
export interface DeliveryPlan {
  /** An earlier delivery brought their results. */
  ended: number[];
  /** Scraped side by side. */
  together: number[];
  /** Scraped one at a time, each recorded before: a function died while they were at work. */
  alone: number[];
  /** Ended the function twice. */
  killers: number[];
  /** A function died while they were at work, and no time is left to find out which one it was. */
  suspects: number[];
  withoutBrowser: boolean;
}

/**
 * Decides what a delivery does, from what the earlier ones wrote down.
 *
 * @param journal - `undefined` when nothing is known: the first delivery, or one after a very early death.
 * @param isLastDelivery - no other one comes before the deadline. Then nothing is risked any more but plain HTTP
 *   where a browser had been started, which is what mostly ends a function.
 */
export const planDelivery = (
  indexes: readonly number[],
  journal: GroupJournal | undefined,
  isLastDelivery: boolean,
): DeliveryPlan => {
  const is = (set: { has(index: number): boolean } | undefined) => (index: number) =>
    set?.has(index) === true;
  const ended = indexes.filter(is(journal?.ended));
  const open = indexes.filter((index) => !journal?.ended.has(index));
  const killers = open.filter(is(journal?.alone));
  const begun = open.filter((index) => is(journal?.begun)(index) && !is(journal?.alone)(index));
  const fresh = open.filter((index) => !is(journal?.begun)(index) && !is(journal?.alone)(index));
  const withoutBrowser = isLastDelivery && begun.length > 0 && journal?.isBrowserStarted === true;
  if (!isLastDelivery) {
    return { ended, killers, together: fresh, alone: begun, suspects: [], withoutBrowser };
  }
  return withoutBrowser
    ? { ended, killers, together: [...fresh, ...begun], alone: [], suspects: [], withoutBrowser }
    : { ended, killers, together: fresh, alone: [], suspects: begun, withoutBrowser };
};
