import { randomUUID } from 'node:crypto';
import type { CDPSession } from 'puppeteer-core';
import type { EgressPolicy } from '../egress/egress-policy.ts';
import { type ProxyRefusal, startPinningProxy } from '../egress/pinning-proxy.ts';
import type { JudgeReadiness, PageLoad, PageRequest } from '../page-load.ts';
import { refuseActing } from '../refuse-acting.ts';
import { notLoadedInTime, WebError } from '../web-error.ts';
import { awaitPrice } from './await-price.ts';
import { type BrowserLimits, loadTimeMs } from './browser-limits.ts';
import { capReasons, type Verdict } from './judge-processes.ts';
import type { LaunchedBrowser } from './launch-browser.ts';
import { type MainFrame, watchMainFrame } from './main-frame.ts';
import { toCrashError, toNavigationError } from './navigation-error.ts';
import { type OpenPage, openPage, type PageSettings } from './open-page.ts';
import { watchPageTraffic } from './page-traffic.ts';
import { createRenderedDocument } from './rendered-document.ts';
import { showDocumentsOnly } from './shown-documents.ts';
import { askTimers, timerHints } from './timer-hints.ts';
import { withDeadline } from './with-deadline.ts';

export interface LoadSurroundings extends Omit<PageSettings, 'proxyUrl'> {
  launched: LaunchedBrowser;
  policy: EgressPolicy;
  limits: BrowserLimits;
  /** Called if a page could not be closed, so that its browser must not be reused. */
  onUnclosable: () => void;
  /** Receives a promise that resolves once the page is closed, and never rejects. */
  onClosing: (closing: Promise<void>) => void;
}

/** True for documents that may contain a price. */
const isMarkup = (contentType: string | undefined): boolean =>
  contentType === undefined || /^(text\/|application\/(xhtml\+xml|xml|json))/i.test(contentType);

/** The guard's reason for killing a page or its browser, as the page's error. */
export const toCapError = ({ cap }: Verdict): WebError =>
  new WebError('TooLarge', `The page was ended because it ${capReasons[cap]}.`, { retryable: false });

/** A promise that rejects with the first reason to end a load early. */
const createEnding = () => {
  let end: (error: unknown) => void = () => {};
  const ended = new Promise<never>((_resolve, reject) => {
    end = reject;
  });
  ended.catch(() => {});
  return { ended, end };
};

/** Reasons kept for a page that the proxy refuses; more than a page of many links asks for. */
const refusalsKept = 1_000;

/** With these the proxy answers for a target that it does not reach. */
const proxyStatuses = new Set([403, 502, 504]);

/** The proxy's refusal of a document's target, as an error of the page. */
const refusalOf = (target: string | undefined, refused: readonly ProxyRefusal[]): WebError | undefined => {
  const refusal = refused.findLast(({ hostname, port }) => `${hostname}:${port}` === target);
  if (!refusal) return undefined;
  const isForGood = refusal.code === 'ForbiddenTarget' || refusal.code === 'InvalidUrl';
  return new WebError(refusal.code, refusal.message, { retryable: !isForGood });
};

/**
 * Checks that what stands in the main frame is a document that may be read.
 *
 * @param refused - by the page's proxy.
 * @throws WebError
 */
