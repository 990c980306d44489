import type { BrowserContext, CDPSession, Protocol } from 'puppeteer-core';
import { clientHints } from '../http/client-hints.ts';
import { timeZoneOf } from '../time-zone.ts';
import { navigatorPlatform } from '../user-agent.ts';
import { blockedUrlPatterns } from './blocked-resources.ts';
import type { LaunchedBrowser } from './launch-browser.ts';
import { withDeadline } from './with-deadline.ts';
import type { Identity } from './worker-identity.ts';

/** A page in its own context, with separate cookies, storage and cache. */
export interface OpenPage {
  session: CDPSession;
  /** The main frame's identifier in CDP. */
  frameId: string;
  /** Resolves once the page's setup is complete. */
  isReady: Promise<unknown>;
  /** Resolves with the exit status when its renderer process ends; see `toCrashError`. */
  crashed: Promise<string>;
  /**
   * Closes the page and deletes its storage; crashes a page that does not close. Never rejects.
   *
   * @returns true if it is closed.
   */
  close(ms: number): Promise<boolean>;
}

export interface PageSettings {
  userAgent: string;
  /** BCP 47 tags, in order of preference. */
  languages: readonly string[];
  /** Proxy for all traffic of the page, including frames, workers and sockets. */
  proxyUrl: string;
  /** Protections to omit, to test what each one protects from. */
  unprotected?: readonly PageProtection[];
}

/** Forces all traffic of a page through its proxy, whatever the browser's switches. */
const protectionOf = (proxyUrl: string) => ({
  proxyServer: proxyUrl,
  // By default, Chromium bypasses the proxy for loopback and link-local addresses.
  proxyBypassList: ['<-loopback>'],
});
export type PageProtection = keyof ReturnType<typeof protectionOf>;

/** The HTTP tier's client hints in Chromium's format, so that both tiers look the same. */
const userAgentMetadata = (userAgent: string) => {
  const hints = clientHints(userAgent);
  if (!hints) return undefined;
  const brands = [...hints['sec-ch-ua'].matchAll(/"([^"]*)";v="(\d+)"/g)].map(([, brand, version]) => ({
    brand: brand!,
    version: version!,
  }));
  const platform = hints['sec-ch-ua-platform'].replaceAll('"', '');
  const mobile = hints['sec-ch-ua-mobile'] === '?1';
  const fullVersion = /\bChrome\/([\d.]+)/.exec(userAgent)?.[1] ?? '';
  const fullVersionList = brands.map(({ brand, version }) => ({
    brand,
    version: fullVersion.startsWith(`${version}.`) ? fullVersion : `${version}.0.0.0`,
  }));
  return {
    brands,
    // Chromium fills omitted values with its own, which contain the word Headless.
    fullVersionList,
    fullVersion,
    platform,
    platformVersion: '',
    architecture: mobile ? '' : 'x86',
    bitness: mobile ? '' : '64',
    model: '',
    mobile,
    formFactors: [mobile ? 'Mobile' : 'Desktop'],
  };
};

const identityOf = ({ userAgent, languages }: PageSettings): Identity => {
  const metadata = userAgentMetadata(userAgent);
  return {
    userAgent,
    platform: navigatorPlatform(userAgent),
    // Chromium adds the header's weights itself. Given weights would end up in `navigator.languages`, where
    // `Intl` rejects them.
    acceptLanguage: languages.join(','),
    ...(metadata && { userAgentMetadata: metadata }),
  };
};

/** Reports how a page's renderer process ends; the page's own session does not say how. */
const watchCrash = (browserSession: CDPSession, pageId: string) => {
  const connection = browserSession.connection()!;
  const { promise: crashed, resolve } = Promise.withResolvers<string>();
  const onCrashed = ({ targetId, status }: Protocol.Target.TargetCrashedEvent): void => {
    if (targetId === pageId) resolve(status);
  };
  connection.on('Target.targetCrashed', onCrashed);
  return { crashed, unwatch: () => void connection.off('Target.targetCrashed', onCrashed) };
};

