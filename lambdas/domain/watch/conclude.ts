import { createHash } from 'node:crypto';
import { decimalsOf, inUnits } from '../money/decimals.ts';
import type { Price, SiteResult } from '../result/site-result.ts';
import type { QueuedSite } from '../site/queued-site.ts';
import { echoOf } from '../site/site-members.ts';
import { questionOf } from '../site/site-question.ts';
import type { EpochMs } from '../timing.ts';
import { isPending, type PriceChange, type WatchState } from './price-changes.ts';
import type { RunReason, RunStep, Watch, WatchRun, When } from './watch.ts';
import { type HistoryEntry, inParts, noticeIdOf, type SeenSite, type WatchChange } from './watch-history.ts';
import { compareWatched, type WatchedChange } from './watched-changes.ts';

/** Time from the end of the first scrape to the second. */
export const secondAfterMs = 5 * 60_000;

/** Keys of the sites' states, which stay the same when the watch is replaced. */
const stateKeysOf = ({ sku, sites }: Pick<Watch, 'sku' | 'sites'>): string[] => {
  const questions = sites.map(({ Site }) => questionOf(sku, Site));
  const counts = Map.groupBy(questions, (question) => question);
  return questions.map((question, index) => {
    const isAlone = counts.get(question)!.length === 1;
    // A page requested in two ways, say for two countries, has two prices.
    const text = isAlone ? question : JSON.stringify([question, sites[index]!.Site]);
    return createHash('sha256').update(text).digest('hex');
  });
};

/** Sites of a step, by position in the watch. */
const indexesOfStep = (
  { sites }: Pick<Watch, 'sites'>,
  { siteIndexes }: Pick<WatchRun, 'siteIndexes'>,
): number[] => (siteIndexes ? [...siteIndexes] : sites.map((_, index) => index));

/** The same sites, as in a request. */
export const sitesOfStep = (watch: Pick<Watch, 'sites'>, run: Pick<WatchRun, 'siteIndexes'>): QueuedSite[] =>
  indexesOfStep(watch, run).flatMap((place, index) => {
    const site = watch.sites[place];
    return site ? [{ ...site, Index: index }] : [];
  });

export const stateKeysOfStep = (
  watch: Pick<Watch, 'sku' | 'sites'>,
  run: Pick<WatchRun, 'siteIndexes'>,
): string[] => {
  const keys = stateKeysOf(watch);
  return [...new Set(indexesOfStep(watch, run).map((place) => keys[place]!))];
};

const toSeenSite = (result: SiteResult, Index: number): SeenSite => ({
  Index,
  Name: result.Name,
  ...echoOf(result),
  Sku: result.RequestedSku,
  Url: result.Url,
  Title: result.Title,
  Outcome: result.Outcome,
  Price: result.Price,
  Availability: result.Availability,
  Confidence: result.Confidence,
  Error: result.Error?.Code ?? null,
});

const toWatchChange = (change: WatchedChange, site: SeenSite): WatchChange => ({
  ...change,
  Index: site.Index,
  Name: site.Name,
  ...echoOf(site),
  Sku: site.Sku,
  Url: site.Url,
});

const targetOf = ({ when }: Pick<Watch, 'when'>, { Site }: QueuedSite): Price | undefined =>
  when?.Below && {
    Amount: when.Below.Amount,
    Currency: when.Below.Currency ?? Site.Currency ?? null,
  };

/** True if an amount moved by at least this percentage, up or down; compared without rounding. */
const movedBy = (from: Price, to: Price, percent: string): boolean => {
  const decimals = Math.max(decimalsOf(from.Amount), decimalsOf(to.Amount));
  const before = inUnits(from.Amount, decimals);
  const after = inUnits(to.Amount, decimals);
  const moved = after > before ? after - before : before - after;
  const percentDecimals = decimalsOf(percent);
  return moved * inUnits('100', percentDecimals) >= inUnits(percent, percentDecimals) * before;
};

const changeConditions: Readonly<Record<PriceChange['Kind'], (change: never, when: When) => boolean>> = {
  Price: ({ From, To }: Extract<PriceChange, { Kind: 'Price' }>, { ChangePercent }) =>
    ChangePercent !== undefined && movedBy(From, To, String(ChangePercent)),
  // There is no percentage between currencies.
  Currency: () => false,
  Availability: () => false,
  BackInStock: (_change: never, when) => when.BackInStock === true,
  BelowTarget: (_change: never, when) => when.Below !== undefined,
};

