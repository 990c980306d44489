import { setTimeout as delay } from 'node:timers/promises';
import type { JudgeReadiness, Readiness } from '../page-load.ts';
import { WebError } from '../web-error.ts';
import type { BrowserLimits } from './browser-limits.ts';
import type { DocumentState, RenderedDocument } from './rendered-document.ts';

export interface PriceAwaited {
  rendered: RenderedDocument;
  /** Throws where what stands is no document to be read. */
  check: () => void;
  url: () => string;
  /** Since the page's last request that could bring anything, ms; 0 while one is under way. */
  quietForMs: () => number;
  /** CSS selector that the caller wants to see first. */
  waitFor: string | undefined;
  limits: BrowserLimits;
  remainingMs: () => number;
  judge: JudgeReadiness;
}

/** The pause between two reads is this multiple of a read's duration. */
const lookShare = 3;

/** Reserved at the end of a page's time to read it as it is. */
const takeReserveMs = 400;

const isTimeout = (error: unknown): boolean => error instanceof WebError && error.code === 'Timeout';

/** The page's state so far. */
interface Seen {
  /** Version of the document last read. */
  version: string;
  html: string;
  readiness: Readiness;
  /** When it was read. */
  readAt: number;
  /** Since when a price stands, trusted or doubtful; it may be another one than at first. */
  standsSince: number | undefined;
  /** When the markup was last incomplete. */
  parsingAt: number;
  /** Since when everything requested by the markup has loaded. */
  loadedSince: number | undefined;
  /** When more than style changed last. */
  changedAt: number;
}

/**
 * True if nothing is to come that could change a price that stands: its document is parsed and read as it is, the page
 * is idle, no request is under way, and nothing but style has changed for a moment. A page that never comes to this is
 * taken after a while.
 */
const isAll = (
  now: number,
  { readiness, version, standsSince = now, loadedSince = now, changedAt }: Seen,
  state: DocumentState,
  { limits, quietForMs }: PriceAwaited,
): 'Taken' | 'Calm' | 'NotYet' => {
  const isDoubtful = readiness === 'Doubtful';
  const standsMs = isDoubtful ? limits.doubtfulStandsMs : limits.standsMs;
  // On a busy machine the scripts themselves may be late; twice the time is enough.
  const stoodMs = Math.max(now - Math.max(standsSince, loadedSince), (now - standsSince) / 2);
  if (stoodMs >= standsMs) return 'Taken';
  const calmMs = isDoubtful ? limits.doubtfulCalmMs : limits.calmMs;
  const isCalm =
    state.isIdle && state.version === version && Math.min(now - changedAt, quietForMs()) >= calmMs;
  return isCalm ? 'Calm' : 'NotYet';
};

/**
 * @returns the markup once a price stands and nothing is to come that could change it, or once the page has come to rest
 *   without one. A page with a heartbeat never rests; it is returned as it stands at the end of its time, and so is one
 *   that hangs with a price on it.
 * @throws WebError; `Timeout` for a page that hangs, or is not parsed to its end, without a price.
 */
