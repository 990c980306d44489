import pLimit, { type LimitFunction } from 'p-limit';
import { languagesOf } from '../accept-language.ts';
import type { EgressPolicy } from '../egress/egress-policy.ts';
import { type PinningProxy, startPinningProxy } from '../egress/pinning-proxy.ts';
import type { BrowserTier, JudgeReadiness, PageLoad, PageRequest } from '../page-load.ts';
import { WebError } from '../web-error.ts';
import { withSignal } from '../with-signal.ts';
import { type BrowserLimits, defaultBrowserLimits, loadTimeMs } from './browser-limits.ts';
import { type BrowserPulse, UnansweredError, watchPulse } from './browser-pulse.ts';
import type { ChromiumInstallation } from './chromium-binary.ts';
import { type LaunchedBrowser, launchBrowser } from './launch-browser.ts';
import { loadPage } from './load-page.ts';
import type { PageProtection } from './open-page.ts';
import { createFlagSetChoice, type FlagSetChoice, startBrowser } from './start-browser.ts';
import { withDeadline } from './with-deadline.ts';

export interface BrowserTierOptions {
  policy: EgressPolicy;
  /** Prepares the binary; shared by all tiers of a process. */
  binary: () => Promise<ChromiumInstallation>;
  userAgent: string;
  limits?: Partial<BrowserLimits>;
  /** Called for each launched browser with its start time, ms. */
  onLaunch?: (launchMs: number) => void;
  /** Shared by all tiers of a process, so that failing flags are tried only once. */
  flagSetChoice?: FlagSetChoice;
  /** Called for each browser that did not start, with the name of its flag set. */
  onStartFailed?: (flagSet: string, error: unknown) => void;
  withoutFlags?: readonly string[];
  unprotectedPages?: readonly PageProtection[];
}

interface Running {
  /** For requests outside pages; each page has its own. */
  proxy: PinningProxy;
  launched: LaunchedBrowser;
  pulse: BrowserPulse;
  /** Number of loading pages. */
  users: number;
  /** Number of pages so far. */
  pages: number;
  /** It was ended because it no longer answered. */
  isStarved: boolean;
  /** Opens no further pages, and is stopped after its last one. */
  isRetired: boolean;
  isStopped: boolean;
}

/** Maximum number of concurrent browsers with a single page each. */
const maxLonePages = 2;
/** Minimum remaining time to launch a browser for a page, ms. */
const minRetryMs = 1_000;

/** Receives a promise that resolves once a page is closed. */
type OnClosing = (gone: Promise<void>) => void;

/** Loads a page in a slot, which is free again once the page is closed. Returns the result before that. */
const inSlot = (limit: LimitFunction, load: (onClosing: OnClosing) => Promise<PageLoad>): Promise<PageLoad> =>
  new Promise((resolve, reject) => {
    void limit(async () => {
      let isGone = Promise.resolve();
      const loading = load((gone) => {
        isGone = gone;
      });
      await loading.then(resolve, reject);
      await isGone;
    });
  });

const closedError = (cause?: unknown): WebError =>
  new WebError('RendererCrashed', 'The browser of this message is closed.', { retryable: true, cause });

/**
 * Headless Chromium for one message: launched for the first page with its own profile, and closed with
 * everything it left on disk. If a page cannot be closed, later pages get a new browser. If a browser crashed,
 * was killed or no longer answered, and any of its pages may be the cause, each page is retried in its own
 * browser: the culprit fails there alone, and the others load.
 */
