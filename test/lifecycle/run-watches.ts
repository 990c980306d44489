import fc from 'fast-check';
import type { Confidence, Outcome } from '../../lambdas/domain/result/site-result.ts';
import { shortestRateMs } from '../../lambdas/domain/watch/schedule.ts';
import { troubleKinds } from './failing-calls.ts';
import { countOne, type Played, type PlayOptions, playLives } from './play.ts';
import {
  type ObservedSite,
  type Said,
  VirtualWatch,
  type WatchLife,
  type WatchSafeguard,
} from './virtual-watches.ts';

const minuteMs = 60_000;
const runs = 6;

const said = (spanMs: number): fc.Arbitrary<Said> =>
  fc.record({
    fromMs: fc.nat(spanMs),
    amount: fc.constantFrom('10.00', '9.50', '9.5', '12.00', '8.99'),
    confidence: fc.constantFrom<Confidence>('High', 'Medium', 'Low'),
    outcome: fc.constantFrom<Outcome>(
      'Priced',
      'Priced',
      'Priced',
      'Priced',
      'Blocked',
      'Failed',
      'NotFound',
    ),
  });

const first: Said = { fromMs: 0, amount: '10.00', confidence: 'High', outcome: 'Priced' };
const death = fc.record({ run: fc.nat(30), call: fc.nat(14), isAfter: fc.boolean() });

const life: fc.Arbitrary<WatchLife> = fc
  .constantFrom(7 * minuteMs, 15 * minuteMs, 6 * 60 * minuteMs)
  .chain((everyMs) =>
    fc.record({
      everyMs: fc.constant(everyMs),
      runs: fc.constant(runs),
      shops: fc.array(
        fc
          .array(said(runs * everyMs), { maxLength: 8 })
          .map((script) => [first, ...script.toSorted((one, other) => one.fromMs - other.fromMs)]),
        { minLength: 1, maxLength: 3 },
      ),
      begins: fc.array(
        fc.record({
          lateMs: fc.nat(minuteMs),
          againAfterMs: fc.option(fc.oneof(fc.nat(2_000), fc.nat(everyMs * 2)), { nil: undefined, freq: 2 }),
        }),
        { minLength: runs, maxLength: runs },
      ),
      scrapesMs: fc.array(
        fc.option(fc.oneof({ weight: 3, arbitrary: fc.nat(20_000) }, fc.nat(6 * minuteMs)), {
          nil: undefined,
          freq: 8,
        }),
        { minLength: 1, maxLength: 12 },
      ),
      deaths: fc.array(death, { maxLength: 8 }),
      doubled: fc.array(fc.nat(30), { maxLength: 4 }),
      puts: fc.array(fc.record({ afterMs: fc.nat(runs * everyMs) }), { maxLength: 4 }),
      trouble: fc.option(
        fc.record({
          afterMs: fc.nat(2 * everyMs),
          durationMs: fc.integer({ min: 100, max: 2 * minuteMs }),
          kind: fc.constantFrom(...troubleKinds),
        }),
        { nil: undefined, freq: 2 },
      ),
      requestsPerMinute: fc.option(fc.constantFrom(1, 2, 60), { nil: undefined }),
      sitesPerDay: fc.option(fc.constantFrom(2, 5, 10_000), { nil: undefined }),
      disabled: fc.option(fc.record({ afterMs: fc.nat(runs * everyMs), durationMs: fc.nat(3 * everyMs) }), {
        nil: undefined,
        freq: 4,
      }),
      callMs: fc.integer({ min: 1, max: 100 }),
    }),
  );

const plainAmount = (amount: string): number => Math.round(Number(amount) * 100);

/** Reference implementation: the changes to report for one site, from its observations in order of time. */
const changesSeen = (observations: readonly ObservedSite[]): string[] => {
  let known: number | undefined;
  let pending: { value: number; sinceMs: number } | undefined;
  const changes: string[] = [];
  for (const { outcome, amount, confidence, atMs, requestId } of observations) {
    if (outcome !== 'Priced') continue;
    const value = plainAmount(amount);
    if (value === known) {
      pending = undefined;
      continue;
    }
    const isSeenBefore = pending?.value === value;
    const isConfirmed = isSeenBefore && atMs - pending!.sinceMs >= minuteMs;
    if (confidence !== 'High' && !isConfirmed) {
      if (!isSeenBefore) pending = { value, sinceMs: atMs };
      continue;
    }
    if (known !== undefined) changes.push(`${requestId}: ${known} to ${value}`);
    known = value;
    pending = undefined;
  }
  return changes;
};

const reportedOf = (watch: VirtualWatch, site: number): string[] =>
  watch.entries
    .flatMap(({ RequestId, Changes }) => Changes.map((change) => ({ RequestId, ...change })))
    .filter(({ Index, Kind }) => Index === site && Kind === 'Price')
    .map(({ RequestId, From, To }) => {
      const [from, to] = [From, To].map((value) => plainAmount((value as { Amount: string }).Amount));
      return `${RequestId}: ${from} to ${to}`;
    });

