import { echoOf } from '../domain/echoed-members.ts';
import { withoutCredentials } from '../domain/named-site.ts';
import type { Clock } from '../domain/ports.ts';
import type { QueuedSite } from '../domain/queue-request.ts';
import { maxUrlLength } from '../domain/selling-site.ts';
import type { SiteResult } from '../domain/site-result.ts';
import { WebError } from '../web/web-error.ts';
import { withSignal } from '../web/with-signal.ts';
import { followOffers } from './follow-offers.ts';
import { type ReadPage, readPage, type Tiers, toSiteError } from './read-page.ts';
import { searchSite } from './search-site.ts';
import { failedExtraction } from './site-outcome.ts';

const invalidUrl = (message: string): WebError => new WebError('InvalidUrl', message, { retryable: false });

const depthOf = (url: string): number | undefined =>
  URL.parse(url)?.pathname.split('/').filter(Boolean).length;

/**
 * Inserts the SKU into a URL template.
 *
 * @throws WebError `InvalidUrl` if the result is not a valid URL, or leaves the template's path: the SKU ".."
 *   is the parent folder even if encoded (URL Standard, "double-dot URL path segment").
 */
export const expandUrl = (template: string, sku: string): string => {
  const url = template.replaceAll('{sku}', encodeURIComponent(sku.toWellFormed()));
  if (url.length > maxUrlLength || !URL.canParse(url))
    throw invalidUrl(`The URL with the SKU is not a valid URL of at most ${maxUrlLength} characters.`);
  if (depthOf(url) !== depthOf(template.replaceAll('{sku}', 'x')))
    throw invalidUrl(`The SKU "${sku}" changes the path of its URL; use a URL with {sku} in the query.`);
  return url;
};

export interface SiteTask {
  queued: QueuedSite;
  /** SKU of the request; a site's own takes precedence. */
  sku: string;
  /** Aborts with a `WebError` when the site's time is over. */
  signal: AbortSignal;
  /** Time for the site. */
  budgetMs: number;
  clock: Clock;
  /** Reports errors of the service, not of the site. */
  report: (message: string, error: unknown) => void;
}

/**
 * Scrapes one site. Never rejects: every failure becomes the site's outcome, so that one page cannot affect
 * others.
 */
export const scrapeSite = async (tiers: Tiers, task: SiteTask): Promise<SiteResult> => {
  const { queued, signal, clock } = task;
  const { site } = queued;
  const sku = site.Sku ?? task.sku;
  const startedAtMs = clock();
  const template = site.Url ?? site.SearchUrl ?? '';
  let url: string | null = null;
  let read: ReadPage | undefined;
  let extraction: ReadPage['extraction'];
  let httpStatus: number | null = null;
  let attempts = 1;
  try {
    url = expandUrl(template, sku);
    const remainingMs = (): number => startedAtMs + task.budgetMs - clock();
    // Fetch nothing if no time remains.
    signal.throwIfAborted();
    const pageTask = { url, site, sku, signal, startedAtMs, remainingMs };
    const readAll = async (): Promise<ReadPage> => {
      const product = site.SearchUrl === undefined ? readPage(tiers, pageTask) : searchSite(tiers, pageTask);
      return await followOffers(tiers, pageTask, await product);
    };
    // Ends the site in time even if its tier does not.
    const found = await withSignal(signal, readAll());
    extraction = found.extraction;
    httpStatus = found.page.httpStatus;
    read = found;
  } catch (error) {
    if (error instanceof WebError) {
      extraction = failedExtraction(toSiteError(error));
      httpStatus = error.httpStatus ?? null;
      attempts = error.attempts;
    } else {
      task.report('Scraping a site failed', error);
      extraction = failedExtraction({
        Code: 'Internal',
        Message: 'The service failed on this site.',
        Retryable: true,
      });
    }
  }
  const endedAtMs = clock();
  return {
    Index: queued.index,
    Name: site.Name ?? null,
    ...echoOf(site),
    RequestedSku: sku,
    ...extraction,
    Sku: extraction.Sku,
    Warnings: [...queued.warnings, ...extraction.Warnings],
    Url: withoutCredentials(url ?? template),
    FinalUrl: read ? withoutCredentials(read.page.finalUrl) : null,
    HttpStatus: httpStatus,
    RenderMode: read?.page.renderMode ?? null,
    FetchedAt: read ? new Date(endedAtMs).toISOString() : null,
    DurationMs: Math.max(0, endedAtMs - startedAtMs),
    Attempts: read?.page.attempts ?? attempts,
  };
};
