import pLimit from 'p-limit';
import { acceptLanguage } from '../accept-language.ts';
import type { EgressPolicy } from '../egress/egress-policy.ts';
import { type PinningProxy, startPinningProxy } from '../egress/pinning-proxy.ts';
import { type BrowserTier, WebError } from '../page-load.ts';
import { type BrowserLimits, defaultBrowserLimits } from './browser-limits.ts';
import type { ChromiumInstallation } from './chromium-binary.ts';
import { type LaunchedBrowser, launchBrowser } from './launch-browser.ts';
import { loadPage } from './load-page.ts';
import { withSignal } from './with-deadline.ts';

export interface BrowserTierOptions {
  policy: EgressPolicy;
  /** Makes the binary ready; shared by all tiers of a process. */
  binary: () => Promise<ChromiumInstallation>;
  userAgent: string;
  limits?: Partial<BrowserLimits>;
  /** Told of each browser that is launched, with the time until it was ready, ms. */
  onLaunch?: (launchMs: number) => void;
  withoutFlags?: readonly string[];
}

interface Running {
  proxy: PinningProxy;
  launched: LaunchedBrowser;
  /** Pages that load in it. */
  users: number;
  /** No page is opened in it any longer; it is stopped when its last one is gone. */
  isRetired: boolean;
  isStopped: boolean;
}

/** Reasons kept for pages that the proxy refuses; far more than a page of many links asks for. */
const refusalsKept = 10_000;

const closedError = (cause?: unknown): WebError =>
  new WebError('RendererCrashed', 'The browser of this message is closed.', { retryable: true, cause });

/**
 * Headless Chromium for one message: launched at its first page with a profile and a proxy of its own, and closed
 * with everything that it left. A browser that crashed, or that has a page which cannot be closed, is replaced for
 * the pages after it.
 */
export const createBrowserTier = (options: BrowserTierOptions): BrowserTier => {
  const { policy, userAgent } = options;
  const limits = { ...defaultBrowserLimits, ...options.limits };
  const limit = pLimit(limits.pages);
  const stopping = new Set<Promise<void>>();
  let running: Promise<Running> | undefined;
  let isClosed = false;

  const stop = (spent: Running): void => {
    if (spent.isStopped) return;
    spent.isStopped = true;
    const { proxy, launched } = spent;
    const stopped = launched.close().then(() => proxy.close());
    stopping.add(stopped);
    stopped.finally(() => stopping.delete(stopped));
  };

  const start = async (): Promise<Running> => {
    const startedAt = performance.now();
    const installation = await options.binary();
    // The proxy listens on loopback for this browser alone and reaches nothing that the policy forbids; Chromium
    // takes no credential for it on the command line.
    const proxy = await startPinningProxy(policy, {
      requireCredential: false,
      // Each page has its own cap; this one only ends what slips through them.
      limits: { totalBytes: limits.bytes * 16, refusals: refusalsKept },
    });
    try {
      const launched = await launchBrowser({
        installation,
        proxyUrl: proxy.url,
        userAgent,
        closeMs: limits.closeMs,
        rendererBytes: limits.rendererBytes,
        ...(options.withoutFlags ? { withoutFlags: options.withoutFlags } : {}),
      });
      options.onLaunch?.(performance.now() - startedAt);
      return { proxy, launched, users: 0, isRetired: false, isStopped: false };
    } catch (error) {
      await proxy.close();
      throw error;
    }
  };

  const retire = (spent: Running): void => {
    if (spent.isRetired) return;
    spent.isRetired = true;
    running = undefined;
    if (spent.users === 0) stop(spent);
  };

  const isUsable = ({ launched, proxy, isRetired }: Running): boolean =>
    !isRetired && launched.browser.connected && !proxy.refused.some(({ code }) => code === 'TooLarge');

  /** A browser to load one page in, until `leave`. */
  const enter = async (): Promise<Running> => {
    for (;;) {
      if (isClosed) throw closedError();
      running ??= start();
      const current = running;
      try {
        const ready = await current;
        if (isClosed) continue;
        if (isUsable(ready)) {
          ready.users += 1;
          return ready;
        }
        retire(ready);
      } catch (error) {
        if (running === current) running = undefined;
        throw error;
      }
    }
  };

  const leave = (used: Running): void => {
    used.users -= 1;
    if (used.isRetired && used.users === 0) stop(used);
  };

  const load: BrowserTier['load'] = async (request, judge) => {
    request.signal.throwIfAborted();
    const used = await enter();
    try {
      return await loadPage(
        {
          launched: used.launched,
          policy,
          refused: used.proxy.refused,
          limits,
          userAgent,
          acceptLanguage: acceptLanguage(request.locale, request.country),
          onUnclosable: () => retire(used),
        },
        request,
        judge,
      );
    } catch (error) {
      // A browser that is being closed breaks its pages off, which looks like an error of theirs.
      throw isClosed ? closedError(error) : error;
    } finally {
      leave(used);
    }
  };

  return {
    // Who waits for a place, or for the browser, is let go when his time is up.
    load: (request, judge) => withSignal(request.signal, limit(load, request, judge)),
    close: async () => {
      isClosed = true;
      const last = await running?.catch(() => undefined);
      running = undefined;
      if (last) stop(last);
      await Promise.all(stopping);
    },
  };
};
