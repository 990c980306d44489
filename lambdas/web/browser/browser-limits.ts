import type { PageRequest } from '../page-load.ts';
import type { ProcessLimits } from './judge-processes.ts';

/** Caps of the browser tier; each ends a page with its own error. */
export interface BrowserLimits extends ProcessLimits {
  /** Concurrent pages; each takes about 100 to 300 MB. */
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
  quietMs: number;
  /** The same for a doubtful price, ms. */
  doubtfulQuietMs: number;
  /** A price visible for this long is final despite activity: trackers and chats never stop, ms. */
  stableMs: number;
  /** The same for a doubtful one, ms. */
  doubtfulStableMs: number;
  /** Idle time without a price; longer, for pages that retry after a pause, ms. */
  quietWithoutPriceMs: number;
  /** Between two reads of a changing page, ms; longer if a read takes long. */
  pollMs: number;
  /** Polling interval of an unchanged page, ms. */
  waitMs: number;
  /** Between two reads of a page with incomplete markup, ms. */
  parsingReadMs: number;
  /** The same while a request, timer or script is pending, ms. */
  busyReadMs: number;
  /** Timeout of a command to the page, which a page in an endless loop never answers, ms. */
  commandMs: number;
  /**
   * Bytes of the page and its subresources. Counts decompressed bytes of its frames, and bytes on the wire in
   * both directions, including workers and sockets.
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
  quietMs: 100,
  doubtfulQuietMs: 150,
  stableMs: 2_500,
  doubtfulStableMs: 5_000,
  quietWithoutPriceMs: 2_500,
  pollMs: 60,
  waitMs: 250,
  parsingReadMs: 1_000,
  busyReadMs: 500,
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
  threads: 64,
  // Lambda allows a total of 1,024 processes and threads.
  browserThreads: 512,
  processes: 32,
  // Chromium itself takes 210 MB of the default 512 MB in /tmp. Up to three browsers share the other 300 MB:
  // when less than 128 MB are free, together they use over 170 MB, so one of them uses more than 48 MB.
  diskFreeBytes: 128 * mebibyte,
  diskBytes: 48 * mebibyte,
  closeMs: 1_000,
};

/**
 * Share of the browsers' memory that one browser's shared processes may use; they need about 250 MB for
 * themselves.
 */
const sharedFraction = 0.35;
const minSharedBytes = 320 * mebibyte;

/**
 * @param browserMb - memory of all browsers with their pages, MB.
 */
export const memoryLimitsFor = (
  browserMb: number,
): Pick<BrowserLimits, 'memoryBytes' | 'rendererBytes' | 'sharedBytes'> => {
  const memoryBytes = browserMb * mebibyte;
  return {
    memoryBytes,
    rendererBytes: Math.min(defaultBrowserLimits.rendererBytes, memoryBytes),
    sharedBytes: Math.max(minSharedBytes, Math.floor(memoryBytes * sharedFraction)),
  };
};
