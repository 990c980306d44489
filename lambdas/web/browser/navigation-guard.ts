import type { CDPSession, Protocol } from 'puppeteer-core';
import { refuseActionUrl } from '../refuse-action-url.ts';
import type { PermitVisit } from '../robots.ts';
import { WebError } from '../web-error.ts';
import { imageAnswer, imagePattern, isImage } from './blocked-images.ts';
import { isPrefetchOrPing, prefetchPatterns } from './blocked-prefetches.ts';

/** Methods that read a page; all others submit a form. */
const safeMethods = new Set(['GET', 'HEAD']);

/** @returns why a document must not be requested. */
const refusalOf = ({ url: address, method }: Protocol.Network.Request): WebError | undefined => {
  const url = URL.parse(address);
  if (!url) return undefined;
  if (!safeMethods.has(method)) {
    const message = `The page submits a form to "${url.host}" instead of showing its content; forms are never submitted.`;
    return new WebError('ForbiddenTarget', message, { retryable: false });
  }
  try {
    refuseActionUrl(url);
    return undefined;
  } catch (error) {
    if (error instanceof WebError) return error;
    throw error;
  }
};

export interface NavigationRules {
  /** The main frame has a document. */
  hasDocument: () => boolean;
  /** Called before each document of the main frame. Absent: all may be visited. */
  permit: PermitVisit | undefined;
  signal: AbortSignal;
  /** Ends the page with an error. */
  end: (error: unknown) => void;
}

/**
 * Restricts a page's frames to reading pages: blocks form submissions and URLs that change state on the shop,
 * whether by redirect, script or refresh. The frame then keeps its document; if the main frame has none yet,
 * the page ends. A main document that `permit` rejects always ends the page. Subresources (scripts, styles,
 * calls, frames) belong to the permitted visit; those that the page does not need are blocked.
 *
 * Only documents, images, calls and pings are intercepted, so that other requests cost no round trip. A
 * paused request can be answered only once, so all these decisions are made here.
 */
export const guardNavigations = async (
  session: CDPSession,
  frameId: string,
  { hasDocument, permit, signal, end }: NavigationRules,
): Promise<void> => {
  // Fails harmlessly if the page is gone.
  const send = (answer: Promise<unknown>): void => void answer.catch(() => {});
  // `Aborted` keeps the frame's document; other reasons replace it with an error page.
  const fail = (requestId: string, errorReason: 'Aborted' | 'BlockedByClient'): void =>
    send(session.send('Fetch.failRequest', { requestId, errorReason }));

  session.on('Fetch.requestPaused', (paused) => {
    const { requestId, request, resourceType, frameId: of } = paused;
    if (isImage(paused)) {
      send(session.send('Fetch.fulfillRequest', imageAnswer(requestId, request)));
      return;
    }
    if (resourceType !== 'Document') {
      if (isPrefetchOrPing(request)) fail(requestId, 'BlockedByClient');
      else send(session.send('Fetch.continueRequest', { requestId }));
      return;
    }
    const isMain = of === frameId;
    const refusal = refusalOf(request);
    if (refusal) {
      fail(requestId, 'Aborted');
      if (isMain && !hasDocument()) end(refusal);
      return;
    }
    const permission = isMain && permit ? permit(request.url, signal) : Promise.resolve();
    permission.then(
      () => send(session.send('Fetch.continueRequest', { requestId })),
      (error: unknown) => {
        end(error);
        fail(requestId, 'BlockedByClient');
      },
    );
  });
  await session.send('Fetch.enable', {
    patterns: [{ resourceType: 'Document', requestStage: 'Request' }, imagePattern, ...prefetchPatterns],
  });
};