/** True for changes that meet a condition, and for all if there are no conditions. */
export const isReportedWhen = (change: PriceChange, when: When | undefined): boolean =>
  when === undefined || changeConditions[change.Kind](change as never, when);

export interface Concluded {
  /** Changed states, by key. */
  states: ReadonlyMap<string, WatchState>;
  changes: (WatchChange & { IsReported: boolean })[];
  seen: SeenSite[];
  /** Sites that a second scrape must confirm, by position in the watch. */
  pending: number[];
}

/**
 * Compares a step's results with the known states. Idempotent: given the states it returned, it finds no further changes
 * and the same pending sites.
 *
 * @param results - of the step's request, in request order.
 * @param states - known states, by key.
 */
export const conclude = (
  watch: Pick<Watch, 'sku' | 'sites' | 'when'>,
  run: Pick<WatchRun, 'siteIndexes'>,
  results: readonly SiteResult[],
  states: ReadonlyMap<string, WatchState>,
  endedAtMs: EpochMs,
): Concluded => {
  const indexes = indexesOfStep(watch, run);
  const keys = stateKeysOf(watch);
  const known = new Map(states);
  const written = new Map<string, WatchState>();
  const concluded: Omit<Concluded, 'states'> = { changes: [], seen: [], pending: [] };
  for (const result of results) {
    const place = indexes[result.Index];
    const queued = place === undefined ? undefined : watch.sites[place];
    if (place === undefined || !queued) continue;
    const key = keys[place]!;
    const before = known.get(key);
    const seen = toSeenSite(result, place);
    const atMs = result.FetchedAt === null ? endedAtMs : Date.parse(result.FetchedAt);
    const { state, changes } = compareWatched(before, { result, atMs }, targetOf(watch, queued));
    concluded.seen.push(seen);
    concluded.changes.push(
      ...changes.map((change) => ({
        ...toWatchChange(change, seen),
        IsReported: isReportedWhen(change, watch.when),
      })),
    );
    if (state !== before && state.Items.length > 0) {
      known.set(key, state);
      written.set(key, state);
    }
    // If the page was not read this time, a second scrape would confirm nothing.
    if (state.AtMs === atMs && isPending(state)) concluded.pending.push(place);
  }
  return { states: written, ...concluded };
};

interface EndedStep {
  run: Pick<WatchRun, 'scheduledAtMs' | 'step'>;
  endedAtMs: EpochMs;
  requestId: string | null;
}

const entryOf = ({ run, endedAtMs, requestId }: EndedStep): Omit<HistoryEntry, 'Ended'> => ({
  At: new Date(endedAtMs).toISOString(),
  ScheduledAt: new Date(run.scheduledAtMs).toISOString(),
  IsSecond: run.step === 'Second',
  Part: 0,
  RequestId: requestId,
  Reason: null,
  WebhookId: null,
  Sites: [],
  Changes: [],
});

/** History entries of an ended scrape, one for each notification. */
export const entriesOf = (
  ended: EndedStep & { requestId: string },
  { seen, changes }: Pick<Concluded, 'seen' | 'changes'>,
  hasWebhook: boolean,
): HistoryEntry[] =>
  inParts(changes).map((part, index) => ({
    ...entryOf(ended),
    Ended: 'Completed',
    Part: index,
    WebhookId:
      hasWebhook && part.some(({ IsReported }) => IsReported)
        ? `msg_${noticeIdOf(ended.requestId, index)}`
        : null,
    Sites: index === 0 ? seen : [],
    Changes: part.map((change) => ({ ...change, IsReported: hasWebhook && change.IsReported })),
  }));

/** History entry of a run without results. */
export const emptyEntry = (
  ended: EndedStep,
  end: 'Failed' | 'Refused' | 'Lost',
  reason?: RunReason,
): HistoryEntry => ({
  ...entryOf(ended),
  Ended: end,
  Reason: reason ? { Code: reason.code, Message: reason.message } : null,
});

/** A run that has not ended after this never will: two scrapes, the wait between them, and as much again. */
export const runLifeMs = (processingWindowMs: number): number => 2 * (2 * processingWindowMs + secondAfterMs);

/** Idempotency key of a step's request; callers' keys cannot contain spaces. */
export const requestKeyOf = (
  { watchId }: Pick<Watch, 'watchId'>,
  { scheduledAtMs, step }: { scheduledAtMs: EpochMs; step: RunStep },
): string => `watch ${watchId} ${scheduledAtMs} ${step}`;
