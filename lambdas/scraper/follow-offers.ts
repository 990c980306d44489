import { shopHostOf } from '../domain/links/shop-host.ts';
import type { Extraction, SiteErrorCode } from '../domain/result/site-result.ts';
import { siteMembers } from '../domain/site/site-members.ts';
import { mergeOfferPages } from '../pricing/sellers/merge-offer-pages.ts';
import { WebError } from '../web/web-error.ts';
import { orFailure, type PageTask, type ReadPage, readPage, type Tiers } from './read-page.ts';

/** Reserved from a site's time, so that further pages cannot cost the result of the first. */
const reserveMs = 2_000;
/** Minimum remaining time for a further page. */
const minRemainingMs = 4_000;

const hasOffers = ({ extraction }: ReadPage): boolean => extraction.Offers.length > 1;

/** True if a page may have further offers: it is a product's, with or without a price. */
const mayHaveMore = ({ Outcome, Error: failure }: Extraction): boolean =>
  Outcome !== 'Blocked' && Outcome !== 'NotFound' && failure?.Code !== 'HttpError';

const isOnSameHost = (one: string, other: string): boolean => {
  const [url, otherUrl] = [URL.parse(one), URL.parse(other)];
  return url !== null && otherUrl !== null && shopHostOf(url) === shopHostOf(otherUrl);
};

/**
 * The task of a further page. Drops selectors, which only apply to the product's own page, and expects the
 * GTIN that this page stated.
 */
const taskFor = (
  task: PageTask,
  { extraction: { Gtin } }: ReadPage,
  url: string,
  signal: AbortSignal,
): PageTask => ({
  ...task,
  url,
  site: {
    ...task.site,
    WaitFor: undefined,
    Selectors: undefined,
    ...(Gtin !== null && { Expect: { Gtin, ...task.site.Expect } }),
  },
  isSearch: false,
  isOfOffers: true,
  signal,
  remainingMs: () => task.remainingMs() - reserveMs,
});

/** Runs work that ends before the site's time. */
const withinReserve = async <T>(
  { signal, remainingMs }: PageTask,
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

/** Errors of pages whose offers do not count. */
const failingCodes: ReadonlySet<SiteErrorCode> = new Set(['HttpError', 'CurrencyMismatch']);

/** Error code of a further page that failed; `undefined` if it may have offers. */
const codeOfFailure = ({ Outcome, Error: failure }: Extraction): SiteErrorCode | undefined =>
  Outcome === 'Blocked' || Outcome === 'NotFound' || (failure !== null && failingCodes.has(failure.Code))
    ? failure?.Code
    : undefined;

/** Loads the next page of offers. @returns `undefined` if there is none, or the reason why it is not used. */
const followNext = async (
  { reader, ...tiers }: Tiers,
  task: PageTask,
  product: ReadPage,
  last: ReadPage,
  seen: string[],
): Promise<ReadPage | string | undefined> => {
  const here = { seen, isList: last !== product || hasOffers(last) };
  const next = await withinReserve(task, async (signal) => {
    const url = await reader.read('findOfferPage', last.page, [here], signal);
    if (url === undefined) return undefined;
    if (task.remainingMs() < minRemainingMs) return 'no time remained for another one';
    seen.push(url);
    return await readPage({ reader, ...tiers }, taskFor(task, product, url, signal));
  });
  if (next instanceof WebError) return `the next one ended with ${next.code}`;
  if (next === undefined || typeof next === 'string') return next;
  seen.push(next.page.finalUrl);
  if (!isOnSameHost(next.page.finalUrl, product.page.finalUrl)) return 'the next one is on another host';
  const code = codeOfFailure(next.extraction);
  if (code !== undefined) return `the next one ended with ${code}`;
  const isSame = await withinReserve(task, (signal) =>
    reader.compute('isOfSameProduct', [product.extraction, next.extraction], signal),
  );
  return isSame === true ? next : 'the next one may be of another product';
};

/**
 * Follows a product page's links to more offers, within the site's `MaxOfferPages` and time. The same rules
 * apply to these pages: egress policy, politeness, no URLs that change state. A failure ends the pagination
 * and keeps the earlier results.
 */
export const followOffers = async (tiers: Tiers, task: PageTask, product: ReadPage): Promise<ReadPage> => {
  // Accepted under a higher limit, perhaps.
  const maxPages = Math.min(siteMembers.MaxOfferPages.range[1], task.site.MaxOfferPages ?? 0);
  if (maxPages === 0 || !mayHaveMore(product.extraction)) return product;
  const pages: ReadPage[] = [];
  const seen = [task.url, product.page.finalUrl];
  const warnings: string[] = [];
  while (pages.length < maxPages) {
    const next = await followNext(tiers, task, product, pages.at(-1) ?? product, seen);
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
