import { randomUUID } from 'node:crypto';
import type { CDPSession } from 'puppeteer-core';
import type { EgressPolicy } from '../egress/egress-policy.ts';
import { type ProxyRefusal, startPinningProxy } from '../egress/pinning-proxy.ts';
import { type JudgeReadiness, type PageLoad, type PageRequest, siteAddress } from '../page-load.ts';
import { refuseActionUrl } from '../refuse-action-url.ts';
import { browserTimeout, WebError } from '../web-error.ts';
import { awaitPrice } from './await-price.ts';
import { type BrowserLimits, loadTimeMs } from './browser-limits.ts';
import { UnansweredError } from './browser-pulse.ts';
import type { LaunchedBrowser } from './launch-browser.ts';
import { type MainFrame, watchMainFrame } from './main-frame.ts';
import { toCrashError, toNavigationError } from './navigation-error.ts';
import { guardNavigations } from './navigation-guard.ts';
import { type OpenPage, openPage, type PageSettings } from './open-page.ts';
import { watchPageTraffic } from './page-traffic.ts';
import { createRenderedDocument } from './rendered-document.ts';
import { pendingTimersExpression, timerHints } from './timer-hints.ts';
import { withDeadline } from './with-deadline.ts';

export interface LoadContext extends Omit<PageSettings, 'proxyUrl'> {
  launched: LaunchedBrowser;
  policy: EgressPolicy;
  limits: BrowserLimits;
  /** The browser itself was slow to answer just now. */
  isBrowserSlow: () => boolean;
  /** Called if a page could not be closed, so that its browser must not be reused. */
  onUnclosable: () => void;
  /** Receives a promise that resolves once the page is closed, and never rejects. */
  onClosing: (closing: Promise<void>) => void;
}

/** True for documents that may contain a price. */
const isMarkup = (contentType: string | undefined): boolean =>
  contentType === undefined || /^(text\/|application\/(xhtml\+xml|xml|json))/i.test(contentType);

/** A promise that rejects with the first reason to end a load early. */
const createEnding = () => {
  let end: (error: unknown) => void = () => {};
  const ended = new Promise<never>((_resolve, reject) => {
    end = reject;
  });
  ended.catch(() => {});
  return { ended, end };
};

/** Maximum number of recorded refusals per page; more than a page with many links causes. */
const refusalsKept = 1_000;

/** Statuses with which the proxy reports an unreachable target. */
const proxyStatuses = new Set([403, 502, 504]);

/** Converts the proxy's refusal of a document's target to the page's error. */
const refusalOf = (target: string | undefined, refused: readonly ProxyRefusal[]): WebError | undefined => {
  const refusal = refused.findLast(({ hostname, port }) => `${hostname}:${port}` === target);
  if (!refusal) return undefined;
  const isPermanent = refusal.code === 'ForbiddenTarget' || refusal.code === 'InvalidUrl';
  return new WebError(refusal.code, refusal.message, { retryable: !isPermanent });
};

/**
 * Checks that the main frame's document may be read.
 *
 * @param refused - refusals by the page's proxy.
 * @throws WebError
 */
const checkDocument = (main: MainFrame, refused: readonly ProxyRefusal[], policy: EgressPolicy): void => {
  const { failure, head, url } = main;
  if (failure !== undefined) {
    // An error page does not always know its request; then the last requested one failed.
    throw refusalOf(main.target ?? main.lastTarget, refused) ?? toNavigationError(new Error(failure));
  }
  const refusal = head && proxyStatuses.has(head.status) ? refusalOf(main.target, refused) : undefined;
  if (refusal) throw refusal;
  if (!/^https?:/.test(url)) {
    throw new WebError('UnsupportedContent', 'The page navigated to an address that is not a web page.', {
      retryable: false,
    });
  }
  policy.checkUrl(url);
  const type = head?.headers['content-type'];
  if (!isMarkup(type)) {
    throw new WebError('UnsupportedContent', `The page is of type "${type}"; expected HTML.`, {
      retryable: false,
    });
  }
};

/**
 * Loads one page in its own context. Returns it once it shows a trustworthy price, or as it is when its time
 * is over.
 *
 * @throws WebError
 */
