import { shopHostOf } from '../domain/links/shop-host.ts';
import type { SellingSite } from '../domain/selling-site.ts';
import type { Extraction, SiteErrorCode } from '../domain/site-result.ts';
import type { PageReading } from '../pricing/rendering/read-with-signs.ts';
import { type HostHistory, mayRecover, type PageFailure } from '../pricing/rendering/reason-to-render.ts';
import { isTrustworthy } from '../pricing/trustworthy.ts';
import type { PageReader } from '../reader/page-reader.ts';
import { isSearchPage } from '../renderer/judge-page.ts';
import type { HttpTier, PageLoad, PagePurpose, PageRequest, Renderer } from '../web/page-load.ts';
import { WebError } from '../web/web-error.ts';
import type { HostMemory } from './host-memory.ts';
import { betterOf, reasonForBrowser, tellTheSame } from './render-policy.ts';
import { browserFirstMs, hasTimeForPlain, judgeReserveMs, leastBrowserMs, shareTime } from './share-time.ts';
import { failedExtraction, judgeByStatus } from './site-outcome.ts';

/** Plain HTTP and the browser of one message, and what it learned about hosts. */
export interface Tiers {
  http: HttpTier;
  /** `undefined` when this message must do without, see `planDelivery`. */
  renderer: Renderer | undefined;
  memory: HostMemory;
  /** Reads what the tiers bring; no page's text is looked through in this thread. */
  reader: PageReader;
}

/** A page with what was read from it. */
export interface ReadPage extends PageReading {
  page: PageLoad;
}

export interface PageOrder {
  url: string;
  site: SellingSite;
  /** The SKU to look for on the page; absent where the page lists many products. */
  sku: string | undefined;
  signal: AbortSignal;
  /** When the site's work began, in milliseconds since 1970. */
  startedAtMs: number;
  remainingMs: () => number;
  /** It lists more offers of a product: no other host is asked for it, and what its scripts list is waited for. */
  isOfOffers?: boolean;
  /** For search pages, which list what is searched for instead of stating one product's price. */
  hits?: Extract<PagePurpose, { kind: 'Hits' }> | undefined;
}

/** @param shareMs - of the site's time for this load; absent: what is left. */
const toRequest = (order: PageOrder, shareMs?: number): PageRequest => {
  const { url, site, signal, remainingMs, isOfOffers } = order;
  const leftMs = Math.max(0, remainingMs() - judgeReserveMs);
  const timeoutMs = shareMs ?? leftMs;
  return {
    url,
    siteUrl: site.Url ?? site.SearchUrl,
    locale: site.Locale,
    country: site.Country,
    waitFor: site.WaitFor,
    timeoutMs,
    ...(isOfOffers && { onlyShopHost: shopHostOf(new URL(url)) }),
    // A requested time is waited in full; otherwise the tiers' own limits hold, which healthy pages do not reach.
    ...(site.TimeoutSeconds !== undefined && { patienceMs: Math.min(timeoutMs, leftMs) }),
    signal,
  };
};

const withWarning = (extraction: Extraction, warning: string): Extraction => ({
  ...extraction,
  Warnings: [...extraction.Warnings, warning],
});

const cutOff =
  'PageCutOff: what the server sent compressed ends before its end, and was read as far as it goes.';

const readOffer = async (reader: PageReader, page: PageLoad, order: PageOrder): Promise<ReadPage> => {
  const { url: requestedUrl, site, sku, startedAtMs: fetchedAtMs, signal } = order;
  const { html, finalUrl: url, httpStatus } = page;
  const context = { url, requestedUrl, httpStatus, fetchedAtMs, sku, site };
  const read = await reader.read('readWithSigns', [html, context], signal);
  const extraction = judgeByStatus(read.extraction, httpStatus);
  return {
    page,
    extraction: page.isTruncated ? withWarning(extraction, cutOff) : extraction,
    signs: read.signs,
  };
};

const purposeOf = ({ hits, url, sku, site, startedAtMs }: PageOrder): PagePurpose =>
  hits ?? { kind: 'Offer', requestedUrl: url, sku, fetchedAtMs: startedAtMs, site };

const renderPage = async (
  { renderer, reader }: Tiers,
  order: PageOrder,
  shareMs?: number,
): Promise<ReadPage> => {
  if (!renderer) {
    throw new WebError(
      'RendererCrashed',
      'A function died after it had started a browser for these sites, so no other was started.',
      { retryable: true },
    );
  }
  const page = await renderer.load({ ...toRequest(order, shareMs), purpose: purposeOf(order) });
  return await readOffer(reader, page, order);
};

