import type { Clock } from '../domain/ports.ts';
import type { ScrapeMessage } from '../domain/site-group.ts';
import type { SiteResult } from '../domain/site-result.ts';
import type { Timings } from '../domain/timing.ts';
import { WebError } from '../web/page-load.ts';
import type { Tiers } from './bring-page.ts';
import { scrapeSite } from './scrape-site.ts';

export interface GroupOrder {
  message: Pick<ScrapeMessage, 'Sku'>;
  /** Those of the message that are scraped now. */
  sites: ScrapeMessage['Sites'];
  /** Time for all of them; what is unfinished then ends as `Timeout`. */
  budgetMs: number;
  timings: Pick<Timings, 'maxSiteSeconds' | 'defaultSiteMs'>;
  clock: Clock;
  report: (message: string, error: unknown) => void;
  /** Told of each site as it ends. */
  onEnded: (result: SiteResult) => void;
}

/** Time of one site: its own wish as far as one delivery can give it, within what the group has left. */
const siteBudgetMs = (timeoutSeconds: number | undefined, { timings, budgetMs }: GroupOrder): number => {
  const wantedMs =
    timeoutSeconds === undefined
      ? timings.defaultSiteMs
      : Math.min(timeoutSeconds, timings.maxSiteSeconds) * 1_000;
  return Math.max(0, Math.min(wantedMs, budgetMs));
};

/** What is to be said of a wish that was not granted. */
const cutWarnings = (timeoutSeconds: number | undefined, maxSiteSeconds: number): string[] =>
  timeoutSeconds === undefined || timeoutSeconds <= maxSiteSeconds
    ? []
    : [
        `TimeoutCut: ${timeoutSeconds} s were asked for; one delivery gives a site ${maxSiteSeconds} s at most.`,
      ];

const timeoutError = (budgetMs: number): WebError =>
  new WebError('Timeout', `The site gave no price within ${(budgetMs / 1_000).toFixed(1)} s.`, {
    retryable: true,
  });

/** Scrapes sites of one message side by side and ends within its budget. */
export const scrapeGroup = async (tiers: Tiers, order: GroupOrder): Promise<SiteResult[]> => {
  const { message, sites, timings, clock, report, onEnded } = order;
  const timers: NodeJS.Timeout[] = [];
  try {
    return await Promise.all(
      sites.map(async ({ Index: index, Site: site, Warnings: warnings }) => {
        const budgetMs = siteBudgetMs(site.TimeoutSeconds, order);
        const controller = new AbortController();
        timers.push(setTimeout(() => controller.abort(timeoutError(budgetMs)), budgetMs));
        const told = [...warnings, ...cutWarnings(site.TimeoutSeconds, timings.maxSiteSeconds)];
        const leave = tiers.renderer?.attend?.();
        const result = await scrapeSite(tiers, {
          queued: { index, site, warnings: told },
          sku: message.Sku,
          signal: controller.signal,
          budgetMs,
          clock,
          report,
        });
        leave?.();
        onEnded(result);
        return result;
      }),
    );
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
};
