import type { EpochMs } from '../timing.ts';

/**
 * Progress on one group of sites, so that a function that dies loses only the page that killed it. Facts are only ever
 * added, by position of the site in its request.
 */
export interface GroupJournal {
  /** Started in parallel. */
  begun: ReadonlySet<number>;
  /** Started one at a time after a function died: the one that did not end killed it. */
  alone: ReadonlySet<number>;
  /** Packed result of each site that ended; see `result-pack.ts`. */
  ended: ReadonlyMap<number, Uint8Array>;
  isBrowserStarted: boolean;
  /** The delivery that wrote this may be running until then. Absent: not recorded. */
  busyUntilMs?: EpochMs;
}

/** Facts to add. */
export interface JournalEntry {
  begun?: readonly number[];
  alone?: number;
  ended?: ReadonlyMap<number, Uint8Array>;
  isBrowserStarted?: boolean;
  /** Latest end of the function that writes this. */
  busyUntilMs?: EpochMs;
}

/** The action of a delivery for each site of its group. */
export interface DeliveryPlan {
  /** An earlier delivery has their results. */
  ended: number[];
  /** Scraped in parallel. */
  together: number[];
  /** Scraped one at a time, each recorded first: a function died while working on them. */
  alone: number[];
  /** Killed the function twice. */
  killers: number[];
  /** A function died while working on them, with no time left to find out which one killed it. */
  suspects: number[];
  withoutBrowser: boolean;
}

/**
 * Decides what a delivery does, from the records of earlier ones.
 *
 * @param journal - `undefined` for the first delivery, or after a very early death.
 * @param isLastDelivery - no other delivery follows before the deadline, so take no risk: where a browser had been
 *   started, which is what usually kills a function, use plain HTTP only.
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
