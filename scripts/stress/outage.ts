import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { scraperLogLines } from '../../lambdas/scraper/log-lines.ts';
import { type LocalStack, startLocalStack } from '../../local/stack.ts';
import type { ProofOptions, ProofResult } from '../proof.ts';
import { createStressClient, judgePrices, type Queued } from './client.ts';
import { type PriceShop, startPriceShop } from './price-shop.ts';

interface Trouble {
  siteCounts: number[];
  /** Seed of the delays of pages. */
  pageMs: number;
  /** Fetch at which the outage begins, from 1; capped at the last. */
  fromVisit: number;
  awayMs: number;
  /** Time of a kill as a share of the outage, and its victim. */
  kills: { share: number; pick: number }[];
}

const killsEach = 2;
/** Pages of a host share a message: twenty sites on this many hosts make three messages. */
const hosts = 5;

/** A function may take 35 s and its message is redelivered after 37 s, which leaves time even on a slow machine. */
const settings = { processingWindowSeconds: 150, throttleRatePerSecond: 1_000, throttleBurst: 1_000 };
/** All kills happen before the first redelivery, so that no page is interrupted twice. */
const lastKillMs = 25_000;

const troubles = (count: number, seed: number): Trouble[] =>
  fc.sample(
    fc.record({
      siteCounts: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 2, maxLength: 4 }),
      pageMs: fc.noBias(fc.integer({ min: 200, max: 4_000 })),
      fromVisit: fc.noBias(fc.integer({ min: 1, max: 30 })),
      awayMs: fc.constantFrom(5_000, 12_000, 20_000),
      kills: fc.array(
        fc.record({
          share: fc.noBias(fc.double({ min: 0, max: 1, noNaN: true })),
          pick: fc.noBias(fc.nat(100)),
        }),
        { minLength: killsEach, maxLength: killsEach },
      ),
    }),
    { numRuns: count, seed },
  );

/** Delay of a page, the same for each fetch. */
const timeOf = (path: string, mostMs: number): number => {
  let hash = 7;
  for (const char of path) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) >>> 0;
  return hash % mostMs;
};

interface Visits {
  count: number;
  onVisit: (path: string) => Promise<void>;
}

/** Kills a busy process of the scraper. @returns false if there was none in time. */
const killOne = async (stack: LocalStack, pick: number, untilMs: number): Promise<boolean> => {
  for (;;) {
    const { busyProcessIds } = stack.functionActivity('scraper');
    const processId = busyProcessIds[pick % Math.max(1, busyProcessIds.length)];
    if (processId !== undefined) return process.kill(processId, 'SIGKILL');
    if (performance.now() >= untilMs) return false;
    await delay(20);
  }
};

/** Runs one case on a stack, and waits for its end. */
const play = async (
  stack: LocalStack,
  shop: PriceShop,
  visits: Visits,
  trouble: Trouble,
  firstRequest: number,
): Promise<{ violations: string[]; killed: number; askedTwice: number }> => {
  const begun = Promise.withResolvers<void>();
  const away = Promise.withResolvers<void>();
  const sitesOfAll = trouble.siteCounts.reduce((sum, sites) => sum + sites, 0);
  const fromVisit = Math.min(trouble.fromVisit, sitesOfAll);
  visits.count = 0;
  visits.onVisit = async (path) => {
    visits.count += 1;
    begun.resolve();
    if (visits.count === fromVisit) {
      const mend = stack.breakService('dynamodb');
      setTimeout(() => {
        mend();
        away.resolve();
      }, trouble.awayMs);
    }
    await delay(timeOf(path, trouble.pageMs));
  };
  const { queue, ended } = createStressClient(stack, shop);
  const queued: Queued[] = [];
  // All of them before a shop is asked and the store goes away: what is refused then is another promise.
  const release = holdShop(visits);
  for (const [place, sites] of trouble.siteCounts.entries())
    queued.push(await queue(firstRequest + place, sites));
  release();

  await begun.promise;
  let killed = 0;
  const lastKillAtMs = performance.now() + lastKillMs;
  const kills = trouble.kills.map(async ({ share, pick }) => {
    await delay(share * trouble.awayMs);
    if (await killOne(stack, pick, lastKillAtMs)) killed += 1;
  });
  await Promise.all([...kills, away.promise]);
  const violations: string[] = [];
  for (const one of queued) violations.push(...judgePrices(one, await ended(one.requestId)));
  const { waiting, inFlight } = stack.queueDepth('DeadLetter');
  if (waiting + inFlight > 0) violations.push(`${waiting + inFlight} messages were dead-lettered`);
  const own = new RegExp(`^/p/(${queued.map(({ request }) => request).join('|')})/`);
  const repeated = [...shop.fetches].filter(([path, times]) => own.test(path) && times > 1);
  for (const [path, times] of repeated)
    if (times > 1 + killed)
      violations.push(`${path} was fetched ${times} times, with ${killed} functions killed`);
  return { violations, killed, askedTwice: repeated.length };
};

/** Holds all fetches until the returned function is called. */
const holdShop = (visits: Visits): (() => void) => {
  const { onVisit } = visits;
  const { promise, resolve } = Promise.withResolvers<void>();
  visits.onVisit = async (path) => {
    await promise;
    await onVisit(path);
  };
  return () => {
    visits.onVisit = onVisit;
    resolve();
  };
};

/**
 * Runs `cases` outages of the store during fetches, with two busy functions killed in each. Every request must complete
 * with all its prices, without dead letters, and pages may be fetched twice only because of a kill.
 */
export const runOutage = async ({
  cases = 5,
  seed = 1,
  log = () => {},
}: ProofOptions = {}): Promise<ProofResult & { killed: number }> => {
  const visits: Visits = { count: 0, onVisit: async () => {} };
  const shop = await startPriceShop({ hosts, onFetch: (path) => visits.onVisit(path) });
  let sentAgain = 0;
  let stack: LocalStack | undefined;
  try {
    stack = await startLocalStack({
      settings,
      allowedTargets: shop.targets,
      log: ({ text }) => {
        if (text.includes(scraperLogLines.messagePostponed)) sentAgain += 1;
      },
    });
    const violations: string[] = [];
    let killed = 0;
    let askedTwice = 0;
    let firstRequest = 0;
    for (const [place, trouble] of troubles(cases, seed).entries()) {
      const outcome = await play(stack, shop, visits, trouble, firstRequest);
      firstRequest += trouble.siteCounts.length;
      killed += outcome.killed;
      askedTwice += outcome.askedTwice;
      violations.push(
        ...outcome.violations.map((violation) => `case ${place + 1} of seed ${seed}: ${violation}`),
      );
      log(
        `${place + 1}: ${JSON.stringify(trouble)}, ${outcome.killed} killed, ${outcome.askedTwice} fetched twice`,
      );
    }
    const report = `${firstRequest} requests, ${killed} functions killed at work, ${askedTwice} pages fetched again, ${sentAgain} messages sent again`;
    return { cases, violations, report, killed };
  } finally {
    await stack?.close();
    await shop.close();
  }
};
