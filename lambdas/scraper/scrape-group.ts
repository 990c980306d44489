import type { Clock } from '../domain/ports.ts';
import type { ScrapeMessage } from '../domain/site-group.ts';
import type { SiteResult } from '../domain/site-result.ts';
import { WebError } from '../web/page-load.ts';
import type { Tiers } from './bring-page.ts';
import { scrapeSite } from './scrape-site.ts';

export interface GroupOrder {
  message: ScrapeMessage;
  /** Time for the whole group; what is unfinished then ends as `Timeout`. */
  budgetMs: number;
  clock: Clock;
  report: (message: string, error: unknown) => void;
}

/** Time of one site: its own wish, within what the group has left. */
const siteBudgetMs = (timeoutSeconds: number | undefined, groupBudgetMs: number): number =>
  Math.max(0, Math.min((timeoutSeconds ?? Number.POSITIVE_INFINITY) * 1_000, groupBudgetMs));

const timeoutError = (budgetMs: number): WebError =>
  new WebError('Timeout', `The site gave no price within ${(budgetMs / 1_000).toFixed(1)} s.`, {
    retryable: true,
  });

/** Scrapes the sites of one message side by side and ends within its budget. */
export const scrapeGroup = async (tiers: Tiers, order: GroupOrder): Promise<SiteResult[]> => {
  const { message, clock, report } = order;
  const timers: NodeJS.Timeout[] = [];
  try {
    return await Promise.all(
      message.Sites.map(({ Index: index, Site: site, Warnings: warnings }) => {
        const budgetMs = siteBudgetMs(site.TimeoutSeconds, order.budgetMs);
        const controller = new AbortController();
        timers.push(setTimeout(() => controller.abort(timeoutError(budgetMs)), budgetMs));
        const queued = { index, site, warnings };
        return scrapeSite(tiers, {
          queued,
          sku: message.Sku,
          signal: controller.signal,
          budgetMs,
          clock,
          report,
        });
      }),
    );
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
};