const close = async (context: BrowserContext, session: CDPSession, ms: number): Promise<boolean> => {
  const isClosedWithin = (closing: Promise<void>): Promise<boolean> =>
    withDeadline(ms, closing, () => new Error('The page did not close.')).then(
      () => true,
      () => false,
    );
  const closing = context.close();
  if (await isClosedWithin(closing)) return true;
  // Handled by the browser process, so it works on a renderer in an endless loop.
  session.send('Page.crash').catch(() => {});
  return isClosedWithin(closing);
};

/**
 * Opens an empty, restricted page.
 *
 * Uses CDP without puppeteer's `Page`, which enables the `Runtime` domain: a page that logs endlessly would
 * flood this process.
 */
export const openPage = async (
  {
    browser,
    browserSession,
    workerIdentities,
  }: Pick<LaunchedBrowser, 'browser' | 'browserSession' | 'workerIdentities'>,
  settings: PageSettings,
): Promise<OpenPage> => {
  const protection: Partial<ReturnType<typeof protectionOf>> = protectionOf(settings.proxyUrl);
  for (const part of settings.unprotected ?? []) delete protection[part];
  const context = await browser.createBrowserContext(protection);
  const contextId = context.id ?? '';
  try {
    const [target, { targetId }] = await Promise.all([
      context.waitForTarget((candidate) => candidate.type() === 'page', { timeout: 10_000 }),
      browserSession.send('Target.createTarget', {
        url: 'about:blank',
        ...(contextId && { browserContextId: contextId }),
      }),
    ]);
    const session = await target.createCDPSession();
    session.on('Page.javascriptDialogOpening', () => {
      session.send('Page.handleJavaScriptDialog', { accept: false }).catch(() => {});
    });
    const { languages } = settings;
    const identity = identityOf(settings);
    workerIdentities.set(contextId, identity);
    const timezoneId = timeZoneOf(languages[0]!);
    const isReady = Promise.all([
      browserSession.send('Browser.setDownloadBehavior', {
        behavior: 'deny',
        ...(contextId && { browserContextId: contextId }),
      }),
      session.send('Page.enable'),
      // Do not buffer bodies; the document is read from the page.
      session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
      session.send('Network.setBlockedURLs', { urls: [...blockedUrlPatterns] }),
      // In addition to `blockServiceWorkers`: one could replace responses, and outlive the page.
      session.send('Network.setBypassServiceWorker', { bypass: true }),
      // Regardless of speculation rules. Chromium disables prerendering under a debugger, but may change
      // that.
      session.send('Page.setPrerenderingAllowed', { isAllowed: false }),
      session.send('Emulation.setUserAgentOverride', identity),
      // Matches `Notification.permission` in headless mode; otherwise the Permissions API would report
      // `prompt`.
      browserSession.send('Browser.setPermission', {
        permission: { name: 'notifications' },
        setting: 'denied',
        ...(contextId && { browserContextId: contextId }),
      }),
      // Scripts format prices for the site's market. Ignore locales that Chromium does not know.
      ...(timezoneId ? [session.send('Emulation.setTimezoneOverride', { timezoneId }).catch(() => {})] : []),
      session.send('Emulation.setLocaleOverride', { locale: languages[0]! }).catch(() => {}),
    ]);
    isReady.catch(() => {});
    const { crashed, unwatch } = watchCrash(browserSession, targetId);
    // A page's target has the same identifier as its main frame.
    return {
      session,
      frameId: targetId,
      isReady,
      crashed,
      close: (ms) => {
        unwatch();
        workerIdentities.delete(contextId);
        return close(context, session, ms);
      },
    };
  } catch (error) {
    workerIdentities.delete(contextId);
    context.close().catch(() => {});
    throw error;
  }
};
