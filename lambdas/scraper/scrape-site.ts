import type { Clock } from '../domain/ports.ts';
import type { SiteResult } from '../domain/result/site-result.ts';
import {
  type AddressedSite,
  addressOf,
  knownResult,
  lacksSku,
  withoutCredentials,
} from '../domain/site/queued-site.ts';
import { maxUrlLength } from '../domain/site/selling-site.ts';
import { WebError } from '../web/web-error.ts';
import { withSignal } from '../web/with-signal.ts';
import { followOffers } from './follow-offers.ts';
import { type ReadPage, readPage, type Tiers } from './read-page.ts';
import { searchSite } from './search-site.ts';
import { failedExtraction } from './site-outcome.ts';

const skuDoesNotFit = (sku: string): WebError =>
  new WebError(
    'InvalidUrl',
    `The SKU "${sku}" does not fit into the URL: it changes the path, or makes more than ${maxUrlLength} characters of it.`,
    { retryable: false },
  );

export interface SiteTask {
  queued: AddressedSite;
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
  const { Site: site } = queued;
  const url = addressOf(site);
  const startedAtMs = clock();
  let read: ReadPage | undefined;
  let extraction: ReadPage['extraction'];
  let httpStatus: number | null = null;
  let attempts = 1;
  try {
    if (lacksSku(url)) throw skuDoesNotFit(site.Sku);
    const remainingMs = (): number => startedAtMs + task.budgetMs - clock();
    // Fetch nothing if no time remains.
    signal.throwIfAborted();
    const pageTask = { url, site, signal, startedAtMs, remainingMs };
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
      extraction = failedExtraction(error.siteError);
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
    ...knownResult(queued),
    ...extraction,
    Warnings: [...queued.Warnings, ...extraction.Warnings],
    FinalUrl: read ? withoutCredentials(read.page.finalUrl) : null,
    HttpStatus: httpStatus,
    RenderMode: read?.page.renderMode ?? null,
    FetchedAt: read ? new Date(endedAtMs).toISOString() : null,
    DurationMs: Math.max(0, endedAtMs - startedAtMs),
    Attempts: read?.page.attempts ?? attempts,
  };
};
