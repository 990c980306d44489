// Divides the memory of the two functions that read pages, in MB. Each part has its own limit, and the parts
// add up to the total, so that pages which exhaust their parts cannot crash the function.

/** Node.js with its code, clients, sockets, and pages in transit. */
const ownMb = 160;

/** A response of the renderer while it is unpacked, with its documents. */
const answerMb = 64;

/** Margin for browsers: each of their processes has a limit, but all together have none. */
const marginMb = 100;

/** A worker that reads a page of maximum size. */
const workerMb = 268;

export interface ScraperBudget {
  /** Memory of all reader workers. */
  readerMb: number;
  /** Reserved for everything without its own limit. */
  reservedMb: number;
}

/**
 * | | 768 | 1,024 |
 * | --- | ---: | ---: |
 * | the function itself, and a response of the renderer | 224 | 224 |
 * | workers that read pages | 544 | 800 |
 *
 * @param functionMb - memory of the function; the smallest here is 768.
 */
export const scraperBudgetFor = (functionMb: number): ScraperBudget => {
  const reservedMb = ownMb + answerMb;
  return { reservedMb, readerMb: Math.max(workerMb, functionMb - reservedMb) };
};

export interface RendererBudget extends ScraperBudget {
  /** Memory of all browsers with their pages. */
  browserMb: number;
}

/** Small, since a page spends seconds in the browser, but only a fraction of a second in a worker. */
const readerShare = 0.25;

/**
 * | | 1,024 | 1,769 | 3,008 |
 * | --- | ---: | ---: | ---: |
 * | the function itself, and a margin | 260 | 260 | 260 |
 * | reader workers | 268 | 377 | 687 |
 * | Chromium: 90 for itself, 30 for an empty page, 60 to 300 for a shop's | 496 | 1,132 | 2,061 |
 *
 * @param functionMb - memory of the function; the smallest here is 1,024.
 */
export const rendererBudgetFor = (functionMb: number): RendererBudget => {
  const reservedMb = ownMb + marginMb;
  const dividedMb = Math.max(0, functionMb - reservedMb);
  const readerMb = Math.max(workerMb, Math.floor(dividedMb * readerShare));
  return { reservedMb, readerMb, browserMb: Math.max(0, dividedMb - readerMb) };
};
