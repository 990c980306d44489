/**
 * `npm run kill -- [--times N] [--seed N]`: a local stack that keeps its data in a folder is killed with SIGKILL at
 * random moments, while clients queue and the scraper runs, and started again on the same folder. Nothing that was
 * acknowledged may be lost: each request reaches Completed or Failed, with the results of all its sites.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import type { RequestView } from '../lambdas/domain/request-view.ts';
import { createKeepAliveClient } from './load/keep-alive-client.ts';
import { amountOf, skuOf, startPriceShop } from './load/price-shop.ts';
import type { ProofOptions, ProofResult } from './load/proof.ts';
import { type StackInChild, startStackInChild } from './load/stack-in-child.ts';

/** Requests that are queued at the same time, before and while the stack is killed. */
const clients = 4;
/** Long enough for a message that was in work to become visible again and be scraped. */
const processingWindowSeconds = 20;

interface Acknowledged {
  request: number;
  sites: number;
  requestId: string;
  /** By this machine's clock, at which the deadline is past for sure. */
  lateMs: number;
}

/** One kill: when, and what the clients do meanwhile. */
interface Plan {
  killAfterMs: number;
  siteCounts: number[];
}

const plans = (count: number, seed: number): Plan[] =>
  fc.sample(
    fc.record({
      killAfterMs: fc.integer({ min: 5, max: 1_500 }),
      siteCounts: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 40, maxLength: 40 }),
    }),
    { numRuns: count, seed },
  );

const isGone = (processId: number): boolean => {
  try {
    process.kill(processId, 0);
    return false;
  } catch {
    return true;
  }
};

/** Kills a local stack `cases` times, each time on the folder that the last one left. */
export const runKillRestart = async ({
  cases = 50,
  seed = 1,
  log = () => {},
}: ProofOptions = {}): Promise<ProofResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-kill-'));
  const shop = await startPriceShop();
  const violations: string[] = [];
  const ends = { Completed: 0, Failed: 0, Lost: 0 };
  let acknowledged: Acknowledged[] = [];
  let accepted = 0;
  let unanswered = 0;
  let nextRequest = 0;
  let stack: StackInChild | undefined;

  const start = (): Promise<StackInChild> =>
    startStackInChild({
      dataDir: folder,
      allowedTargets: [shop.target],
      settings: {
        processingWindowSeconds,
        retentionSeconds: 3_600,
        throttleRatePerSecond: 10_000,
        throttleBurst: 5_000,
      },
    });

  /** Queues one request after the other until the stack is gone. */
  const queueUntilKilled = async (running: StackInChild, siteCounts: readonly number[]): Promise<void> => {
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
          const answer = await http.send({
            method: 'POST',
            url: `${running.apiUrl}/api/scrap_prices/queue`,
            body,
          });
          if (answer.status !== 202) {
            violations.push(`request ${request} was answered ${answer.status}: ${answer.text}`);
            continue;
          }
          const { RequestId: requestId } = JSON.parse(answer.text) as { RequestId: string };
          accepted += 1;
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

  /** Follows all that was acknowledged to its end. */
  const settle = async (running: StackInChild): Promise<void> => {
    const http = createKeepAliveClient(clients);
    const { licenseKey: LicenseKey, uid: UID } = running.license;
    const look = async (one: Acknowledged): Promise<boolean> => {
      const { request, requestId, sites, lateMs } = one;
      const askedAtMs = Date.now();
      const answer = await http.send({
        method: 'GET',
        url: `${running.apiUrl}/api/scrap_prices/${requestId}`,
        headers: { LicenseKey, UID },
      });
      const view = answer.status === 200 ? (JSON.parse(answer.text) as RequestView) : undefined;
      if (view?.RequestStatus === 0 && askedAtMs < lateMs) return false;
      if (view?.RequestStatus === 2) {
        ends.Completed += 1;
        const found = view.Data.Sites.map((site) => site.Price?.Amount ?? site.Error?.Code);
        const expected = Array.from({ length: sites }, (_, site) => amountOf(request, site));
        if (JSON.stringify(found) !== JSON.stringify(expected)) {
          violations.push(`request ${request} has ${found.join(', ')} instead of ${expected.join(', ')}`);
        }
      } else if (view?.RequestStatus === 1) ends.Failed += 1;
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
    stack = await start();
    for (const [index, plan] of plans(cases, seed).entries()) {
      const queueing = queueUntilKilled(stack, plan.siteCounts);
      await delay(plan.killAfterMs);
      const { processIds } = await stack.facts();
      await stack.kill();
      await queueing;
      stack = await start();
      const left = processIds.filter((processId) => !isGone(processId));
      if (left.length > 0) violations.push(`kill ${index}: ${left.length} functions outlived their stack`);
      log(
        `  kill ${index + 1} of ${cases} after ${plan.killAfterMs} ms: ${acknowledged.length} requests open, ${accepted} accepted so far`,
      );
    }
    await settle(stack);
    const { groupsWrittenTwice, deadLetters } = await stack.facts();
    for (const group of groupsWrittenTwice) violations.push(`group ${group} was written twice`);
    const report = [
      `kill -9 of a local stack that keeps its data: ${cases} times, seed ${seed}`,
      `  acknowledged ${accepted}, cut off before the answer ${unanswered}`,
      `  completed ${ends.Completed}, failed at the deadline ${ends.Failed}, lost ${ends.Lost}, dead letters ${deadLetters}`,
      `  ${((performance.now() - startedMs) / 1_000).toFixed(0)} s, violations ${violations.length}`,
      '',
    ].join('\n');
    return { cases, violations, report };
  } finally {
    await stack?.close();
    await shop.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

if (import.meta.main) {
  const { values } = parseArgs({
    options: { times: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
  });
  const { violations, report } = await runKillRestart({
    cases: Number(values.times),
    seed: Number(values.seed),
    log: (line) => process.stdout.write(`${line}\n`),
  });
  process.stdout.write(`\n${report}`);
  for (const violation of violations.slice(0, 20)) process.stdout.write(`✗ ${violation}\n`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
