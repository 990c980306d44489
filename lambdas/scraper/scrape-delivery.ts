import type { Clock } from '../domain/ports.ts';
import { type DeliveryPlan, type GroupJournal, planDelivery } from '../domain/request/group-journal.ts';
import type { ScrapeMessage } from '../domain/request/scrape-message.ts';
import { unpackResults } from '../domain/result/result-pack.ts';
import type { SiteResult } from '../domain/result/site-result.ts';
import { unscrapedResult } from '../domain/result/unscraped-site.ts';
import { knownResult } from '../domain/site/queued-site.ts';
import type { EpochMs, Timings } from '../domain/timing.ts';
import type { Renderer } from '../web/page-load.ts';
import type { GroupRecorder } from './group-recorder.ts';
import type { Tiers } from './read-page.ts';
import { hasToWait, neededMs, scrapeGroup } from './scrape-group.ts';

export interface DeliveryTask {
  message: ScrapeMessage;
  /** Results of an earlier delivery, whose other sites had not begun. */
  carried: readonly SiteResult[];
  /** Journal of earlier deliveries. */
  journal: GroupJournal | undefined;
  /** No other delivery follows before the deadline. */
  isLastDelivery: boolean;
  /** Deadline of the sites. */
  endsAtMs: EpochMs;
  /** Another delivery can scrape sites that do not begin. */
  isContinued: boolean;
  timings: Timings;
  /** Maximum number of concurrently scraped sites per host. */
  sitesPerHost: number;
  clock: Clock;
  recorder: GroupRecorder;
  report: (message: string, error: unknown) => void;
  /** Called with the plan after a function died. */
  onPlan: (plan: DeliveryPlan) => void;
}

/** Some site began in an earlier delivery, and did not end. */
const followsDeath = ({ alone, killers, suspects, withoutBrowser }: DeliveryPlan): boolean =>
  alone.length + killers.length + suspects.length > 0 || withoutBrowser;

/** Calls `onStart` whenever the browser is used. */
const observedRenderer = (renderer: Renderer, onStart: () => void): Renderer => ({
  ...renderer,
  load: (request) => {
    onStart();
    return renderer.load(request);
  },
});

/**
 * Scrapes the remaining sites of a group: in parallel or, after a function died, possible culprits one at a
 * time. Takes results of earlier deliveries from the journal.
 *
 * @returns a result for each site, in the order of the message; with `isContinued`, for some of them.
 */
export const scrapeDelivery = async (tiers: Tiers, task: DeliveryTask): Promise<SiteResult[]> => {
  const { message, journal, recorder, clock, endsAtMs } = task;
  const beginMs = neededMs(endsAtMs - clock());
  const bySite = new Map(message.Sites.map((site) => [site.Index, site]));
  const results = new Map(task.carried.map((result) => [result.Index, result]));
  const open = [...bySite.keys()].filter((index) => !results.has(index));
  const plan = planDelivery(open, journal, task.isLastDelivery);
  if (followsDeath(plan)) task.onPlan(plan);
  const { renderer } = tiers;
  const watched: Tiers = {
    ...tiers,
    renderer:
      renderer && !plan.withoutBrowser ? observedRenderer(renderer, recorder.browserStarted) : undefined,
  };
  for (const index of plan.ended) {
    const [result] = unpackResults(journal!.ended.get(index)!);
    if (result) results.set(index, result);
  }
  const giveUp = (indexes: readonly number[], reason: 'killer' | 'suspect'): void => {
    for (const index of indexes) {
      results.set(index, unscrapedResult(knownResult(bySite.get(index)!), reason));
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
      ...task,
      sites: sitesOf(indexes),
      budgetMs,
      onBegin,
      onEnded: (result) => recorder.end(result),
    });
    for (const result of scraped) results.set(result.Index, result);
  };
  if (plan.together.length > 0) {
    // A site waiting for its turn has not begun, so it cannot kill the function.
    const isInTurn = hasToWait(sitesOf(plan.together), task.sitesPerHost);
    if (!isInTurn) await recorder.begin(plan.together);
    const onBegin = isInTurn ? (index: number) => recorder.begin([index]) : undefined;
    await scrape(plan.together, endsAtMs - clock(), onBegin);
  }
  for (const [place, index] of plan.alone.entries()) {
    if (task.isContinued && endsAtMs - clock() < beginMs) break;
    await recorder.beginAlone(index);
    await scrape([index], (endsAtMs - clock()) / (plan.alone.length - place));
  }
  return message.Sites.flatMap(({ Index }) => results.get(Index) ?? []);
};
