import { setTimeout as delay } from 'node:timers/promises';
import type { JudgeReadiness, Readiness } from '../page-load.ts';
import { WebError } from '../web-error.ts';
import type { BrowserLimits } from './browser-limits.ts';
import type { DocumentState, RenderedDocument } from './rendered-document.ts';

export interface AwaitPriceOptions {
  rendered: RenderedDocument;
  /** Throws if the current document must not be read. */
  check: () => void;
  url: () => string;
  /** Time since the page's last relevant request, ms; 0 during one. */
  quietForMs: () => number;
  /** CSS selector that must match first. */
  waitFor: string | undefined;
  limits: BrowserLimits;
  remainingMs: () => number;
  judge: JudgeReadiness;
}

/** The pause between two reads is this multiple of a read's duration. */
const pausePerRead = 3;

/** Reserved at the end of a page's time to read it as it is. */
const finalReadReserveMs = 400;

const isTimeout = (error: unknown): boolean => error instanceof WebError && error.code === 'Timeout';

/** The page's state so far. */
interface PageProgress {
  /** Version of the document last read. */
  version: string;
  html: string;
  readiness: Readiness;
  /** When it was read. */
  readAt: number;
  /** When a price, trusted or doubtful, first appeared; it may have changed since. */
  priceSince: number | undefined;
  /** When the markup was last incomplete. */
  parsingAt: number;
  /** When everything requested by the markup had loaded. */
  loadedSince: number | undefined;
  /** When anything but style last changed. */
  changedAt: number;
}

/** How long a page with a price must still be quiet for that price to be final, ms; negative if it need not. */
const missingQuietMs = (
  now: number,
  { readiness, changedAt }: PageProgress,
  { limits, quietForMs }: AwaitPriceOptions,
): number =>
  (readiness === 'Doubtful' ? limits.doubtfulQuietMs : limits.quietMs) -
  Math.min(now - changedAt, quietForMs());

/**
 * Decides whether a visible price is final. It is `Calm` if the document is parsed and read, the page is
 * idle, no request is pending, and nothing but style has changed for a moment. A page that never gets there
 * is `Taken` after a while.
 */
const finality = (
  now: number,
  progress: PageProgress,
  state: DocumentState,
  options: AwaitPriceOptions,
): 'Taken' | 'Calm' | 'NotYet' => {
  const { limits } = options;
  const { priceSince = now, loadedSince = now } = progress;
  const stableMs = progress.readiness === 'Doubtful' ? limits.doubtfulStableMs : limits.stableMs;
  // On a busy machine scripts may run late; twice the time is enough.
  const visibleMs = Math.max(now - Math.max(priceSince, loadedSince), (now - priceSince) / 2);
  if (visibleMs >= stableMs) return 'Taken';
  const isCalm = state.isIdle && state.version === progress.version;
  return isCalm && missingQuietMs(now, progress, options) <= 0 ? 'Calm' : 'NotYet';
};

/**
 * Waits until a price is final, or the page is idle without one.
 *
 * @returns the markup. A page with a heartbeat is never idle, and is returned as it is at the end of its
 *   time; so is a page that hangs after showing a price.
 * @throws WebError; `Timeout` for a page that hangs or is not fully parsed, and shows no price.
 */
