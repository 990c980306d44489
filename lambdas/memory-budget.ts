/**
 * How the memory of the scraper function is divided, in MB. Each part is held to its own by who owns it, and together
 * they are what there is: a page that fills one part, and one that fills another, leave the function alive.
 *
 * | | 1,024 | 3,008 |
 * | --- | ---: | ---: |
 * | the function itself: Node.js with its code, clients and sockets, and the pages' texts on their way | 160 | 160 |
 * | what a browser can take before its guard has looked: ten times a second, at about 1 GB/s | 100 | 100 |
 * | workers that read pages: one needs 268 for a page of the largest kind | 305 | 1,099 |
 * | Chromium: 90 for itself, 30 for an empty page, 60 to 300 for a shop's | 459 | 1,649 |
 */
export interface MemoryBudget {
  /** Of all workers that read pages. */
  readerMb: number;
  /** Of all browsers with all their pages. */
  browserMb: number;
  /** Kept back for what nothing else limits. */
  keptMb: number;
}

const ownMb = 160;
const beforeTheGuardMb = 100;

/** A page is in the browser for seconds, and in a worker for a fraction of one. */
const readerShare = 0.4;

/** @param functionMb - memory of the function; Lambda's smallest here is 1,024. */
export const memoryBudgetFor = (functionMb: number): MemoryBudget => {
  const keptMb = ownMb + beforeTheGuardMb;
  const dividedMb = Math.max(0, functionMb - keptMb);
  const readerMb = Math.floor(dividedMb * readerShare);
  return { keptMb, readerMb, browserMb: dividedMb - readerMb };
};