/**
 * Settles the work on a page: its outcome, or how the page failed.
 *
 * @throws what is no failure of the page, and each failure when the site's time is over.
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

/** True if a page that should list offers has scripts and no list, although it was read as a product's. */
const awaitsOffers = (plain: ReadPage | WebError): boolean => {
  if (plain instanceof WebError || !plain.signs.hasScripts) return false;
  const { Outcome, Offers, Error: failure } = plain.extraction;
  const isRead = failure === null || failure.Code === 'SellerMismatch' || Outcome === 'Ambiguous';
  return isRead && Offers.length < 2;
};

/** True if a page lists what is searched for, where that is wanted. */
const isListed = async (
  { reader }: Tiers,
  { hits, signal }: PageOrder,
  { page }: ReadPage,
): Promise<boolean> => hits !== undefined && (await isSearchPage(reader, hits, page, signal));

/** Why a page that plain HTTP has brought, or failed at, is to be rendered; `undefined` where it is not. */
const reasonToRender = async (
  tiers: Tiers,
  order: PageOrder,
  plain: ReadPage | WebError,
  history: HostHistory,
): Promise<string | undefined> => {
  const { signal, url, isOfOffers } = order;
  const isList = !(plain instanceof WebError) && (await isListed(tiers, order, plain));
  if (isList || signal.aborted || order.remainingMs() < leastBrowserMs) return undefined;
  const reason = reasonForBrowser({ outcome: plain, history, isAudited: tiers.memory.isAudited(url) });
  return (
    reason ??
    (isOfOffers && awaitsOffers(plain) ? 'the page lists no offers until its scripts run' : undefined)
  );
};

interface Ways {
  /** @param shareMs - of the site's time; absent: what is left. */
  loads: (shareMs?: number) => Promise<ReadPage>;
  renders: (shareMs?: number) => Promise<ReadPage>;
}

/** How a tier failed at a page; `undefined` where it has an answer. */
const failureOf = (outcome: ReadPage | WebError): PageFailure | undefined => {
  if (outcome instanceof WebError) return outcome;
  const { Error: failure } = outcome.extraction;
  return failure === null ? undefined : { code: failure.Code };
};

/** True if the other tier may improve an outcome: neither an answer nor a list, nor a failure for both. */
const isMendable = async (tiers: Tiers, order: PageOrder, outcome: ReadPage | WebError): Promise<boolean> => {
  const failure = failureOf(outcome);
  if (failure === undefined || !mayRecover(failure)) return false;
  return outcome instanceof WebError || !(await isListed(tiers, order, outcome));
};

const attemptsOf = (outcome: ReadPage | WebError): number =>
  outcome instanceof WebError ? outcome.attempts : outcome.page.attempts;

/** Why the browser came first, as a part of a sentence for `Warnings`. */
const neededBefore = 'pages of this shop needed the browser before';

/** Combines both tiers if the browser came first and found nothing. */
const afterBrowser = (rendered: ReadPage | WebError, plain: ReadPage, isFound: boolean): ReadPage => {
  if (rendered instanceof WebError) return withoutBrowser(plain, neededBefore, rendered);
  if (!isFound && betterOf(plain, rendered) === rendered) return rendered;
  const code = rendered.extraction.Error?.Code ?? 'NoPriceFound';
  return { ...plain, extraction: withWarning(plain.extraction, browserFailed(neededBefore, code)) };
};

/**
 * In the browser first, for a shop whose pages need it. Where it finds nothing, the server's own page is read as it would be
 * at any other shop: of a body in several gzip members Chromium shows the first alone. What was learned is corrected then.
 */
const bringRendered = async (tiers: Tiers, order: PageOrder, { loads, renders }: Ways): Promise<ReadPage> => {
  const { signal, url, hits, remainingMs } = order;
  const rendered = await orFailure(signal, () => renders(browserFirstMs(remainingMs())));
  const mayMend = await isMendable(tiers, order, rendered);
  if (!(rendered instanceof WebError) && !mayMend) return rendered;
  if (!hasTimeForPlain(remainingMs())) return orThrow(rendered);

  const plain = await orFailure(signal, () => loads());
  const attempts = attemptsOf(rendered) + attemptsOf(plain);
  if (plain instanceof WebError) {
    const left = rendered instanceof WebError ? withoutBrowser(plain, neededBefore, rendered) : rendered;
    return withAttempts(left, attempts);
  }
  const isFound = failureOf(plain) === undefined || (await isListed(tiers, order, plain));
  if (isFound && mayMend) tiers.memory.note(url, 'Varies', hits === undefined);
  return withAttempts(afterBrowser(rendered, plain, isFound), attempts);
};

const withAttempts = (read: ReadPage, attempts: number): ReadPage => ({
  ...read,
  page: { ...read.page, attempts },
});

