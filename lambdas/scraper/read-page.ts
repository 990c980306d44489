import { shopHostOf } from '../domain/links/shop-host.ts';
import { mayBrowserHelp } from '../domain/result/site-errors.ts';
import type { Extraction, SiteErrorCode } from '../domain/result/site-result.ts';
import type { SellingSite } from '../domain/site/selling-site.ts';
import type { HostHistory } from '../pricing/rendering/reason-to-render.ts';
import { isTrustworthy } from '../pricing/rendering/reason-to-render.ts';
import type { PageReading } from '../pricing/rendering/rendering-signs.ts';
import type { PageReader } from '../reader/page-reader.ts';
import { isSearchPage } from '../renderer/judge-page.ts';
import type { HttpTier, PageLoad, PageRequest, Renderer } from '../web/page-load.ts';
import { WebError } from '../web/web-error.ts';
import type { HostMemory } from './host-memory.ts';
import { agree, betterOf, reasonForBrowser } from './render-policy.ts';
import { browserFirstMs, hasTimeForPlain, judgeReserveMs, minBrowserMs, shareTime } from './share-time.ts';
import { failedExtraction, judgeByStatus } from './site-outcome.ts';

/** Plain HTTP and the browser of one message, and what it learned about hosts. */
export interface Tiers {
  http: HttpTier;
  /** `undefined` if this message must not use the browser; see `planDelivery`. */
  renderer: Renderer | undefined;
  memory: HostMemory;
  /** Reads loaded pages; this thread never parses them itself. */
  reader: PageReader;
}

/** A page and what was read from it. */
export interface ReadPage extends PageReading {
  page: PageLoad;
}

export interface PageTask {
  url: string;
  site: SellingSite;
  signal: AbortSignal;
  /** Start of the site's work, in milliseconds since 1970. */
  startedAtMs: number;
  remainingMs: () => number;
  /**
   * A further page of a product's offers: stays on the shop's host, and waits for offers added by scripts.
   */
  isOfOffers?: boolean;
  /** A search page, which lists results instead of a single product. */
  isSearch?: boolean | undefined;
}

/** @param shareMs - part of the site's time for this load; absent: all that remains. */
const toRequest = (task: PageTask, shareMs?: number): PageRequest => {
  const { url, site, signal, remainingMs, isOfOffers } = task;
  const leftMs = Math.max(0, remainingMs() - judgeReserveMs);
  const timeoutMs = shareMs ?? leftMs;
  return {
    url,
    site,
    timeoutMs,
    ...(isOfOffers && { onlyShopHost: shopHostOf(new URL(url)) }),
    // A requested time is used in full; otherwise the tiers' own limits apply, which healthy pages do not
    // reach.
    ...(site.TimeoutSeconds !== undefined && { patienceMs: Math.min(timeoutMs, leftMs) }),
    signal,
  };
};

const withWarning = (extraction: Extraction, warning: string): Extraction => ({
  ...extraction,
  Warnings: [...extraction.Warnings, warning],
});

const truncatedWarning =
  'PageCutOff: the compressed response is incomplete; the page was read as far as it goes.';

const readOffer = async (reader: PageReader, page: PageLoad, task: PageTask): Promise<ReadPage> => {
  const { url: requestedUrl, site, startedAtMs: fetchedAtMs, signal } = task;
  const { finalUrl: url, httpStatus } = page;
  const context = { url, requestedUrl, httpStatus, fetchedAtMs, site };
  const read = await reader.read('readWithSigns', page, [context], signal);
  const extraction = judgeByStatus(read.extraction, httpStatus);
  return {
    page,
    extraction: page.isTruncated ? withWarning(extraction, truncatedWarning) : extraction,
    signs: read.signs,
  };
};

const renderPage = async (
  { renderer, reader }: Tiers,
  task: PageTask,
  shareMs?: number,
): Promise<ReadPage> => {
  if (!renderer) {
    throw new WebError(
      'RendererCrashed',
      'A function died after starting a browser for these sites, so the browser was not started again.',
      { retryable: true },
    );
  }
  const { site, startedAtMs: fetchedAtMs, isSearch } = task;
  const page = await renderer.load({ ...toRequest(task, shareMs), site, fetchedAtMs, isSearch });
  return await readOffer(reader, page, task);
};

/**
 * Returns the result of work on a page, or the page's failure.
 *
 * @throws any error that is not a page failure, and every failure once the site's time is over.
 */
export const orFailure = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | WebError> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WebError) || signal.aborted) throw error;
    return error;
  }
};