const checkDocument = (main: MainFrame, refused: readonly ProxyRefusal[], policy: EgressPolicy): void => {
  const { failure, head, url } = main;
  if (failure !== undefined) {
    // An error page does not always know its request; then the last one asked for is what failed.
    throw refusalOf(main.target ?? main.lastTarget, refused) ?? toNavigationError(new Error(failure));
  }
  const refusal = head && proxyStatuses.has(head.status) ? refusalOf(main.target, refused) : undefined;
  if (refusal) throw refusal;
  if (!/^https?:/.test(url)) {
    throw new WebError('UnsupportedContent', 'The page ended at an address that is not a web page.', {
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
 * Loads one page in a context of its own and returns it when a trustworthy price stands on it, or as it stands when
 * its time is over.
 *
 * @throws WebError
 */
export const loadPage = async (
  surroundings: LoadSurroundings,
  request: PageRequest,
  judge: JudgeReadiness,
): Promise<PageLoad> => {
  const { launched, limits } = surroundings;
  const policy = surroundings.policy.forSite(request.siteUrl ?? request.url);
  const { browser, browserSession } = launched;
  refuseActing(policy.checkUrl(request.url));
  const { patienceMs = 0 } = request;
  const endsAt = performance.now() + loadTimeMs(limits, request);
  const remainingMs = (): number => endsAt - performance.now();
  const command = <T>(call: Promise<T>): Promise<T> =>
    withDeadline(Math.min(limits.commandMs, remainingMs()), call, notLoadedInTime);

  const { ended, end } = createEnding();
  const onAbort = (): void => end(request.signal.reason);
  const onDisconnected = (): void =>
    end(new WebError('RendererCrashed', 'The browser ended.', { retryable: true }));
  request.signal.addEventListener('abort', onAbort, { once: true });
  browser.once('disconnected', onDisconnected);
  let asking: Promise<Verdict | undefined> | undefined;
  /** The guard's reason for a page's crash, or the error itself. */
  const whyCrashed = async (otherwise: unknown): Promise<unknown> => {
    asking ??= launched.guard.reason('page');
    const verdict = await asking;
    return verdict ? toCapError(verdict) : otherwise;
  };

  // It listens on loopback for this page alone and reaches nothing that the policy forbids; Chromium takes no
  // credential for it without a question that only a session of the page could answer.
  const starting = startPinningProxy(policy, {
    requireCredential: false,
    limits: {
      totalBytes: limits.bytes,
      requests: limits.requests,
      refusals: refusalsKept,
      // A host that the caller waits for may be silent as long, before it takes a connection too.
      connectMs: Math.max(limits.connectMs, patienceMs),
      idleMs: Math.max(limits.idleMs, patienceMs),
    },
    onExhausted: end,
  });
  let opening: Promise<OpenPage> | undefined;
  const load = async (): Promise<PageLoad> => {
    request.signal.throwIfAborted();
    opening = starting.then(({ url }) => openPage(launched, { ...surroundings, proxyUrl: url }));
    const { session, frameId, isReady, crashed } = await command(opening);
    const proxy = await starting;
    void crashed.then((status) => whyCrashed(toCrashError(status))).then(end);
    const traffic = watchPageTraffic(session, limits, end);
    const main = watchMainFrame(session, frameId, limits, end);
    const check = (): void => checkDocument(main, proxy.refused, policy);
    const stands = (): boolean => main.url !== 'about:blank';
    const { permit, signal } = request;
    // Random for each page, so that pages cannot detect it.
    const hintName = randomUUID();
    // All at once: the page's process answers when it has started.
    const prepared = Promise.all([
      isReady,
      showDocumentsOnly(session, frameId, { stands, permit, signal, end }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: timerHints(hintName) }),
    ]);
    await command(prepared);
    const navigating = navigate(session, request.url, main, proxy.refused).catch(async (error: unknown) => {
      // The end of its process aborts a navigation too, and is told of behind that: before the browser answers once more.
      const answered = browserSession.send('Browser.getVersion').then(
        () => undefined,
        () => undefined,
      );
      const status = await Promise.race([crashed, answered]);
      throw status === undefined ? error : toCrashError(status);
    });
    await withDeadline(remainingMs(), navigating, notLoadedInTime);
    const html = await awaitPrice({
      rendered: createRenderedDocument(session, frameId, limits, command, askTimers(hintName)),
      check,
      url: () => main.url,
      quietForMs: traffic.quietForMs,
      waitFor: request.waitFor,
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
    // A page that was still being opened when its time ended is closed as well.
    const page = await opening?.catch(() => undefined);
    // A browser that is gone has nothing left to close.
    if (page && browser.connected && !(await page.close(limits.closeMs))) surroundings.onUnclosable();
    // Pending work of the page ends with its proxy, even if the page does not close.
    await (await starting.catch(() => undefined))?.close();
  };

  const work = load();
  work.catch(() => {});
  let isBrought = false;
  try {
    const page = await Promise.race([work, ended]);
    isBrought = true;
    return page;
  } catch (error) {
    const told = toNavigationError(error);
    const isCrash = told instanceof WebError && told.code === 'RendererCrashed';
    throw isCrash ? await whyCrashed(told) : told;
  } finally {
    request.signal.removeEventListener('abort', onAbort);
    browser.off('disconnected', onDisconnected);
    const closing = close();
    surroundings.onClosing(closing);
    if (!isBrought) await closing;
  }
};

/**
 * Sends the page to an address and waits until a document stands there. That it is parsed, or that all its parts
 * are loaded, is not awaited here.
 */
const navigate = async (
  session: CDPSession,
  url: string,
  main: MainFrame,
  refused: readonly ProxyRefusal[],
): Promise<void> => {
  const { errorText } = await session.send('Page.navigate', { url });
  // A page that moves on while it loads aborts its first navigation; what it moved to may yet come.
  if (errorText !== undefined && !(errorText === 'net::ERR_ABORTED' && main.navigations > 1)) {
    throw refusalOf(main.lastTarget, refused) ?? toNavigationError(new Error(errorText));
  }
  await main.committed;
};
