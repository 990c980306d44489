// How the memory of the two functions that read pages is divided, in MB. Each part is held to its own by who owns it,
// and together they are what there is: a page that fills one part, and one that fills another, leave the function alive.

/** Node.js with its code, clients and sockets, and the pages' texts on their way. */
const ownMb = 160;

/** An answer of the renderer, while it is unpacked: its text, and the documents in it. */
const answerMb = 64;

/** Growth of a browser before its guard has looked: ten times a second, at about 1 GB/s. */
const beforeTheGuardMb = 100;

/** A worker that reads a page of the largest kind. */
const workerMb = 268;

export interface ScraperBudget {
  /** Of all workers that read pages. */
  readerMb: number;
  /** Kept back for what nothing else limits. */
  keptMb: number;
}

/**
 * | | 768 | 1,024 |
 * | --- | ---: | ---: |
 * | the function itself, and an answer of the renderer | 224 | 224 |
 * | workers that read pages | 544 | 800 |
 *
 * @param functionMb - memory of the function; the smallest here is 768.
 */
export const scraperBudgetFor = (functionMb: number): ScraperBudget => {
  const keptMb = ownMb + answerMb;
  return { keptMb, readerMb: Math.max(workerMb, functionMb - keptMb) };
};

export interface RendererBudget extends ScraperBudget {
  /** Of all browsers with all their pages. */
  browserMb: number;
}

/** A page is in the browser for seconds, and in a worker, to be judged, for a fraction of one. */
const readerShare = 0.25;

/**
 * | | 1,024 | 1,769 | 3,008 |
 * | --- | ---: | ---: | ---: |
 * | the function itself, and what a browser takes before its guard has looked | 260 | 260 | 260 |
 * | workers that judge pages | 268 | 377 | 687 |
 * | Chromium: 90 for itself, 30 for an empty page, 60 to 300 for a shop's | 496 | 1,132 | 2,061 |
 *
 * @param functionMb - memory of the function; the smallest here is 1,024.
 */
export const rendererBudgetFor = (functionMb: number): RendererBudget => {
  const keptMb = ownMb + beforeTheGuardMb;
  const dividedMb = Math.max(0, functionMb - keptMb);
  const readerMb = Math.max(workerMb, Math.floor(dividedMb * readerShare));
  return { keptMb, readerMb, browserMb: Math.max(0, dividedMb - readerMb) };
};
