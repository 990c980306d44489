import { shopHostOf } from '../domain/links/shop-host.ts';
import { maxOfferPages } from '../domain/selling-site.ts';
import type { Extraction, SiteErrorCode } from '../domain/site-result.ts';
import { mergeOfferPages } from '../pricing/offers/merge-offer-pages.ts';
import { WebError } from '../web/web-error.ts';
import { bringPage, orFailure, type PageOrder, type ReadPage, type Tiers } from './bring-page.ts';

/** Kept back from a site's time, so that what its own page gave is not lost to a further one. */
const reserveMs = 2_000;
/** With less time than this no further page is asked for. */
const leastMs = 4_000;

const hasOffers = ({ extraction }: ReadPage): boolean => extraction.Offers.length > 1;

/** True if a page may have further offers: it was read as a product's, whatever its price. */
const mayHaveMore = ({ Outcome, Error: failure }: Extraction): boolean =>
  Outcome !== 'Blocked' && Outcome !== 'NotFound' && failure?.Code !== 'HttpError';

const isOnSameHost = (one: string, other: string): boolean => {
  const [url, otherUrl] = [URL.parse(one), URL.parse(other)];
  return url !== null && otherUrl !== null && shopHostOf(url) === shopHostOf(otherUrl);
};

/**
 * The order of a further page: what the caller says of the product's own page does not hold there, and a number that this page
 * stated is expected there as the caller's own would be.
 */
const orderOf = (
  order: PageOrder,
  { extraction: { Gtin } }: ReadPage,
  url: string,
  signal: AbortSignal,
): PageOrder => ({
  ...order,
  url,
  site: {
    ...order.site,
    WaitFor: undefined,
    Selectors: undefined,
    ...(Gtin !== null && { Expect: { Gtin, ...order.site.Expect } }),
  },
  hits: undefined,
  isOfOffers: true,
  signal,
  remainingMs: () => order.remainingMs() - reserveMs,
});

/** Does work that ends before the site's time does, whatever it waits for. */
const withinReserve = async <T>(
  { signal, remainingMs }: PageOrder,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | WebError> => {
  const ending = new AbortController();
  const end = (): void =>
    ending.abort(new WebError('Timeout', 'The site’s time was nearly used up.', { retryable: true }));
  const timer = setTimeout(end, Math.max(0, remainingMs() - reserveMs));
  try {
    return await orFailure(signal, () => work(AbortSignal.any([signal, ending.signal])));
  } finally {
    clearTimeout(timer);
  }
};

const incomplete = (read: number, why: string): string =>
  `OfferPagesIncomplete: ${read} further ${read === 1 ? 'page' : 'pages'} of offers ${read === 1 ? 'was' : 'were'} read; ${why}.`;

/** A page that is answered so says nothing of offers, of whatever product it is. */
const failingCodes: ReadonlySet<SiteErrorCode> = new Set(['HttpError', 'CurrencyMismatch']);

/** How a further page ended that was refused, is gone or is none; `undefined` for one that may have offers. */
const codeOfFailure = ({ Outcome, Error: failure }: Extraction): SiteErrorCode | undefined =>
  Outcome === 'Blocked' || Outcome === 'NotFound' || (failure !== null && failingCodes.has(failure.Code))
    ? failure?.Code
    : undefined;

/** One step: the next page of offers, `undefined` where there is none, or why there is no more to be had. */
const followNext = async (
  { reader, ...tiers }: Tiers,
  order: PageOrder,
  product: ReadPage,
  last: ReadPage,
  seen: string[],
): Promise<ReadPage | string | undefined> => {
  const here = { url: last.page.finalUrl, seen, isList: last !== product || hasOffers(last) };
  const next = await withinReserve(order, async (signal) => {
    const url = await reader.read('findOfferPage', [last.page.html, here], signal);
    if (url === undefined) return undefined;
    if (order.remainingMs() < leastMs) return 'no time was left for another one';
    seen.push(url);
    return await bringPage({ reader, ...tiers }, orderOf(order, product, url, signal));
  });
  if (next instanceof WebError) return `the next one ended with ${next.code}`;
  if (next === undefined || typeof next === 'string') return next;
  seen.push(next.page.finalUrl);
  if (!isOnSameHost(next.page.finalUrl, product.page.finalUrl)) return 'the next one led to another host';
  const code = codeOfFailure(next.extraction);
  if (code !== undefined) return `the next one ended with ${code}`;
  const isSame = await withinReserve(order, (signal) =>
    reader.read('isOfSameProduct', [product.extraction, next.extraction], signal),
  );
  return isSame === true ? next : 'the next one is not known to be of the same product';
};

/**
 * Follows a product page's own link to more offers, as far as the site's `MaxOfferPages` and time allow. Each is a page like
 * any other: the same egress guard, the same manners, none that acts on the shop. What goes wrong with one ends the
 * following, and takes nothing from what was read before.
 */
export const followOffers = async (tiers: Tiers, order: PageOrder, product: ReadPage): Promise<ReadPage> => {
  // Messages of another version are asked for their shape alone.
  const most = Math.min(maxOfferPages, order.site.MaxOfferPages ?? 0);
  if (most === 0 || !mayHaveMore(product.extraction)) return product;
  const pages: ReadPage[] = [];
  const seen = [order.url, product.page.finalUrl];
  const warnings: string[] = [];
  while (pages.length < most) {
    const next = await followNext(tiers, order, product, pages.at(-1) ?? product, seen);
    if (next === undefined) break;
    if (typeof next === 'string') {
      warnings.push(incomplete(pages.length, next));
      break;
    }
    pages.push(next);
  }
  const merged = mergeOfferPages(
    product.extraction,
    pages.map(({ extraction }) => extraction),
  );
  const attempts = pages.reduce((sum, { page }) => sum + page.attempts, product.page.attempts);
  return {
    ...product,
    page: { ...product.page, attempts },
    extraction: { ...merged, Warnings: [...merged.Warnings, ...warnings] },
  };
};
