import type { PageReader } from '../reader/page-reader.ts';
import type { BrowserTier, PageLoad, Renderer } from '../web/page-load.ts';
import type { Politeness } from '../web/politeness.ts';
import { retryAfterSeconds } from '../web/retry-after.ts';
import type { PermitVisit } from '../web/robots.ts';
import { createJudge } from './judge-page.ts';

export interface BrowserRendererOptions {
  browser: BrowserTier;
  /** Reads the rendered pages. */
  reader: PageReader;
  /** Called before each document is requested. Absent: every page may be visited. */
  permit?: PermitVisit | undefined;
  politeness?: Pick<Politeness, 'awaitPause' | 'pause'> | undefined;
}

/** Statuses with which a host may ask for a pause. */
const pauseStatuses = new Set([429, 503]);

/** Records that a host asked for a pause. @param now - milliseconds since the epoch. */
export const recordPause = (
  politeness: Pick<Politeness, 'pause'> | undefined,
  { finalUrl, httpStatus, headers }: Pick<PageLoad, 'finalUrl' | 'httpStatus' | 'headers'>,
  now: number,
): void => {
  if (!politeness || !pauseStatuses.has(httpStatus)) return;
  const seconds = retryAfterSeconds(headers['retry-after'], now);
  const host = URL.parse(finalUrl)?.host;
  if (seconds !== undefined && host !== undefined) politeness.pause(host, seconds * 1_000);
};

/** Renders pages in a browser of this process. */
export const createBrowserRenderer = ({
  browser,
  reader,
  permit,
  politeness,
}: BrowserRendererOptions): Renderer => ({
  load: async (request) => {
    const startedAt = performance.now();
    await politeness?.awaitPause(URL.parse(request.url)?.host ?? '', request.signal);
    const { timeoutMs } = request;
    const remaining =
      timeoutMs === undefined ? {} : { timeoutMs: timeoutMs - (performance.now() - startedAt) };
    const judge = createJudge(reader, request);
    const page = await browser.load({ ...request, ...remaining, permit }, judge);
    recordPause(politeness, page, Date.now());
    return page;
  },
  close: () => browser.close(),
});
