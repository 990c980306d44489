import type { PageReader } from '../reader/page-reader.ts';
import type { BrowserTier, PageLoad, Renderer } from '../web/page-load.ts';
import type { Politeness } from '../web/politeness.ts';
import { retryAfterSeconds } from '../web/retry-after.ts';
import type { PermitVisit } from '../web/robots.ts';
import { createJudge } from './judge-page.ts';

export interface BrowserRendererOptions {
  browser: BrowserTier;
  /** Judges what stands on the pages. */
  reader: PageReader;
  /** Asked before each document of a page. Absent: every page may be visited. */
  permit?: PermitVisit | undefined;
  politeness?: Pick<Politeness, 'awaitRest' | 'rest'> | undefined;
}

/** Answers with which a host asks to be left alone. */
const restStatuses = new Set([429, 503]);

/** Notes that a host asked to be left alone. @param now - milliseconds since the epoch. */
export const noteRest = (
  politeness: Pick<Politeness, 'rest'> | undefined,
  { finalUrl, httpStatus, headers }: Pick<PageLoad, 'finalUrl' | 'httpStatus' | 'headers'>,
  now: number,
): void => {
  if (!politeness || !restStatuses.has(httpStatus)) return;
  const seconds = retryAfterSeconds(headers['retry-after'], now);
  const host = URL.parse(finalUrl)?.host;
  if (seconds !== undefined && host !== undefined) politeness.rest(host, seconds * 1_000);
};

/** Renders pages in a browser of this process. */
export const createBrowserRenderer = ({
  browser,
  reader,
  permit,
  politeness,
}: BrowserRendererOptions): Renderer => ({
  load: async ({ wanted, ...request }) => {
    const startedAt = performance.now();
    await politeness?.awaitRest(URL.parse(request.url)?.host ?? '', request.signal);
    const { timeoutMs } = request;
    const left = timeoutMs === undefined ? {} : { timeoutMs: timeoutMs - (performance.now() - startedAt) };
    const judge = createJudge(reader, wanted, request.signal);
    const page = await browser.load({ ...request, ...left, permit }, judge);
    noteRest(politeness, page, Date.now());
    return page;
  },
  close: () => browser.close(),
});
