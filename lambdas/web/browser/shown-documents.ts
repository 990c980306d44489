import type { CDPSession, Protocol } from 'puppeteer-core';
import { refuseActing } from '../refuse-acting.ts';
import type { PermitVisit } from '../robots.ts';
import { WebError } from '../web-error.ts';
import { asidePatterns, isAside } from './blocked-asides.ts';
import { imageAnswer, imagePattern, isImage } from './blocked-images.ts';

/** Methods that ask for a page; every other one is a form that is sent. */
const askingMethods = new Set(['GET', 'HEAD']);

/** @returns why a document is not to be asked for. */
const refusalOf = ({ url: address, method }: Protocol.Network.Request): WebError | undefined => {
  const url = URL.parse(address);
  if (!url) return undefined;
  if (!askingMethods.has(method)) {
    const message = `The page sends a form to "${url.host}" in place of showing itself; no form is ever sent.`;
    return new WebError('ForbiddenTarget', message, { retryable: false });
  }
  try {
    refuseActing(url);
    return undefined;
  } catch (error) {
    if (error instanceof WebError) return error;
    throw error;
  }
};

export interface DocumentRules {
  /** The main frame has a document. */
  stands: () => boolean;
  /** Asked before each document of the main frame; absent: all may be visited. */
  permit: PermitVisit | undefined;
  signal: AbortSignal;
  /** Told why the page ends. */
  end: (error: unknown) => void;
}

/**
 * Lets the frames of a page go to pages alone: none sends a form, and none goes to an address that acts on a shop, be
 * it by a redirect, a script or a refresh. What stands in the frame then stays, and the page ends where nothing does in
 * the main one. A document of the main frame that may not be visited ends the page in any case; what it loads to show
 * itself (scripts, styles, calls, frames) is part of a visit that was permitted, and what it does not need is refused.
 *
 * Only documents, images, calls and pings pass through here, so that the other requests of a page cost no round trip;
 * images are answered in place. A paused request takes one answer, so everything that has a say in it is asked here.
 */
export const showDocumentsOnly = async (
  session: CDPSession,
  frameId: string,
  { stands, permit, signal, end }: DocumentRules,
): Promise<void> => {
  // Without an answer the request waits for ever; a page that is gone needs none.
  const tell = (answer: Promise<unknown>): void => void answer.catch(() => {});
  // `Aborted` leaves the frame's document, where the other reasons put an error page in its place.
  const fail = (requestId: string, errorReason: 'Aborted' | 'BlockedByClient'): void =>
    tell(session.send('Fetch.failRequest', { requestId, errorReason }));

  session.on('Fetch.requestPaused', (paused) => {
    const { requestId, request, resourceType, frameId: of } = paused;
    if (isImage(paused)) {
      tell(session.send('Fetch.fulfillRequest', imageAnswer(requestId, request)));
      return;
    }
    if (resourceType !== 'Document') {
      if (isAside(request)) fail(requestId, 'BlockedByClient');
      else tell(session.send('Fetch.continueRequest', { requestId }));
      return;
    }
    const isMain = of === frameId;
    const refusal = refusalOf(request);
    if (refusal) {
      fail(requestId, 'Aborted');
      if (isMain && !stands()) end(refusal);
      return;
    }
    const asking = isMain && permit ? permit(request.url, signal) : Promise.resolve();
    asking.then(
      () => tell(session.send('Fetch.continueRequest', { requestId })),
      (error: unknown) => {
        end(error);
        fail(requestId, 'BlockedByClient');
      },
    );
  });
  await session.send('Fetch.enable', {
    patterns: [{ resourceType: 'Document', requestStage: 'Request' }, imagePattern, ...asidePatterns],
  });
};
