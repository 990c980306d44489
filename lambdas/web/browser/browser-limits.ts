import type { PageRequest } from '../page-load.ts';
import type { ProcessLimits } from './judge-processes.ts';

/** Caps of the browser tier; each ends a page that passes it with an error of its own. */
export interface BrowserLimits extends ProcessLimits {
  /** Pages that load at the same time; each takes some 100 to 300 MB. */
  pages: number;
  /** Whole time of one page, ms. A request's own time goes before it. */
  loadMs: number;
  /** From a request to its connection, name resolution included, ms. A request's own patience goes before it. */
  connectMs: number;
  /** A connection without a byte in either direction, ms. A request's own patience goes before it. */
  idleMs: number;
  /** From the answer of the document to the decision that no price will come, ms. */
  readyMs: number;
  /** While a price stands and nothing is to come (a request, a timer, work of the page's own scripts): it is all, ms. */
  calmMs: number;
  /** The same while the price that stands is a doubtful one, ms. */
  doubtfulCalmMs: number;
  /** A price that has stood so long is taken, whatever is still to come: trackers and chats ask without end, ms. */
  standsMs: number;
  /** The same for a doubtful one, ms. */
  doubtfulStandsMs: number;
  /** Without any change or request, while nothing stands; longer, for pages that ask again after a pause, ms. */
  restMs: number;
  /** Between two looks at a page that changes, ms; longer where a look takes long. */
  pollMs: number;
  /** A page that does not change is asked for its state so often, ms. */
  waitMs: number;
  /** Between two looks at a page whose markup has not all come, ms. */
  parsingLookMs: number;
  /** The same while a request is under way, a timer is about to fire or scripts are at work, ms. */
  workingLookMs: number;
  /** One command to the page; a page in an endless loop answers none, ms. */
  commandMs: number;
  /**
   * Bytes of the page and all that it loads: decompressed as far as its frames load it, and on the wire in both
   * directions whoever asks, workers and sockets included.
   */
  bytes: number;
  /** Requests, tunnels and sockets that the page asks for. */
  requests: number;
  /** Characters of the rendered document. */
  htmlChars: number;
  /** Elements of the rendered document. */
  elements: number;
  /** Navigations of the main frame, redirects by script included. */
  navigations: number;
  /** Dialogs (`alert` and its like), all dismissed. */
  dialogs: number;
  /** From the wish to close the browser to its being killed, ms. */
  closeMs: number;
}

/** Whole time of a page, ms: the tier's own, or the caller's patience where that is longer, within what there is. */
export const loadTimeMs = (
  { loadMs }: Pick<BrowserLimits, 'loadMs'>,
  { timeoutMs = Number.POSITIVE_INFINITY, patienceMs = 0 }: Pick<PageRequest, 'timeoutMs' | 'patienceMs'>,
): number => Math.min(Math.max(loadMs, patienceMs), timeoutMs);

const mebibyte = 1024 ** 2;

export const defaultBrowserLimits: BrowserLimits = {
  pages: 4,
  loadMs: 30_000,
  connectMs: 10_000,
  idleMs: 30_000,
  readyMs: 12_000,
  calmMs: 100,
  doubtfulCalmMs: 150,
  standsMs: 2_500,
  doubtfulStandsMs: 5_000,
  restMs: 2_500,
  pollMs: 60,
  waitMs: 250,
  parsingLookMs: 1_000,
  workingLookMs: 500,
  commandMs: 3_000,
  bytes: 64 * 1024 * 1024,
  requests: 5_000,
  htmlChars: 12_000_000,
  elements: 400_000,
  navigations: 12,
  dialogs: 20,
  rendererBytes: 1024 * mebibyte,
  sharedBytes: 704 * mebibyte,
  memoryBytes: 2_048 * mebibyte,
  processorMs: 20_000,
  yieldAfterMs: 3_000,
  sharedProcessorMs: 40_000,
  threads: 64,
  // Lambda allows 1,024 processes and threads together.
  browserThreads: 512,
  processes: 32,
  // Of a /tmp with the 512 MB that every function has, Chromium itself takes 210. Of the 300 that are left three
  // browsers, the most that run at the same time, hold 170 where 128 are free, so one of them more than 48.
  diskFreeBytes: 128 * mebibyte,
  diskBytes: 48 * mebibyte,
  closeMs: 1_000,
};

/** Of the browsers' memory, what the processes of a browser may hold for all its pages; they need some 250 MB for themselves. */
const shareOfBrowser = 0.35;
const leastSharedBytes = 320 * mebibyte;

/** @param browserMb - of all browsers with all their pages, MB. */
export const memoryLimitsFor = (
  browserMb: number,
): Pick<BrowserLimits, 'memoryBytes' | 'rendererBytes' | 'sharedBytes'> => {
  const memoryBytes = browserMb * mebibyte;
  return {
    memoryBytes,
    rendererBytes: Math.min(defaultBrowserLimits.rendererBytes, memoryBytes),
    sharedBytes: Math.max(leastSharedBytes, Math.floor(memoryBytes * shareOfBrowser)),
  };
};