export const awaitPrice = async (awaited: PriceAwaited): Promise<string> => {
  const { rendered, check, url, quietForMs, waitFor, limits, remainingMs, judge } = awaited;
  const givesUpAt = performance.now() + Math.min(limits.readyMs, remainingMs() - takeReserveMs);
  const startedAt = performance.now();
  const seen: Seen = {
    version: '',
    html: '',
    readiness: 'NotYet',
    readAt: startedAt,
    standsSince: undefined,
    parsingAt: startedAt,
    loadedSince: undefined,
    changedAt: startedAt,
  };
  /** From then on a page is read whatever it is at, so that what came last is not missed. */
  const endsSoonAt = givesUpAt - limits.workingLookMs;
  let isParsing = true;
  let pauseMs = 0;

  const take = async (version: string): Promise<Readiness> => {
    const takenAt = performance.now();
    const taken = await rendered.html();
    const isThere = waitFor === undefined || (await rendered.has(waitFor));
    seen.version = version;
    const judged = isThere ? await judge(taken, url()) : 'NotYet';
    // Replace the previous reading only if this one succeeded.
    seen.html = taken;
    seen.readiness = judged;
    // The time of a slow read does not count as idle.
    seen.readAt = performance.now();
    seen.standsSince = judged === 'NotYet' ? undefined : (seen.standsSince ?? seen.readAt);
    // Pages that change constantly must not use all the time of this process.
    pauseMs = Math.max(limits.pollMs, lookShare * (performance.now() - takenAt));
    return judged;
  };

  /** True if it is time to read a changed page: nothing is pending, or the last read was a while ago. */
  const isDue = async (state: DocumentState): Promise<boolean> => {
    const now = performance.now();
    if (state.isParsing) return now - seen.readAt >= limits.parsingLookMs;
    if (now - Math.max(seen.readAt, seen.parsingAt) >= limits.workingLookMs || now >= endsSoonAt) return true;
    return state.isIdle && quietForMs() > 0 && !(await rendered.expectsTimers());
  };

  /** True if a page without a price is idle, so that none will appear. */
  const isAtRest = async (): Promise<boolean> => {
    if (waitFor !== undefined) return false;
    if (Math.min(performance.now() - seen.readAt, quietForMs()) < limits.restMs) return false;
    return (await rendered.state(0)).version === seen.version;
  };

  /** True if an idle page has nothing pending. */
  const staysCalm = async (): Promise<boolean> => {
    if (await rendered.expectsTimers()) return false;
    // Received data may still be queued in the page.
    const { version, isIdle } = await rendered.stateWhenIdle();
    return isIdle && version === seen.version && quietForMs() >= limits.calmMs;
  };

  /** True if the last reading is final. */
  const isOver = async (state: DocumentState): Promise<boolean> => {
    // Unparsed markup may still contain another price, or that the product is sold out.
    if (state.isParsing) return false;
    if (seen.readiness === 'NotYet') return isAtRest();
    const all = isAll(performance.now(), seen, state, awaited);
    if (all === 'Calm') return staysCalm();
    if (all === 'NotYet') return false;
    return state.version === seen.version || (await take(state.version)) !== 'NotYet';
  };

  let told = '';
  let weighty = '';
  let waitMs = 0;
  /** Looks at the page when it has changed, or after a while. @returns whether it has its answer. */
  const look = async (): Promise<boolean> => {
    const state = await rendered.state(waitMs);
    isParsing = state.isParsing;
    if (isParsing) seen.parsingAt = performance.now();
    pauseMs = state.version === told ? 0 : limits.pollMs;
    told = state.version;
    if (state.weightyVersion !== weighty) seen.changedAt = performance.now();
    weighty = state.weightyVersion;
    if (state.isLoaded) seen.loadedSince ??= performance.now();
    if (state.version !== seen.version && (await isDue(state))) await take(state.version);
    return isOver(state);
  };

  /** A page with a price, or one that is still to be read, is asked again when it may have become calm. */
  const longestWaitMs = (): number => {
    if (seen.readiness !== 'NotYet') return Math.min(limits.waitMs, limits.calmMs / 2);
    return told === seen.version || isParsing ? limits.waitMs : Math.min(limits.waitMs, limits.calmMs);
  };

  while (performance.now() < givesUpAt) {
    check();
    try {
      if (await look()) return seen.html;
    } catch (error) {
      if (isTimeout(error) && seen.readiness !== 'NotYet') return seen.html;
      throw error;
    }
    waitMs = longestWaitMs();
    if (pauseMs > 0) await delay(Math.min(pauseMs, limits.waitMs));
  }
  if (isParsing && seen.readiness === 'NotYet') {
    throw new WebError('Timeout', 'The page did not finish loading in time.', { retryable: true });
  }
  return seen.html === '' ? rendered.html() : seen.html;
};
