import type { PageRequest } from '../page-load.ts';

/** Caps of the browser tier; each ends a page with its own error. */
export interface BrowserLimits {
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
  /** Memory of one process beside what it reserves at its start; a page has one. */
  processBytes: number;
  /** Processor time of one process, s. */
  processorSeconds: number;
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
  processBytes: 1024 * mebibyte,
  processorSeconds: 20,
  closeMs: 1_000,
};

/** @param browserMb - memory of all browsers with their pages, MB. */
export const processBytesFor = (browserMb: number): number =>
  Math.min(defaultBrowserLimits.processBytes, browserMb * mebibyte);