const orThrow = <T>(outcome: T | WebError): T => {
  if (outcome instanceof WebError) throw outcome;
  return outcome;
};

/** True if a page that should list offers is a product's and has scripts, but no list yet. */
const awaitsOffers = (plain: ReadPage | WebError): boolean => {
  if (plain instanceof WebError || !plain.signs.hasScripts) return false;
  const { Outcome, Offers, Error: failure } = plain.extraction;
  const isRead = failure === null || failure.Code === 'SellerMismatch' || Outcome === 'Ambiguous';
  return isRead && Offers.length < 2;
};

/** True for a search page with results. */
const isListed = async ({ reader }: Tiers, task: PageTask, { page }: ReadPage): Promise<boolean> =>
  task.isSearch === true && (await isSearchPage(reader, task, page));

/** Why to render a page after plain HTTP has loaded it or failed; `undefined`: do not render it. */
const reasonToRender = async (
  tiers: Tiers,
  task: PageTask,
  plain: ReadPage | WebError,
  history: HostHistory,
): Promise<string | undefined> => {
  const { signal, url, isOfOffers } = task;
  const isList = !(plain instanceof WebError) && (await isListed(tiers, task, plain));
  if (isList || signal.aborted || task.remainingMs() < minBrowserMs) return undefined;
  const reason = reasonForBrowser({ outcome: plain, history, isAudited: tiers.memory.isAudited(url) });
  return (
    reason ??
    (isOfOffers && awaitsOffers(plain) ? 'the page lists no offers until its scripts run' : undefined)
  );
};

interface TierLoads {
  /** @param shareMs - part of the site's time; absent: all that remains. */
  loadPlain: (shareMs?: number) => Promise<ReadPage>;
  render: (shareMs?: number) => Promise<ReadPage>;
}

/**
 * True if the other tier may improve an outcome: no price or list yet, and no failure that affects both
 * tiers.
 */
const mayImprove = async (tiers: Tiers, task: PageTask, outcome: ReadPage | WebError): Promise<boolean> => {
  if (outcome instanceof WebError) return outcome.mayRecover;
  const { Error: failure } = outcome.extraction;
  return failure !== null && mayBrowserHelp(failure.Code) && !(await isListed(tiers, task, outcome));
};

const attemptsOf = (outcome: ReadPage | WebError): number =>
  outcome instanceof WebError ? outcome.attempts : outcome.page.attempts;

/** Reason for using the browser first, as part of a sentence in `Warnings`. */
const neededBefore = 'pages of this shop needed the browser before';

/** Combines both tiers if the browser came first and found nothing. */
const combineAfterBrowser = (rendered: ReadPage | WebError, plain: ReadPage, isFound: boolean): ReadPage => {
  if (rendered instanceof WebError) return withoutBrowser(plain, neededBefore, rendered);
  if (!isFound && betterOf(plain, rendered) === rendered) return rendered;
  const code = rendered.extraction.Error?.Code ?? 'NoPriceFound';
  return { ...plain, extraction: withWarning(plain.extraction, browserFailed(neededBefore, code)) };
};

/**
 * Uses the browser first, for shops whose pages need it. If it finds nothing, reads the server's own HTML,
 * since Chromium, for example, shows only the first of several gzip members. If that succeeds, corrects the
 * shop's record.
 */
const readRenderedFirst = async (
  tiers: Tiers,
  task: PageTask,
  { loadPlain, render }: TierLoads,
): Promise<ReadPage> => {
  const { signal, url, isSearch, remainingMs } = task;
  const rendered = await orFailure(signal, () => render(browserFirstMs(remainingMs())));
  const mayBeBetter = await mayImprove(tiers, task, rendered);
  if (!(rendered instanceof WebError) && !mayBeBetter) return rendered;
  if (!hasTimeForPlain(remainingMs())) return orThrow(rendered);

  const plain = await orFailure(signal, () => loadPlain());
  const attempts = attemptsOf(rendered) + attemptsOf(plain);
  if (plain instanceof WebError) {
    const left = rendered instanceof WebError ? withoutBrowser(plain, neededBefore, rendered) : rendered;
    return withAttempts(left, attempts);
  }
  const isFound = plain.extraction.Error === null || (await isListed(tiers, task, plain));
  if (isFound && mayBeBetter) tiers.memory.record(url, 'Varies', !isSearch);
  return withAttempts(combineAfterBrowser(rendered, plain, isFound), attempts);
};

