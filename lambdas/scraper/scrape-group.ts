import pLimit from 'p-limit';
import type { Clock } from '../domain/ports.ts';
import type { ScrapeMessage } from '../domain/scrape-message.ts';
import { hostOf } from '../domain/site-group.ts';
import type { SiteResult } from '../domain/site-result.ts';
import type { Timings } from '../domain/timing.ts';
import type { PageReader } from '../reader/page-reader.ts';
import { WebError } from '../web/web-error.ts';
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
  /** Sites of one host that are at work at the same time; the others wait for their turn. Absent: all. */
  sitesPerHost?: number | undefined;
  /** Told of each site before its work begins, which waits for it. */
  onBegin?: ((index: number) => Promise<void>) | undefined;
  /** Told of each site as it ends. */
  onEnded: (result: SiteResult) => void;
}

/** Time of one site: its own wish as far as one delivery can give it, within what the group has left. */
const siteBudgetMs = (
  timeoutSeconds: number | undefined,
  timings: GroupOrder['timings'],
  leftMs: number,
): number => {
  const wantedMs =
    timeoutSeconds === undefined
      ? timings.defaultSiteMs
      : Math.min(timeoutSeconds, timings.maxSiteSeconds) * 1_000;
  return Math.max(0, Math.min(wantedMs, leftMs));
};

/** Warnings about wishes that were not granted. */
const cutWarnings = (timeoutSeconds: number | undefined, maxSiteSeconds: number): string[] =>
  timeoutSeconds === undefined || timeoutSeconds <= maxSiteSeconds
    ? []
    : [
        `TimeoutCut: ${timeoutSeconds} s were asked for; one delivery gives a site ${maxSiteSeconds} s at most.`,
      ];

const timeoutError = (budgetMs: number): WebError =>
  new WebError(
    'Timeout',
    budgetMs > 0
      ? `The site gave no price within ${(budgetMs / 1_000).toFixed(1)} s.`
      : 'No time was left for the site after the others on its host, of which only a few are asked at a time.',
    { retryable: true },
  );

/** Lets so many works of one host run at the same time. */
const createHostTurns = (sitesPerHost: number) => {
  const turns = new Map<string, ReturnType<typeof pLimit>>();
  return <T>(host: string, work: () => Promise<T>): Promise<T> => {
    const turn = turns.get(host) ?? pLimit(sitesPerHost);
    turns.set(host, turn);
    return turn(work);
  };
};

/** True if some site of a group has to wait for its turn. */
export const hasToWait = (sites: ScrapeMessage['Sites'], sitesPerHost: number): boolean =>
  [...Map.groupBy(sites, ({ Site }) => hostOf(Site)).values()].some(({ length }) => length > sitesPerHost);

/**
 * Waits until pages can be read, where a site counts its seconds: in a new function the threads that read start first, and
 * a time of one second would be over before the page is looked at. Other sites fetch meanwhile.
 */
const untilReady = async (reader: PageReader, timeoutSeconds: number | undefined, limit: Promise<void>) => {
  if (timeoutSeconds !== undefined && reader.ready) await Promise.race([reader.ready(), limit]);
};

/** Scrapes sites of one message side by side, those of one host a few at a time, and ends within its budget. */
export const scrapeGroup = async (tiers: Tiers, order: GroupOrder): Promise<SiteResult[]> => {
  const { message, sites, timings, clock, report, onBegin, onEnded } = order;
  const endsAtMs = clock() + order.budgetMs;
  const timers: NodeJS.Timeout[] = [];
  const limit = new Promise<void>((resolve) => {
    timers.push(setTimeout(resolve, Math.max(0, order.budgetMs / 2)));
  });
  const scrape = async ({
    Index: index,
    Site: site,
    Warnings: warnings,
  }: ScrapeMessage['Sites'][number]): Promise<SiteResult> => {
    const leave = tiers.renderer?.attend?.();
    try {
      await untilReady(tiers.reader, site.TimeoutSeconds, limit);
      await onBegin?.(index);
      const budgetMs = siteBudgetMs(site.TimeoutSeconds, timings, endsAtMs - clock());
      const controller = new AbortController();
      if (budgetMs > 0) timers.push(setTimeout(() => controller.abort(timeoutError(budgetMs)), budgetMs));
      else controller.abort(timeoutError(budgetMs));
      const told = [...warnings, ...cutWarnings(site.TimeoutSeconds, timings.maxSiteSeconds)];
      const result = await scrapeSite(tiers, {
        queued: { index, site, warnings: told },
        sku: message.Sku,
        signal: controller.signal,
        budgetMs,
        clock,
        report,
      });
      onEnded(result);
      return result;
    } finally {
      leave?.();
    }
  };
  const inTurn = createHostTurns(order.sitesPerHost ?? Number.POSITIVE_INFINITY);
  try {
    return await Promise.all(sites.map((site) => inTurn(hostOf(site.Site), () => scrape(site))));
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
};
