import fc from 'fast-check';
import { stateOf } from '../../lambdas/domain/request/request.ts';
import { unpackResults } from '../../lambdas/domain/result/result-pack.ts';
import type { SiteResult } from '../../lambdas/domain/result/site-result.ts';
import { troubleKinds } from './failing-calls.ts';
import { countOne, type Played, type PlayOptions, playLives } from './play.ts';
import {
  type DeploymentTrouble,
  type GroupFate,
  type Safeguard,
  sitesPerHost,
  timings,
  VirtualDeployment,
  type Visit,
} from './virtual-deployment.ts';
import { startMs } from './virtual-world.ts';

/** A simulated deployment: queued requests and faults. */
interface Life {
  requests: { atMs: number; sites: number; hosts?: number; fates: GroupFate[]; waitsSeconds: number[] }[];
  trouble: DeploymentTrouble | undefined;
  /** Response time of a shop, by address. */
  loads: number;
  callMs: number;
  closingDiesAfterMs?: number | undefined;
}

const windowMs = timings.processingWindowMs;
/**
 * An outage that ends this long before a deadline costs nothing: covers the last postponed delivery before
 * the sites' deadline, plus a call that began during the outage and its pause.
 */
const enoughMs = timings.sitesLeadMs + timings.storeCallMs + 3_000 + 500;
/** With this much time left, everything is scraped: the longest delay, the slowest shop, and overhead. */
const plentyMs = 120_000;

/** Groups of the largest request, of 20 sites. */
const groups = { minLength: 3, maxLength: 3 };
/** Mostly none; otherwise up to the last second. */
const waitSeconds = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: windowMs / 1_000 }) },
);

const request = (fates: fc.Arbitrary<GroupFate[]>) =>
  fc.record({
    atMs: fc.integer({ min: 0, max: 60_000 }),
    sites: fc.integer({ min: 1, max: 20 }),
    fates,
    waitsSeconds: fc.array(waitSeconds, groups),
  });

const trouble = fc.record({
  kind: fc.constantFrom(...troubleKinds),
  // Mostly in the first minute, when most of the work happens.
  afterMs: fc.oneof(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 0, max: windowMs })),
  durationMs: fc.constantFrom(5_000, 30_000, 120_000),
  ofQueueToo: fc.nat(3).map((draw) => draw === 0),
});

const rest = { loads: fc.nat(1_000_000), callMs: fc.integer({ min: 1, max: 200 }) };

const outages: fc.Arbitrary<Life> = fc.record({
  requests: fc.array(request(fc.constant([])), { minLength: 1, maxLength: 3 }),
  trouble,
  ...rest,
});

const fate: fc.Arbitrary<GroupFate> = fc.oneof(
  fc.constant<GroupFate>('delivered'),
  fc.constant<GroupFate>('lost'),
  fc.integer({ min: 1, max: 70_000 }).map((diesAfterMs): GroupFate => ({ diesAfterMs })),
);

const halfDone: fc.Arbitrary<Life> = fc.record({
  requests: fc.array(request(fc.array(fate, groups)), { minLength: 1, maxLength: 3 }),
  trouble: fc.constant(undefined),
  ...rest,
  // Not before it has requested redelivery, which takes a call.
  closingDiesAfterMs: fc.option(fc.integer({ min: 300, max: 2_500 }), { nil: undefined }),
});

