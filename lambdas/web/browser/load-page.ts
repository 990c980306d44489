import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, HTTPResponse, Page } from 'puppeteer-core';
import type { EgressPolicy } from '../egress/egress-policy.ts';
import type { ProxyRefusal } from '../egress/pinning-proxy.ts';
import { type JudgeReadiness, type PageLoad, type PageRequest, WebError } from '../page-load.ts';
import { blockedUrlPatterns } from './blocked-resources.ts';
import type { BrowserLimits } from './browser-limits.ts';
import { toNavigationError } from './navigation-error.ts';
import { createRenderedDocument } from './rendered-document.ts';

export interface LoadSurroundings {
  browser: Browser;
  policy: EgressPolicy;
  /** What the proxy refused so far, for all pages of the browser. */
  refused: readonly ProxyRefusal[];
  limits: BrowserLimits;
  userAgent: string;
  /** Value of `Accept-Language`. */
  acceptLanguage: string;
}

/** Whether what came is a document that a price can be read from. */
const isMarkup = (contentType: string | undefined): boolean =>
  contentType === undefined || /^(text\/|application\/(xhtml\+xml|xml|json))/i.test(contentType);

/** Rejects when a promise takes too long; the promise itself goes on and its end is ignored. */
const withDeadline = async <T>(ms: number, work: Promise<T>, expired: () => WebError): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  work.catch(() => {});
  const expiry = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(expired()), Math.max(0, ms));
  });
  try {
    return await Promise.race([work, expiry]);
  } finally {
    clearTimeout(timer);
  }
};

/** The first thing that ends a load before its time, as a promise that only rejects. */
const createEnding = () => {
  let end: (error: Error) => void = () => {};
  const ended = new Promise<never>((_resolve, reject) => {
    end = reject;
  });
  ended.catch(() => {});
  return { ended, end };
};

interface MainFrame {
  response: HTTPResponse | undefined;
  navigations: number;
  /** `host:port` of each document that the main frame asked for. */
  targets: Set<string>;
}

