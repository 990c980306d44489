/**
 * `npm run kill -- [--times N] [--seed N] [--save]`: a local stack that keeps its data in a folder is killed with SIGKILL at
 * random moments, while clients queue and the scraper runs, and started again on the same folder. Nothing that was
 * acknowledged may be lost: each request reaches Completed or Failed, with the results of all its sites.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import type { RequestView } from '../lambdas/domain/request-view.ts';
import { createKeepAliveClient } from './load/keep-alive-client.ts';
import { amountOf, skuOf, startPriceShop } from './load/price-shop.ts';
import { concludeProof, type ProofOptions, type ProofResult, wholeNumbers } from './load/proof.ts';
import { type StackInChild, startAndKill, startStackInChild } from './load/stack-in-child.ts';
import type { StackProcessOptions } from './load/stack-protocol.ts';
import { programOptions } from './program-options.ts';

/** Requests that are queued at the same time, before and while the stack is killed. */
const clients = 4;
/** Long enough for a message that was in work to become visible again and be scraped. */
const processingWindowSeconds = 40;
/** Kills after which everything is followed to its end, before it is old enough to fail. */
const killsUntilSettled = 3;

interface Acknowledged {
  request: number;
  sites: number;
  requestId: string;
  /** By this machine's clock, at which the deadline is past for sure. */
  lateMs: number;
}

/** One kill: when, and what the clients do meanwhile. */
interface Plan {
  /**
   * When `killAfterMs` begins: with the first request, with its answer, or while nobody queues and the scraper works
   * on what is left. `restart`: with the start of the stack's process, after it was killed already.
   */
  from: 'request' | 'answer' | 'scraping' | 'restart';
  killAfterMs: number;
  siteCounts: number[];
}

const plans = (count: number, seed: number): Plan[] =>
  fc.sample(
    fc.record({
      from: fc.constantFrom('request', 'answer', 'answer', 'scraping', 'restart'),
      killAfterMs: fc.noBias(fc.integer({ min: 0, max: 1_200 })),
      siteCounts: fc.noBias(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 40, maxLength: 40 })),
    }),
    { numRuns: count, seed },
  );