/**
 * Brings a page and reads its offer: over plain HTTP first, in the browser where that helps, as the site's
 * `RenderMode` allows; the other way round where the shop's pages are known to need the browser.
 *
 * @throws WebError when no tier brought a page.
 */
export const bringPage = async (tiers: Tiers, order: PageOrder): Promise<ReadPage> => {
  const mode = order.site.RenderMode ?? 'Auto';
  const renders = (shareMs?: number): Promise<ReadPage> => renderPage(tiers, order, shareMs);
  const loads = async (shareMs?: number): Promise<ReadPage> =>
    readOffer(tiers.reader, await tiers.http.load(toRequest(order, shareMs)), order);
  if (mode === 'Browser') return renders();
  if (mode === 'Http') return loads(order.remainingMs());
  const history = await tiers.memory.historyOf(order.url);
  if (history === 'Differs' && tiers.renderer) return bringRendered(tiers, order, { loads, renders });

  const leftMs = order.remainingMs();
  const plain = await orFailure(order.signal, () =>
    loads(tiers.renderer ? shareTime(leftMs).plainMs : leftMs),
  );
  const reason = await reasonToRender(tiers, order, plain, history);
  if (reason === undefined || !tiers.renderer) return orThrow(plain);
  try {
    return await renderAfter(tiers.memory, order, { plain, reason, renders });
  } catch (error) {
    if (!(error instanceof WebError)) throw error;
    return withoutBrowser(plain, reason, error);
  }
};

interface RenderingAfter {
  plain: ReadPage | WebError;
  reason: string;
  renders: () => Promise<ReadPage>;
}

/** Renders a page that plain HTTP has brought, or failed at, and takes what answers better. */
const renderAfter = async (
  memory: HostMemory,
  order: PageOrder,
  { plain, reason, renders }: RenderingAfter,
): Promise<ReadPage> => {
  const rendered = await renders();
  const attempts = attemptsOf(rendered) + attemptsOf(plain);
  const usedBrowser = `BrowserUsed: ${reason}, so the page was loaded in a browser.`;
  const told = {
    ...rendered,
    page: { ...rendered.page, attempts },
    extraction: withWarning(rendered.extraction, usedBrowser),
  };
  noteDifference(memory, order, plain, rendered);
  if (plain instanceof WebError) return told;
  const hasMore = rendered.extraction.Offers.length > plain.extraction.Offers.length;
  return order.isOfOffers && hasMore ? told : betterOf(plain, told);
};

const browserFailed = (reason: string, code: SiteErrorCode): string =>
  `BrowserFailed: ${reason}, and the browser ended with ${code}.`;

/** Keeps the plain page after the browser failed, with whatever it gave. */
const withoutBrowser = (plain: ReadPage | WebError, reason: string, error: WebError): ReadPage => {
  if (plain instanceof WebError) {
    const attempts = plain.attempts + error.attempts;
    throw Object.assign(codesThatHideThePage.has(plain.code) ? error : plain, { attempts });
  }
  const extraction = withWarning(plain.extraction, browserFailed(reason, error.code));
  return plain.extraction.Outcome === 'Failed' && codesThatSayMore.has(error.code)
    ? { ...plain, extraction: { ...failedExtraction(toSiteError(error)), Warnings: extraction.Warnings } }
    : { ...plain, extraction };
};

/** Remembers of a page that was loaded both ways whether the browser was needed. */
const noteDifference = (
  memory: HostMemory,
  { url, hits }: PageOrder,
  plain: ReadPage | WebError,
  { extraction }: ReadPage,
): void => {
  // Where the browser has no answer either, nothing is learned.
  if (extraction.Error !== null) return;
  const isSame = !(plain instanceof WebError) && tellTheSame(plain.extraction, extraction);
  const hadPrice = !(plain instanceof WebError) && plain.extraction.Price !== null;
  const isNeeded = !isSame && (isTrustworthy(extraction) || hadPrice);
  if (isSame || isNeeded) memory.note(url, isSame ? 'Same' : 'Differs', hits === undefined);
};

/** Errors of the browser that say more than that plain HTTP found nothing. */
const codesThatSayMore: ReadonlySet<SiteErrorCode> = new Set(['Timeout', 'RobotsDisallowed']);

/** Errors of plain HTTP that say nothing of the page: what the browser met says more. */
const codesThatHideThePage: ReadonlySet<SiteErrorCode> = new Set(['ConnectionFailed', 'Timeout']);

/** An error of the web tiers as the contract shows it. */
export const toSiteError = (error: WebError): Extraction['Error'] & object => ({
  Code: error.code,
  Message: error.message,
  Retryable: error.retryable,
});
