import pLimit from 'p-limit';
import { acceptLanguage } from '../accept-language.ts';
import type { EgressPolicy } from '../egress/egress-policy.ts';
import { type PinningProxy, startPinningProxy } from '../egress/pinning-proxy.ts';
import { type BrowserTier, WebError } from '../page-load.ts';
import { type BrowserLimits, defaultBrowserLimits } from './browser-limits.ts';
import type { ChromiumInstallation } from './chromium-binary.ts';
import { type LaunchedBrowser, launchBrowser } from './launch-browser.ts';
import { loadPage } from './load-page.ts';

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
}

/**
 * Headless Chromium for one message: launched at its first page with a profile and a proxy of its own, and closed
 * with everything that it left. A browser that crashed is launched anew for the pages after it.
 */
export const createBrowserTier = (options: BrowserTierOptions): BrowserTier => {
  const { policy, userAgent } = options;
  const limits = { ...defaultBrowserLimits, ...options.limits };
  const limit = pLimit(limits.pages);
  let running: Promise<Running> | undefined;
  let isClosed = false;

  const stop = async ({ proxy, launched }: Running): Promise<void> => {
    await launched.close();
    await proxy.close();
  };

  const start = async (): Promise<Running> => {
    const startedAt = performance.now();
    const installation = await options.binary();
    // The proxy listens on loopback for this browser alone and reaches nothing that the policy forbids; Chromium
    // takes no credential for it on the command line.
    const proxy = await startPinningProxy(policy, {
      requireCredential: false,
      // Each page has its own cap; this one only ends what slips through them.
      limits: { totalBytes: limits.bytes * 16 },
    });
    try {
      const launched = await launchBrowser({
        installation,
        proxyUrl: proxy.url,
        userAgent,
        closeMs: limits.closeMs,
        ...(options.withoutFlags ? { withoutFlags: options.withoutFlags } : {}),
      });
      options.onLaunch?.(performance.now() - startedAt);
      return { proxy, launched };
    } catch (error) {
      await proxy.close();
      throw error;
    }
  };

  const browser = async (): Promise<Running> => {
    if (isClosed) {
      throw new WebError('RendererCrashed', 'The browser of this message is closed.', { retryable: true });
    }
    const current = running ?? start();
    running = current;
    try {
      const ready = await current;
      if (ready.launched.browser.connected) return ready;
      if (running === current) running = undefined;
      await stop(ready);
    } catch (error) {
      if (running === current) running = undefined;
      throw error;
    }
    return browser();
  };

  return {
    load: (request, judge) =>
      limit(async () => {
        request.signal.throwIfAborted();
        const { launched, proxy } = await browser();
        return loadPage(
          {
            browser: launched.browser,
            policy,
            refused: proxy.refused,
            limits,
            userAgent,
            acceptLanguage: acceptLanguage(request.locale, request.country),
          },
          request,
          judge,
        );
      }),
    close: async () => {
      isClosed = true;
      limit.clearQueue();
      const last = await running?.catch(() => undefined);
      running = undefined;
      if (last) await stop(last);
    },
  };
};