export const loadPage = async (
  context: LoadContext,
  request: PageRequest,
  judge: JudgeReadiness,
): Promise<PageLoad> => {
  const { launched, limits } = context;
  const policy = context.policy.forSite(siteAddress(request));
  const { browser, browserSession } = launched;
  refuseActionUrl(policy.checkUrl(request.url));
  const { patienceMs = 0 } = request;
  const endsAt = performance.now() + loadTimeMs(limits, request);
  const remainingMs = (): number => endsAt - performance.now();
  const command = <T>(call: Promise<T>): Promise<T> =>
    withDeadline(
      Math.min(limits.commandMs, remainingMs()),
      call,
      () => new UnansweredError(context.isBrowserSlow()),
    );

  const { ended, end } = createEnding();
  const onAbort = (): void => end(request.signal.reason);
  const onDisconnected = (): void =>
    end(new WebError('RendererCrashed', 'The browser ended.', { retryable: true }));
  request.signal.addEventListener('abort', onAbort, { once: true });
  browser.once('disconnected', onDisconnected);

  // Serves only this page, on loopback, and enforces the policy. It needs no credential: Chromium would ask
  // for one in a prompt that only the page's session could answer.
  const starting = startPinningProxy(policy, {
    requireCredential: false,
    limits: {
      totalBytes: limits.bytes,
      requests: limits.requests,
      refusals: refusalsKept,
      // If the caller is patient, allow the host the same time to connect and to respond.
      connectMs: Math.max(limits.connectMs, patienceMs),
      idleMs: Math.max(limits.idleMs, patienceMs),
    },
    onExhausted: end,
  });
  let opening: Promise<OpenPage> | undefined;
  const load = async (): Promise<PageLoad> => {
    request.signal.throwIfAborted();
    opening = starting.then(({ url }) => openPage(launched, { ...context, proxyUrl: url }));
    const { session, frameId, isReady, crashed } = await command(opening);
    const proxy = await starting;
    void crashed.then((status) => end(toCrashError(status)));
    const traffic = watchPageTraffic(session, limits, end);
    const main = watchMainFrame(session, frameId, limits, end);
    const check = (): void => checkDocument(main, proxy.refused, policy);
    const hasDocument = (): boolean => main.url !== 'about:blank';
    const { permit, signal } = request;
    // Random for each page, so that pages cannot detect it.
    const hintName = randomUUID();
    // In parallel: the page's process answers once it has started.
    const prepared = Promise.all([
      isReady,
      guardNavigations(session, frameId, { hasDocument, permit, signal, end }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: timerHints(hintName) }),
    ]);
    await command(prepared);
    const navigating = navigate(session, request.url, main, proxy.refused).catch(async (error: unknown) => {
      // A crash also aborts the navigation, and is reported after that, but before the browser answers the
      // next command.
      const answered = browserSession.send('Browser.getVersion').then(
        () => undefined,
        () => undefined,
      );
      const status = await Promise.race([crashed, answered]);
      throw status === undefined ? error : toCrashError(status);
    });
    await withDeadline(remainingMs(), navigating, browserTimeout);
    const html = await awaitPrice({
      rendered: createRenderedDocument(session, frameId, limits, command, pendingTimersExpression(hintName)),
      check,
      url: () => main.url,
      quietForMs: traffic.quietForMs,
      waitFor: request.site?.WaitFor,
      limits: { ...limits, readyMs: Math.max(limits.readyMs, patienceMs) },
      remainingMs,
      judge,
    });
    check();
    return {
      finalUrl: policy.checkUrl(main.url).href,
      httpStatus: main.head?.status ?? 200,
      headers: main.head?.headers ?? {},
      html,
      renderMode: 'Browser',
      wireBytes: proxy.bytes.sent + proxy.bytes.received,
      attempts: 1,
    };
  };

  const close = async (): Promise<void> => {
    // Also closes a page that was still being opened when its time ended.
    const page = await opening?.catch(() => undefined);
    if (page && browser.connected && !(await page.close(limits.closeMs))) context.onUnclosable();
    // Pending work of the page ends with its proxy, even if the page does not close.
    await (await starting.catch(() => undefined))?.close();
  };

  const work = load();
  work.catch(() => {});
  let isLoaded = false;
  try {
    const page = await Promise.race([work, ended]);
    isLoaded = true;
    return page;
  } catch (error) {
    throw toNavigationError(error);
  } finally {
    request.signal.removeEventListener('abort', onAbort);
    browser.off('disconnected', onDisconnected);
    const closing = close();
    context.onClosing(closing);
    if (!isLoaded) await closing;
  }
};

/**
 * Navigates to an address and waits for its document. Does not wait until it is parsed or its subresources
 * are loaded.
 */
const navigate = async (
  session: CDPSession,
  url: string,
  main: MainFrame,
  refused: readonly ProxyRefusal[],
): Promise<void> => {
  const { errorText } = await session.send('Page.navigate', { url });
  // A page that redirects by script while loading aborts its first navigation; the next one may succeed.
  if (errorText !== undefined && !(errorText === 'net::ERR_ABORTED' && main.documents > 1)) {
    throw refusalOf(main.lastTarget, refused) ?? toNavigationError(new Error(errorText));
  }
  await main.committed;
};