const targetOf = (url: URL): string =>
  `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;

/** Sets a page up so that it can do nothing but show itself. */
const confine = async (page: Page, session: CDPSession, surroundings: LoadSurroundings): Promise<void> => {
  const { userAgent, acceptLanguage } = surroundings;
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}));
  page.on('popup', (popup) => void popup?.close().catch(() => {}));
  await Promise.all([
    session.send('Network.enable'),
    session.send('Network.setBlockedURLs', { urls: [...blockedUrlPatterns] }),
    // A service worker would answer for the network, and outlive the page.
    session.send('Network.setBypassServiceWorker', { bypass: true }),
    session.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage }),
  ]);
};

const watchMainFrame = (page: Page, limits: BrowserLimits, end: (error: Error) => void): MainFrame => {
  const main: MainFrame = { response: undefined, navigations: 0, targets: new Set() };
  const isMain = (request: { isNavigationRequest(): boolean; frame(): unknown }): boolean =>
    request.isNavigationRequest() && request.frame() === page.mainFrame();
  page.on('request', (request) => {
    if (!isMain(request)) return;
    main.navigations += 1;
    const url = URL.parse(request.url());
    if (url) main.targets.add(targetOf(url));
    if (main.navigations > limits.navigations) {
      const message = `The page moved on more than ${limits.navigations} times.`;
      end(new WebError('TooManyRedirects', message, { retryable: false }));
    }
  });
  page.on('response', (response) => {
    if (isMain(response.request())) main.response = response;
  });
  page.on('error', () => {
    end(new WebError('RendererCrashed', 'The page crashed in the browser.', { retryable: true }));
  });
  page.on('close', () => {
    end(new WebError('RendererCrashed', 'The browser lost the page.', { retryable: true }));
  });
  return main;
};

/** Requests of a page that are under way, and an end to a page that loads without end. */
const watchTraffic = (session: CDPSession, limits: BrowserLimits, end: (error: Error) => void) => {
  let bytes = 0;
  session.on('Network.dataReceived', ({ dataLength }) => {
    bytes += dataLength;
    if (bytes <= limits.bytes) return;
    const message = `The page and what it loads exceed ${limits.bytes} bytes.`;
    end(new WebError('TooLarge', message, { retryable: false }));
  });
  const underWay = new Set<string>();
  let changedAt = performance.now();
  const changed = (): void => {
    changedAt = performance.now();
  };
  session.on('Network.requestWillBeSent', ({ requestId }) => {
    underWay.add(requestId);
    changed();
  });
  for (const event of ['Network.loadingFinished', 'Network.loadingFailed'] as const) {
    session.on(event, ({ requestId }) => {
      underWay.delete(requestId);
      changed();
    });
  }
  return { quietForMs: (): number => (underWay.size > 0 ? 0 : performance.now() - changedAt) };
};

/** What the proxy said about a document that the main frame asked for. */
const refusalOf = (main: MainFrame, refused: readonly ProxyRefusal[]): WebError | undefined => {
  const refusal = refused.findLast(({ hostname, port }) => main.targets.has(`${hostname}:${port}`));
  return (
    refusal &&
    new WebError(refusal.code, refusal.message, {
      retryable: refusal.code !== 'ForbiddenTarget' && refusal.code !== 'InvalidUrl',
    })
  );
};

/** Closes a page and all that it stored; a page that does not let itself be closed is crashed. */
const dispose = async (
  context: BrowserContext,
  session: CDPSession | undefined,
  ms: number,
): Promise<void> => {
  const expired = () => new WebError('Timeout', 'The page did not close.', { retryable: true });
  try {
    await withDeadline(ms, context.close(), expired);
  } catch {
    // Handled by the browser process, so a renderer in an endless loop hears of it too.
    session?.send('Page.crash').catch(() => {});
    await withDeadline(ms, context.close(), expired).catch(() => {});
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
  const { browser, policy, limits } = surroundings;
  policy.checkUrl(request.url);
  const endsAt = performance.now() + Math.min(limits.loadMs, request.timeoutMs ?? Number.POSITIVE_INFINITY);
  const remaining = (): number => endsAt - performance.now();
  const timedOut = (): WebError =>
    new WebError('Timeout', 'The page did not load in the browser in time.', { retryable: true });
  const command = <T>(call: Promise<T>): Promise<T> =>
    withDeadline(Math.min(limits.commandMs, remaining()), call, timedOut);

  const { ended, end } = createEnding();
  const onAbort = (): void => end(request.signal.reason);
  request.signal.addEventListener('abort', onAbort, { once: true });
  browser.once('disconnected', () => {
    end(new WebError('RendererCrashed', 'The browser crashed.', { retryable: true }));
  });

  let context: BrowserContext | undefined;
  let session: CDPSession | undefined;
  let wireBytes = 0;
  const load = async (): Promise<PageLoad> => {
    request.signal.throwIfAborted();
    context = await command(browser.createBrowserContext({ downloadBehavior: { policy: 'deny' } }));
    const page = await command(context.newPage());
    session = await command(page.createCDPSession());
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      wireBytes += Math.max(0, encodedDataLength);
    });
    const traffic = watchTraffic(session, limits, end);
    const main = watchMainFrame(page, limits, end);
    await command(confine(page, session, surroundings));
    try {
      await page.goto(request.url, { waitUntil: 'domcontentloaded', timeout: Math.max(1, remaining()) });
    } catch (error) {
      const refusal = refusalOf(main, surroundings.refused);
      // A page that moves on while it loads aborts its first navigation; what it moved to may yet come.
      const hasMovedOn = /ERR_ABORTED|frame was detached/.test(String(error)) && main.navigations > 1;
      if (refusal || !hasMovedOn) throw refusal ?? error;
    }
    const { targetInfo } = await command(session.send('Target.getTargetInfo'));
    const rendered = createRenderedDocument(session, targetInfo.targetId, limits, command);
    const html = await waitForPrice({ page, rendered, request, limits, remaining, judge, traffic });

    const refusal = refusalOf(main, surroundings.refused);
    if (refusal && refusal.code !== 'TooLarge') throw refusal;
    const finalUrl = checkFinalUrl(page.url(), policy);
    const headers = main.response?.headers() ?? {};
    if (!isMarkup(headers['content-type'])) {
      throw new WebError(
        'UnsupportedContent',
        `The page is of type "${headers['content-type']}"; expected HTML.`,
        { retryable: false },
      );
    }
    return {
      finalUrl,
      httpStatus: main.response?.status() ?? 200,
      headers,
      html,
      renderMode: 'Browser',
      wireBytes,
      attempts: 1,
    };
  };

  const work = load();
  work.catch(() => {});
  try {
    return await Promise.race([work, ended]);
  } catch (error) {
    throw toNavigationError(error);
  } finally {
    request.signal.removeEventListener('abort', onAbort);
    if (context) await dispose(context, session, limits.closeMs);
  }
};

const checkFinalUrl = (url: string, policy: EgressPolicy): string => {
  if (!/^https?:/.test(url)) {
    throw new WebError('UnsupportedContent', 'The page ended at an address that is no web page.', {
      retryable: false,
    });
  }
  return policy.checkUrl(url).href;
};

interface Waiting {
  page: Page;
  rendered: ReturnType<typeof createRenderedDocument>;
  request: PageRequest;
  limits: BrowserLimits;
  remaining: () => number;
  judge: JudgeReadiness;
  traffic: ReturnType<typeof watchTraffic>;
}

/** Kept back at the end of a page's time to take what stands on it. */
const takeReserveMs = 400;

/**
 * @returns the markup once the price has stood for a while, or once the page has come to rest without one. A page
 *   with a heartbeat never rests; it is returned as it stands at the end of its time.
 */
const waitForPrice = async (waiting: Waiting): Promise<string> => {
  const { page, rendered, request, limits, remaining, judge, traffic } = waiting;
  const givesUpAt = performance.now() + Math.min(limits.readyMs, remaining() - takeReserveMs);
  let seen = '';
  let html = '';
  let changedAt = performance.now();
  let readiness: ReturnType<JudgeReadiness> = 'NotYet';
  let readySince: number | undefined;
  while (performance.now() < givesUpAt) {
    const mutations = await rendered.mutations();
    if (mutations !== seen) {
      seen = mutations;
      changedAt = performance.now();
      html = await rendered.html();
      const isThere = request.waitFor === undefined || (await rendered.has(request.waitFor));
      readiness = isThere ? judge(html, page.url()) : 'NotYet';
      readySince = readiness === 'Ready' ? (readySince ?? performance.now()) : undefined;
    }
    const now = performance.now();
    if (readySince !== undefined && now - readySince >= limits.settleMs) return html;
    const isAwaited = request.waitFor !== undefined && readiness === 'NotYet';
    const restMs = readiness === 'Doubtful' ? limits.doubtfulRestMs : limits.restMs;
    if (!isAwaited && Math.min(now - changedAt, traffic.quietForMs()) >= restMs) return html;
    await delay(limits.pollMs);
  }
  return html === '' ? rendered.html() : html;
};
