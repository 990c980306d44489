import type { CDPSession } from 'puppeteer-core';
import { WebError } from '../web-error.ts';
import type { BrowserLimits } from './browser-limits.ts';

/** Status and headers of a document. */
interface DocumentHead {
  status: number;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
}

/** The current document in the main frame. */
export interface MainFrame {
  /** Resolves with the first document, including an error page. */
  readonly committed: Promise<void>;
  readonly url: string;
  /** `undefined` for a document without a server response. */
  readonly head: DocumentHead | undefined;
  /** Chromium's network error, if its error page is shown. */
  readonly failure: string | undefined;
  /** `host:port` of the document's request. */
  readonly target: string | undefined;
  /** Documents requested so far; an HTTP redirect is part of the same one. */
  readonly documents: number;
  /** `host:port` of the last document requested. */
  readonly lastTarget: string | undefined;
}

const targetOf = (text: string): string | undefined => {
  const url = URL.parse(text);
  return url ? `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}` : undefined;
};

const lowerCaseNames = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/**
 * Watches the documents of a page's main frame.
 *
 * @param end - called if the page exceeds its navigations or dialogs, or is lost.
 */
export const watchMainFrame = (
  session: CDPSession,
  frameId: string,
  limits: Pick<BrowserLimits, 'navigations' | 'dialogs'>,
  end: (error: WebError) => void,
): MainFrame => {
  const heads = new Map<string, DocumentHead>();
  const targets = new Map<string, string | undefined>();
  let navigations = 0;
  let dialogs = 0;
  let lastFailure: string | undefined;
  let lastTarget: string | undefined;
  let current = { url: 'about:blank', loaderId: '', isErrorPage: false };

  let commit: () => void = () => {};
  const committed = new Promise<void>((resolve) => {
    commit = resolve;
  });

  session.on('Network.requestWillBeSent', (event) => {
    if (event.type !== 'Document' || event.frameId !== frameId) return;
    navigations += 1;
    lastTarget = targetOf(event.request.url);
    targets.set(event.loaderId, lastTarget);
    if (navigations > limits.navigations) {
      const message = `The page redirected more than ${limits.navigations} times.`;
      end(new WebError('TooManyRedirects', message, { retryable: false }));
    }
  });
  session.on('Network.responseReceived', ({ type, frameId: of, loaderId, response }) => {
    if (type !== 'Document' || of !== frameId) return;
    heads.set(loaderId, { status: response.status, headers: lowerCaseNames(response.headers) });
  });
  session.on('Network.loadingFailed', ({ type, requestId, errorText }) => {
    // A document's request has the same identifier as its loader.
    if (type === 'Document' && targets.has(requestId)) lastFailure = errorText;
  });
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id !== frameId) return;
    current = {
      url: frame.unreachableUrl ?? frame.url,
      loaderId: frame.loaderId,
      isErrorPage: frame.unreachableUrl !== undefined,
    };
    commit();
  });
  session.on('Page.navigatedWithinDocument', ({ frameId: of, url }) => {
    if (of === frameId) current = { ...current, url };
  });
  session.on('Page.javascriptDialogOpening', () => {
    dialogs += 1;
    if (dialogs > limits.dialogs) {
      const message = `The page opened more than ${limits.dialogs} dialogs instead of loading.`;
      end(new WebError('Timeout', message, { retryable: false }));
    }
  });
  session.on('Inspector.detached', () =>
    end(new WebError('RendererCrashed', 'The browser lost the page.', { retryable: true })),
  );

  return {
    committed,
    get url() {
      return current.url;
    },
    get head() {
      return heads.get(current.loaderId);
    },
    get failure() {
      return current.isErrorPage ? (lastFailure ?? 'net::ERR_FAILED') : undefined;
    },
    get target() {
      return targets.get(current.loaderId);
    },
    get documents() {
      return targets.size;
    },
    get lastTarget() {
      return lastTarget;
    },
  };
};
