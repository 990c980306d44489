import type { CDPSession } from 'puppeteer-core';
import type { PermitVisit } from '../robots.ts';

/**
 * Asks before each document of a page's main frame is fetched, whoever wants it: the first one, each redirect, a
 * script, a form. What a document loads to show itself (scripts, styles, calls, frames) is not asked for: it is part of a
 * visit that was permitted.
 *
 * @param end - told why a document may not be visited; the page ends with it.
 */
export const permitNavigations = async (
  session: CDPSession,
  frameId: string,
  permit: PermitVisit,
  signal: AbortSignal,
  end: (error: unknown) => void,
): Promise<void> => {
  // A page that is gone has nothing left to be told.
  const tell = (answer: Promise<unknown>): void => void answer.catch(() => {});
  session.on('Fetch.requestPaused', ({ requestId, request, frameId: of }) => {
    const asking = of === frameId ? permit(request.url, signal) : Promise.resolve();
    asking.then(
      () => tell(session.send('Fetch.continueRequest', { requestId })),
      (error: unknown) => {
        end(error);
        tell(session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }));
      },
    );
  });
  await session.send('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Request' }] });
};
