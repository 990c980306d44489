import { type DeliveryPlan, type GroupJournal, planDelivery } from '../domain/group-journal.ts';
import { toNamedSite } from '../domain/named-site.ts';
import type { Clock } from '../domain/ports.ts';
import { unpackResults } from '../domain/result-pack.ts';
import type { ScrapeMessage } from '../domain/scrape-message.ts';
import type { SiteResult } from '../domain/site-result.ts';
import type { EpochMs, Timings } from '../domain/timing.ts';
import { givenUpResult } from '../domain/unscraped-site.ts';
import type { Renderer } from '../web/page-load.ts';
import type { Tiers } from './bring-page.ts';
import type { GroupRecorder } from './group-recorder.ts';
import { hasToWait, scrapeGroup } from './scrape-group.ts';

export interface DeliveryOrder {
  message: ScrapeMessage;
  /** Journal of earlier deliveries. */
  journal: GroupJournal | undefined;
  /** No other delivery comes before the deadline. */
  isLastDelivery: boolean;
  /** When the sites have to have ended. */
  endsAtMs: EpochMs;
  timings: Timings;
  /** Sites of one host that are at work at the same time. */
  sitesPerHost: number;
  clock: Clock;
  recorder: GroupRecorder;
  report: (message: string, error: unknown) => void;
  /** Told what is done after a function died. */
  onPlan: (plan: DeliveryPlan) => void;
}

/** A renderer that tells when a browser is asked for. */
const tellingRenderer = (renderer: Renderer, onStart: () => void): Renderer => ({
  ...renderer,
  load: (request) => {
    onStart();
    return renderer.load(request);
  },
});

/**
 * Scrapes what is left of a group: all of it side by side, or, after a function died over it, whichever sites may
 * have been the cause one at a time. What earlier deliveries brought is taken from their journal.
 *
 * @returns a result for each site, in the order of the message.
 */
export const scrapeDelivery = async (tiers: Tiers, order: DeliveryOrder): Promise<SiteResult[]> => {
  const { message, journal, recorder, clock, endsAtMs } = order;
  const bySite = new Map(message.Sites.map((site) => [site.Index, site]));
  const plan = planDelivery([...bySite.keys()], journal, order.isLastDelivery);
  if (journal) order.onPlan(plan);
  const { renderer } = tiers;
  const watched: Tiers = {
    ...tiers,
    renderer:
      renderer && !plan.withoutBrowser ? tellingRenderer(renderer, recorder.browserStarted) : undefined,
  };
  const results = new Map<number, SiteResult>();
  for (const index of plan.ended) {
    const [result] = unpackResults(journal!.ended.get(index)!);
    if (result) results.set(index, result);
  }
  const giveUp = (indexes: readonly number[], reason: 'killer' | 'suspect'): void => {
    for (const index of indexes) {
      results.set(index, givenUpResult(toNamedSite(bySite.get(index)!, message.Sku), reason));
    }
  };
  giveUp(plan.killers, 'killer');
  giveUp(plan.suspects, 'suspect');

  const sitesOf = (indexes: readonly number[]) => indexes.map((index) => bySite.get(index)!);
  const scrape = async (
    indexes: readonly number[],
    budgetMs: number,
    onBegin?: (index: number) => Promise<void>,
  ): Promise<void> => {
    const scraped = await scrapeGroup(watched, {
      ...order,
      sites: sitesOf(indexes),
      budgetMs,
      onBegin,
      onEnded: (result) => recorder.end(result),
    });
    for (const result of scraped) results.set(result.Index, result);
  };
  if (plan.together.length > 0) {
    // A site that waits for its turn has not begun: it is not what a function dies of.
    const isInTurn = hasToWait(sitesOf(plan.together), order.sitesPerHost);
    if (!isInTurn) await recorder.begin(plan.together);
    const onBegin = isInTurn ? (index: number) => recorder.begin([index]) : undefined;
    await scrape(plan.together, endsAtMs - clock(), onBegin);
  }
  for (const [place, index] of plan.alone.entries()) {
    await recorder.beginAlone(index);
    await scrape([index], (endsAtMs - clock()) / (plan.alone.length - place));
  }
  return message.Sites.map(({ Index }) => results.get(Index)!);
};
