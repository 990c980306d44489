import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import type { RequestView } from '../../../lambdas/domain/request/request-view-schema.ts';
import type { LocalLicense } from '../../../local/stack.ts';
import { createStressClient, judgePrices, type Queued } from './client.ts';
import { startPriceShop } from './price-shop.ts';

/** Concurrent clients. */
const clients = 4;
/** Long enough for an interrupted message to be redelivered and scraped. */
const processingWindowSeconds = 40;
/** Kills between two pauses in which all requests reach their end. */
const killsUntilSettled = 3;

interface Acknowledged extends Queued {
  /** Time by which the deadline has certainly passed. */
  lateMs: number;
}

interface Plan {
  /**
   * Start of `killAfterMs`: the first request, its answer, scraping without new requests, or the restart of the stack
   * after a first kill.
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

/** Returns true for an ended process or a zombie. */
const isGone = (processId: number): boolean => {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${processId}/status`, 'utf8'));
  } catch {
    return true;
  }
};

/** Functions end with their stack; one that is still loading ends a little later. */
const allGone = async (processIds: readonly number[]): Promise<boolean> => {
  for (let tries = 0; tries < 600; tries += 1) {
    if (processIds.every(isGone)) return true;
    await delay(100);
  }
  return false;
};

interface StackInChild {
  apiUrl: string;
  license: LocalLicense;
  functionProcessIds: () => Promise<number[]>;
  /** Sends SIGKILL, as if the machine crashed. */
  kill: () => Promise<void>;
  close: () => Promise<void>;
}

const startProcess = (options: object) => {
  const child = fork(join(import.meta.dirname, 'stack-process.ts'), [JSON.stringify(options)], {
    // Without this process's own flags, such as a test runner's loader.
    execArgv: [],
  });
  return { child, exited: once(child, 'exit') };
};

/** @throws Error if the process ends before the stack is up. */
const startStackInChild = async (options: object): Promise<StackInChild> => {
  const { child, exited } = startProcess(options);
  const dies = exited.then(() => {
    throw new Error('The local stack ended before it was up; see its output.');
  });
  const message = async <T>(): Promise<T> => (await Promise.race([once(child, 'message'), dies]))[0] as T;
  const address = await message<Pick<StackInChild, 'apiUrl' | 'license'>>();
  dies.catch(() => {});
  return {
    ...address,
    functionProcessIds: () => {
      const answer = message<number[]>();
      child.send('processes');
      return answer;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    close: async () => {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
};

/**
 * Kills a persistent local stack at random moments and restarts it on the same folder. Every acknowledged request must
 * reach Completed or Failed, with the results of all its sites.
 *
 * @param cases - number of kills.
 */
export const runKill = async (
  cases: number,
  seed: number,
): Promise<{ violations: string[]; acknowledged: number }> => {
  const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-kill-'));
  const shop = await startPriceShop();
  const violations: string[] = [];
  let open: Acknowledged[] = [];
  let accepted = 0;
  let nextRequest = 0;
  let stack: StackInChild | undefined;
  const options = {
    dataDir: folder,
    allowedTargets: [shop.target],
    settings: {
      ...{ processingWindowSeconds, retentionSeconds: 3_600 },
      ...{ throttleRatePerSecond: 10_000, throttleBurst: 5_000 },
    },
  };

  /** Queues requests until the stack is gone. */
  const queueUntilKilled = async (running: StackInChild, siteCounts: number[], onAnswer: () => void) => {
    const client = createStressClient(running, shop);
    const left = [...siteCounts];
    const work = async (): Promise<void> => {
      for (let sites = left.pop(); sites !== undefined; sites = left.pop()) {
        nextRequest += 1;
        try {
          const queued = await client.queue(nextRequest, sites);
          accepted += 1;
          onAnswer();
          open.push({ ...queued, lateMs: Date.now() + processingWindowSeconds * 1_000 });
        } catch (error) {
          // Cut off by the kill: not acknowledged.
          if (!(error instanceof TypeError) && /was answered/.test(String(error)))
            violations.push(String(error));
          return;
        }
      }
    };
    await Promise.all(Array.from({ length: clients }, work));
  };

  /** Judges a request if it has ended. @returns true if it has. */
  const hasEnded = async (client: ReturnType<typeof createStressClient>, one: Acknowledged) => {
    const askedAtMs = Date.now();
    const answer = await client.status(one.requestId);
    const view = answer.status === 200 ? ((await answer.json()) as RequestView) : undefined;
    if (view?.RequestStatus === 0 && askedAtMs < one.lateMs) return false;
    // After a kill, a redelivery may come too late, or be given up.
    const isExcused = (code: string | undefined) => code === 'Timeout' || code === 'Internal';
    if (view?.RequestStatus === 2) violations.push(...judgePrices(one, view, isExcused));
    else if (view?.RequestStatus !== 1)
      violations.push(`request ${one.request} (${one.requestId}) is lost: ${answer.status}`);
    return true;
  };

  const settle = async (running: StackInChild): Promise<void> => {
    const client = createStressClient(running, shop);
    while (open.length > 0) {
      const pending: Acknowledged[] = [];
      for (const one of open) if (!(await hasEnded(client, one))) pending.push(one);
      open = pending;
      if (open.length > 0) await delay(200);
    }
  };

  try {
    stack = await startStackInChild(options);
    for (const [index, { from, killAfterMs, siteCounts }] of plans(cases, seed).entries()) {
      const answered = Promise.withResolvers<void>();
      const queueing = queueUntilKilled(stack, siteCounts, answered.resolve);
      if (from === 'answer') await Promise.race([answered.promise, queueing]);
      if (from === 'scraping') await queueing;
      await delay(killAfterMs);
      const processIds = await stack.functionProcessIds();
      await stack.kill();
      await queueing;
      if (from === 'restart') {
        const { child, exited } = startProcess(options);
        await delay(killAfterMs);
        child.kill('SIGKILL');
        await exited;
      }
      stack = await startStackInChild(options);
      if (!(await allGone(processIds))) violations.push(`kill ${index + 1}: a function outlived its stack`);
      if ((index + 1) % killsUntilSettled === 0 || index + 1 === cases) await settle(stack);
    }
    return { violations, acknowledged: accepted };
  } finally {
    await stack?.close();
    await shop.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
