import type { CDPSession, Protocol } from 'puppeteer-core';
import { WebError } from '../page-load.ts';
import { refuseActing } from '../refuse-acting.ts';

/** Methods that ask for a page; every other one is a form that is sent. */
const askingMethods = new Set(['GET', 'HEAD']);

/** @returns why a document is not to be asked for. */
const refusalOf = (
  { url: address, method }: Protocol.Network.Request,
  isMain: boolean,
): WebError | undefined => {
  const url = URL.parse(address);
  if (!url) return undefined;
  if (isMain && !askingMethods.has(method)) {
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

/**
 * Lets the frames of a page go to pages alone: the main frame sends no form, and none goes to an address that acts on a
 * shop, be it by a redirect, a script or a refresh. What stands in the frame then stays. Only documents pass through
 * here, so that the other requests of a page cost no round trip.
 *
 * @param stands - whether a document stands in the main frame already.
 * @param end - told when the main frame is refused before anything stands in it.
 */
export const showDocumentsOnly = async (
  session: CDPSession,
  frameId: string,
  stands: () => boolean,
  end: (error: WebError) => void,
): Promise<void> => {
  session.on('Fetch.requestPaused', ({ requestId, request, frameId: of }) => {
    const refusal = refusalOf(request, of === frameId);
    // Without an answer the request waits for ever; a page that is gone needs none.
    const answer = refusal
      ? // `Aborted` leaves the frame's document, where the other reasons put an error page in its place.
        session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      : session.send('Fetch.continueRequest', { requestId });
    answer.catch(() => {});
    if (refusal && of === frameId && !stands()) end(refusal);
  });
  await session.send('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Request' }] });
};