const brokenRuns = (watch: VirtualWatch, { requestsPerMinute }: WatchLife): string[] => {
  const { entries, requested, requests, charged, mishaps, store } = watch;
  const broken: string[] = [];
  const ofSteps = Map.groupBy(
    entries,
    ({ ScheduledAt, IsSecond, Part }) => `${ScheduledAt} ${IsSecond} ${Part}`,
  );
  for (const [step, same] of ofSteps) if (same.length > 1) broken.push(`${step} has ${same.length} entries`);
  const known = new Set(entries.map(({ RequestId }) => RequestId));
  for (const requestId of requested) {
    const { sealedAtMs, deadlineMs } = requests.items.get(requestId)!;
    const isRevoked = sealedAtMs !== undefined && sealedAtMs < deadlineMs;
    if (!known.has(requestId) && !isRevoked)
      broken.push(`${requestId} was requested, but is not in the history`);
  }
  const times = entries.filter(({ IsSecond }) => !IsSecond).map(({ ScheduledAt }) => Date.parse(ScheduledAt));
  const sorted = times.toSorted((one, other) => one - other);
  if (sorted.some((at, index) => index > 0 && at - sorted[index - 1]! < shortestRateMs))
    broken.push('two runs were sooner after each other than any watch runs');
  const lost = entries.filter(({ Ended }) => Ended === 'Lost');
  if (lost.length > 0) broken.push(`${lost.length} scrapes were lost`);
  const { run } = (store.items.values().next().value ?? {}) as { run?: { ended?: string } };
  if (run && run.ended === undefined) broken.push('the last run has not ended');
  // A call that died between charging and storing stays charged, as for any caller.
  if (requestsPerMinute !== undefined && charged > requested.length + mishaps)
    broken.push(`${charged} were charged for ${requested.length} requests`);
  return broken;
};

const brokenReports = (watch: VirtualWatch, { shops }: WatchLife): string[] => {
  const { observations, requests, reported, reportedChanges, entries } = watch;
  const broken: string[] = [];
  const completed = observations.filter(({ requestId }) => {
    const { groups, groupSizes, sealedAtMs } = requests.items.get(requestId)!;
    return groups.size === groupSizes.length && sealedAtMs === undefined;
  });
  for (const site of shops.keys()) {
    const wanted = changesSeen(
      completed
        .filter((observation) => observation.site === site)
        .sort((one, other) => one.atMs - other.atMs),
    );
    const found = reportedOf(watch, site).sort();
    if (JSON.stringify(found) !== JSON.stringify(wanted.toSorted()))
      broken.push(
        `site ${site}: reported ${found.join(', ') || 'nothing'}, expected ${wanted.join(', ') || 'nothing'}`,
      );
  }
  for (const [id, bodies] of reported)
    if (bodies.size > 1) broken.push(`${id} was reported in ${bodies.size} ways`);
  const retained = entries.flatMap(({ Changes }) => Changes);
  if (retained.length !== reportedChanges.length)
    broken.push(`${retained.length} changes in the history, and ${reportedChanges.length} reported`);
  const ids = new Set([...reported.keys()].map((id) => `msg_${id}`));
  const promised = new Set(entries.flatMap(({ WebhookId }) => (WebhookId === null ? [] : [WebhookId])));
  if (ids.symmetricDifference(promised).size > 0)
    broken.push('the history has other identifiers than were reported');
  return broken;
};

/**
 * Each run with uncertain changes has a second scrape in time, since one scrape does not confirm a change.
 */
const brokenSeconds = (watch: VirtualWatch): string[] => {
  const firsts = watch.entries.filter(({ IsSecond, Ended }) => !IsSecond && Ended === 'Completed');
  const seconds = new Set(
    watch.entries.filter(({ IsSecond }) => IsSecond).map(({ ScheduledAt }) => ScheduledAt),
  );
  const known = new Map<number, number>();
  return firsts
    .toSorted((one, other) => Date.parse(one.ScheduledAt) - Date.parse(other.ScheduledAt))
    .flatMap(({ ScheduledAt, Sites }) => {
      const unsure = Sites.some(
        ({ Index, Outcome, Price, Confidence }) =>
          Outcome === 'Priced' && Confidence !== 'High' && !known.has(Index) && Price !== null,
      );
      for (const { Index, Outcome, Price } of Sites)
        if (Outcome === 'Priced' && Price) known.set(Index, plainAmount(Price.Amount));
      return unsure && !seconds.has(ScheduledAt)
        ? [`${ScheduledAt} was uncertain, and had no second scrape`]
        : [];
    });
};

/** Runs of a watch under faults of EventBridge, the function, the queue, the stores and the license. */
export const playWatches = (options: PlayOptions<WatchSafeguard>): Promise<Played> =>
  playLives(
    life,
    async (given, counts) => {
      const watch = new VirtualWatch(given, options.without);
      await watch.live();
      for (const { Ended, IsSecond } of watch.entries)
        countOne(counts, `${IsSecond ? 'second' : 'first'}: ${Ended}`);
      countOne(counts, 'changes reported', watch.reportedChanges.length);
      if (watch.entries.filter(({ IsSecond }) => !IsSecond).length < runs) countOne(counts, 'left out');
      return [
        ...watch.errors.map(String),
        ...brokenRuns(watch, given),
        ...brokenReports(watch, given),
        ...brokenSeconds(watch),
      ];
    },
    options,
  );