export const awaitPrice = async (awaited: AwaitPriceOptions): Promise<string> => {
  const { rendered, check, url, quietForMs, waitFor, limits, remainingMs, judge } = awaited;
  const givesUpAt = performance.now() + Math.min(limits.readyMs, remainingMs() - finalReadReserveMs);
  const startedAt = performance.now();
  const seen: PageProgress = {
    version: '',
    html: '',
    readiness: 'NotYet',
    readAt: startedAt,
    priceSince: undefined,
    parsingAt: startedAt,
    loadedSince: undefined,
    changedAt: startedAt,
  };
  /** From then on, read the page even if busy, to include its last changes. */
  const endsSoonAt = givesUpAt - limits.busyReadMs;
  let isParsing = true;
  let pauseMs = 0;
  let nextReadAt = startedAt;

  const read = async (version: string): Promise<Readiness> => {
    const startedReadAt = performance.now();
    const html = await rendered.html();
    const isThere = waitFor === undefined || (await rendered.has(waitFor));
    seen.version = version;
    const judged = isThere ? await judge(html, url()) : 'NotYet';
    // Replace the previous reading only if this one succeeded.
    seen.html = html;
    seen.readiness = judged;
    // The time of a slow read does not count as idle.
    seen.readAt = performance.now();
    seen.priceSince = judged === 'NotYet' ? undefined : (seen.priceSince ?? seen.readAt);
    // Pages that change constantly must not use all the time of this process.
    nextReadAt = seen.readAt + Math.max(limits.pollMs, pausePerRead * (seen.readAt - startedReadAt));
    return judged;
  };

  /** True if it is time to read a changed page: nothing is pending, or the last read was a while ago. */
  const isDue = async (state: DocumentState): Promise<boolean> => {
    const now = performance.now();
    if (now < nextReadAt) return false;
    if (state.isParsing) return now - seen.readAt >= limits.parsingReadMs;
    if (now - Math.max(seen.readAt, seen.parsingAt) >= limits.busyReadMs || now >= endsSoonAt) return true;
    return state.isIdle && quietForMs() > 0 && !(await rendered.hasPendingTimers());
  };

  /** True if a page without a price is idle, so that none will appear. */
  const isAtRest = async (): Promise<boolean> => {
    if (waitFor !== undefined) return false;
    if (Math.min(performance.now() - seen.readAt, quietForMs()) < limits.quietWithoutPriceMs) return false;
    // On a busy machine, a timer may fire long after it is due.
    return !(await rendered.hasPendingTimers()) && (await rendered.state(0)).version === seen.version;
  };

  /** True if an idle page has nothing pending. */
  const staysCalm = async (): Promise<boolean> => {
    if (await rendered.hasPendingTimers()) return false;
    // Received data may still be queued in the page.
    const { version, isIdle } = await rendered.stateWhenIdle();
    return isIdle && version === seen.version && quietForMs() >= limits.quietMs;
  };

  /** True if the last reading is final. */
  const isOver = async (state: DocumentState): Promise<boolean> => {
    // Unparsed markup may still contain another price, or that the product is sold out.
    if (state.isParsing) return false;
    if (seen.readiness === 'NotYet') return isAtRest();
    const all = finality(performance.now(), seen, state, awaited);
    if (all === 'Calm') return staysCalm();
    if (all === 'NotYet') return false;
    return state.version === seen.version || (await read(state.version)) !== 'NotYet';
  };

  let lastVersion = '';
  let lastSignificantVersion = '';
  let waitMs = 0;
  /** Polls the page when it has changed, or after a while. @returns true once the reading is final. */
  const poll = async (): Promise<boolean> => {
    const state = await rendered.state(waitMs);
    isParsing = state.isParsing;
    if (isParsing) seen.parsingAt = performance.now();
    pauseMs = state.version === lastVersion ? 0 : limits.pollMs;
    lastVersion = state.version;
    if (state.significantVersion !== lastSignificantVersion) seen.changedAt = performance.now();
    lastSignificantVersion = state.significantVersion;
    if (state.isLoaded) seen.loadedSince ??= performance.now();
    if (state.version !== seen.version && (await isDue(state))) await read(state.version);
    return isOver(state);
  };

  /** Polls a page with a price, or with unread changes, as soon as it may be calm. */
  const maxWaitMs = (): number => {
    if (seen.readiness !== 'NotYet') {
      const missingMs = missingQuietMs(performance.now(), seen, awaited);
      return Math.min(limits.waitMs, limits.quietMs / 2, missingMs > 0 ? missingMs : limits.waitMs);
    }
    return lastVersion === seen.version || isParsing
      ? limits.waitMs
      : Math.min(limits.waitMs, limits.quietMs);
  };

  while (performance.now() < givesUpAt) {
    check();
    try {
      if (await poll()) return seen.html;
    } catch (error) {
      if (isTimeout(error) && seen.readiness !== 'NotYet') return seen.html;
      throw error;
    }
    waitMs = maxWaitMs();
    if (pauseMs > 0) await delay(Math.min(pauseMs, limits.waitMs));
  }
  if (isParsing && seen.readiness === 'NotYet') {
    throw new WebError('Timeout', 'The page did not finish loading in time.', { retryable: true });
  }
  return seen.html === '' ? rendered.html() : seen.html;
};