/** Whether a process has ended, or is about to be forgotten by whoever inherited it. */
const isGone = (processId: number): boolean => {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${processId}/status`, 'utf8'));
  } catch {
    return true;
  }
};

/** Functions notice that their stack is gone; one that is just loading its code does so a little later. */
const allGone = async (processIds: readonly number[]): Promise<boolean> => {
  for (let tries = 0; tries < 600; tries += 1) {
    if (processIds.every(isGone)) return true;
    await delay(100);
  }
  return false;
};

export interface KillRestartOptions extends ProofOptions {
  /**
   * A request whose stack ran undisturbed for this long before its deadline has no reason to fail: all that is open
   * takes less on a quiet machine, the wait for messages that were in work when the stack was killed included.
   * Infinity: a request may fail, whole or in part, and is only not to be lost, however slow the machine is.
   */
  undisturbedMs?: number;
}

/** Kills a local stack `cases` times, each time on the folder that the last one left. */
export const runKillRestart = async ({
  cases = 50,
  seed = 1,
  log = () => {},
  undisturbedMs = 25_000,
}: KillRestartOptions = {}): Promise<ProofResult & { acknowledged: number }> => {
  const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-kill-'));
  const shop = await startPriceShop();
  const violations: string[] = [];
  const ends = { Completed: 0, Failed: 0, Lost: 0 };
  let acknowledged: Acknowledged[] = [];
  let accepted = 0;
  let unanswered = 0;
  let timedOut = 0;
  let nextRequest = 0;
  let stack: StackInChild | undefined;
  let upSinceMs = 0;

  const options: StackProcessOptions = {
    dataDir: folder,
    allowedTargets: [shop.target],
    settings: {
      processingWindowSeconds,
      retentionSeconds: 3_600,
      throttleRatePerSecond: 10_000,
      throttleBurst: 5_000,
    },
  };

  /** Queues one request after the other until the stack is gone. */
  const queueUntilKilled = async (
    running: StackInChild,
    siteCounts: readonly number[],
    onAnswer: () => void,
  ): Promise<void> => {
    const http = createKeepAliveClient(clients);
    const { licenseKey: LicenseKey, uid: UID } = running.license;
    let next = 0;
    const client = async (): Promise<void> => {
      while (next < siteCounts.length) {
        const sites = siteCounts[next]!;
        next += 1;
        const request = nextRequest;
        nextRequest += 1;
        const body = JSON.stringify({
          Authorization: { LicenseKey, UID },
          Data: {
            Sku: skuOf(request),
            SellingSites: Array.from({ length: sites }, (_, site) => shop.siteOf(request, site)),
          },
        });
        try {
          const answer = await http.sendUntilServed({
            method: 'POST',
            url: `${running.apiUrl}/api/scrap_prices/queue`,
            // As clients do: what was accepted behind a 503 is not queued twice.
            headers: { 'Idempotency-Key': `request-${request}` },
            body,
          });
          if (answer.status !== 202) {
            violations.push(`request ${request} was answered ${answer.status}: ${answer.text}`);
            continue;
          }
          const { RequestId: requestId } = JSON.parse(answer.text) as { RequestId: string };
          accepted += 1;
          onAnswer();
          const lateMs = Date.now() + processingWindowSeconds * 1_000;
          acknowledged.push({ request, sites, requestId, lateMs });
        } catch {
          // Cut off by the kill: not acknowledged, so nothing is promised.
          unanswered += 1;
          return;
        }
      }
    };
    try {
      await Promise.all(Array.from({ length: clients }, client));
    } finally {
      http.close();
    }
  };

  /** How long the stack had run when the request's time was over. */
  const undisturbedFor = ({ lateMs }: Acknowledged): number => lateMs - upSinceMs;

  const judgeCompleted = (one: Acknowledged, { Data }: Extract<RequestView, { RequestStatus: 2 }>): void => {
    const { request, sites } = one;
    ends.Completed += 1;
    const found = Data.Sites.map((site) => site.Price?.Amount ?? site.Error?.Code);
    const expected = Array.from({ length: sites }, (_, site) => amountOf(request, site));
    // What is scraped again shortly before the deadline may time out, and what no delivery had time for is given up;
    // both say so.
    const isAllowed = (what: string | undefined): boolean =>
      what === 'Timeout' || (what === 'Internal' && undisturbedFor(one) < undisturbedMs);
    const isRight =
      found.length === sites && found.every((what, site) => what === expected[site] || isAllowed(what));
    if (!isRight)
      violations.push(`request ${request} has ${found.join(', ')} instead of ${expected.join(', ')}`);
    timedOut += found.filter((what) => what === 'Timeout').length;
  };

  const judgeFailed = (one: Acknowledged): void => {
    ends.Failed += 1;
    if (undisturbedFor(one) < undisturbedMs) return;
    const since = `the stack ran for the last ${undisturbedFor(one)} ms of its window`;
    violations.push(`request ${one.request} (${one.requestId}) has failed although ${since}`);
  };

  /** Follows all that was acknowledged to its end. */
  const settle = async (running: StackInChild): Promise<void> => {
    const http = createKeepAliveClient(clients);
    const { licenseKey: LicenseKey, uid: UID } = running.license;
    const look = async (one: Acknowledged): Promise<boolean> => {
      const { request, requestId, lateMs } = one;
      const askedAtMs = Date.now();
      const answer = await http.sendUntilServed({
        method: 'GET',
        url: `${running.apiUrl}/api/scrap_prices/${requestId}`,
        headers: { LicenseKey, UID },
      });
      const view = answer.status === 200 ? (JSON.parse(answer.text) as RequestView) : undefined;
      if (view?.RequestStatus === 0 && askedAtMs < lateMs) return false;
      if (view?.RequestStatus === 2) judgeCompleted(one, view);
      else if (view?.RequestStatus === 1) judgeFailed(one);
      else {
        ends.Lost += 1;
        violations.push(`request ${request} (${requestId}) is lost: ${answer.status} ${answer.text}`);
      }
      return true;
    };
    try {
      while (acknowledged.length > 0) {
        const stillPending: Acknowledged[] = [];
        for (const one of acknowledged) if (!(await look(one))) stillPending.push(one);
        acknowledged = stillPending;
        if (acknowledged.length > 0) await delay(200);
      }
    } finally {
      http.close();
    }
  };

  const startedMs = performance.now();
  try {
    stack = await startStackInChild(options);
    for (const [index, { from, killAfterMs, siteCounts }] of plans(cases, seed).entries()) {
      const answered = Promise.withResolvers<void>();
      const queueing = queueUntilKilled(stack, siteCounts, answered.resolve);
      if (from === 'answer') await Promise.race([answered.promise, queueing]);
      if (from === 'scraping') await queueing;
      await delay(killAfterMs);
      const processIds = Object.values((await stack.facts()).functionProcessIds).flat();
      await stack.kill();
      await queueing;
      if (from === 'restart') await startAndKill(options, killAfterMs);
      stack = await startStackInChild(options);
      upSinceMs = Date.now();
      if (!(await allGone(processIds))) violations.push(`kill ${index + 1}: a function outlived its stack`);
      log(
        `  kill ${index + 1} of ${cases} ${killAfterMs} ms after ${from}: ` +
          `${acknowledged.length} requests open, ${accepted} accepted so far`,
      );
      if ((index + 1) % killsUntilSettled === 0 || index + 1 === cases) await settle(stack);
    }
    const { deadLetters } = await stack.facts();
    const report = [
      `kill -9 of a local stack that keeps its data: ${cases} times, seed ${seed}`,
      `  acknowledged ${accepted}, cut off before the answer ${unanswered}`,
      `  completed ${ends.Completed} (${timedOut} of their sites timed out), ` +
        `failed at the deadline ${ends.Failed}, lost ${ends.Lost}, dead letters ${deadLetters}`,
      `  ${((performance.now() - startedMs) / 1_000).toFixed(0)} s, violations ${violations.length}`,
      '',
    ].join('\n');
    return { cases, violations, report, acknowledged: accepted };
  } finally {
    await stack?.close();
    await shop.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

if (import.meta.main) {
  const { values } = programOptions(import.meta.filename, {
    options: {
      times: { type: 'string', default: '50' },
      seed: { type: 'string', default: '1' },
      save: { type: 'boolean', default: false },
    },
  });
  const { save, ...given } = values;
  const { times: cases, seed } = wholeNumbers(given);
  const result = await runKillRestart({ cases, seed, log: (line) => process.stdout.write(`${line}\n`) });
  concludeProof(result, save ? { 'kill-restart.txt': result.report } : {});
}