export const createBrowserTier = (options: BrowserTierOptions): BrowserTier => {
  const { policy, userAgent, flagSetChoice = createFlagSetChoice() } = options;
  const limits = { ...defaultBrowserLimits, ...options.limits };
  const limit = pLimit(limits.pages);
  const limitLone = pLimit(Math.min(limits.pages, maxLonePages));
  const stopping = new Set<Promise<void>>();
  /** Pages being closed. */
  const closing = new Set<Promise<void>>();
  const live = new Set<Running>();
  const starting = new Set<Promise<Running>>();
  let running: Promise<Running> | undefined;
  let isClosed = false;

  const stop = (spent: Running): void => {
    if (spent.isStopped) return;
    spent.isStopped = true;
    live.delete(spent);
    const { proxy, launched, pulse } = spent;
    pulse.end();
    const stopped = launched.close().then(() => proxy.close());
    stopping.add(stopped);
    stopped.finally(() => stopping.delete(stopped));
  };

  const launch = async (): Promise<Running> => {
    const startedAt = performance.now();
    const installation = await options.binary();
    const proxy = await startPinningProxy(policy, { requireCredential: false, limits: { requests: 0 } });
    try {
      const launched = await startBrowser({
        choice: flagSetChoice,
        onFailed: options.onStartFailed ?? (() => {}),
        isGivenUp: () => isClosed,
        launch: (flagSet, isProven) =>
          launchBrowser({
            installation,
            proxyUrl: proxy.url,
            userAgent,
            closeMs: limits.closeMs,
            limits,
            flagSet,
            isProven,
            ...(options.withoutFlags ? { withoutFlags: options.withoutFlags } : {}),
          }),
      });
      options.onLaunch?.(performance.now() - startedAt);
      const started: Running = {
        proxy,
        launched,
        pulse: watchPulse(launched.browserSession, limits.commandMs, () => endStarved(started)),
        users: 0,
        pages: 0,
        isStarved: false,
        isRetired: false,
        isStopped: false,
      };
      live.add(started);
      return started;
    } catch (error) {
      await proxy.close();
      throw error;
    }
  };

  const start = (): Promise<Running> => {
    const started = launch();
    starting.add(started);
    const isStarted = (): void => void starting.delete(started);
    started.then(isStarted, isStarted);
    return started;
  };

  const retire = (spent: Running): void => {
    if (spent.isRetired) return;
    spent.isRetired = true;
    running = undefined;
    if (spent.users === 0) stop(spent);
  };

  /** Ends a browser that does not answer. One that is busy would not close by itself. */
  const endStarved = (starved: Running): void => {
    starved.isStarved = true;
    starved.launched.kill();
    retire(starved);
  };

  const isUsable = ({ launched, isRetired }: Running): boolean => !isRetired && launched.browser.connected;

  /** The running browser, or a new one; retries after a failed start. */
  const current = async (): Promise<Running> => {
    running ??= start();
    const started = running;
    try {
      return await started;
    } catch (error) {
      if (running === started) running = undefined;
      throw error;
    }
  };

  const enter = (used: Running): Running => {
    used.users += 1;
    used.pages += 1;
    return used;
  };

  /** Reserves a browser for one page; call `release` afterwards. */
  const acquire = async (): Promise<Running> => {
    for (;;) {
      if (isClosed) throw closedError();
      const ready = await current();
      if (isClosed) continue;
      if (isUsable(ready)) {
        return enter(ready);
      }
      retire(ready);
    }
  };

  const release = (used: Running): void => {
    used.users -= 1;
    if (used.isRetired && used.users === 0) stop(used);
  };

  /** Releases a browser once its page is closed; until then, the page can still affect others. */
  const leave = (used: Running, isGone: Promise<void>, onClosing: OnClosing): void => {
    const released = isGone.then(() => release(used));
    closing.add(released);
    onClosing(released.finally(() => closing.delete(released)));
  };

  const loadIn = (
    used: Running,
    request: PageRequest,
    judge: JudgeReadiness,
    onClosing: OnClosing,
  ): Promise<PageLoad> =>
    loadPage(
      {
        launched: used.launched,
        policy,
        limits,
        userAgent,
        languages: languagesOf(request.site?.Locale, request.site?.Country),
        isBrowserSlow: used.pulse.isSlow,
        onUnclosable: () => retire(used),
        onClosing,
        ...(options.unprotectedPages ? { unprotected: options.unprotectedPages } : {}),
      },
      request,
      judge,
    );

  /** Loads a page in its own browser, where only this page can cause a failure. */
  const loadAlone = async (
    request: PageRequest,
    judge: JudgeReadiness,
    remainingMs: () => number,
    onClosing: OnClosing,
  ): Promise<PageLoad> => {
    request.signal.throwIfAborted();
    if (isClosed) throw closedError();
    const own = enter(await start());
    own.isRetired = true;
    let isGone = Promise.resolve();
    try {
      if (isClosed) throw closedError();
      return await loadIn(own, { ...request, timeoutMs: remainingMs() }, judge, (gone) => {
        isGone = gone;
      });
    } catch (error) {
      throw isClosed ? error : ownFailure(own, error);
    } finally {
      leave(own, isGone, onClosing);
    }
  };

  /** The error of a browser's only page, which is the cause if the browser ended. */
  const ownFailure = ({ launched, isStarved }: Running, error: unknown): unknown =>
    isStarved && !launched.browser.connected ? new UnansweredError(true) : error;

  /**
   * @returns the error of a page whose browser had other pages, any of which may be the cause.
   * @throws any other error.
   */
  const sharedFailure = (used: Running, error: unknown): unknown => {
    // Closing the browser aborts its pages, which looks like their own error.
    if (isClosed) throw closedError(error);
    const isUnanswered = error instanceof UnansweredError;
    if (isUnanswered && error.isBrowserSlow) endStarved(used);
    const hasEnded = used.isStarved || !used.launched.browser.connected;
    const hasCrashed = hasEnded && error instanceof WebError && error.code === 'RendererCrashed';
    if ((isUnanswered || hasCrashed) && used.pages > 1) return error;
    throw ownFailure(used, error);
  };

  /**
   * @param timeoutMs - the page's remaining time.
   * @param onClosing - called before the page is returned.
   */
  const load = async (
    request: PageRequest,
    judge: JudgeReadiness,
    timeoutMs: () => number,
    onClosing: OnClosing,
  ): Promise<PageLoad> => {
    request.signal.throwIfAborted();
    const endsAt = performance.now() + loadTimeMs(limits, { ...request, timeoutMs: timeoutMs() });
    const remainingMs = (): number => endsAt - performance.now();
    const used = await acquire();
    let isGone = Promise.resolve();
    let failure: unknown;
    try {
      return await loadIn(used, { ...request, timeoutMs: remainingMs() }, judge, (gone) => {
        isGone = gone;
      });
    } catch (error) {
      failure = sharedFailure(used, error);
    } finally {
      leave(used, isGone, onClosing);
    }
    const retrying = inSlot(limitLone, async (onLoneClosing) => {
      if (remainingMs() < minRetryMs) throw failure;
      try {
        const page = await loadAlone(request, judge, remainingMs, onLoneClosing);
        return { ...page, attempts: page.attempts + 1 };
      } catch (error) {
        if (error instanceof WebError) error.attempts += 1;
        throw error;
      }
    });
    // Lone pages of slow hosts may keep all slots for longer than this page has.
    return withDeadline(remainingMs(), retrying, () => failure as Error);
  };

  return {
    // Waiting for a slot or a browser counts towards the page's time.
    load: (request, judge) => {
      const endsAt = performance.now() + (request.timeoutMs ?? Number.POSITIVE_INFINITY);
      const timeoutMs = (): number => endsAt - performance.now();
      return withSignal(
        request.signal,
        inSlot(limit, (onClosing) => load(request, judge, timeoutMs, onClosing)),
      );
    },
    close: async () => {
      isClosed = true;
      await Promise.allSettled(starting);
      running = undefined;
      for (const last of live) stop(last);
      await Promise.all([...stopping, ...closing]);
    },
  };
};