/** Catalogues: many pages of one or two hosts, so that a host's pages are in several groups. */
const catalogues: fc.Arbitrary<Life> = fc.record({
  requests: fc.array(
    fc.record({
      atMs: fc.integer({ min: 0, max: 60_000 }),
      sites: fc.integer({ min: 33, max: 100 }),
      hosts: fc.integer({ min: 1, max: 2 }),
      fates: fc.array(
        fc.oneof(
          { weight: 4, arbitrary: fc.constant<GroupFate>('delivered') },
          { weight: 1, arbitrary: fate },
        ),
        { minLength: 5, maxLength: 5 },
      ),
      waitsSeconds: fc.array(waitSeconds, { minLength: 5, maxLength: 5 }),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  trouble: fc.option(trouble, { nil: undefined }),
  ...rest,
});

/** From a fifth of a second to 25 s, mostly short. */
const loadMsOf =
  (loads: number) =>
  (url: string): number => {
    let hash = loads;
    for (const char of url) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) >>> 0;
    const share = (hash % 10_007) / 10_007;
    return Math.round(200 + 24_800 * share ** 3);
  };

const play = async (life: Life, without?: Safeguard): Promise<VirtualDeployment> => {
  const fates = new Map<string, GroupFate>();
  const waits = new Map<string, number>();
  const deployment = new VirtualDeployment({
    ...life,
    without,
    loadMsOf: loadMsOf(life.loads),
    fateOf: (requestId, group) => fates.get(`${requestId} ${group}`) ?? 'delivered',
    waitSecondsOf: (requestId, group) => waits.get(`${requestId} ${group}`) ?? 0,
  });
  for (const { atMs, sites, hosts, fates: given, waitsSeconds } of life.requests) {
    const name = (requestId: string): void => {
      for (const [group, one] of given.entries()) fates.set(`${requestId} ${group}`, one);
      for (const [group, one] of waitsSeconds.entries()) waits.set(`${requestId} ${group}`, one);
    };
    deployment.time.after(atMs, () => void deployment.queue(sites, name, hosts));
  }
  // After all deadlines and late events.
  await deployment.time.runUntil(startMs + 60_000 + windowMs + 100_000);
  return deployment;
};

/** The end of one request, and its page loads. */
interface Ending {
  requestId: string;
  deadlineMs: number;
  /** Scheduled first delivery of its last message. */
  deliveredByMs: number;
  isCompleted: boolean;
  isFailed: boolean;
  results: Map<string, SiteResult>;
  visits: Map<string, Visit[]>;
}

const endingsOf = (deployment: VirtualDeployment): Ending[] =>
  deployment.accepted.map(({ requestId, deadlineMs, urls, deliveredByMs }) => {
    const stored = deployment.requests.get(requestId)!;
    const stateAt = (nowMs: number) => stateOf(stored, nowMs, timings.retentionMs).name;
    const results = [...stored.groups.values()].flatMap(unpackResults);
    return {
      requestId,
      deadlineMs,
      deliveredByMs,
      isCompleted: stateAt(deadlineMs - 1) === 'Completed',
      isFailed: stateAt(deadlineMs) === 'Failed',
      results: new Map(results.map((result) => [result.Url!, result])),
      visits: new Map(
        urls.flat().map((url) => [url, deployment.visits.filter((visit) => visit.url === url)]),
      ),
    };
  });

const isPriced = (result: SiteResult | undefined): boolean => result?.Price?.Amount === '1226.00';

/** Violations of general invariants. */
const alwaysBroken = (deployment: VirtualDeployment): string[] => {
  const deadlines = new Map(deployment.accepted.map(({ requestId, deadlineMs }) => [requestId, deadlineMs]));
  return [
    ...deployment.lateWrites.map((requestId) => `${requestId} was written after its deadline`),
    ...deployment.scrapeQueue.deadLetters.flatMap(({ body, atMs }) => {
      const { RequestId } = JSON.parse(body) as { RequestId: string };
      return atMs < deadlines.get(RequestId)! ? [`${RequestId} was dead-lettered before its deadline`] : [];
    }),
  ];
};

/** A request completes if and only if something was processed. */
const brokenCompletion = (deployment: VirtualDeployment, ending: Ending): string[] => {
  const { requestId, isCompleted, isFailed, results, visits } = ending;
  const isProcessed =
    results.size > 0 || deployment.journalsOf(requestId).some(({ ended }) => ended.size > 0);
  if (!isProcessed) return isFailed ? [] : [`${requestId}: nothing was processed, and it has not failed`];
  if (!isCompleted) return [`${requestId} was partly processed and is not completed`];
  return results.size === visits.size ? [] : [`${requestId} has ${results.size} of ${visits.size} results`];
};

/** Results in a journal that the request lacks. */
const lostFromJournals = (deployment: VirtualDeployment, { requestId, isCompleted, results }: Ending) =>
  deployment
    .journalsOf(requestId)
    .flatMap(({ ended }) => [...ended.values()].flatMap(unpackResults))
    .filter((known) => isCompleted && isPriced(known) && !isPriced(results.get(known.Url!)))
    .map(({ Url }) => `${Url} is in the journal but not in the result`);

const brokenByTrouble = (
  deployment: VirtualDeployment,
  ending: Ending,
  { afterMs, durationMs, ofQueueToo }: DeploymentTrouble,
): string[] => {
  const { requestId, deadlineMs, deliveredByMs, isCompleted, results, visits } = ending;
  const leftMs = deadlineMs - startMs - afterMs - durationMs;
  // If the queue fails as well, results die with their function; they are scraped again if there is time.
  if (ofQueueToo) return leftMs >= enoughMs ? brokenCompletion(deployment, ending) : [];
  const leftToScrapeMs = Math.min(leftMs, deadlineMs - deliveredByMs);
  const broken: string[] = [];
  if (leftToScrapeMs >= enoughMs && !isCompleted)
    broken.push(`${requestId} is not completed, ${leftMs} ms were left`);
  for (const [url, own] of visits) {
    if (own.length > 1) broken.push(`${url} was fetched ${own.length} times`);
    const isScraped = own.some(({ broughtAtMs }) => broughtAtMs !== undefined);
    const isWanted = isCompleted && (isScraped ? leftMs >= enoughMs : leftToScrapeMs >= plentyMs);
    if (isWanted && !isPriced(results.get(url))) {
      broken.push(`${url} was ${isScraped ? 'scraped and lost' : 'never scraped'}, ${leftMs} ms were left`);
    }
  }
  return broken;
};

const playDeployments = (
  lives: fc.Arbitrary<Life>,
  judge: (deployment: VirtualDeployment, life: Life, count: (name: string) => void) => string[],
  options: PlayOptions<Safeguard>,
): Promise<Played> =>
  playLives(
    lives,
    async (life, counts) => {
      const count = (name: string): void => countOne(counts, name);
      const deployment = await play(life, options.without);
      if (deployment.scrapeQueue.deadLetters.length > 0) count('dead-lettered');
      if (deployment.sentAgain > 0) count('sent again');
      return [...alwaysBroken(deployment), ...judge(deployment, life, count)];
    },
    options,
  );

/** Outages of the store of 5, 30 or 120 s, at any moment of up to three requests. */
export const playOutages = (options: PlayOptions<Safeguard>): Promise<Played> =>
  playDeployments(
    outages,
    (deployment, life, count) =>
      endingsOf(deployment).flatMap((ending) => {
        count(ending.isCompleted ? 'completed' : 'not completed');
        for (const own of ending.visits.values()) count(`fetched ${own.length} times`);
        if (life.trouble!.ofQueueToo) count('trouble of the queue too');
        return brokenByTrouble(deployment, ending, life.trouble!);
      }),
    options,
  );

/** Groups whose messages are never delivered, or kill every function. */
export const playHalfDone = (options: PlayOptions<Safeguard>): Promise<Played> =>
  playDeployments(
    halfDone,
    (deployment, _life, count) =>
      endingsOf(deployment).flatMap((ending) => {
        const internal = [...ending.results.values()].filter((result) => result.Error?.Code === 'Internal');
        count(ending.isCompleted ? (internal.length > 0 ? 'completed in part' : 'completed') : 'failed');
        return [...brokenCompletion(deployment, ending), ...lostFromJournals(deployment, ending)];
      }),
    options,
  );

/** Requests with many sites of one host, under faults of functions, store and queue. */
export const playCatalogues = (options: PlayOptions<Safeguard>): Promise<Played> =>
  playDeployments(
    catalogues,
    (deployment, life, count) => {
      const broken = endingsOf(deployment).flatMap((ending) => {
        const ended = [...ending.results.values()];
        count(ended.every(isPriced) && ending.isCompleted ? 'all priced' : 'not all priced');
        return life.trouble ? [] : brokenCompletion(deployment, ending);
      });
      const maximum = deployment.mostOfOneHost;
      if (maximum === sitesPerHost) count('as many as allowed');
      return maximum > sitesPerHost
        ? [...broken, `${maximum} pages of one host were loaded at the same time`]
        : broken;
    },
    options,
  );