const withAttempts = (read: ReadPage, attempts: number): ReadPage => ({
  ...read,
  page: { ...read.page, attempts },
});

/**
 * Loads a page and reads its offer. Uses plain HTTP first and the browser if that may help, or the other way
 * round for shops whose pages are known to need the browser; `RenderMode` may restrict this to one of them.
 *
 * @throws WebError if no tier could load the page.
 */
export const readPage = async (tiers: Tiers, task: PageTask): Promise<ReadPage> => {
  const mode = task.site.RenderMode ?? 'Auto';
  const render = (shareMs?: number): Promise<ReadPage> => renderPage(tiers, task, shareMs);
  const loadPlain = async (shareMs?: number): Promise<ReadPage> =>
    readOffer(tiers.reader, await tiers.http.load(toRequest(task, shareMs)), task);
  if (mode === 'Browser') return render();
  if (mode === 'Http') return loadPlain(task.remainingMs());
  const history = await tiers.memory.historyOf(task.url);
  if (history === 'Differs' && tiers.renderer) return readRenderedFirst(tiers, task, { loadPlain, render });

  const leftMs = task.remainingMs();
  const plain = await orFailure(task.signal, () =>
    loadPlain(tiers.renderer ? shareTime(leftMs).plainMs : leftMs),
  );
  const reason = await reasonToRender(tiers, task, plain, history);
  if (reason === undefined || !tiers.renderer) return orThrow(plain);
  try {
    return await renderAfter(tiers.memory, task, { plain, reason, render });
  } catch (error) {
    if (!(error instanceof WebError)) throw error;
    return withoutBrowser(plain, reason, error);
  }
};

interface RenderingAfter {
  plain: ReadPage | WebError;
  reason: string;
  render: () => Promise<ReadPage>;
}

/** Renders a page after plain HTTP has loaded it or failed, and returns the better result. */
const renderAfter = async (
  memory: HostMemory,
  task: PageTask,
  { plain, reason, render }: RenderingAfter,
): Promise<ReadPage> => {
  const rendered = await render();
  const attempts = attemptsOf(rendered) + attemptsOf(plain);
  const usedBrowser = `BrowserUsed: ${reason}, so the page was loaded in a browser.`;
  const annotated = {
    ...rendered,
    page: { ...rendered.page, attempts },
    extraction: withWarning(rendered.extraction, usedBrowser),
  };
  recordDifference(memory, task, plain, rendered);
  if (plain instanceof WebError) return annotated;
  const hasMore = rendered.extraction.Offers.length > plain.extraction.Offers.length;
  return task.isOfOffers && hasMore ? annotated : betterOf(plain, annotated);
};

const browserFailed = (reason: string, code: SiteErrorCode): string =>
  `BrowserFailed: ${reason}, and the browser ended with ${code}.`;

/** Keeps the result of plain HTTP after the browser failed. */
const withoutBrowser = (plain: ReadPage | WebError, reason: string, error: WebError): ReadPage => {
  if (plain instanceof WebError) {
    const attempts = plain.attempts + error.attempts;
    throw Object.assign(connectionCodes.has(plain.code) ? error : plain, { attempts });
  }
  const extraction = withWarning(plain.extraction, browserFailed(reason, error.code));
  return plain.extraction.Outcome === 'Failed' && informativeCodes.has(error.code)
    ? { ...plain, extraction: { ...failedExtraction(error.siteError), Warnings: extraction.Warnings } }
    : { ...plain, extraction };
};

/** Records if a page loaded both ways needed the browser. */
const recordDifference = (
  memory: HostMemory,
  { url, isSearch }: PageTask,
  plain: ReadPage | WebError,
  { extraction }: ReadPage,
): void => {
  // If the browser found nothing either, the comparison says nothing.
  if (extraction.Error !== null) return;
  const isSame = !(plain instanceof WebError) && agree(plain.extraction, extraction);
  const hadPrice = !(plain instanceof WebError) && plain.extraction.Price !== null;
  const isNeeded = !isSame && (isTrustworthy(extraction) || hadPrice);
  if (isSame || isNeeded) memory.record(url, isSame ? 'Same' : 'Differs', !isSearch);
};

/** Browser errors that are more informative than the failure of plain HTTP. */
const informativeCodes: ReadonlySet<SiteErrorCode> = new Set(['Timeout', 'RobotsDisallowed']);

/** Errors of plain HTTP that say nothing about the page; the browser's error is more informative. */
const connectionCodes: ReadonlySet<SiteErrorCode> = new Set(['ConnectionFailed', 'Timeout']);
