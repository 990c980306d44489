import pLimit from 'p-limit';
import type { Clock } from '../domain/ports.ts';
import { hostOf } from '../domain/request/site-group.ts';
import type { SiteResult } from '../domain/result/site-result.ts';
import type { AddressedSite } from '../domain/site/queued-site.ts';
import type { Timings } from '../domain/timing.ts';
import type { PageReader } from '../reader/page-reader.ts';
import { WebError } from '../web/web-error.ts';
import type { Tiers } from './read-page.ts';
import { scrapeSite } from './scrape-site.ts';

export interface GroupTask {
  sites: readonly AddressedSite[];
  /** Time for all of them; unfinished ones then end with `Timeout`. */
  budgetMs: number;
  /** Sites for which little time is left at their turn do not begin, because another delivery has more. */
  isContinued?: boolean;
  timings: Pick<Timings, 'maxSiteSeconds' | 'defaultSiteMs'>;
  clock: Clock;
  report: (message: string, error: unknown) => void;
  /** Maximum number of concurrently scraped sites per host. Absent: unlimited. */
  sitesPerHost?: number | undefined;
  /** Awaited before the work of each site begins. */
  onBegin?: ((index: number) => Promise<void>) | undefined;
  /** Called for each site as it ends. */
  onEnded: (result: SiteResult) => void;
}

/** Enough for a slow page in both tiers, ms. */
export const minBeginMs = 20_000;

/**
 * Remaining time from which on a site begins, if another delivery can give it more.
 *
 * @param wholeMs - time of the delivery, in whose first part every site begins.
 */
export const neededMs = (wholeMs: number): number => Math.min(minBeginMs, wholeMs / 3);

/** Time of one site: as requested, capped by what one delivery allows and the group's remaining time. */
const siteBudgetMs = (
  timeoutSeconds: number | undefined,
  timings: GroupTask['timings'],
  remainingMs: number,
): number => {
  const requestedMs =
    timeoutSeconds === undefined
      ? timings.defaultSiteMs
      : Math.min(timeoutSeconds, timings.maxSiteSeconds) * 1_000;
  return Math.max(0, Math.min(requestedMs, remainingMs));
};

/** Warnings about capped requests. */
const cutWarnings = (timeoutSeconds: number | undefined, maxSiteSeconds: number): string[] =>
  timeoutSeconds === undefined || timeoutSeconds <= maxSiteSeconds
    ? []
    : [`TimeoutCut: ${timeoutSeconds} s were requested; the maximum for a site is ${maxSiteSeconds} s.`];

const timeoutError = (budgetMs: number): WebError => {
  if (budgetMs > 0) {
    const message = `No price was found within ${(budgetMs / 1_000).toFixed(1)} s.`;
    return new WebError('Timeout', message, { retryable: true });
  }
  const message =
    'The site was not started: no time remained after the others on its host, of which only a few are scraped at a time.';
  return Object.assign(new WebError('Timeout', message, { retryable: true }), { attempts: 0 });
};

/** Limits concurrency per host. */
const createHostTurns = (sitesPerHost: number) => {
  const turns = new Map<string, ReturnType<typeof pLimit>>();
  return <T>(host: string, work: () => Promise<T>): Promise<T> => {
    const turn = turns.get(host) ?? pLimit(sitesPerHost);
    turns.set(host, turn);
    return turn(work);
  };
};

/** True if some site of a group has to wait for its turn. */
export const hasToWait = (sites: readonly AddressedSite[], sitesPerHost: number): boolean =>
  [...Map.groupBy(sites, ({ Site }) => hostOf(Site)).values()].some(({ length }) => length > sitesPerHost);

/**
 * Waits until pages can be read if a site has its own time limit: in a new function, starting the reader
 * threads could use up a limit of one second. Other sites fetch meanwhile.
 */
const untilReady = async (reader: PageReader, timeoutSeconds: number | undefined, limit: Promise<void>) => {
  if (timeoutSeconds !== undefined && reader.ready) await Promise.race([reader.ready(), limit]);
};

/**
 * Scrapes sites of one message in parallel, limited per host, within its budget.
 *
 * @returns a result for each site that began.
 */
export const scrapeGroup = async (tiers: Tiers, task: GroupTask): Promise<SiteResult[]> => {
  const { sites, timings, clock, report, onBegin, onEnded } = task;
  const endsAtMs = clock() + task.budgetMs;
  const timers: NodeJS.Timeout[] = [];
  const limit = new Promise<void>((resolve) => {
    timers.push(setTimeout(resolve, Math.max(0, task.budgetMs / 2)));
  });
  const scrape = async (queued: AddressedSite): Promise<SiteResult | undefined> => {
    const { Index, Site, Warnings } = queued;
    const fullMs = siteBudgetMs(Site.TimeoutSeconds, timings, Number.POSITIVE_INFINITY);
    if (task.isContinued && endsAtMs - clock() < Math.min(fullMs, neededMs(task.budgetMs))) return undefined;
    const leave = tiers.renderer?.announceSite?.();
    try {
      await untilReady(tiers.reader, Site.TimeoutSeconds, limit);
      await onBegin?.(Index);
      const budgetMs = siteBudgetMs(Site.TimeoutSeconds, timings, endsAtMs - clock());
      const controller = new AbortController();
      if (budgetMs > 0) timers.push(setTimeout(() => controller.abort(timeoutError(budgetMs)), budgetMs));
      else controller.abort(timeoutError(budgetMs));
      const cut = cutWarnings(Site.TimeoutSeconds, timings.maxSiteSeconds);
      const result = await scrapeSite(tiers, {
        queued: { ...queued, Warnings: [...Warnings, ...cut] },
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
  const inTurn = createHostTurns(task.sitesPerHost ?? Number.POSITIVE_INFINITY);
  try {
    const results = await Promise.all(sites.map((site) => inTurn(hostOf(site.Site), () => scrape(site))));
    return results.filter((result) => result !== undefined);
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
};
