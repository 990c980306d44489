import type { PageRequest } from '../page-load.ts';
import type { ProcessLimits } from './judge-processes.ts';

/** Caps of the browser tier; each ends a page with its own error. */
export interface BrowserLimits extends ProcessLimits {
  /** Concurrent pages; each takes some 100 to 300 MB. */
  pages: number;
  /** Time of one page, ms. A request's own limit takes precedence. */
  loadMs: number;
  /** From a request to its connection, DNS included, ms. A longer `patienceMs` takes precedence. */
  connectMs: number;
  /** Longest silence of a connection, ms. A longer `patienceMs` takes precedence. */
  idleMs: number;
  /** From the document's response to the decision that no price will appear, ms. */
  readyMs: number;
  /** Idle time (no request, timer or script) after which a visible price is final, ms. */
  calmMs: number;
  /** The same for a doubtful price, ms. */
  doubtfulCalmMs: number;
  /** A price visible for this long is final despite activity: trackers and chats never stop, ms. */
  standsMs: number;
  /** The same for a doubtful one, ms. */
  doubtfulStandsMs: number;
  /** Idle time without a price; longer, for pages that retry after a pause, ms. */
  restMs: number;
  /** Between two reads of a changing page, ms; longer if a read takes long. */
  pollMs: number;
  /** Polling interval of an unchanged page, ms. */
  waitMs: number;
  /** Between two reads of a page with incomplete markup, ms. */
  parsingLookMs: number;
  /** The same while a request, timer or script is pending, ms. */
  workingLookMs: number;
  /** Timeout of a command to the page, which a page in an endless loop never answers, ms. */
  commandMs: number;
  /**
   * Bytes of the page and all that it loads: decompressed as far as its frames load it, and on the wire in both
   * directions whoever asks, workers and sockets included.
   */
  bytes: number;
  /** Requests, tunnels and sockets of the page. */
  requests: number;
  /** Characters of the rendered document. */
  htmlChars: number;
  /** Elements of the rendered document. */
  elements: number;
  /** Navigations of the main frame, redirects by script included. */
  navigations: number;
  /** Dialogs such as `alert`, all dismissed. */
  dialogs: number;
  /** From asking the browser to close to killing it, ms. */
  closeMs: number;
}

/** Time of a page, ms: the tier's or, if longer, the caller's, within the remaining time. */
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
  // Lambda allows a total of 1,024 processes and threads.
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
