import { setTimeout as delay } from 'node:timers/promises';
import { type JudgeReadiness, type Readiness, WebError } from '../page-load.ts';
import type { BrowserLimits } from './browser-limits.ts';
import type { RenderedDocument } from './rendered-document.ts';

export interface PriceAwaited {
  rendered: RenderedDocument;
  /** Throws where what stands is no document to be read. */
  check: () => void;
  url: () => string;
  /** Since the page's last request, ms. */
  quietForMs: () => number;
  /** CSS selector that the caller wants to see first. */
  waitFor: string | undefined;
  limits: BrowserLimits;
  remainingMs: () => number;
  judge: JudgeReadiness;
}

/** Between two looks passes so many times what a look takes. */
const lookShare = 3;

/** Kept back at the end of a page's time to take what stands on it. */
const takeReserveMs = 400;

const isTimeout = (error: unknown): boolean => error instanceof WebError && error.code === 'Timeout';

/**
 * @returns the markup once the price has stood for a while, or once the page has come to rest without one. A page
 *   with a heartbeat never rests; it is returned as it stands at the end of its time, and so is one that hangs with
 *   a price on it.
 * @throws WebError; `Timeout` for a page that hangs, or is not parsed to its end, without a price.
 */
export const awaitPrice = async (awaited: PriceAwaited): Promise<string> => {
  const { rendered, check, url, quietForMs, waitFor, limits, remainingMs, judge } = awaited;
  const givesUpAt = performance.now() + Math.min(limits.readyMs, remainingMs() - takeReserveMs);
  let seen = '';
  let html = '';
  let isParsing = true;
  let changedAt = performance.now();
  let readiness = 'NotYet' as Readiness;
  let readySince: number | undefined;
  let pauseMs = 0;

  const take = async (version: string): Promise<void> => {
    const startedAt = performance.now();
    const taken = await rendered.html();
    const isThere = waitFor === undefined || (await rendered.has(waitFor));
    seen = version;
    changedAt = performance.now();
    const judged = isThere ? await judge(taken, url()) : 'NotYet';
    // Only what could be read takes the place of what was read before.
    html = taken;
    readiness = judged;
    readySince = readiness === 'Ready' ? (readySince ?? changedAt) : undefined;
    // Pages that change all the time are not to take all the time of this process.
    pauseMs = Math.max(limits.pollMs, lookShare * (performance.now() - startedAt));
  };

  let told = '';
  let waitMs = 0;
  while (performance.now() < givesUpAt) {
    check();
    try {
      const state = await rendered.state(waitMs);
      isParsing = state.isParsing;
      pauseMs = state.version === told ? 0 : limits.pollMs;
      told = state.version;
      const isDue = !isParsing || performance.now() - changedAt >= limits.parsingLookMs;
      if (isDue && state.version !== seen) await take(state.version);
    } catch (error) {
      if (isTimeout(error) && readiness !== 'NotYet') return html;
      throw error;
    }
    const now = performance.now();
    const settledInMs = readySince === undefined ? limits.waitMs : readySince + limits.settleMs - now;
    // What is still to be parsed may say that the product is sold out, or name another price.
    if (!isParsing) {
      if (settledInMs <= 0) return html;
      const isAwaited = waitFor !== undefined && readiness === 'NotYet';
      const restMs = readiness === 'Doubtful' ? limits.doubtfulRestMs : limits.restMs;
      if (!isAwaited && Math.min(now - changedAt, quietForMs()) >= restMs) return html;
    }
    // A price that stood long enough waits for the end of the markup.
    waitMs = settledInMs > 0 ? Math.ceil(Math.min(limits.waitMs, settledInMs)) : limits.pollMs;
    if (pauseMs > 0) await delay(Math.min(pauseMs, waitMs));
  }
  if (isParsing && readiness === 'NotYet') {
    throw new WebError('Timeout', 'The page did not load to its end in time.', { retryable: true });
  }
  return html === '' ? rendered.html() : html;
};
