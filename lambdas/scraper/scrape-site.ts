import { echoOf } from '../domain/echoed-members.ts';
import { withoutCredentials } from '../domain/named-site.ts';
import type { Clock } from '../domain/ports.ts';
import type { QueuedSite } from '../domain/queue-request.ts';
import { maxUrlLength } from '../domain/selling-site.ts';
import type { SiteResult } from '../domain/site-result.ts';
import { WebError } from '../web/web-error.ts';
import { withSignal } from '../web/with-signal.ts';
import { bringPage, type ReadPage, type Tiers, toSiteError } from './bring-page.ts';
import { followOffers } from './follow-offers.ts';
import { searchSite } from './search-site.ts';
import { failedExtraction } from './site-outcome.ts';

const invalidUrl = (message: string): WebError => new WebError('InvalidUrl', message, { retryable: false });

const depthOf = (url: string): number | undefined =>
  URL.parse(url)?.pathname.split('/').filter(Boolean).length;

/**
 * Puts the SKU into a URL template.
 *
 * @throws WebError `InvalidUrl` when the result is no URL to fetch, or leaves the template's path: the SKU ".." is the
 *   folder above, and no encoding makes it a name (URL Standard, "double-dot URL path segment").
 */
export const expandUrl = (template: string, sku: string): string => {
  const url = template.replaceAll('{sku}', encodeURIComponent(sku.toWellFormed()));
  if (url.length > maxUrlLength || !URL.canParse(url))
    throw invalidUrl(`The URL with the SKU in it is no URL of at most ${maxUrlLength} characters.`);
  if (depthOf(url) !== depthOf(template.replaceAll('{sku}', 'x')))
    throw invalidUrl(`The SKU "${sku}" leaves the path of its URL; expected a URL that has it in the query.`);
  return url;
};

export interface SiteOrder {
  queued: QueuedSite;
  /** SKU of the request; a site's own one goes before it. */
  sku: string;
  /** Fires with a `WebError` as its reason when the site's time is over. */
  signal: AbortSignal;
  /** Time of the site from now on. */
  budgetMs: number;
  clock: Clock;
  /** Told of errors that are ours, not the site's. */
  report: (message: string, error: unknown) => void;
}

/**
 * Scrapes one site. Never rejects: whatever goes wrong is the site's own outcome, so that one page cannot take
 * its neighbours with it.
 */
export const scrapeSite = async (tiers: Tiers, order: SiteOrder): Promise<SiteResult> => {
  const { queued, signal, clock } = order;
  const { site } = queued;
  const sku = site.Sku ?? order.sku;
  const startedAtMs = clock();
  const template = site.Url ?? site.SearchUrl ?? '';
  let url: string | null = null;
  let read: ReadPage | undefined;
  let extraction: ReadPage['extraction'];
  let httpStatus: number | null = null;
  let attempts = 1;
  try {
    url = expandUrl(template, sku);
    const remainingMs = (): number => startedAtMs + order.budgetMs - clock();
    // Where no time is left from the beginning, nobody is asked.
    signal.throwIfAborted();
    const pageOrder = { url, site, sku, signal, startedAtMs, remainingMs };
    const bring = async (): Promise<ReadPage> => {
      const product =
        site.SearchUrl === undefined ? bringPage(tiers, pageOrder) : searchSite(tiers, pageOrder);
      return await followOffers(tiers, pageOrder, await product);
    };
    // A site ends in time whatever its tier does.
    const found = await withSignal(signal, bring());
    extraction = found.extraction;
    httpStatus = found.page.httpStatus;
    read = found;
  } catch (error) {
    if (error instanceof WebError) {
      extraction = failedExtraction(toSiteError(error));
      httpStatus = error.httpStatus ?? null;
      attempts = error.attempts;
    } else {
      order.report('Scraping a site failed', error);
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
