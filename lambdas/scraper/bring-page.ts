import type { SellingSite } from '../domain/selling-site.ts';
import type { Extraction, SiteErrorCode } from '../domain/site-result.ts';
import type { PageReading } from '../pricing/rendering/read-with-signs.ts';
import { isTrustworthy } from '../pricing/trustworthy.ts';
import type { PageReader } from '../reader/page-reader.ts';
import { listsHits } from '../renderer/judge-page.ts';
import {
  type HttpTier,
  type PageLoad,
  type PageRequest,
  type Renderer,
  type Wanted,
  WebError,
} from '../web/page-load.ts';
import type { HostMemory } from './host-memory.ts';
import { betterOf, reasonForBrowser, tellTheSame } from './render-policy.ts';
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
  /** What is left of the site's time. */
  remainingMs: () => number;
  /** For search pages, which list what is searched for instead of stating one product's price. */
  hits?: Extract<Wanted, { kind: 'Hits' }> | undefined;
}

/** Kept back from a site's time, so that a tier ends by itself and what the other one gave is not lost. */
const judgeReserveMs = 500;

/** Left to the browser of a site's time, where plain HTTP is tried first and the host does not answer. */
const browserChanceMs = 20_000;

/** With less time than this the browser is not begun with: it takes a second or two to start. */
const leastBrowserMs = 3_000;

/** @param keptMs - of the site's time for what comes after. */
const toRequest = ({ url, site, signal, remainingMs }: PageOrder, keptMs: number): PageRequest => {
  const timeoutMs = Math.max(0, remainingMs() - judgeReserveMs);
  return {
    url,
    locale: site.Locale,
    country: site.Country,
    waitFor: site.WaitFor,
    timeoutMs,
    // Whoever names a time wants it waited; else the tiers' own limits hold, which healthy pages do not meet.
    ...(site.TimeoutSeconds !== undefined && { patienceMs: Math.max(0, timeoutMs - keptMs) }),
    signal,
  };
};

const readOffer = async (reader: PageReader, page: PageLoad, order: PageOrder): Promise<ReadPage> => {
  const { url: requestedUrl, site, sku, startedAtMs: fetchedAtMs, signal } = order;
  const { html, finalUrl: url, httpStatus } = page;
  const context = { url, requestedUrl, httpStatus, fetchedAtMs, sku, site };
  const { extraction, signs } = await reader.read('readWithSigns', [html, context], signal);
  return { page, extraction: judgeByStatus(extraction, httpStatus), signs };
};

const wantedOf = ({ hits, url, sku, site, startedAtMs }: PageOrder): Wanted =>
  hits ?? { kind: 'Offer', requestedUrl: url, sku, fetchedAtMs: startedAtMs, site };

const withWarning = (extraction: Extraction, warning: string): Extraction => ({
  ...extraction,
  Warnings: [...extraction.Warnings, warning],
});

/**
 * Brings a page and reads its offer: over plain HTTP first, in the browser where that helps, as the site's
 * `RenderMode` allows.
 *
 * @throws WebError when no tier brought a page.
 */
export const bringPage = async (tiers: Tiers, order: PageOrder): Promise<ReadPage> => {
  const mode = order.site.RenderMode ?? 'Auto';
  const read = (page: PageLoad): Promise<ReadPage> => readOffer(tiers.reader, page, order);
  const renders = async (): Promise<ReadPage> => {
    if (!tiers.renderer) {
      throw new WebError(
        'RendererCrashed',
        'The function ended after a browser was started for these sites, so no further one was.',
        {
          retryable: true,
        },
      );
    }
    return await read(await tiers.renderer.load({ ...toRequest(order, 0), wanted: wantedOf(order) }));
  };

  if (mode === 'Browser') return renders();
  const history = mode === 'Auto' ? await tiers.memory.historyOf(order.url) : undefined;
  let failure: WebError | undefined;
  if (history === 'Differs' && tiers.renderer) {
    try {
      return await renders();
    } catch (error) {
      // Where the browser fails, what the server sends is better than nothing.
      if (!(error instanceof WebError) || order.signal.aborted) throw error;
      failure = error;
    }
  }

  let plain: ReadPage | WebError;
  try {
    plain = await read(await tiers.http.load(toRequest(order, mode === 'Http' ? 0 : browserChanceMs)));
  } catch (error) {
    if (!(error instanceof WebError)) throw error;
    plain = error;
  }
  const isListed =
    order.hits !== undefined &&
    !(plain instanceof WebError) &&
    (await listsHits(tiers.reader, order.hits, plain.page, order.signal));
  const reason =
    mode === 'Http' || isListed
      ? undefined
      : reasonForBrowser({ outcome: plain, history, isAudited: tiers.memory.isAudited(order.url) });
  const isTooLate = order.signal.aborted || order.remainingMs() < leastBrowserMs;
  if (reason === undefined || isTooLate || !tiers.renderer) {
    if (plain instanceof WebError) throw plain;
    return plain;
  }
  if (failure) return withoutBrowser(plain, reason, failure);
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
  const attempts =
    rendered.page.attempts + (plain instanceof WebError ? plain.attempts : plain.page.attempts);
  const usedBrowser = `BrowserUsed: ${reason}, so the page was loaded in a browser.`;
  const told = {
    ...rendered,
    page: { ...rendered.page, attempts },
    extraction: withWarning(rendered.extraction, usedBrowser),
  };
  noteDifference(memory, order, plain, rendered);
  return plain instanceof WebError ? told : betterOf(plain, told);
};

/** What the browser's failure leaves: the plain page stands, with what it gave, however little. */
const withoutBrowser = (plain: ReadPage | WebError, reason: string, error: WebError): ReadPage => {
  if (plain instanceof WebError) {
    const attempts = plain.attempts + error.attempts;
    throw Object.assign(codesThatHideThePage.has(plain.code) ? error : plain, { attempts });
  }
  const failure = `BrowserFailed: ${reason}, and the browser ended with ${error.code}.`;
  const extraction = withWarning(plain.extraction, failure);
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
